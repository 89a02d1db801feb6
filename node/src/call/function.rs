//! Functions as JavaScript has them, and what belongs to one instance of the module.

use std::ffi::{c_char, c_void};
use std::ptr::{self, NonNull};

use napi::bindgen_prelude::{Env, Object, Unknown};
use napi::sys;

use super::{Answer, Call, check};
use crate::registers::{Registers, SIZE};

/// A callback as Node knows it.
pub(crate) type Callback =
    unsafe extern "C" fn(sys::napi_env, sys::napi_callback_info) -> sys::napi_value;

/// A function of the module.
pub(crate) struct Function {
    pub(crate) name: &'static str,
    pub(crate) callback: Callback,
}

/// Lists functions: the name to JavaScript, and the Rust function that takes the [`Call`].
macro_rules! functions {
    ($($name:literal $function:path;)*) => {
        pub(crate) const FUNCTIONS: &[crate::call::Function] = &[$(crate::call::Function {
            name: $name,
            callback: {
                unsafe extern "C" fn entry(
                    env: napi::sys::napi_env,
                    info: napi::sys::napi_callback_info,
                ) -> napi::sys::napi_value {
                    // SAFETY: Node calls with its own environment and call.
                    unsafe { crate::call::enter(env, info, $function) }
                }
                entry
            },
        }),*];
    };
}
pub(crate) use functions;

/// What belongs to one instance of the module: one thread of JavaScript.
pub(crate) struct Instance {
    pub(super) registers: Registers,
    /// The `ArrayBuffer` of the registers, held so that it stays.
    pub(super) memory: sys::napi_ref,
    /// The function that makes a `SortidError`, once JavaScript has given it.
    pub(super) make_error: sys::napi_ref,
}

impl Instance {
    /// Makes the instance's registers. Node frees the instance with the environment, when no JavaScript runs any more.
    pub(crate) fn new(env: &Env) -> napi::Result<*mut Self> {
        let (mut data, mut buffer, mut memory) =
            (ptr::null_mut(), ptr::null_mut(), ptr::null_mut());
        // SAFETY: the environment is Node's, the other pointers are to our own variables.
        check(unsafe { sys::napi_create_arraybuffer(env.raw(), SIZE, &mut data, &mut buffer) })?;
        // SAFETY: as above; the reference keeps the buffer, and the package never detaches it.
        check(unsafe { sys::napi_create_reference(env.raw(), buffer, 1, &mut memory) })?;
        let data =
            NonNull::new(data.cast()).ok_or_else(|| napi::Error::from_reason("no memory"))?;
        let instance = Box::into_raw(Box::new(Self {
            // SAFETY: an `ArrayBuffer` of this size, kept by the reference, seen by this thread alone.
            registers: unsafe { Registers::new(data) },
            memory,
            make_error: ptr::null_mut(),
        }));
        // SAFETY: the instance lives until `free` is called, once, by Node.
        check(unsafe {
            sys::napi_set_instance_data(env.raw(), instance.cast(), Some(free), ptr::null_mut())
        })?;
        Ok(instance)
    }
}

/// Frees an instance.
unsafe extern "C" fn free(_: sys::napi_env, instance: *mut c_void, _: *mut c_void) {
    // SAFETY: made by `Instance::new`, and Node calls this once.
    drop(unsafe { Box::from_raw(instance.cast::<Instance>()) });
}

/// Puts functions into a module's exports.
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

/// The JavaScript function of one of ours.
pub(crate) fn make_function(
    env: &Env,
    instance: *mut Instance,
    name: &str,
    callback: Callback,
) -> napi::Result<Unknown<'static>> {
    let mut value = ptr::null_mut();
    // SAFETY: a name with its length; the instance outlives the function's last call.
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
    // SAFETY: just made in this environment.
    Ok(unsafe { Unknown::from_raw_unchecked(env.raw(), value) })
}

/// A function that belongs to a value of its own, which is freed with it.
///
/// # Safety
/// The callback takes its data for a [`Bound`] of this type, as [`Call::bound`] does.
pub(crate) unsafe fn make_bound_function<T>(
    call: &Call<'_>,
    name: &str,
    callback: Callback,
    value: T,
) -> Answer {
    unsafe extern "C" fn free<T>(_: sys::napi_env, bound: *mut c_void, _: *mut c_void) {
        // SAFETY: made below, and Node calls this once, when the function is gone.
        drop(unsafe { Box::from_raw(bound.cast::<Bound<T>>()) });
    }
    let instance = call.instance;
    let bound = Box::into_raw(Box::new(Bound { instance, value }));
    let mut function = ptr::null_mut();
    // SAFETY: a name with its length; the data lives as long as the function, by the finalizer.
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
        // SAFETY: no function got it that anybody could call.
        drop(unsafe { Box::from_raw(bound) });
        return Err(error.into());
    }
    Ok(function)
}

/// What a bound function belongs to.
pub(crate) struct Bound<T> {
    pub(super) instance: *mut Instance,
    pub(super) value: T,
}
