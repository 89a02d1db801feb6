//! Exceptions for failures.

use std::ptr;

use super::{Answer, Call, Failure, Thrown, check};
use napi::bindgen_prelude::Unknown;
use napi::sys;

impl From<napi::Error> for Failure {
    fn from(_: napi::Error) -> Self {
        Failure::Node
    }
}

impl Call<'_> {
    /// Throws the exception of a failure. Returns null, as a callback that throws does.
    #[cold]
    pub(crate) fn throw(&self, failure: Failure) -> sys::napi_value {
        match failure {
            Failure::Error(thrown) => match self.make_error(&thrown) {
                // A failing status means that the environment is being torn down.
                // SAFETY: `error` was created in this environment.
                Ok(error) => unsafe {
                    sys::napi_throw(self.env, error);
                },
                Err(_) => self.throw_nodes_own(),
            },
            Failure::Type(expected) => self.throw_type_error(expected),
            Failure::State(problem) => self.throw_state_error(problem),
            Failure::Node => self.throw_nodes_own(),
        }
        ptr::null_mut()
    }

    fn throw_type_error(&self, expected: &str) {
        let message = format!("{expected} is expected\0");
        // SAFETY: both strings end with a zero byte.
        unsafe {
            sys::napi_throw_type_error(
                self.env,
                c"ERR_INVALID_ARG_TYPE".as_ptr(),
                message.as_ptr().cast(),
            );
        }
    }

    fn throw_state_error(&self, problem: &str) {
        let message = format!("{problem}\0");
        // SAFETY: both strings end with a zero byte.
        unsafe {
            sys::napi_throw_error(
                self.env,
                c"ERR_INVALID_STATE".as_ptr(),
                message.as_ptr().cast(),
            );
        }
    }

    /// Throws an error after a failed Node-API call, unless an exception is already pending.
    fn throw_nodes_own(&self) {
        let mut pending = false;
        // SAFETY: the environment is Node's.
        unsafe { sys::napi_is_exception_pending(self.env, &mut pending) };
        if !pending {
            let message = c"a Node-API call failed";
            // SAFETY: the message ends with a zero byte.
            unsafe { sys::napi_throw_error(self.env, ptr::null(), message.as_ptr()) };
        }
    }

    /// Creates a `SortidError` without throwing it.
    pub(crate) fn error(&self, error: Thrown) -> Result<Unknown<'_>, Failure> {
        Ok(self.unknown(self.make_error(&error)?))
    }

    /// Creates a `SortidError` by calling the package's JavaScript.
    fn make_error(&self, thrown: &Thrown) -> Answer {
        let (mut function, mut this, mut error) =
            (ptr::null_mut(), ptr::null_mut(), ptr::null_mut());
        // SAFETY: the instance owns the reference; the other pointers are to local variables.
        unsafe {
            check(sys::napi_get_reference_value(
                self.env,
                self.instance().make_error,
                &mut function,
            ))?;
            check(sys::napi_get_undefined(self.env, &mut this))?;
        }
        let arguments = [
            self.value(thrown.error.code().name())?,
            self.value(thrown.message.as_str())?,
            self.value(thrown.error.offset().map(|offset| offset as f64))?,
            self.value(thrown.subject())?,
            self.value(thrown.filled.map(|filled| filled as f64))?,
            self.value(thrown.path())?,
            self.value(thrown.errno())?,
            self.value(thrown.row.map(|row| row as f64))?,
        ];
        // SAFETY: `function` is a JavaScript function; the number of arguments is that of the list.
        check(unsafe {
            sys::napi_call_function(
                self.env,
                this,
                function,
                arguments.len(),
                arguments.as_ptr(),
                &mut error,
            )
        })?;
        Ok(error)
    }
}
