//! The Python object that holds an id: its memory, made and given back by hand.
//!
//! PyO3's classes cost as much as an id does, twice: see decision 11. What the classes have on top is in `class`.

use std::mem::MaybeUninit;
use std::ptr;
use std::sync::atomic::{AtomicPtr, Ordering};

use pyo3::ffi;
use pyo3::prelude::*;
use sortid::{Format, Id};

use crate::errors::unexpected;

/// An instance of the class of a format.
///
/// The id is stored as bytes, because Python's allocator aligns to 8 bytes on some platforms and an `Id` may want 16.
#[repr(C)]
pub(crate) struct IdObject {
    base: ffi::PyObject,
    id: [MaybeUninit<u8>; size_of::<Id>()],
}

type Class = AtomicPtr<ffi::PyTypeObject>;

const FORMATS: usize = Format::ALL.len();

/// `sortid.Id`, which has no instances but those of its subclasses, and these: once the module has made them. They live
/// as long as the process.
static BASE: Class = AtomicPtr::new(ptr::null_mut());
static CLASSES: [Class; FORMATS] = [const { AtomicPtr::new(ptr::null_mut()) }; FORMATS];

/// Stores the class of a format, or the base of all.
pub(crate) fn set_class(format: Option<Format>, class: *mut ffi::PyTypeObject) {
    let slot = match format {
        None => Some(&BASE),
        Some(format) => CLASSES.get(nth(format)),
    };
    if let Some(slot) = slot {
        slot.store(class, Ordering::Release);
    }
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

/// The format of a class, if it is a format's class.
pub(crate) fn format_of_class(class: *mut ffi::PyObject) -> Option<Format> {
    let mut formats = Format::ALL.iter().copied();
    formats.find(|format| class_of(*format) == class.cast())
}

/// A new object, or null with an exception set.
#[inline(always)]
pub(crate) fn new_object(py: Python<'_>, id: Id) -> *mut ffi::PyObject {
    let format = id.format();
    let object = match spare::take(format) {
        Some(object) => object,
        None => allocate(py, format),
    };
    if !object.is_null() {
        // SAFETY: an instance that nobody else has.
        unsafe { (&raw mut (*object).id).cast::<Id>().write_unaligned(id) };
    }
    object.cast()
}

/// An instance without an id, or null with an exception set.
#[inline(never)]
fn allocate(_py: Python<'_>, format: Format) -> *mut IdObject {
    // SAFETY: the thread is attached, as the token says; memory of an object's size from the object allocator, which
    // nobody else has. Initialising it takes a reference to the class, as every instance of a heap type holds one.
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
/// The interpreter calls it, on an object without references.
pub(crate) unsafe extern "C" fn dealloc(object: *mut ffi::PyObject) {
    // SAFETY: an instance, which is kept, or given back with its reference to the class; an id needs no dropping.
    unsafe {
        if !spare::put(object.cast(), id_of(object).format()) {
            let class = ffi::Py_TYPE(object);
            ffi::PyObject_Free(object.cast());
            ffi::Py_DECREF(class.cast());
        }
    }
}

/// The id of an instance.
///
/// # Safety
/// The object is an instance of one of the classes: slots, members and methods are called on nothing else.
#[inline(always)]
pub(crate) unsafe fn id_of(object: *mut ffi::PyObject) -> Id {
    // SAFETY: as said above.
    unsafe {
        (&raw const (*object.cast::<IdObject>()).id)
            .cast::<Id>()
            .read_unaligned()
    }
}

/// The id, if the object is one.
#[inline(always)]
pub(crate) fn as_id(object: *mut ffi::PyObject) -> Option<Id> {
    // SAFETY: an object has a class; where it is one of ours, the object is an instance.
    unsafe {
        let is = ffi::PyType_IsSubtype(ffi::Py_TYPE(object), BASE.load(Ordering::Relaxed));
        (is != 0).then(|| id_of(object))
    }
}

/// An id as a Python object, for functions that PyO3 wraps.
pub(crate) struct PyId(pub(crate) Id);

impl<'py> IntoPyObject<'py> for PyId {
    type Target = PyAny;
    type Output = Bound<'py, PyAny>;
    type Error = PyErr;

    fn into_pyobject(self, py: Python<'py>) -> PyResult<Bound<'py, PyAny>> {
        // SAFETY: a new reference, or null with an exception set.
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

/// A few instances of each class, kept from the last ids for the next ones.
///
/// They get one new reference, which belongs to the next owner.
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

    // SAFETY: the holder of the interpreter's lock is the only user, and both functions are called with it; only one interpreter can
    // import the module.
    unsafe impl Sync for Guarded {}

    static SPARE: Guarded = Guarded(UnsafeCell::new(
        [Spare {
            objects: [std::ptr::null_mut(); MOST],
            count: 0,
        }; FORMATS],
    ));

    #[inline(always)]
    pub(super) fn take(format: Format) -> Option<*mut IdObject> {
        // SAFETY: as said of `Guarded`.
        let spare = unsafe { &mut *SPARE.0.get() }.get_mut(nth(format))?;
        let last = spare.count.checked_sub(1)?;
        let object = *spare.objects.get(last)?;
        spare.count = last;
        Some(object)
    }

    /// Keeps an instance without references, if there is room.
    ///
    /// # Safety
    /// The object is one of the format's class, and its deallocator is running.
    #[inline(always)]
    pub(super) unsafe fn put(object: *mut IdObject, format: Format) -> bool {
        // SAFETY: as said of `Guarded`.
        let Some(spare) = unsafe { &mut *SPARE.0.get() }.get_mut(nth(format)) else {
            return false;
        };
        let Some(slot) = spare.objects.get_mut(spare.count) else {
            return false;
        };
        // SAFETY: an object; a deallocator may do this, and what called it touches the object no more.
        unsafe { ffi::Py_INCREF(object.cast()) };
        *slot = object;
        spare.count += 1;
        true
    }
}

/// Without the interpreter's lock a list of spares would need one of its own, which costs what it saves. What PyPy frees is the shadow of an object that
/// is gone: it cannot be brought back.
#[cfg(any(Py_GIL_DISABLED, PyPy))]
mod spare {
    use sortid::Format;

    use super::IdObject;

    pub(super) fn take(_format: Format) -> Option<*mut IdObject> {
        None
    }

    /// Keeps nothing.
    ///
    /// # Safety
    /// There is nothing that could go wrong; the other one has something.
    pub(super) unsafe fn put(_object: *mut IdObject, _format: Format) -> bool {
        false
    }
}
