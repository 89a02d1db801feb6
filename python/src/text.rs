//! Text between Python and the core.

use pyo3::exceptions::PyTypeError;
use pyo3::ffi;
use pyo3::prelude::*;
use pyo3::types::PyBytes;

/// A new `str` of ASCII, or null with an exception set.
#[inline(always)]
pub(crate) fn new_str(_py: Python<'_>, text: &str) -> *mut ffi::PyObject {
    // SAFETY: the thread is attached, as the token says; pointer and length are those of a text.
    unsafe { ffi::PyUnicode_FromStringAndSize(text.as_ptr().cast(), text.len() as ffi::Py_ssize_t) }
}

/// Hands the UTF-8 bytes of a `str` on.
///
/// A lone surrogate, which UTF-8 cannot say, counts as the three bytes that it would take: the core refuses them at
/// their offset.
#[inline(always)]
pub(crate) fn with_text<R>(
    object: Borrowed<'_, '_, PyAny>,
    body: impl FnOnce(&[u8]) -> R,
) -> PyResult<R> {
    let mut len = 0;
    // SAFETY: the object is one, and the thread attached; what is no `str` is refused with an exception.
    let text = unsafe { ffi::PyUnicode_AsUTF8AndSize(object.as_ptr(), &mut len) };
    if text.is_null() {
        return with_bytes_of_text(object, body);
    }
    // SAFETY: that many bytes, kept by the `str`, which the caller holds.
    let text = unsafe { std::slice::from_raw_parts(text.cast::<u8>(), len as usize) };
    Ok(body(text))
}

#[cold]
fn with_bytes_of_text<R>(
    object: Borrowed<'_, '_, PyAny>,
    body: impl FnOnce(&[u8]) -> R,
) -> PyResult<R> {
    let py = object.py();
    let failure = PyErr::take(py);
    // SAFETY: the object is one.
    if unsafe { ffi::PyUnicode_Check(object.as_ptr()) } == 0 {
        let given = object.get_type().name()?;
        let message = format!("expected a str, not {given}");
        return Err(PyTypeError::new_err(message));
    }
    // SAFETY: a `str`, and names that end in zero; a new reference, or null with an exception set.
    let bytes = unsafe {
        let bytes = ffi::PyUnicode_AsEncodedString(
            object.as_ptr(),
            c"utf-8".as_ptr(),
            c"surrogatepass".as_ptr(),
        );
        Bound::from_owned_ptr_or_err(py, bytes)
    };
    match (bytes, failure) {
        (Ok(bytes), _) => Ok(body(bytes.cast::<PyBytes>()?.as_bytes())),
        (Err(_), Some(failure)) => Err(failure),
        (Err(error), None) => Err(error),
    }
}
