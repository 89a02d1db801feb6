//! Text between Python and the core.

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
    // SAFETY: the token proves that the thread is attached; pointer and length are from a live text.
    unsafe { ffi::PyUnicode_FromStringAndSize(text.as_ptr().cast(), text.len() as ffi::Py_ssize_t) }
}

/// Looks for what makes texts quick.
pub(crate) fn prepare(py: Python<'_>) {
    unfilled::find(py);
}

/// A `str` that is made first and filled then: half the price of one that is made from UTF-8, which is looked through.
///
/// `PyUnicode_New` is public in every CPython, but not in the stable ABI. It is looked up when the module is
/// imported, if symbols can be looked up, and tested; without it a `str` is created from UTF-8.
mod unfilled {
    use std::ffi::c_void;
    use std::mem::transmute;
    use std::sync::atomic::{AtomicPtr, AtomicUsize, Ordering};

    use super::*;

    type New = unsafe extern "C" fn(ffi::Py_ssize_t, u32) -> *mut ffi::PyObject;

    const ASCII: u32 = 127;

    /// `PyUnicode_New`, or null.
    static NEW: AtomicPtr<c_void> = AtomicPtr::new(std::ptr::null_mut());
    /// How far behind the start of a `str` of ASCII its characters lie.
    static OFFSET: AtomicUsize = AtomicUsize::new(0);

    /// A new `str` of ASCII, or null with an exception set; `None` if there is no such way.
    #[inline(always)]
    pub(super) fn new_str(_py: Python<'_>, text: &str) -> Option<*mut ffi::PyObject> {
        // SAFETY: null, or the function of this name, whose type has been this since Python 3.3.
        let new = unsafe { transmute::<*mut c_void, Option<New>>(NEW.load(Ordering::Relaxed)) }?;
        // SAFETY: the thread is attached, as the token says. The object has room for so many characters of one byte at
        // this offset, and nobody has seen it yet.
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
        // SAFETY: a name that ends in zero.
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

    /// Where a `str` of ASCII has its characters, if inside the object: they are its UTF-8, too, and are written once.
    #[cfg(unix)]
    fn offset_of_characters(py: Python<'_>, text: &str) -> Option<usize> {
        let object = pyo3::types::PyString::new(py, text);
        let characters = object.to_str().ok()?.as_ptr().addr();
        let offset = characters.checked_sub(object.as_ptr().addr())?;
        (offset < size_of::<[usize; 16]>()).then_some(offset)
    }
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
    // SAFETY: a live object, and the thread is attached; anything but a `str` is refused with an exception.
    let text = unsafe { ffi::PyUnicode_AsUTF8AndSize(object.as_ptr(), &mut len) };
    let encoded;
    let text = if text.is_null() {
        encoded = encode(object)?;
        encoded.as_bytes()
    } else {
        // SAFETY: that many bytes, kept by the `str`, which the caller holds.
        unsafe { std::slice::from_raw_parts(text.cast::<u8>(), len as usize) }
    };
    Ok(body(text))
}

/// The bytes of a text without UTF-8; other objects are refused.
#[cold]
fn encode<'py>(object: Borrowed<'_, 'py, PyAny>) -> PyResult<Bound<'py, PyBytes>> {
    let py = object.py();
    let failure = PyErr::take(py);
    // SAFETY: the object is one.
    if unsafe { ffi::PyUnicode_Check(object.as_ptr()) } == 0 {
        return Err(unexpected("a str", &object));
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
        (Ok(bytes), _) => Ok(bytes.cast_into()?),
        (Err(_), Some(failure)) => Err(failure),
        (Err(error), None) => Err(error),
    }
}
