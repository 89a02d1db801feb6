//! JavaScript functions, and the state of one instance of the module.

use std::ffi::{c_char, c_void};
use std::ptr::{self, NonNull};

use napi::bindgen_prelude::{Env, Object, Unknown};
use napi::sys;

use super::{Answer, Call, check};
use crate::registers::{Registers, SIZE};

/// A Node-API callback.
pub(crate) type Callback =
    unsafe extern "C" fn(sys::napi_env, sys::napi_callback_info) -> sys::napi_value;

/// A function of the module.
pub(crate) struct Function {
    pub(crate) name: &'static str,
    pub(crate) callback: Callback,
}

/// Lists functions: the name in JavaScript, and the Rust function that receives the [`Call`].
macro_rules! functions {
    ($($name:literal $function:path;)*) => {
        pub(crate) const FUNCTIONS: &[crate::call::Function] = &[$(crate::call::Function {
            name: $name,
            callback: {
                unsafe extern "C" fn entry(
                    env: napi::sys::napi_env,
                    info: napi::sys::napi_callback_info,
                ) -> napi::sys::napi_value {
                    // SAFETY: Node passes its environment and the call's info.
                    unsafe { crate::call::enter(env, info, $function) }
                }
                entry
            },
        }),*];
    };
}
pub(crate) use functions;

/// The state of one instance of the module, which one JavaScript thread uses.
pub(crate) struct Instance {
    pub(super) registers: Registers,
    /// A reference that keeps the `ArrayBuffer` of the registers alive.
    pub(super) memory: sys::napi_ref,
    /// The function that creates a `SortidError`; null until JavaScript passes it.
    pub(super) make_error: sys::napi_ref,
}

impl Instance {
    /// Creates an instance with its registers. Node frees it with the environment, after the last
    /// call from JavaScript.
    pub(crate) fn new(env: &Env) -> napi::Result<*mut Self> {
        let (mut data, mut buffer, mut memory) =
            (ptr::null_mut(), ptr::null_mut(), ptr::null_mut());
        // SAFETY: the environment is Node's, and the other pointers are to local variables.
        check(unsafe { sys::napi_create_arraybuffer(env.raw(), SIZE, &mut data, &mut buffer) })?;
        // SAFETY: as above.
        check(unsafe { sys::napi_create_reference(env.raw(), buffer, 1, &mut memory) })?;
        let data =
            NonNull::new(data.cast()).ok_or_else(|| napi::Error::from_reason("no memory"))?;
        let instance = Box::into_raw(Box::new(Self {
            // SAFETY: an `ArrayBuffer` of `SIZE` bytes, alive by the reference, never detached by
            // the package, and used by this thread only.
            registers: unsafe { Registers::new(data) },
            memory,
            make_error: ptr::null_mut(),
        }));
        // SAFETY: the instance lives until Node calls `free`, once.
        check(unsafe {
            sys::napi_set_instance_data(env.raw(), instance.cast(), Some(free), ptr::null_mut())
        })?;
        Ok(instance)
    }
}

unsafe extern "C" fn free(_: sys::napi_env, instance: *mut c_void, _: *mut c_void) {
    // SAFETY: the pointer is from `Instance::new`, and Node calls this once.
    drop(unsafe { Box::from_raw(instance.cast::<Instance>()) });
}

/// Adds functions to a module's exports.
pub(crate) fn export(
    exports: &mut Object<'_>,
    env: &Env,
    instance: *mut Instance,
    functions: &[&[Function]],
) -> napi::Result<()> {
    for function in functions.iter().copied().flatten() {
        let made = make_function(env, instance, function.name, function.callback)?;
        exports.set(function.name, made)?;
    }
    Ok(())
}

/// Creates the JavaScript function for a callback.
pub(crate) fn make_function(
    env: &Env,
    instance: *mut Instance,
    name: &str,
    callback: Callback,
) -> napi::Result<Unknown<'static>> {
    let mut value = ptr::null_mut();
    // SAFETY: the name has this length; the instance outlives the function's last call.
    check(unsafe {
        sys::napi_create_function(
            env.raw(),
            name.as_ptr().cast::<c_char>(),
            name.len() as isize,
            Some(callback),
            instance.cast(),
            &mut value,
        )
    })?;
    // SAFETY: `value` was created in this environment.
    Ok(unsafe { Unknown::from_raw_unchecked(env.raw(), value) })
}

/// Creates a JavaScript function with a value of its own, which is freed with the function.
///
/// # Safety
/// The callback must read its data as [`Bound<T>`], by [`Call::bound`].
pub(crate) unsafe fn make_bound_function<T>(
    call: &Call<'_>,
    name: &str,
    callback: Callback,
    value: T,
) -> Answer {
    unsafe extern "C" fn free<T>(_: sys::napi_env, bound: *mut c_void, _: *mut c_void) {
        // SAFETY: the pointer is from `Box::into_raw` below, and Node calls this once, after the
        // last call of the function.
        drop(unsafe { Box::from_raw(bound.cast::<Bound<T>>()) });
    }
    let instance = call.instance;
    let bound = Box::into_raw(Box::new(Bound { instance, value }));
    let mut function = ptr::null_mut();
    // SAFETY: the name has this length; the finalizer frees the data after the function.
    let made = unsafe {
        check(sys::napi_create_function(
            call.env,
            name.as_ptr().cast::<c_char>(),
            name.len() as isize,
            Some(callback),
            bound.cast(),
            &mut function,
        ))
        .and_then(|()| {
            check(sys::napi_add_finalizer(
                call.env,
                function,
                bound.cast(),
                Some(free::<T>),
                ptr::null_mut(),
                ptr::null_mut(),
            ))
        })
    };
    if let Err(error) = made {
        // SAFETY: no function that can be called has this pointer.
        drop(unsafe { Box::from_raw(bound) });
        return Err(error.into());
    }
    Ok(function)
}

/// The data of a bound function.
pub(crate) struct Bound<T> {
    pub(super) instance: *mut Instance,
    pub(super) value: T,
}
