//! Memory of others: the buffer protocol (PEP 3118) by the functions of the exporter's class.
//!
//! The stable ABI has `PyObject_GetBuffer` only from 3.11 on. What that calls, it has earlier: the class's slots. The
//! struct is the one of 3.10, which 3.11 made part of the stable ABI as it was.

use std::ffi::{CStr, c_char, c_int, c_void};
use std::mem::{MaybeUninit, transmute};
use std::ptr;

use pyo3::exceptions::{PyBufferError, PyTypeError, PyValueError};
use pyo3::ffi;
use pyo3::prelude::*;

#[repr(C)]
struct View {
    memory: *mut c_void,
    /// A reference that we own.
    exporter: *mut ffi::PyObject,
    len: ffi::Py_ssize_t,
    itemsize: ffi::Py_ssize_t,
    readonly: c_int,
    ndim: c_int,
    format: *mut c_char,
    shape: *mut ffi::Py_ssize_t,
    strides: *mut ffi::Py_ssize_t,
    suboffsets: *mut ffi::Py_ssize_t,
    internal: *mut c_void,
}

type GetBuffer = unsafe extern "C" fn(*mut ffi::PyObject, *mut View, c_int) -> c_int;
type ReleaseBuffer = unsafe extern "C" fn(*mut ffi::PyObject, *mut View);

/// What is asked of an exporter.
#[derive(Clone, Copy, PartialEq, Eq)]
pub(crate) enum Access {
    Read,
    Write,
}

const WRITABLE: c_int = 0x1;
const FORMAT: c_int = 0x4;
/// C-contiguous, of any number of dimensions.
const ND: c_int = 0x8;

/// Contiguous memory of a Python object, which cannot be moved or freed while this lives.
pub(crate) struct Buffer<'py> {
    /// Boxed, because exporters point into it.
    view: Box<View>,
    py: Python<'py>,
}

/// The function in a slot of an object's class.
fn slot(object: *mut ffi::PyObject, slot: c_int) -> *mut c_void {
    // SAFETY: an object's class; the slot's function, or null.
    unsafe { ffi::PyType_GetSlot(ffi::Py_TYPE(object), slot) }
}

impl<'py> Buffer<'py> {
    pub(crate) fn of(object: &Bound<'py, PyAny>, access: Access) -> PyResult<Self> {
        let py = object.py();
        // SAFETY: null, or a function of the type that belongs to the slot.
        let get = unsafe {
            let get = slot(object.as_ptr(), ffi::Py_bf_getbuffer);
            transmute::<*mut c_void, Option<GetBuffer>>(get)
        };
        let Some(get) = get else {
            let given = object.get_type().name()?;
            let message = format!("expected an object with the buffer protocol, not {given}");
            return Err(PyTypeError::new_err(message));
        };
        let flags = match access {
            Access::Read => ND | FORMAT,
            Access::Write => ND | FORMAT | WRITABLE,
        };
        // SAFETY: all zero is a valid value, and what exporters are given.
        let mut view = Box::new(unsafe { MaybeUninit::<View>::zeroed().assume_init() });
        // SAFETY: the exporter's own function, an object of its class and memory for the answer.
        match unsafe { get(object.as_ptr(), &mut *view, flags) } {
            0 => Ok(Self { view, py }),
            _ => Err(refusal(PyErr::fetch(py), py)),
        }
    }

    /// The element type, in the letters of `struct`; bytes where the exporter does not say.
    pub(crate) fn format(&self) -> &str {
        if self.view.format.is_null() {
            return "B";
        }
        // SAFETY: a text that ends in zero, which the exporter keeps until the release.
        let format = unsafe { CStr::from_ptr(self.view.format) };
        format.to_str().unwrap_or_default()
    }

    pub(crate) fn itemsize(&self) -> usize {
        self.view.itemsize as usize
    }

    pub(crate) fn len(&self) -> usize {
        self.view.len as usize
    }

    /// Where the memory lies, for threads that are not attached.
    pub(crate) fn memory(&self) -> Memory {
        Memory(self.view.memory.cast())
    }
}

/// Exporters do not agree on what to raise for memory that is read-only or in pieces; here it is the wrong type.
fn refusal(error: PyErr, py: Python<'_>) -> PyErr {
    let wrong =
        error.is_instance_of::<PyBufferError>(py) || error.is_instance_of::<PyValueError>(py);
    if !wrong {
        return error;
    }
    let refusal = PyTypeError::new_err(format!("the buffer does not fit: {}", error.value(py)));
    refusal.set_cause(py, Some(error));
    refusal
}

impl Drop for Buffer<'_> {
    /// What `PyBuffer_Release` does: the exporter in the view may be another than the one that was asked.
    fn drop(&mut self) {
        let _attached = self.py;
        let exporter = std::mem::replace(&mut self.view.exporter, ptr::null_mut());
        if exporter.is_null() {
            return;
        }
        // SAFETY: null, or a function of the type that belongs to the slot, called on its own exporter and view; then
        // the reference is given back that came with the view.
        unsafe {
            let release = slot(exporter, ffi::Py_bf_releasebuffer);
            if let Some(release) = transmute::<*mut c_void, Option<ReleaseBuffer>>(release) {
                self.view.exporter = exporter;
                release(exporter, &mut *self.view);
            }
            ffi::Py_DECREF(exporter);
        }
    }
}

/// The start of a buffer's memory. Copied to and from, never borrowed: others may see the memory at the same time.
#[derive(Clone, Copy)]
pub(crate) struct Memory(*mut u8);

// SAFETY: an address; who uses it promises that the buffer lives.
unsafe impl Send for Memory {}
// SAFETY: as above.
unsafe impl Sync for Memory {}

impl Memory {
    /// Copies bytes to an offset.
    ///
    /// # Safety
    /// The buffer lives and is writable, and has so many bytes there.
    pub(crate) unsafe fn write(self, offset: usize, bytes: &[u8]) {
        // SAFETY: as said above; what we copy is our own, so nothing overlaps.
        unsafe { ptr::copy_nonoverlapping(bytes.as_ptr(), self.0.add(offset), bytes.len()) }
    }

    /// Copies bytes from an offset.
    ///
    /// # Safety
    /// The buffer lives and has so many bytes there.
    pub(crate) unsafe fn read(self, offset: usize, bytes: &mut [u8]) {
        // SAFETY: as said above; where we copy to is our own, so nothing overlaps.
        unsafe { ptr::copy_nonoverlapping(self.0.add(offset), bytes.as_mut_ptr(), bytes.len()) }
    }
}
