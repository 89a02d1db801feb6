//! The class names, and the formats of the classes.

use pyo3::exceptions::PyTypeError;
use pyo3::ffi;
use pyo3::prelude::*;
use sortid::Format;

use crate::format::format_of;
use crate::object::{format_of_class, is_any};

/// Returns the name of a format's class, the same as in every typed language.
pub(crate) fn class_name(format: Format) -> String {
    let words = format.name().split('_');
    let capital = |word: &str| word[..1].to_ascii_uppercase() + &word[1..];
    words.map(capital).collect()
}

/// The format for a call on a class: that of the class, or for `AnyId` the format argument.
pub(crate) fn format_for(
    class: *mut ffi::PyObject,
    given: Option<Borrowed<'_, '_, PyAny>>,
) -> PyResult<Format> {
    let own = format_of_class(class);
    let message = match (own, given) {
        (Some(own), None) => return Ok(own),
        (Some(own), Some(_)) => {
            format!("{} takes no format: use AnyId", class_name(own))
        }
        (None, Some(format)) if is_any(class) => return format_of(format),
        (None, None) if is_any(class) => "missing a required argument: 'format'".to_owned(),
        (None, _) => "Id has no format: use the class of a format, or AnyId".to_owned(),
    };
    Err(PyTypeError::new_err(message))
}

/// The error for a constructor without arguments, which in other packages generates an id.
#[cold]
pub(crate) fn no_value(class: *mut ffi::PyObject) -> PyErr {
    let message = match format_of_class(class).filter(|format| format.can_generate()) {
        Some(format) => {
            let name = class_name(format);
            format!("{name}() requires a value to parse; {name}.now() generates an id")
        }
        None => "missing a required argument: 'value'".to_owned(),
    };
    PyTypeError::new_err(message)
}

#[cold]
pub(crate) fn no_subclasses() -> PyErr {
    PyTypeError::new_err("type 'sortid.Id' is not an acceptable base type")
}
