//! The core's errors as exceptions. The classes are Python's own, in `sortid/_errors.py`.

use std::fmt::Display;

use pyo3::exceptions::PyTypeError;
use pyo3::prelude::*;
use pyo3::sync::PyOnceLock;
use pyo3::types::PyType;
use sortid::columns::Column;
use sortid::{Error, ErrorCode};

/// What an exception carries.
struct Raised<'a> {
    message: String,
    code: ErrorCode,
    offset: Option<usize>,
    subject: Option<&'a str>,
    made: Option<usize>,
    os_error: Option<i32>,
}

impl Raised<'_> {
    /// The one table of classes: a code is always of the same class.
    fn class<'py>(&self, py: Python<'py>) -> PyResult<&Bound<'py, PyType>> {
        static CLASSES: [PyOnceLock<Py<PyType>>; 4] = [const { PyOnceLock::new() }; 4];
        const NAMES: [&str; 4] = ["ParseError", "GeneratorError", "StoreError", "Error"];
        let nth = match self.code.number() {
            1..=10 => 0,
            _ if self.code == ErrorCode::WrongPrefix => 0,
            11..=19 => 1,
            _ if self.code.is_of_store() => 2,
            _ => 3,
        };
        CLASSES[nth].import(py, "sortid._errors", NAMES[nth])
    }

    #[cold]
    fn exception(&self, py: Python<'_>) -> PyErr {
        let instance = || {
            let (code, number) = (self.code.name(), self.code.number());
            let (message, offset, subject) = (&self.message, self.offset, self.subject);
            let (class, made) = (self.class(py)?, self.made);
            if self.code.is_of_store() {
                class.call1((message, code, number, offset, subject, made, self.os_error))
            } else {
                class.call1((message, code, number, offset, subject, made))
            }
        };
        instance().map_or_else(|error| error, PyErr::from_value)
    }
}

/// The exception that says what an error of the core says; `made` counts the leading ids of a fill that are valid.
pub(crate) fn exception(py: Python<'_>, error: Error, made: Option<usize>) -> PyErr {
    let raised = Raised {
        message: error.to_string(),
        code: error.code(),
        offset: error.offset(),
        subject: error.subject(),
        made,
        os_error: error.os_error(),
    };
    raised.exception(py)
}

/// The exception for an error, with a message that names the rejected input.
#[cold]
pub(crate) fn explained(py: Python<'_>, error: Error, message: impl Display) -> PyErr {
    let raised = Raised {
        message: message.to_string(),
        code: error.code(),
        offset: error.offset(),
        subject: error.subject(),
        made: None,
        os_error: error.os_error(),
    };
    raised.exception(py)
}

/// The exception for an argument that the core never sees, because no integer of it is wide enough.
#[cold]
pub(crate) fn refused(py: Python<'_>, code: ErrorCode, subject: &str) -> PyErr {
    let why = format!("{} ({subject})", code.message());
    refused_because(py, code, subject, &why)
}

/// The same with a reason of its own.
#[cold]
pub(crate) fn refused_because(py: Python<'_>, code: ErrorCode, subject: &str, why: &str) -> PyErr {
    let raised = Raised {
        message: format!("{code}: {why}"),
        code,
        offset: None,
        subject: Some(subject),
        made: None,
        os_error: None,
    };
    raised.exception(py)
}

/// The exception of an argument that is something else.
#[cold]
pub(crate) fn unexpected(expected: &str, object: &Bound<'_, PyAny>) -> PyErr {
    match object.get_type().name() {
        Ok(given) => PyTypeError::new_err(format!("expected {expected}, not {given}")),
        Err(error) => error,
    }
}

/// Whether it is one of the exceptions above.
pub(crate) fn is_refusal(error: &PyErr, py: Python<'_>) -> PyResult<bool> {
    static BASE: PyOnceLock<Py<PyType>> = PyOnceLock::new();
    Ok(error.is_instance(py, BASE.import(py, "sortid._errors", "Error")?))
}

/// The code of one of them.
pub(crate) fn code_of(py: Python<'_>, error: &PyErr) -> PyResult<String> {
    error.value(py).getattr("code")?.extract()
}

/// A row of a column that was refused, with a message that names what it holds.
pub(crate) struct RefusedRow {
    pub(crate) row: usize,
    error: Error,
    message: String,
}

impl RefusedRow {
    pub(crate) fn new(column: &Column<'_>, (row, error): (usize, Error)) -> Self {
        let message = column.explain(row, error).to_string();
        Self {
            row,
            error,
            message,
        }
    }

    /// The exception, for a column that begins at row `first` of the caller's.
    pub(crate) fn exception(self, py: Python<'_>, first: usize) -> PyErr {
        let row = first + self.row;
        let raised = Raised {
            message: format!("{}, in row {row}", self.message),
            code: self.error.code(),
            offset: self.error.offset(),
            subject: self.error.subject(),
            made: Some(row),
            os_error: None,
        };
        at_row(py, raised.exception(py), row)
    }
}

/// Says which row of a column it is about.
pub(crate) fn at_row(py: Python<'_>, error: PyErr, row: usize) -> PyErr {
    match error.value(py).setattr("row", row) {
        Ok(()) => error,
        Err(other) => other,
    }
}

/// Turns the core's results into PyO3's.
pub(crate) trait OrRaise<T> {
    fn or_raise(self, py: Python<'_>) -> PyResult<T>;
}

impl<T> OrRaise<T> for Result<T, Error> {
    #[inline(always)]
    fn or_raise(self, py: Python<'_>) -> PyResult<T> {
        match self {
            Ok(value) => Ok(value),
            Err(error) => Err(exception(py, error, None)),
        }
    }
}

/// Every code with its number and message, for a test of the stubs.
#[pyfunction]
pub(crate) fn error_codes() -> Vec<(&'static str, i32, &'static str)> {
    let codes = ErrorCode::ALL.iter();
    codes
        .map(|code| (code.name(), code.number(), code.message()))
        .collect()
}
