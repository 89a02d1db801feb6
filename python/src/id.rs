//! The slots and members of the classes, and the parsing of ids.

use std::ffi::{CStr, c_int, c_void};
use std::ptr;

use pyo3::IntoPyObjectExt;
use pyo3::basic::CompareOp;
use pyo3::exceptions::PyAttributeError;
use pyo3::ffi;
use pyo3::prelude::*;
use pyo3::sync::PyOnceLock;
use pyo3::types::{PyBool, PyBytes, PyDict, PyInt, PyString};
use sortid::{
    AnyId, Correction, Corrections, ErrorCode, Form, Format, NodeClass, Timeid, Timestamp, UuidKind,
};

use crate::boundary::{Signature, enter};
use crate::class::{class_name, format_for, no_value};
use crate::errors::{OrRaise, other_format, refused, shown};
use crate::format::member;
use crate::numbers::{big_endian, hash_of, integer};
use crate::object::{PyId, as_id, id_of, is_typed, new_object};
use crate::text::{new_str, with_text};
use crate::time::{PyTimestamp, floor_ms, floor_us, to_datetime};
use crate::uuids;

pub(crate) type Object = *mut ffi::PyObject;

/// Any value as a new reference.
pub(crate) fn owned<'py, T: IntoPyObjectExt<'py>>(py: Python<'py>, value: T) -> PyResult<Object> {
    Ok(value.into_bound_py_any(py)?.into_ptr())
}

/// A new object for an id.
pub(crate) fn to_object(py: Python<'_>, id: AnyId) -> PyResult<Object> {
    owned(py, PyId(id))
}

// Slots.

pub(crate) unsafe extern "C" fn str(object: Object) -> Object {
    // SAFETY: the interpreter calls a slot on an instance, in an attached thread.
    let (py, id) = unsafe { (Python::assume_attached(), id_of(object)) };
    new_str(py, &id.to_text())
}

pub(crate) unsafe extern "C" fn repr(object: Object) -> Object {
    // SAFETY: the interpreter calls a slot on an instance.
    let id = unsafe { id_of(object) };
    let format = id.format();
    let text = match format.is_known() {
        true => format!("{}('{id}')", class_name(format)),
        false => format!("AnyId('{id}', '{format}')"),
    };
    enter(|py| owned(py, text))
}

pub(crate) unsafe extern "C" fn hash(object: Object) -> ffi::Py_hash_t {
    // SAFETY: the interpreter calls a slot on an instance.
    let id = unsafe { id_of(object) };
    match hash_of(&id) as ffi::Py_hash_t {
        // -1 would report an exception.
        -1 => -2,
        hash => hash,
    }
}

pub(crate) unsafe extern "C" fn richcompare(object: Object, other: Object, op: c_int) -> Object {
    // SAFETY: the interpreter calls a slot on an instance.
    let id = unsafe { id_of(object) };
    let op = CompareOp::from_raw(op);
    let same_kind = |other: &AnyId| other.format() == id.format();
    // SAFETY: `as_id` is `Some` for instances only.
    let plain = as_id(other).filter(|_| unsafe { !is_typed(other) });
    let is = match (plain, op) {
        (Some(other), Some(op)) if same_kind(&other) => Some(op.matches(id.cmp(&other))),
        (Some(_), Some(CompareOp::Eq)) => Some(false),
        (Some(_), Some(CompareOp::Ne)) => Some(true),
        _ => None,
    };
    // SAFETY: constants of the interpreter; `Py_NewRef` adds a reference.
    unsafe {
        ffi::Py_NewRef(match is {
            Some(true) => ffi::Py_True(),
            Some(false) => ffi::Py_False(),
            None => ffi::Py_NotImplemented(),
        })
    }
}

/// Ids are immutable; without this slot, `__class__` could be set.
pub(crate) unsafe extern "C" fn setattr(object: Object, name: Object, _value: Object) -> c_int {
    enter(|py| {
        // SAFETY: the interpreter owns references to the instance and the name during the call.
        let (id, name) = unsafe { (Borrowed::from_ptr(py, object), Borrowed::from_ptr(py, name)) };
        let class = id.get_type().name()?;
        let message = format!("cannot set {}: a {class} is immutable", name.repr()?);
        Err::<c_int, _>(PyAttributeError::new_err(message))
    })
}

pub(crate) unsafe extern "C" fn int(object: Object) -> Object {
    // SAFETY: the interpreter calls a slot on an instance.
    let id = unsafe { id_of(object) };
    enter(|py| int_of(py, id))
}

const NEW: Signature<2> = Signature {
    function: "AnyId",
    parameters: ["value", "format"],
    required: 1,
};

pub(crate) unsafe extern "C" fn new(
    class: *mut ffi::PyTypeObject,
    args: Object,
    kwargs: Object,
) -> Object {
    enter(|py| {
        // SAFETY: the interpreter calls a constructor with a tuple.
        if kwargs.is_null() && unsafe { ffi::PyTuple_Size(args) } == 0 {
            return Err(no_value(class.cast()));
        }
        // SAFETY: the interpreter calls a constructor with a tuple, and a dictionary or null.
        let [value, format] = unsafe { NEW.bind_tuple(py, args, kwargs)? };
        let Some(value) = value else {
            return Ok(ptr::null_mut());
        };
        let format = format_for(class.cast(), format)?;
        Ok(new_object(py, read(py, value, format)?))
    })
}

/// Parses text, bytes, a `uuid.UUID`, an id, a 64-bit integer, or an equivalent object of another
/// package.
#[inline(always)]
pub(crate) fn read(
    py: Python<'_>,
    value: Borrowed<'_, '_, PyAny>,
    format: Format,
) -> PyResult<AnyId> {
    if value.is_instance_of::<PyString>() {
        return with_text(value, |text| {
            AnyId::parse(text, format).or_raise_for(py, text)
        })?;
    }
    read_other(py, value, format)
}

#[inline(never)]
fn read_other(py: Python<'_>, value: Borrowed<'_, '_, PyAny>, format: Format) -> PyResult<AnyId> {
    if let Some(id) = as_id(value.as_ptr()) {
        let other = || other_format(py, format, id.format());
        return (id.format() == format).then_some(id).ok_or_else(other);
    }
    if let Ok(bytes) = value.cast::<PyBytes>() {
        return AnyId::from_bytes(bytes.as_bytes(), format).or_raise(py);
    }
    if let Some(int) = uuids::int_of_uuid(value)? {
        return uuids::read(py, int, format);
    }
    let is_integer = value.is_instance_of::<PyInt>() && !value.is_instance_of::<PyBool>();
    if format.bits() == 64 && is_integer {
        return from_int(py, value, format);
    }
    // Converts an object of another package, or raises a `TypeError`.
    let read = py.import("sortid._drivers")?.getattr("read")?;
    read_other(py, read.call1((value,))?.as_borrowed(), format)
}

pub(crate) fn from_int(
    py: Python<'_>,
    value: Borrowed<'_, '_, PyAny>,
    format: Format,
) -> PyResult<AnyId> {
    let id = match format.bits() {
        64 => integer::<i128>(value)?
            .and_then(|int| match format.is_signed() {
                true => i64::try_from(int).ok().map(i64::cast_unsigned),
                false => u64::try_from(int).ok(),
            })
            .map(|int| AnyId::from_u64(int, format)),
        128 => integer::<u128>(value)?.map(|int| AnyId::from_u128(int, format)),
        _ => big_endian(value, format.byte_len())?.map(|bytes| AnyId::from_bytes(&bytes, format)),
    };
    match id {
        Some(id) => id.or_raise(py),
        None => {
            let sentence = format!("no id of {format} has the integer {}", shown(&value));
            Err(refused(py, ErrorCode::OutOfRange, "value", sentence))
        }
    }
}

/// An id, and the names of the corrections of its text.
pub(crate) fn corrected(id: AnyId, corrections: Corrections) -> (PyId, Vec<&'static str>) {
    (PyId(id), corrections.iter().map(Correction::name).collect())
}

// Members.

/// Declares the getters of members, and their table.
macro_rules! members {
    ($table:ident in $functions:ident:
     $($name:ident $doc:literal |$py:ident, $id:ident| $body:expr;)*) => {
        mod $functions {
            use super::*;
            $(pub(super) unsafe extern "C" fn $name(object: Object, _: *mut c_void) -> Object {
                // SAFETY: the interpreter calls a getter on an instance.
                let $id = unsafe { id_of(object) };
                enter(|$py| $body)
            })*
        }

        pub(crate) const $table: &[ffi::PyGetSetDef] = &[
            $(ffi::PyGetSetDef {
                name: terminated(concat!(stringify!($name), "\0")).as_ptr(),
                get: Some($functions::$name),
                set: None,
                doc: terminated(concat!($doc, "\0")).as_ptr(),
                closure: ptr::null_mut(),
            },)*
            ffi::PyGetSetDef {
                name: ptr::null(),
                get: None,
                set: None,
                doc: ptr::null(),
                closure: ptr::null_mut(),
            },
        ];
    };
}

/// A text that ends with a zero, as a C string.
pub(crate) const fn terminated(text: &'static str) -> &'static CStr {
    match CStr::from_bytes_with_nul(text.as_bytes()) {
        Ok(text) => text,
        Err(_) => panic!("expected one zero, at the end"),
    }
}

fn time(py: Python<'_>, id: AnyId) -> PyResult<Timestamp> {
    id.timestamp().or_raise(py)
}

members! { MEMBERS in member_functions:
    format "The format." |py, id| Ok(member(py, id.format())?.to_owned().into_ptr());
    bytes "The big-endian bytes." |py, id| Ok(bytes_of(py, id).into_any().into_ptr());
    hex "The big-endian bytes in hexadecimal digits." |py, id| {
        Ok(bytes_of(py, id).call_method0("hex")?.into_ptr())
    };
    int "The integer." |py, id| int_of(py, id);
    fields "The fields by name, most significant first." |py, id| {
        let fields = PyDict::new(py);
        for (name, value) in id.fields() {
            fields.set_item(name, value)?;
        }
        Ok(fields.into_any().into_ptr())
    };
    forms "The text forms of the id by name." |py, id| {
        let forms = PyDict::new(py);
        for &form in Form::ALL {
            if let Ok(text) = id.to_form(form) {
                forms.set_item(form.name(), text.as_str())?;
            }
        }
        Ok(forms.into_any().into_ptr())
    };
    kind "The kind of an any_uuid; None for every other format." |py, id| {
        owned(py, id.kind().map(UuidKind::name))
    };
    uuid "The id as a uuid.UUID." |py, id| Ok(uuids::uuid_of(py, id)?.into_ptr());
    is_reserved "Whether the id parses but is never generated." |py, id| owned(py, id.is_reserved());
    node "The node; None for a format without one." |py, id| owned(py, id.node());
    node_class "The class of a timeid's node: 'best_effort', 'context' or 'global'." |py, id| {
        let class = match Timeid::try_from(id).or_raise(py)?.node_class() {
            NodeClass::BestEffort => "best_effort",
            NodeClass::Context => "context",
            NodeClass::Global => "global",
        };
        owned(py, class)
    };
    timestamp "The exact time that the id encodes." |py, id| owned(py, PyTimestamp::from(time(py, id)?));
    datetime "The time as an aware datetime in UTC, floored to the microsecond." |py, id| {
        Ok(to_datetime(py, time(py, id)?)?.into_ptr())
    };
    unix_seconds "Whole seconds since 1970, floored." |py, id| owned(py, time(py, id)?.seconds());
    nanos "Nanoseconds since unix_seconds, 0 to 999999999." |py, id| owned(py, time(py, id)?.nanos());
    unix_ms "Milliseconds since 1970, floored." |py, id| owned(py, floor_ms(time(py, id)?));
    unix_us "Microseconds since 1970, floored." |py, id| owned(py, floor_us(time(py, id)?));
    unix_ns "Nanoseconds since 1970." |py, id| owned(py, time(py, id)?.unix_ns());
    __pydantic_serializer__ "Writes the id in fields of pydantic that declare no type." |py, _id| {
        static SERIALIZER: PyOnceLock<Py<PyAny>> = PyOnceLock::new();
        let serializer = SERIALIZER.import(py, "sortid._pydantic", "any_serializer");
        // Without pydantic the attribute is absent.
        let serializer = serializer.map_err(|error| PyAttributeError::new_err(error.to_string()))?;
        Ok(serializer.clone().into_ptr())
    };
}

members! { UUID_MEMBERS in uuid_functions:
    version "The version of the UUID." |py, id| of_uuid(py, id, "version");
    variant "The variant of the UUID, as uuid.UUID names it." |py, id| of_uuid(py, id, "variant");
    urn "The UUID as a URN." |py, id| of_uuid(py, id, "urn");
}

/// An attribute of the `uuid.UUID` with the same bits.
fn of_uuid(py: Python<'_>, id: AnyId, name: &str) -> PyResult<Object> {
    Ok(uuids::uuid_of(py, id)?.getattr(name)?.into_ptr())
}

pub(crate) fn bytes_of(py: Python<'_>, id: AnyId) -> Bound<'_, PyBytes> {
    PyBytes::new(py, &id.to_bytes())
}

fn int_of(py: Python<'_>, id: AnyId) -> PyResult<Object> {
    match id.to_u64() {
        Ok(int) if id.format().is_signed() => owned(py, int as i64),
        Ok(int) => owned(py, int),
        Err(_) => match id.to_u128() {
            Ok(int) => Ok(uuids::int_of(py, int)?.into_ptr()),
            Err(_) => {
                let int = py.get_type::<PyInt>();
                Ok(int
                    .call_method1("from_bytes", (bytes_of(py, id), "big"))?
                    .into_ptr())
            }
        },
    }
}
