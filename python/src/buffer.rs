//! Memory of other objects: the buffer protocol (PEP 3118).

use std::ffi::{CStr, c_int};
use std::mem::MaybeUninit;
use std::ptr;

use pyo3::exceptions::{PyBufferError, PyTypeError, PyValueError};
use pyo3::ffi;
use pyo3::prelude::*;

use crate::errors::unexpected;

/// A request to an exporter.
#[derive(Clone, Copy, PartialEq, Eq)]
pub(crate) enum Access {
    Read,
    Write,
}

/// Contiguous memory of a Python object, pinned until this is dropped.
pub(crate) struct Buffer<'py> {
    /// Boxed, because exporters point into it.
    view: Box<ffi::Py_buffer>,
    py: Python<'py>,
}

#[cfg(not(PyPy))]
fn has_buffer(object: &Bound<'_, PyAny>) -> bool {
    // SAFETY: a valid object.
    unsafe { ffi::PyObject_CheckBuffer(object.as_ptr()) != 0 }
}

/// PyPy has no such check; requesting the buffer fails instead.
#[cfg(PyPy)]
fn has_buffer(_object: &Bound<'_, PyAny>) -> bool {
    true
}

impl<'py> Buffer<'py> {
    pub(crate) fn of(object: &Bound<'py, PyAny>, access: Access) -> PyResult<Self> {
        let py = object.py();
        if !has_buffer(object) {
            let expected = "an object with the buffer protocol";
            return Err(unexpected(expected, object));
        }
        // C-contiguous, of any number of dimensions.
        let flags = ffi::PyBUF_ND | ffi::PyBUF_FORMAT;
        let flags = match access {
            Access::Read => flags,
            Access::Write => flags | ffi::PyBUF_WRITABLE,
        };
        // SAFETY: all zeros are a valid `Py_buffer`.
        let mut view = Box::new(unsafe { MaybeUninit::<ffi::Py_buffer>::zeroed().assume_init() });
        // SAFETY: a valid object, and memory for a `Py_buffer`.
        match unsafe { ffi::PyObject_GetBuffer(object.as_ptr(), &mut *view, flags as c_int) } {
            0 => Ok(Self { view, py }),
            _ => Err(refusal(PyErr::fetch(py), py)),
        }
    }

    /// The element type as a `struct` format; bytes if the exporter specifies none.
    pub(crate) fn format(&self) -> &str {
        if self.view.format.is_null() {
            return "B";
        }
        // SAFETY: a null-terminated string, valid until the buffer is released.
        let format = unsafe { CStr::from_ptr(self.view.format) };
        format.to_str().unwrap_or_default()
    }

    pub(crate) fn itemsize(&self) -> usize {
        self.view.itemsize as usize
    }

    pub(crate) fn len(&self) -> usize {
        self.view.len as usize
    }

    /// The start of the memory, for threads that are not attached.
    pub(crate) fn memory(&self) -> Memory {
        Memory(self.view.buf.cast())
    }
}

/// Converts the errors of exporters for read-only or non-contiguous memory, which differ, to a
/// `TypeError`.
fn refusal(error: PyErr, py: Python<'_>) -> PyErr {
    let wrong =
        error.is_instance_of::<PyBufferError>(py) || error.is_instance_of::<PyValueError>(py);
    if !wrong {
        return error;
    }
    let refusal = PyTypeError::new_err(format!("unsupported buffer: {}", error.value(py)));
    refusal.set_cause(py, Some(error));
    refusal
}

impl Drop for Buffer<'_> {
    fn drop(&mut self) {
        let _attached = self.py;
        // SAFETY: `PyObject_GetBuffer` has filled the view.
        unsafe { ffi::PyBuffer_Release(&mut *self.view) };
    }
}

/// The start of a buffer's memory. Never borrowed as a slice, because other threads may change it.
#[derive(Clone, Copy)]
pub(crate) struct Memory(*mut u8);

// SAFETY: an address; callers of its methods guarantee that the buffer is alive.
unsafe impl Send for Memory {}
// SAFETY: as above.
unsafe impl Sync for Memory {}

impl Memory {
    /// Copies bytes to an offset.
    ///
    /// # Safety
    /// The buffer is alive and writable, and has this number of bytes there.
    pub(crate) unsafe fn write(self, offset: usize, bytes: &[u8]) {
        // SAFETY: the caller guarantees the room (see `# Safety`); a Rust slice does not overlap
        // it.
        unsafe { ptr::copy_nonoverlapping(bytes.as_ptr(), self.0.add(offset), bytes.len()) }
    }

    /// Copies bytes from an offset.
    ///
    /// # Safety
    /// The buffer is alive and has this number of bytes there.
    pub(crate) unsafe fn read(self, offset: usize, bytes: &mut [u8]) {
        // SAFETY: the caller guarantees the bytes (see `# Safety`); a Rust slice does not overlap
        // them.
        unsafe { ptr::copy_nonoverlapping(self.0.add(offset), bytes.as_mut_ptr(), bytes.len()) }
    }
}
