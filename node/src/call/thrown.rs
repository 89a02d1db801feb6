//! How failures are thrown.

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
    /// Throws what a failure says; gives back what a callback that threw does.
    #[cold]
    pub(crate) fn throw(&self, failure: Failure) -> sys::napi_value {
        match failure {
            Failure::Error(thrown) => match self.make_error(&thrown) {
                // SAFETY: an error just made. If Node refuses, the environment is being torn down.
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
        // SAFETY: both end with a zero byte.
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
        // SAFETY: both end with a zero byte.
        unsafe {
            sys::napi_throw_error(
                self.env,
                c"ERR_INVALID_STATE".as_ptr(),
                message.as_ptr().cast(),
            );
        }
    }

    /// Where Node refused something, its exception is pending; if it has none, one is made.
    fn throw_nodes_own(&self) {
        let mut pending = false;
        // SAFETY: Node's environment.
        unsafe { sys::napi_is_exception_pending(self.env, &mut pending) };
        if !pending {
            let message = c"Node refused an operation of its native interface";
            // SAFETY: ends with a zero byte.
            unsafe { sys::napi_throw_error(self.env, ptr::null(), message.as_ptr()) };
        }
    }

    /// A `SortidError`, not thrown.
    pub(crate) fn error(&self, error: Thrown) -> Result<Unknown<'_>, Failure> {
        Ok(self.unknown(self.make_error(&error)?))
    }

    /// A `SortidError`, made by the package's JavaScript.
    fn make_error(&self, thrown: &Thrown) -> Answer {
        let (mut function, mut this, mut error) =
            (ptr::null_mut(), ptr::null_mut(), ptr::null_mut());
        // SAFETY: the reference is the instance's own, the others our own variables.
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
        // SAFETY: a function, and its number of arguments.
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
