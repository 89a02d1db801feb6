//! The core's errors as exceptions. The classes are in `sortid/_errors.py`.

use std::fmt::Display;

use pyo3::exceptions::PyTypeError;
use pyo3::prelude::*;
use pyo3::sync::PyOnceLock;
use pyo3::types::PyType;
use sortid::columns::Column;
use sortid::{Error, ErrorCode, Format};

/// The exception class of an error code.
fn class(py: Python<'_>, code: ErrorCode) -> PyResult<&Bound<'_, PyType>> {
    static CLASSES: [PyOnceLock<Py<PyType>>; 4] = [const { PyOnceLock::new() }; 4];
    const NAMES: [&str; 4] = ["ParseError", "GeneratorError", "StoreError", "Error"];
    let nth = match code.number() {
        1..=10 => 0,
        _ if code == ErrorCode::WrongPrefix => 0,
        11..=19 => 1,
        _ if code.is_of_store() => 2,
        _ => 3,
    };
    CLASSES[nth].import(py, "sortid._errors", NAMES[nth])
}

/// The exception for an error with a message. `made` is the number of leading ids of a fill that
/// are valid.
#[cold]
pub(crate) fn exception(
    py: Python<'_>,
    error: Error,
    message: impl Display,
    subject: Option<&str>,
    made: Option<usize>,
) -> PyErr {
    let (message, code, offset) = (message.to_string(), error.code(), error.offset());
    let (name, number, errno) = (code.name(), code.number(), error.os_error());
    let instance = class(py, code).and_then(|class| match code.is_of_store() {
        true => class.call1((message, name, number, offset, subject, made, errno)),
        false => class.call1((message, name, number, offset, subject, made)),
    });
    instance.map_or_else(|error| error, PyErr::from_value)
}

/// The exception for an error with its message: of `Display`, or with the rejected input.
#[cold]
pub(crate) fn raise(py: Python<'_>, error: Error, message: impl Display) -> PyErr {
    exception(py, error, message, error.subject(), None)
}

/// The exception for a fill that ended after `made` ids.
#[cold]
pub(crate) fn raise_after(py: Python<'_>, error: Error, made: usize) -> PyErr {
    exception(py, error, error, error.subject(), Some(made))
}

/// The exception for an argument that is rejected before the core is called.
#[cold]
pub(crate) fn refused(
    py: Python<'_>,
    code: ErrorCode,
    subject: &str,
    sentence: impl Display,
) -> PyErr {
    let message = format_args!("{code}: {sentence}");
    exception(py, Error::new(code), message, Some(subject), None)
}

#[cold]
pub(crate) fn other_format(py: Python<'_>, expected: Format, given: Format) -> PyErr {
    let error = Error::of_other_format(expected, given);
    raise(py, error, error)
}

/// An argument as text. Python raises an error for an integer of more than 4300 digits.
#[cold]
pub(crate) fn shown(object: &Bound<'_, PyAny>) -> String {
    let text = object.str().map(|text| text.to_string_lossy().into_owned());
    text.unwrap_or_else(|_| "…".to_owned())
}

/// The `TypeError` for an argument of the wrong type.
#[cold]
pub(crate) fn unexpected(expected: &str, object: &Bound<'_, PyAny>) -> PyErr {
    match object.get_type().name() {
        Ok(given) => PyTypeError::new_err(format!("expected {expected}, not {given}")),
        Err(error) => error,
    }
}

/// Whether an exception is a `sortid.Error`.
pub(crate) fn is_refusal(error: &PyErr, py: Python<'_>) -> PyResult<bool> {
    static BASE: PyOnceLock<Py<PyType>> = PyOnceLock::new();
    Ok(error.is_instance(py, BASE.import(py, "sortid._errors", "Error")?))
}

/// The code of a `sortid.Error`.
pub(crate) fn code_of(py: Python<'_>, error: &PyErr) -> PyResult<String> {
    error.value(py).getattr("code")?.extract()
}

/// A rejected row of a column, with a message that contains its value.
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

    /// The exception, if the core's row 0 is the caller's row `first`.
    pub(crate) fn exception(self, py: Python<'_>, first: usize) -> PyErr {
        let (row, error) = (first + self.row, self.error);
        let message = format!("{}, in row {row}", self.message);
        let raised = exception(py, error, message, error.subject(), Some(row));
        at_row(py, raised, row)
    }
}

/// Sets the attribute `row` of an exception.
pub(crate) fn at_row(py: Python<'_>, error: PyErr, row: usize) -> PyErr {
    match error.value(py).setattr("row", row) {
        Ok(()) => error,
        Err(other) => other,
    }
}

/// Converts the core's results to PyO3's.
pub(crate) trait OrRaise<T> {
    fn or_raise(self, py: Python<'_>) -> PyResult<T>;

    /// Includes the rejected input in the message.
    fn or_raise_for(self, py: Python<'_>, input: impl AsRef<[u8]>) -> PyResult<T>;
}

impl<T> OrRaise<T> for Result<T, Error> {
    #[inline(always)]
    fn or_raise(self, py: Python<'_>) -> PyResult<T> {
        self.map_err(|error| raise(py, error, error))
    }

    #[inline(always)]
    fn or_raise_for(self, py: Python<'_>, input: impl AsRef<[u8]>) -> PyResult<T> {
        self.map_err(|error| raise(py, error, error.describe(&input)))
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
