//! `uuid.UUID` of the standard library, in and out.

use pyo3::exceptions::PyTypeError;
use pyo3::ffi;
use pyo3::prelude::*;
use pyo3::sync::PyOnceLock;
use pyo3::types::PyType;

use crate::numbers::integer;

/// The class and what it takes to make an instance without its constructor, which would parse and check anew.
struct UuidClass {
    class: Py<PyType>,
    unknown: Py<PyAny>,
    /// The descriptors of the slots `int` and `is_safe`, with their setters; `None` where the class is built otherwise.
    slots: Option<[Slot; 2]>,
}

struct Slot {
    descriptor: Py<PyAny>,
    set: ffi::descrsetfunc,
}

impl Slot {
    fn new(class: &Bound<'_, PyType>, name: &str) -> Option<Self> {
        let descriptor = class.getattr(name).ok()?;
        // A slot, not a property: what a slot's descriptor sets, it sets without asking the class.
        if descriptor.get_type().name().ok()? != "member_descriptor" {
            return None;
        }
        // SAFETY: a class and the number of one of its slots; the slot's function, or null.
        let set = unsafe {
            let class = ffi::Py_TYPE(descriptor.as_ptr());
            let set = ffi::PyType_GetSlot(class, ffi::Py_tp_descr_set);
            std::mem::transmute::<*mut std::ffi::c_void, Option<ffi::descrsetfunc>>(set)?
        };
        let descriptor = descriptor.unbind();
        Some(Self { descriptor, set })
    }

    /// Sets the slot of an instance.
    fn fill(&self, instance: &Bound<'_, PyAny>, value: &Bound<'_, PyAny>) -> PyResult<()> {
        let descriptor = self.descriptor.as_ptr();
        // SAFETY: the descriptor's own setter, an instance and a value.
        match unsafe { (self.set)(descriptor, instance.as_ptr(), value.as_ptr()) } {
            0 => Ok(()),
            _ => Err(PyErr::fetch(instance.py())),
        }
    }
}

fn uuid_class(py: Python<'_>) -> PyResult<&UuidClass> {
    static CLASS: PyOnceLock<UuidClass> = PyOnceLock::new();
    CLASS.get_or_try_init(py, || {
        let module = py.import("uuid")?;
        let class = module.getattr("UUID")?.cast_into::<PyType>()?;
        let slots = Slot::new(&class, "int").zip(Slot::new(&class, "is_safe"));
        Ok(UuidClass {
            unknown: module.getattr("SafeUUID")?.getattr("unknown")?.unbind(),
            class: class.unbind(),
            slots: slots.map(|(int, is_safe)| [int, is_safe]),
        })
    })
}

/// An integer of 128 bits.
pub(crate) fn int_of(py: Python<'_>, int: u128) -> PyResult<Bound<'_, PyAny>> {
    Ok(int.into_pyobject(py)?.into_any())
}

/// A `uuid.UUID`, as a new reference.
pub(crate) fn new_uuid(py: Python<'_>, int: u128) -> PyResult<*mut ffi::PyObject> {
    let known = uuid_class(py)?;
    let (class, int) = (known.class.bind(py), int_of(py, int)?);
    let Some([int_slot, is_safe]) = &known.slots else {
        let fields = pyo3::types::PyDict::new(py);
        fields.set_item("int", int)?;
        return Ok(class.call((), Some(&fields))?.into_ptr());
    };
    // SAFETY: an ordinary class of Python's; a new reference, or null with an exception set.
    let uuid = unsafe {
        let uuid = ffi::PyType_GenericAlloc(class.as_ptr().cast(), 0);
        Bound::from_owned_ptr_or_err(py, uuid)?
    };
    int_slot.fill(&uuid, &int)?;
    is_safe.fill(&uuid, known.unknown.bind(py))?;
    Ok(uuid.into_ptr())
}

/// The integer of a `uuid.UUID`.
pub(crate) fn int_of_uuid(uuid: Borrowed<'_, '_, PyAny>) -> PyResult<u128> {
    let py = uuid.py();
    if !uuid.is_instance(uuid_class(py)?.class.bind(py))? {
        let given = uuid.get_type().name()?;
        let message = format!("expected a uuid.UUID, not {given}");
        return Err(PyTypeError::new_err(message));
    }
    let int = integer(uuid.getattr("int")?.as_borrowed())?;
    int.ok_or_else(|| PyTypeError::new_err("a uuid.UUID of more than 128 bits"))
}
