//! Conversion of text between Python and the core.

use pyo3::ffi;
use pyo3::prelude::*;
use pyo3::types::PyBytes;

use crate::errors::unexpected;

/// A new `str` of ASCII, or null with an exception set.
#[inline(always)]
pub(crate) fn new_str(py: Python<'_>, text: &str) -> *mut ffi::PyObject {
    if let Some(object) = unfilled::new_str(py, text) {
        return object;
    }
    // SAFETY: the token proves that the thread is attached; pointer and length are those of a
    // `&str`.
    unsafe { ffi::PyUnicode_FromStringAndSize(text.as_ptr().cast(), text.len() as ffi::Py_ssize_t) }
}

/// Looks up `PyUnicode_New`.
pub(crate) fn prepare(py: Python<'_>) {
    unfilled::find(py);
}

/// Creates a `str` and then fills it, in half the time of creating one from UTF-8, which CPython
/// scans.
///
/// `PyUnicode_New` is public in every CPython, but not in the stable ABI. It is looked up when the
/// module is imported, and checked; without it, a `str` is created from UTF-8.
mod unfilled {
    use std::ffi::c_void;
    use std::mem::transmute;
    use std::sync::atomic::{AtomicPtr, AtomicUsize, Ordering};

    use super::*;

    type New = unsafe extern "C" fn(ffi::Py_ssize_t, u32) -> *mut ffi::PyObject;

    const ASCII: u32 = 127;

    /// `PyUnicode_New`, or null.
    static NEW: AtomicPtr<c_void> = AtomicPtr::new(std::ptr::null_mut());
    /// The offset of the characters in an ASCII `str` object.
    static OFFSET: AtomicUsize = AtomicUsize::new(0);

    /// A new `str` of ASCII, or null with an exception set; `None` without `PyUnicode_New`.
    #[inline(always)]
    pub(super) fn new_str(_py: Python<'_>, text: &str) -> Option<*mut ffi::PyObject> {
        // SAFETY: null, or `PyUnicode_New`, which has had this type since Python 3.3.
        let new = unsafe { transmute::<*mut c_void, Option<New>>(NEW.load(Ordering::Relaxed)) }?;
        // SAFETY: the token proves that the thread is attached. The object has `text.len()`
        // one-byte characters at this offset, and no other code has a reference to it.
        unsafe {
            let object = new(text.len() as ffi::Py_ssize_t, ASCII);
            if !object.is_null() {
                let memory = object.cast::<u8>().add(OFFSET.load(Ordering::Relaxed));
                memory.copy_from_nonoverlapping(text.as_ptr(), text.len());
            }
            Some(object)
        }
    }

    #[cfg(unix)]
    pub(super) fn find(py: Python<'_>) {
        // SAFETY: a null-terminated name.
        let new = unsafe { libc::dlsym(libc::RTLD_DEFAULT, c"PyUnicode_New".as_ptr()) };
        let Some(offset) = offset_of_characters(py, "3jzfcijpj2z2a") else {
            return;
        };
        if new.is_null() || offset_of_characters(py, &"x".repeat(36)) != Some(offset) {
            return;
        }
        OFFSET.store(offset, Ordering::Relaxed);
        NEW.store(new, Ordering::Relaxed);
    }

    #[cfg(not(unix))]
    pub(super) fn find(_py: Python<'_>) {}

    /// The offset of the characters in an ASCII `str`, where they are also its UTF-8; `None` if
    /// they are outside the object.
    #[cfg(unix)]
    fn offset_of_characters(py: Python<'_>, text: &str) -> Option<usize> {
        let object = pyo3::types::PyString::new(py, text);
        let characters = object.to_str().ok()?.as_ptr().addr();
        let offset = characters.checked_sub(object.as_ptr().addr())?;
        (offset < size_of::<[usize; 16]>()).then_some(offset)
    }
}

/// Calls `body` with the UTF-8 bytes of a `str`.
///
/// Encodes a lone surrogate, which is invalid in UTF-8, as three bytes, so that the core reports
/// its offset.
#[inline(always)]
pub(crate) fn with_text<R>(
    object: Borrowed<'_, '_, PyAny>,
    body: impl FnOnce(&[u8]) -> R,
) -> PyResult<R> {
    let mut len = 0;
    // SAFETY: a valid object, and the thread is attached; returns null with an exception for other
    // types.
    let text = unsafe { ffi::PyUnicode_AsUTF8AndSize(object.as_ptr(), &mut len) };
    let encoded;
    let text = if text.is_null() {
        encoded = encode(object)?;
        encoded.as_bytes()
    } else {
        // SAFETY: the `str` owns `len` bytes, and the caller borrows the `str`.
        unsafe { std::slice::from_raw_parts(text.cast::<u8>(), len as usize) }
    };
    Ok(body(text))
}

/// Encodes a `str` with lone surrogates; a `TypeError` for other objects.
#[cold]
fn encode<'py>(object: Borrowed<'_, 'py, PyAny>) -> PyResult<Bound<'py, PyBytes>> {
    let py = object.py();
    let failure = PyErr::take(py);
    // SAFETY: a valid object.
    if unsafe { ffi::PyUnicode_Check(object.as_ptr()) } == 0 {
        return Err(unexpected("a str", &object));
    }
    // SAFETY: a `str`, and null-terminated names; returns a new reference, or null with an
    // exception set.
    let bytes = unsafe {
        let bytes = ffi::PyUnicode_AsEncodedString(
            object.as_ptr(),
            c"utf-8".as_ptr(),
            c"surrogatepass".as_ptr(),
        );
        Bound::from_owned_ptr_or_err(py, bytes)
    };
    match (bytes, failure) {
        (Ok(bytes), _) => Ok(bytes.cast_into()?),
        (Err(_), Some(failure)) => Err(failure),
        (Err(error), None) => Err(error),
    }
}
