//! The Python object of an id, with its own allocation.
//!
//! An instance of a PyO3 class takes 55 ns, and generating an id 20 ns: see decision 11.

use std::ffi::c_void;
use std::mem::{self, MaybeUninit};
use std::ptr;
use std::sync::atomic::{AtomicPtr, Ordering};

use pyo3::ffi;
use pyo3::prelude::*;
use pyo3::types::PyType;
use sortid::{AnyId, Format};

use crate::errors::unexpected;

/// An instance of the class of a format, or of `AnyId`.
///
/// The id is stored as bytes, because Python's allocator aligns to 8 bytes on some platforms, and
/// an `AnyId` may require 16.
#[repr(C)]
pub(crate) struct IdObject {
    base: ffi::PyObject,
    id: [MaybeUninit<u8>; size_of::<AnyId>()],
}

type Class = AtomicPtr<ffi::PyTypeObject>;

const FORMATS: usize = Format::ALL.len();

/// `sortid.Id`, which has only instances of its subclasses. Null until the module has created it;
/// never freed, as the other classes.
static BASE: Class = AtomicPtr::new(ptr::null_mut());
/// `sortid.AnyId`.
static ANY: Class = AtomicPtr::new(ptr::null_mut());
/// The class of each format: `AnyId` for those without one of their own.
static CLASSES: [Class; FORMATS] = [const { AtomicPtr::new(ptr::null_mut()) }; FORMATS];

/// Stores the class of a format.
pub(crate) fn set_class(format: Format, class: *mut ffi::PyTypeObject) {
    if let Some(slot) = CLASSES.get(nth(format)) {
        slot.store(class, Ordering::Release);
    }
}

/// Stores `sortid.Id` and `sortid.AnyId`.
pub(crate) fn set_bases(base: *mut ffi::PyTypeObject, any: *mut ffi::PyTypeObject) {
    BASE.store(base, Ordering::Release);
    ANY.store(any, Ordering::Release);
}

/// `sortid.AnyId`; null until the module has created it.
pub(crate) fn any_class() -> *mut ffi::PyTypeObject {
    ANY.load(Ordering::Relaxed)
}

/// Whether a class is `sortid.AnyId`.
pub(crate) fn is_any(class: *mut ffi::PyObject) -> bool {
    any_class() == class.cast()
}

/// The index of a format in lists: its code minus one.
#[inline(always)]
pub(crate) fn nth(format: Format) -> usize {
    usize::from(format.code()) - 1
}

#[inline(always)]
pub(crate) fn class_of(format: Format) -> *mut ffi::PyTypeObject {
    let class = CLASSES.get(nth(format)).unwrap_or(&BASE);
    class.load(Ordering::Relaxed)
}

/// The format of a class; `None` for `AnyId` and any other object.
pub(crate) fn format_of_class(class: *mut ffi::PyObject) -> Option<Format> {
    let mut formats = Format::ALL.iter().copied();
    let format = formats.find(|format| class_of(*format) == class.cast());
    format.filter(|format| format.is_known())
}

/// A new object, or null with an exception set.
#[inline(always)]
pub(crate) fn new_object(py: Python<'_>, id: AnyId) -> *mut ffi::PyObject {
    let format = id.format();
    let object = match spare::take(format) {
        Some(object) => object,
        None => allocate(py, format),
    };
    if !object.is_null() {
        // SAFETY: no other code has a reference to the instance.
        unsafe { (&raw mut (*object).id).cast::<AnyId>().write_unaligned(id) };
    }
    object.cast()
}

/// An instance without an id, or null with an exception set.
#[inline(never)]
fn allocate(_py: Python<'_>, format: Format) -> *mut IdObject {
    // SAFETY: the token proves that the thread is attached; the new memory has the size of an
    // object. `PyObject_Init` adds a reference to the class, as for every instance of a heap type.
    unsafe {
        let memory = ffi::PyObject_Malloc(size_of::<IdObject>());
        if memory.is_null() {
            return ffi::PyErr_NoMemory().cast();
        }
        ffi::PyObject_Init(memory.cast(), class_of(format)).cast()
    }
}

/// The `tp_dealloc` of the classes.
///
/// # Safety
/// Only the interpreter calls it, on an object without references.
pub(crate) unsafe extern "C" fn dealloc(object: *mut ffi::PyObject) {
    // SAFETY: the object is an instance (see `# Safety`). `spare` stores it, or it is freed with
    // its reference to the class, by the function that belongs to the allocator of the class; an
    // `AnyId` has no destructor.
    unsafe {
        let class = ffi::Py_TYPE(object);
        if !is_typed(object) {
            if spare::put(object.cast(), id_of(object).format()) {
                return;
            }
            ffi::PyObject_Free(object.cast());
        } else {
            // Every class has this slot, with this type.
            let free = ffi::PyType_GetSlot(class, ffi::Py_tp_free);
            mem::transmute::<*mut c_void, ffi::freefunc>(free)(object.cast());
        }
        ffi::Py_DECREF(class.cast());
    }
}

/// A new `sortid.TypeId`, a subclass in Python with the declared type as an attribute.
pub(crate) fn new_typed<'py>(class: &Bound<'py, PyType>, id: AnyId) -> PyResult<Bound<'py, PyAny>> {
    let (pointer, base) = (class.as_type_ptr(), BASE.load(Ordering::Relaxed));
    // SAFETY: instances of a subclass begin with an `IdObject`, and no other code has a reference
    // to this one. `PyType_GenericAlloc` returns a new reference, or null with an exception set.
    unsafe {
        if pointer == base || ffi::PyType_IsSubtype(pointer, base) == 0 {
            return Err(unexpected("sortid.TypeId", class.as_any()));
        }
        let new = ffi::PyType_GenericAlloc(pointer, 0);
        let object = Bound::from_owned_ptr_or_err(class.py(), new)?;
        (&raw mut (*object.as_ptr().cast::<IdObject>()).id)
            .cast::<AnyId>()
            .write_unaligned(id);
        Ok(object)
    }
}

/// Whether an instance is a `sortid.TypeId`.
///
/// # Safety
/// The object is an instance of one of the classes.
#[inline(always)]
pub(crate) unsafe fn is_typed(object: *mut ffi::PyObject) -> bool {
    // SAFETY: every object has a class; the caller guarantees an instance (see `# Safety`).
    unsafe { ffi::Py_TYPE(object) != class_of(id_of(object).format()) }
}

/// The id of an instance.
///
/// # Safety
/// The object is an instance of one of the classes, as in their slots, members and methods.
#[inline(always)]
pub(crate) unsafe fn id_of(object: *mut ffi::PyObject) -> AnyId {
    // SAFETY: the caller guarantees an instance (see `# Safety`).
    unsafe {
        (&raw const (*object.cast::<IdObject>()).id)
            .cast::<AnyId>()
            .read_unaligned()
    }
}

/// The id, if the object is one.
#[inline(always)]
pub(crate) fn as_id(object: *mut ffi::PyObject) -> Option<AnyId> {
    // SAFETY: every object has a class; if that is a subclass of `sortid.Id`, the object is an
    // instance.
    unsafe {
        let is = ffi::PyType_IsSubtype(ffi::Py_TYPE(object), BASE.load(Ordering::Relaxed));
        (is != 0).then(|| id_of(object))
    }
}

/// An id as a Python object, for functions that PyO3 wraps.
pub(crate) struct PyId(pub(crate) AnyId);

impl<'py> IntoPyObject<'py> for PyId {
    type Target = PyAny;
    type Output = Bound<'py, PyAny>;
    type Error = PyErr;

    fn into_pyobject(self, py: Python<'py>) -> PyResult<Bound<'py, PyAny>> {
        // SAFETY: `new_object` returns a new reference, or null with an exception set.
        unsafe { Bound::from_owned_ptr_or_err(py, new_object(py, self.0)) }
    }
}

impl<'py> FromPyObject<'_, 'py> for PyId {
    type Error = PyErr;

    fn extract(object: Borrowed<'_, 'py, PyAny>) -> PyResult<Self> {
        let id = as_id(object.as_ptr()).map(PyId);
        id.ok_or_else(|| unexpected("a sortid.Id", &object))
    }
}

/// A free list of instances for each class.
///
/// Each has one reference, which belongs to the next owner.
#[cfg(not(any(Py_GIL_DISABLED, PyPy)))]
mod spare {
    use std::cell::UnsafeCell;

    use pyo3::ffi;
    use sortid::Format;

    use super::{FORMATS, IdObject, nth};

    const MOST: usize = 32;

    #[derive(Clone, Copy)]
    struct Spare {
        objects: [*mut IdObject; MOST],
        count: usize,
    }

    /// Guarded by the interpreter's lock.
    struct Guarded(UnsafeCell<[Spare; FORMATS]>);

    // SAFETY: both functions are called only with the interpreter's lock, and only one interpreter
    // can import the module.
    unsafe impl Sync for Guarded {}

    static SPARE: Guarded = Guarded(UnsafeCell::new(
        [Spare {
            objects: [std::ptr::null_mut(); MOST],
            count: 0,
        }; FORMATS],
    ));

    #[inline(always)]
    pub(super) fn take(format: Format) -> Option<*mut IdObject> {
        // SAFETY: the interpreter's lock excludes other users (see `Guarded`).
        let spare = unsafe { &mut *SPARE.0.get() }.get_mut(nth(format))?;
        let last = spare.count.checked_sub(1)?;
        let object = *spare.objects.get(last)?;
        spare.count = last;
        Some(object)
    }

    /// Stores an instance without references, if the list is not full.
    ///
    /// # Safety
    /// The object is an instance of the format's class, and its deallocator is running.
    #[inline(always)]
    pub(super) unsafe fn put(object: *mut IdObject, format: Format) -> bool {
        // SAFETY: the interpreter's lock excludes other users (see `Guarded`).
        let Some(spare) = unsafe { &mut *SPARE.0.get() }.get_mut(nth(format)) else {
            return false;
        };
        let Some(slot) = spare.objects.get_mut(spare.count) else {
            return false;
        };
        // SAFETY: a deallocator may resurrect its object, which the caller does not use afterwards.
        unsafe { ffi::Py_INCREF(object.cast()) };
        *slot = object;
        spare.count += 1;
        true
    }
}

/// No free list. Without the interpreter's lock it would need one of its own, which takes as long
/// as an allocation. PyPy frees a proxy after the object is gone, so the instance cannot be reused.
#[cfg(any(Py_GIL_DISABLED, PyPy))]
mod spare {
    use sortid::Format;

    use super::IdObject;

    pub(super) fn take(_format: Format) -> Option<*mut IdObject> {
        None
    }

    /// Stores nothing.
    ///
    /// # Safety
    /// None; `unsafe` to match the implementation above.
    pub(super) unsafe fn put(_object: *mut IdObject, _format: Format) -> bool {
        false
    }
}
