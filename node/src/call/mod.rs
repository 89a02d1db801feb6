//! Calls from JavaScript: arguments, results, and exceptions for failures and panics.

mod function;
mod text;
mod thrown;

use std::any::Any;
use std::ffi::c_void;
use std::marker::PhantomData;
use std::panic::{AssertUnwindSafe, catch_unwind};
use std::ptr;

use napi::bindgen_prelude::{Env, FromNapiValue, Object, ToNapiValue, Unknown};
use napi::sys;
use sortid::{Error, ErrorCode};

use crate::registers::Registers;

pub(crate) use crate::failure::{Failure, Thrown};
use function::Bound;
pub(crate) use function::{
    Callback, Function, Instance, export, functions, make_bound_function, make_function,
};
pub(crate) use text::{MOST_TEXTS, string};

/// The largest number of arguments of a function.
const MOST_ARGUMENTS: usize = 4;

/// A JavaScript value.
pub(crate) type Raw = sys::napi_value;

/// The result of a function.
pub(crate) type Answer = Result<Raw, Failure>;

pub(crate) fn check(status: sys::napi_status) -> napi::Result<()> {
    match status {
        sys::Status::napi_ok => Ok(()),
        status => Err(napi::Error::from_status(status.into())),
    }
}

/// A call from JavaScript.
pub(crate) struct Call<'a> {
    env: sys::napi_env,
    arguments: [sys::napi_value; MOST_ARGUMENTS],
    instance: *mut Instance,
    lifetime: PhantomData<&'a ()>,
}

/// Runs a function for a call, and throws its failure or panic.
///
/// # Safety
/// `env` and `info` must be those that Node passed to a callback of [`make_function`].
#[inline(never)]
pub(crate) unsafe fn enter(
    env: sys::napi_env,
    info: sys::napi_callback_info,
    function: fn(&Call<'_>) -> Answer,
) -> sys::napi_value {
    // SAFETY: the caller guarantees this (see `# Safety`).
    let call = unsafe { Call::new(env, info) };
    call.answer(|| function(&call))
}

/// Like [`enter`], for a function without arguments: reads `info` only if it fails.
///
/// # Safety
/// As [`enter`].
#[inline(always)]
pub(crate) unsafe fn quick(
    env: sys::napi_env,
    info: sys::napi_callback_info,
    make: impl FnOnce(sys::napi_env) -> Answer,
) -> sys::napi_value {
    let failure = match catch_unwind(AssertUnwindSafe(|| make(env))) {
        Ok(Ok(value)) => return value,
        Ok(Err(failure)) => failure,
        Err(panic) => panic_failure(panic),
    };
    // SAFETY: the caller guarantees this (see `# Safety`).
    unsafe { Call::new(env, info) }.throw(failure)
}

/// The failure for a panic, without its message. Not inlined: every function's code would have it.
#[cold]
#[inline(never)]
fn panic_failure(panic: Box<dyn Any + Send>) -> Failure {
    drop(panic);
    Error::new(ErrorCode::Panic).into()
}

impl Call<'_> {
    /// # Safety
    /// As [`enter`].
    #[inline(always)]
    pub(crate) unsafe fn new(env: sys::napi_env, info: sys::napi_callback_info) -> Self {
        let mut arguments = [ptr::null_mut(); MOST_ARGUMENTS];
        let (mut count, mut instance) = (MOST_ARGUMENTS, ptr::null_mut());
        // SAFETY: the pointers are to local variables, and `arguments` has `count` elements. The
        // status is unused, as this cannot fail for a valid call.
        unsafe {
            sys::napi_get_cb_info(
                env,
                info,
                &mut count,
                arguments.as_mut_ptr(),
                ptr::null_mut(),
                &mut instance,
            );
        }
        Self {
            env,
            arguments,
            instance: instance.cast(),
            lifetime: PhantomData,
        }
    }

    /// A call of a bound function, which takes no arguments, and the function's value.
    ///
    /// # Safety
    /// As [`enter`], for a callback of [`make_bound_function`] with this type.
    #[inline(always)]
    pub(crate) unsafe fn bound<'a, T>(
        env: sys::napi_env,
        info: sys::napi_callback_info,
    ) -> (Call<'a>, &'a T) {
        let mut bound: *mut c_void = ptr::null_mut();
        // SAFETY: as in `new`; null pointers are for unused results.
        unsafe {
            let nothing = ptr::null_mut();
            sys::napi_get_cb_info(
                env,
                info,
                nothing,
                nothing.cast(),
                nothing.cast(),
                &mut bound,
            );
        }
        // SAFETY: the caller guarantees the type, and the function being called keeps it alive.
        let bound = unsafe { &*bound.cast::<Bound<T>>() };
        let call = Call {
            env,
            arguments: [ptr::null_mut(); MOST_ARGUMENTS],
            instance: bound.instance,
            lifetime: PhantomData,
        };
        (call, &bound.value)
    }

    /// Runs a function. Returns its result, or throws its failure or panic.
    #[inline(always)]
    pub(crate) fn answer(&self, run: impl FnOnce() -> Answer) -> sys::napi_value {
        let failure = match catch_unwind(AssertUnwindSafe(run)) {
            Ok(Ok(value)) => return value,
            Ok(Err(failure)) => failure,
            Err(panic) => panic_failure(panic),
        };
        self.throw(failure)
    }

    fn instance(&self) -> &Instance {
        // SAFETY: the data of every function is its instance, which outlives all calls. Only
        // `set_make_error` changes it, while no reference exists.
        unsafe { &*self.instance }
    }

    /// An argument; `undefined` past the last.
    pub(crate) fn raw_argument(&self, index: usize) -> sys::napi_value {
        self.arguments[index]
    }

    /// Whether an argument is neither `undefined` nor `null`.
    pub(crate) fn is_given(&self, index: usize) -> Result<bool, Failure> {
        Ok(self.argument::<Option<Unknown<'_>>>(index)?.is_some())
    }

    pub(crate) fn env(&self) -> Env {
        Env::from_raw(self.env)
    }

    pub(crate) fn registers(&self) -> Registers {
        self.instance().registers
    }

    /// The registers' `ArrayBuffer`.
    pub(crate) fn memory(&self) -> Answer {
        let mut value = ptr::null_mut();
        // SAFETY: the instance owns the reference.
        check(unsafe {
            sys::napi_get_reference_value(self.env, self.instance().memory, &mut value)
        })?;
        Ok(value)
    }

    /// Stores an argument as the function that creates errors.
    pub(crate) fn set_make_error(&self, index: usize) -> Result<(), Failure> {
        let reference = self.reference(index)?;
        // SAFETY: no reference to the field exists.
        unsafe { (*self.instance).make_error = reference };
        Ok(())
    }

    /// Creates a reference that keeps an argument alive.
    pub(crate) fn reference(&self, index: usize) -> Result<sys::napi_ref, Failure> {
        let mut reference = ptr::null_mut();
        // SAFETY: an argument of this call.
        check(unsafe {
            sys::napi_create_reference(self.env, self.arguments[index], 1, &mut reference)
        })?;
        Ok(reference)
    }

    /// Returns `undefined`.
    pub(crate) fn nothing(&self) -> Answer {
        Ok(ptr::null_mut())
    }

    /// Converts a value to JavaScript.
    pub(crate) fn value<T: ToNapiValue>(&self, value: T) -> Answer {
        // SAFETY: the environment is Node's.
        Ok(unsafe { T::to_napi_value(self.env, value)? })
    }

    pub(crate) fn object(&self) -> Result<Object<'_>, Failure> {
        Ok(Object::new(&self.env())?)
    }

    /// A string of ASCII.
    #[inline(always)]
    pub(crate) fn ascii(&self, text: &str) -> Answer {
        string(self.env, text.as_bytes())
    }

    /// Converts an argument from JavaScript.
    pub(crate) fn argument<T: FromNapiValue>(&self, index: usize) -> Result<T, Failure> {
        self.read(self.arguments[index])
    }

    /// Converts a value from JavaScript.
    pub(crate) fn read<T: FromNapiValue>(&self, value: sys::napi_value) -> Result<T, Failure> {
        // SAFETY: a value of this call.
        Ok(unsafe { T::from_napi_value(self.env, value)? })
    }

    /// The length of an array; `None` for another value.
    pub(crate) fn length(&self, list: sys::napi_value) -> Result<Option<u32>, Failure> {
        let (mut is_list, mut length) = (false, 0);
        // SAFETY: a value of this call.
        check(unsafe { sys::napi_is_array(self.env, list, &mut is_list) })?;
        if !is_list {
            return Ok(None);
        }
        // SAFETY: as above.
        check(unsafe { sys::napi_get_array_length(self.env, list, &mut length) })?;
        Ok(Some(length))
    }

    /// An element of an array from the package's JavaScript; `undefined` past the end.
    pub(crate) fn item(&self, list: sys::napi_value, index: u32) -> Answer {
        let mut item = ptr::null_mut();
        // SAFETY: a value of this call.
        check(unsafe { sys::napi_get_element(self.env, list, index, &mut item) })?;
        Ok(item)
    }

    /// A small number from the package's JavaScript.
    pub(crate) fn number(&self, index: usize) -> Result<u32, Failure> {
        let mut number = 0;
        // SAFETY: an argument of this call.
        match unsafe { sys::napi_get_value_uint32(self.env, self.arguments[index], &mut number) } {
            sys::Status::napi_ok => Ok(number),
            _ => Err(Failure::Type("a number")),
        }
    }

    /// A value of this call as a napi type.
    pub(crate) fn unknown(&self, value: sys::napi_value) -> Unknown<'_> {
        // SAFETY: a value of this environment.
        unsafe { Unknown::from_raw_unchecked(self.env, value) }
    }
}
