//! What becomes of failures: what they say, and how they are thrown.

use std::ptr;

use napi::bindgen_prelude::Unknown;
use napi::sys;
use sortid::{Error, ErrorCode};

use super::{Answer, Call, check};

/// Why a function gives nothing back.
pub(crate) enum Failure {
    /// The core refused.
    Core(Error),
    /// Refused before the core was asked, as the core would; with the option or field at fault.
    Code(ErrorCode, Option<&'static str>),
    /// A fill that ended before its memory did: the error, and how many ids are valid.
    Short(Error, usize),
    /// A row of a column that was refused, and its number.
    Row(Error, usize),
    /// Memory of a column that does not hold a row, and the row's number.
    Memory(ErrorCode, usize),
    /// An argument of the wrong type: a mistake in the program that calls.
    Type(&'static str),
    /// An object that is not, or no longer, to be used so: a mistake in the program that calls.
    State(&'static str),
    /// Node refused; its own exception may be pending.
    Node,
}

impl From<napi::Error> for Failure {
    fn from(_: napi::Error) -> Self {
        Failure::Node
    }
}

impl Call<'_> {
    /// Throws what a failure says; gives back what a callback that threw does.
    #[cold]
    pub(crate) fn throw(&self, failure: Failure) -> sys::napi_value {
        let thrown = match failure {
            Failure::Core(error) => self.make_error(&Told::from(error)),
            Failure::Short(error, filled) => self.make_error(&Told {
                filled: Some(filled),
                ..Told::from(error)
            }),
            Failure::Row(error, row) => self.make_error(&Told::from(error).in_row(row)),
            Failure::Memory(code, row) => {
                self.make_error(&Told::code(code, Some("memory")).in_row(row))
            }
            Failure::Code(code, subject) => self.make_error(&Told::code(code, subject)),
            Failure::Type(expected) => {
                self.throw_type_error(expected);
                return ptr::null_mut();
            }
            Failure::State(problem) => {
                self.throw_state_error(problem);
                return ptr::null_mut();
            }
            Failure::Node => Err(Failure::Node),
        };
        match thrown {
            // SAFETY: an error just made. If Node refuses, the environment is being torn down.
            Ok(error) => unsafe {
                sys::napi_throw(self.env, error);
            },
            Err(_) => self.throw_nodes_own(),
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

    /// The core's error as a `SortidError`, not thrown.
    pub(crate) fn error(&self, error: Error) -> Result<Unknown<'_>, Failure> {
        Ok(self.unknown(self.make_error(&Told::from(error))?))
    }

    /// A `SortidError`, made by the package's JavaScript.
    fn make_error(&self, told: &Told) -> Answer {
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
            self.value(told.code.name())?,
            self.value(told.message.as_str())?,
            self.value(told.offset.map(|offset| offset as f64))?,
            self.value(told.subject)?,
            self.value(told.filled.map(|filled| filled as f64))?,
            self.value(told.path)?,
            self.value(told.errno)?,
            self.value(told.row.map(|row| row as f64))?,
        ];
        // SAFETY: a function, and as many arguments as are told.
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

/// What an error says.
pub(crate) struct Told {
    code: ErrorCode,
    message: String,
    offset: Option<usize>,
    subject: Option<&'static str>,
    filled: Option<usize>,
    path: Option<&'static str>,
    /// Negative, as in Node's own errors.
    errno: Option<i32>,
    row: Option<usize>,
}

impl Told {
    fn code(code: ErrorCode, subject: Option<&'static str>) -> Self {
        let message = match subject {
            Some(subject) => format!("{}: {} ({subject})", code.name(), code.message()),
            None => format!("{}: {}", code.name(), code.message()),
        };
        Self {
            code,
            message,
            offset: None,
            subject,
            filled: None,
            path: None,
            errno: None,
            row: None,
        }
    }

    fn in_row(self, row: usize) -> Self {
        Self {
            message: format!("{}, in row {row}", self.message),
            row: Some(row),
            ..self
        }
    }
}

impl From<Error> for Told {
    fn from(error: Error) -> Self {
        Self {
            code: error.code(),
            message: error.to_string(),
            offset: error.offset(),
            subject: error.subject(),
            filled: None,
            path: error.subject().filter(|_| error.code().is_of_store()),
            errno: error.os_error().map(|number| -number),
            row: None,
        }
    }
}
