//! The boundary: a call from JavaScript, its arguments, and what becomes of failures and panics.

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

/// As many arguments as any function takes.
const MOST_ARGUMENTS: usize = 4;

/// A value of JavaScript, as it came or is to go.
pub(crate) type Raw = sys::napi_value;

/// What a function gives back, or why not.
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
/// Both are as Node gave them to a callback made by [`make_function`].
#[inline(never)]
pub(crate) unsafe fn enter(
    env: sys::napi_env,
    info: sys::napi_callback_info,
    function: fn(&Call<'_>) -> Answer,
) -> sys::napi_value {
    // SAFETY: the caller's promise.
    let call = unsafe { Call::new(env, info) };
    call.answer(|| function(&call))
}

/// Runs a function without arguments that makes a value: [`enter`], but for asking what the call is before it fails.
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
        Err(panic) => forgotten(panic),
    };
    // SAFETY: the caller's promise.
    unsafe { Call::new(env, info) }.throw(failure)
}

/// What a panic becomes, whatever it had to say. Written once: what catches it is compiled for each function.
#[cold]
#[inline(never)]
fn forgotten(panic: Box<dyn Any + Send>) -> Failure {
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
        // SAFETY: the pointers are to our own variables, and there is room for `count` arguments. It fails for no valid call.
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

    /// A call of a bound function, which takes no arguments; and the value that it belongs to.
    ///
    /// # Safety
    /// As [`enter`], for a callback of [`make_bound_function`] with this type.
    #[inline(always)]
    pub(crate) unsafe fn bound<'a, T>(
        env: sys::napi_env,
        info: sys::napi_callback_info,
    ) -> (Call<'a>, &'a T) {
        let mut bound: *mut c_void = ptr::null_mut();
        // SAFETY: as in `new`; nothing else is read.
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
        // SAFETY: the caller's promise; the function that is being called keeps it alive.
        let bound = unsafe { &*bound.cast::<Bound<T>>() };
        let call = Call {
            env,
            arguments: [ptr::null_mut(); MOST_ARGUMENTS],
            instance: bound.instance,
            lifetime: PhantomData,
        };
        (call, &bound.value)
    }

    /// What the call gives back, or throws.
    #[inline(always)]
    pub(crate) fn answer(&self, run: impl FnOnce() -> Answer) -> sys::napi_value {
        let failure = match catch_unwind(AssertUnwindSafe(run)) {
            Ok(Ok(value)) => return value,
            Ok(Err(failure)) => failure,
            Err(panic) => forgotten(panic),
        };
        self.throw(failure)
    }

    fn instance(&self) -> &Instance {
        // SAFETY: the data of every function is its instance, which lives as long as JavaScript runs; it is changed by
        // `set_make_error` alone, through no reference.
        unsafe { &*self.instance }
    }

    /// An argument as it came; past the last, `undefined`.
    pub(crate) fn raw_argument(&self, index: usize) -> sys::napi_value {
        self.arguments[index]
    }

    /// Whether an argument is neither `undefined` nor `null`.
    pub(crate) fn is_given(&self, index: usize) -> Result<bool, Failure> {
        Ok(self.argument::<Option<Unknown<'_>>>(index)?.is_some())
    }

    /// The environment, for napi's conversions.
    pub(crate) fn env(&self) -> Env {
        Env::from_raw(self.env)
    }

    /// The registers.
    pub(crate) fn registers(&self) -> Registers {
        self.instance().registers
    }

    /// The registers' `ArrayBuffer`.
    pub(crate) fn memory(&self) -> Answer {
        let mut value = ptr::null_mut();
        // SAFETY: the reference is the instance's own.
        check(unsafe {
            sys::napi_get_reference_value(self.env, self.instance().memory, &mut value)
        })?;
        Ok(value)
    }

    /// Takes an argument for the function that makes errors.
    pub(crate) fn set_make_error(&self, index: usize) -> Result<(), Failure> {
        let reference = self.reference(index)?;
        // SAFETY: no reference to the field lives.
        unsafe { (*self.instance).make_error = reference };
        Ok(())
    }

    /// A reference that keeps an argument.
    pub(crate) fn reference(&self, index: usize) -> Result<sys::napi_ref, Failure> {
        let mut reference = ptr::null_mut();
        // SAFETY: an argument of this call.
        check(unsafe {
            sys::napi_create_reference(self.env, self.arguments[index], 1, &mut reference)
        })?;
        Ok(reference)
    }

    /// Nothing: `undefined`.
    pub(crate) fn nothing(&self) -> Answer {
        Ok(ptr::null_mut())
    }

    /// Any value that napi can hand over.
    pub(crate) fn value<T: ToNapiValue>(&self, value: T) -> Answer {
        // SAFETY: Node's environment.
        Ok(unsafe { T::to_napi_value(self.env, value)? })
    }

    /// An object without properties.
    pub(crate) fn object(&self) -> Result<Object<'_>, Failure> {
        Ok(Object::new(&self.env())?)
    }

    /// A string of ASCII.
    #[inline(always)]
    pub(crate) fn ascii(&self, text: &str) -> Answer {
        string(self.env, text.as_bytes())
    }

    /// An argument as any value that napi can read.
    pub(crate) fn argument<T: FromNapiValue>(&self, index: usize) -> Result<T, Failure> {
        self.read(self.arguments[index])
    }

    /// A value as any that napi can read.
    pub(crate) fn read<T: FromNapiValue>(&self, value: sys::napi_value) -> Result<T, Failure> {
        // SAFETY: a value of this call.
        Ok(unsafe { T::from_napi_value(self.env, value)? })
    }

    /// How long a list is, if it is one.
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

    /// What stands in a list of the package's own; behind its end `undefined`.
    pub(crate) fn item(&self, list: sys::napi_value, index: u32) -> Answer {
        let mut item = ptr::null_mut();
        // SAFETY: a value of this call.
        check(unsafe { sys::napi_get_element(self.env, list, index, &mut item) })?;
        Ok(item)
    }

    /// An argument of the package's own JavaScript: a small number.
    pub(crate) fn number(&self, index: usize) -> Result<u32, Failure> {
        let mut number = 0;
        // SAFETY: an argument of this call.
        match unsafe { sys::napi_get_value_uint32(self.env, self.arguments[index], &mut number) } {
            sys::Status::napi_ok => Ok(number),
            _ => Err(Failure::Type("a number")),
        }
    }

    /// A value of this call, as napi knows it.
    pub(crate) fn unknown(&self, value: sys::napi_value) -> Unknown<'_> {
        // SAFETY: a value of this environment.
        unsafe { Unknown::from_raw_unchecked(self.env, value) }
    }
}
