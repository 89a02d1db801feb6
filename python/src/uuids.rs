//! Conversion from and to `uuid.UUID` of the standard library.

use std::sync::OnceLock;

use pyo3::exceptions::PyTypeError;
use pyo3::ffi;
use pyo3::intern;
use pyo3::prelude::*;
use pyo3::sync::PyOnceLock;
use pyo3::types::PyType;
use sortid::{AnyId, ErrorCode, Form, Format};

use crate::errors::{OrRaise, refused, unexpected};
use crate::numbers::integer;

/// The class, and what is needed to create an instance without its slow constructor.
struct UuidClass {
    class: Py<PyType>,
    unknown: Py<PyAny>,
    /// The slots `int` and `is_safe`; `None` if the class does not have these slots.
    slots: Option<[Slot; 2]>,
}

struct Slot {
    descriptor: Py<PyAny>,
    set: ffi::descrsetfunc,
}

impl Slot {
    fn new(class: &Bound<'_, PyType>, name: &str) -> Option<Self> {
        let descriptor = class.getattr(name).ok()?;
        // The setter of a slot, unlike that of a property, bypasses `UUID.__setattr__`.
        if descriptor.get_type().name().ok()? != "member_descriptor" {
            return None;
        }
        // SAFETY: a valid class; `PyType_GetSlot` returns the function of this type, or null.
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
        // SAFETY: the setter of this descriptor, with a valid instance and value.
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

/// Converts an integer of 128 bits.
pub(crate) fn int_of(py: Python<'_>, int: u128) -> PyResult<Bound<'_, PyAny>> {
    Ok(int.into_pyobject(py)?.into_any())
}

/// A new `uuid.UUID`.
fn new_uuid(py: Python<'_>, int: u128) -> PyResult<Bound<'_, PyAny>> {
    let known = uuid_class(py)?;
    let (class, int) = (known.class.bind(py), int_of(py, int)?);
    let Some([int_slot, is_safe]) = &known.slots else {
        let fields = pyo3::types::PyDict::new(py);
        fields.set_item("int", int)?;
        return class.call((), Some(&fields));
    };
    // SAFETY: a valid class; returns a new reference, or null with an exception set.
    let uuid = unsafe {
        let uuid = ffi::PyType_GenericAlloc(class.as_ptr().cast(), 0);
        Bound::from_owned_ptr_or_err(py, uuid)?
    };
    int_slot.fill(&uuid, &int)?;
    is_safe.fill(&uuid, known.unknown.bind(py))?;
    Ok(uuid)
}

/// Whether ids of a format are UUIDs, which have the form `urn`.
pub(crate) fn is_uuid(format: Format) -> bool {
    // Indexed by code. Cached, because `reads` takes as long as generating an id.
    static IS_UUID: OnceLock<[bool; 256]> = OnceLock::new();
    let known = IS_UUID.get_or_init(|| {
        let mut known = [false; 256];
        for &format in Format::ALL {
            known[usize::from(format.code())] = format.reads(Form::Urn);
        }
        known
    });
    known[usize::from(format.code())]
}

#[cold]
fn no_uuid(py: Python<'_>, format: Format) -> PyErr {
    let sentence = format!("{format} ids have {} bits, and a UUID 128", format.bits());
    refused(py, ErrorCode::NotApplicable, format.name(), sentence)
}

/// The `uuid.UUID` with the id's bits.
pub(crate) fn uuid_of(py: Python<'_>, id: AnyId) -> PyResult<Bound<'_, PyAny>> {
    match id.to_u128() {
        Ok(int) => new_uuid(py, int),
        Err(_) => Err(no_uuid(py, id.format())),
    }
}

/// The id with the bits of a `uuid.UUID`.
pub(crate) fn read(py: Python<'_>, int: u128, format: Format) -> PyResult<AnyId> {
    match format.bits() {
        128 => AnyId::from_u128(int, format).or_raise(py),
        _ => Err(no_uuid(py, format)),
    }
}

/// The integer of a `uuid.UUID`; `None` for other objects.
pub(crate) fn int_of_uuid(uuid: Borrowed<'_, '_, PyAny>) -> PyResult<Option<u128>> {
    let py = uuid.py();
    if !uuid.is_instance(uuid_class(py)?.class.bind(py))? {
        return Ok(None);
    }
    let int = integer(uuid.getattr(intern!(py, "int"))?.as_borrowed())?;
    let wide = || PyTypeError::new_err("expected a uuid.UUID of 128 bits");
    int.map(Some).ok_or_else(wide)
}

#[cold]
pub(crate) fn is_none(object: Borrowed<'_, '_, PyAny>) -> PyErr {
    unexpected("a uuid.UUID", &object)
}
