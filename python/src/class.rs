//! The class names, and the formats of the classes.

use pyo3::exceptions::PyTypeError;
use pyo3::ffi;
use pyo3::prelude::*;
use pyo3::sync::PyOnceLock;
use sortid::Format;

use crate::format::format_of;
use crate::object::format_of_class;

/// `sortid.Id`, once the module has created it.
pub(crate) static BASE: PyOnceLock<Py<PyAny>> = PyOnceLock::new();

/// Returns the name of a format's class, the same as in every typed language.
pub(crate) fn class_name(format: Format) -> String {
    let words = format.name().split('_');
    let capital = |word: &str| word[..1].to_ascii_uppercase() + &word[1..];
    words.map(capital).collect()
}

/// Returns `sortid.Id`, once the module has created it.
pub(crate) fn base(py: Python<'_>) -> Option<&Bound<'_, PyAny>> {
    BASE.get(py).map(|base| base.bind(py))
}

/// The format for a call on a class: that of the class, or for `AnyId` the format argument.
pub(crate) fn format_for(
    class: *mut ffi::PyObject,
    given: Option<Borrowed<'_, '_, PyAny>>,
) -> PyResult<Format> {
    let given = given.filter(|given| !given.is_none());
    match (format_of_class(class), given.map(format_of).transpose()?) {
        (None, Some(format)) => Ok(format),
        (Some(own), None) => Ok(own),
        (Some(own), Some(format)) if own == format => Ok(own),
        (Some(own), Some(format)) => {
            let message = format!("{} is the class of {own}, not of {format}", class_name(own));
            Err(PyTypeError::new_err(message))
        }
        (None, None) => {
            let message =
                "expected a sortid.Format, its class or its name: sortid.Id has no format";
            Err(PyTypeError::new_err(message))
        }
    }
}

#[cold]
pub(crate) fn no_subclasses() -> PyErr {
    PyTypeError::new_err("type 'sortid.Id' is not an acceptable base type")
}
