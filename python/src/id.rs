//! The class `sortid.Id`: what an id can do in Python, each thing a line of a table.

use std::ffi::{CStr, c_int, c_void};
use std::hash::{DefaultHasher, Hash, Hasher};
use std::ptr;

use pyo3::IntoPyObjectExt;
use pyo3::basic::CompareOp;
use pyo3::ffi;
use pyo3::prelude::*;
use pyo3::sync::PyOnceLock;
use pyo3::types::{PyBytes, PyDict};
use sortid::{ErrorCode, Form, Format, Id, NodeClass, Timeid, Timestamp};

use crate::boundary::{Signature, enter};
use crate::errors::{OrRaise, refused};
use crate::format::{format_of, member};
use crate::numbers::integer;
use crate::object::{PyId, as_id, dealloc, id_of, new_object, set_class};
use crate::options::Given;
use crate::text::{new_str, with_text};
use crate::time::{PyTimestamp, floor_ms, floor_us, to_datetime};
use crate::uuids;

type Object = *mut ffi::PyObject;

/// Any value as a new reference.
fn owned<'py, T: IntoPyObjectExt<'py>>(py: Python<'py>, value: T) -> PyResult<Object> {
    Ok(value.into_bound_py_any(py)?.into_ptr())
}

/// A new object as the result of a function.
pub(crate) fn made(py: Python<'_>, id: Id) -> PyResult<Object> {
    owned(py, PyId(id))
}

pub(crate) fn hash_of(value: &impl Hash) -> u64 {
    let mut hasher = DefaultHasher::new();
    value.hash(&mut hasher);
    hasher.finish()
}

// Slots.

unsafe extern "C" fn str(object: Object) -> Object {
    // SAFETY: a slot is called on an instance, attached.
    let (py, id) = unsafe { (Python::assume_attached(), id_of(object)) };
    new_str(py, &id.to_text())
}

unsafe extern "C" fn repr(object: Object) -> Object {
    // SAFETY: a slot is called on an instance.
    let id = unsafe { id_of(object) };
    enter(|py| owned(py, format!("Id('{id}', '{}')", id.format())))
}

unsafe extern "C" fn hash(object: Object) -> ffi::Py_hash_t {
    // SAFETY: a slot is called on an instance.
    let id = unsafe { id_of(object) };
    match hash_of(&id) as ffi::Py_hash_t {
        // What says that an exception is set.
        -1 => -2,
        hash => hash,
    }
}

unsafe extern "C" fn richcompare(object: Object, other: Object, op: c_int) -> Object {
    // SAFETY: a slot is called on an instance.
    let id = unsafe { id_of(object) };
    let op = CompareOp::from_raw(op);
    let same_kind = |other: &Id| other.format() == id.format();
    let is = match (as_id(other), op) {
        (Some(other), Some(op)) if same_kind(&other) => Some(op.matches(id.cmp(&other))),
        (Some(_), Some(CompareOp::Eq)) => Some(false),
        (Some(_), Some(CompareOp::Ne)) => Some(true),
        _ => None,
    };
    // SAFETY: constants of the interpreter, of which a reference is taken.
    unsafe {
        ffi::Py_NewRef(match is {
            Some(true) => ffi::Py_True(),
            Some(false) => ffi::Py_False(),
            None => ffi::Py_NotImplemented(),
        })
    }
}

unsafe extern "C" fn int(object: Object) -> Object {
    // SAFETY: a slot is called on an instance.
    let id = unsafe { id_of(object) };
    enter(|py| match id.to_u64() {
        Ok(int) if id.format().is_signed() => owned(py, int as i64),
        Ok(int) => owned(py, int),
        Err(_) => Ok(uuids::int_of(py, id.to_u128().or_raise(py)?)?.into_ptr()),
    })
}

const NEW: Signature<2> = Signature {
    function: "Id",
    parameters: ["text", "format"],
    required: 2,
};

unsafe extern "C" fn new(_class: *mut ffi::PyTypeObject, args: Object, kwargs: Object) -> Object {
    enter(|py| {
        // SAFETY: a constructor is given a tuple, and a dictionary or null.
        let [text, format] = unsafe { NEW.bind_tuple(py, args, kwargs)? };
        parse(py, text, format)
    })
}

/// Reads text as a format, both given.
#[inline(always)]
pub(crate) fn parse(
    py: Python<'_>,
    text: Option<Borrowed<'_, '_, PyAny>>,
    format: Option<Borrowed<'_, '_, PyAny>>,
) -> PyResult<Object> {
    let (Some(text), Some(format)) = (text, format) else {
        return Ok(ptr::null_mut());
    };
    let format = format_of(format)?;
    let id = with_text(text, |text| Id::parse(text, format))?.or_raise(py)?;
    Ok(new_object(py, id))
}

// Members.

/// Declares the functions behind the members, and their table.
macro_rules! members {
    ($($name:ident $doc:literal |$py:ident, $id:ident| $body:expr;)*) => {
        mod member_functions {
            use super::*;
            $(pub(super) unsafe extern "C" fn $name(object: Object, _: *mut c_void) -> Object {
                // SAFETY: a member is asked of an instance.
                let $id = unsafe { id_of(object) };
                enter(|$py| $body)
            })*
        }

        const MEMBERS: &[ffi::PyGetSetDef] = &[
            $(ffi::PyGetSetDef {
                name: terminated(concat!(stringify!($name), "\0")),
                get: Some(member_functions::$name),
                set: None,
                doc: terminated(concat!($doc, "\0")),
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

const fn terminated(text: &'static str) -> *const std::ffi::c_char {
    match CStr::from_bytes_with_nul(text.as_bytes()) {
        Ok(text) => text.as_ptr(),
        Err(_) => panic!("no zero within, one at the end"),
    }
}

fn time(py: Python<'_>, id: Id) -> PyResult<Timestamp> {
    id.timestamp().or_raise(py)
}

members! {
    format "The format." |py, id| Ok(member(py, id.format())?.to_owned().into_ptr());
    fields "Every field by its name, most significant first." |py, id| {
        let fields = PyDict::new(py);
        for (name, value) in id.fields() {
            fields.set_item(name, value)?;
        }
        Ok(fields.into_any().into_ptr())
    };
    forms "Every text form that the format has, by its name." |py, id| {
        let forms = PyDict::new(py);
        for &form in Form::ALL {
            if let Ok(text) = id.to_form(form) {
                forms.set_item(form.name(), text.as_str())?;
            }
        }
        Ok(forms.into_any().into_ptr())
    };
    uuid "The id as a uuid.UUID." |py, id| uuids::new_uuid(py, id.to_u128().or_raise(py)?);
    is_reserved "Whether the id parses but is never generated." |py, id| owned(py, id.is_reserved());
    node_class "The class of a timeid's node: 'best_effort', 'context' or 'global'." |py, id| {
        let class = match Timeid::try_from(id).or_raise(py)?.node_class() {
            NodeClass::BestEffort => "best_effort",
            NodeClass::Context => "context",
            NodeClass::Global => "global",
        };
        owned(py, class)
    };
    timestamp "The time, exact." |py, id| owned(py, PyTimestamp::from(time(py, id)?));
    datetime "The time as an aware datetime in UTC, floored to the microsecond." |py, id| {
        Ok(to_datetime(py, time(py, id)?)?.into_ptr())
    };
    unix_seconds "Whole seconds since 1970, floored." |py, id| owned(py, time(py, id)?.seconds());
    nanos "Nanoseconds since that second, 0 to 999999999." |py, id| owned(py, time(py, id)?.nanos());
    unix_ms "Milliseconds since 1970, floored." |py, id| owned(py, floor_ms(time(py, id)?));
    unix_us "Microseconds since 1970, floored." |py, id| owned(py, floor_us(time(py, id)?));
    unix_ns "Nanoseconds since 1970." |py, id| owned(py, time(py, id)?.unix_ns());
}

// Methods.

const FORMAT_SPEC: Signature<1> = Signature {
    function: "__format__",
    parameters: ["format_spec"],
    required: 1,
};

/// A text form by its name, or the canonical text by `str`'s own rules.
fn format_spec(py: Python<'_>, id: Id, spec: Borrowed<'_, '_, PyAny>) -> PyResult<Object> {
    let form = with_text(spec, |spec| {
        let mut forms = Form::ALL.iter();
        forms.find(|form| form.name().as_bytes() == spec).copied()
    })?;
    if let Some(form) = form {
        return owned(py, id.to_form(form).or_raise(py)?.as_str());
    }
    let text = id.to_text().as_str().into_pyobject(py)?;
    Ok(text.call_method1("__format__", (spec,))?.into_ptr())
}

const CONVERT: Signature<1> = Signature {
    function: "convert",
    parameters: ["format"],
    required: 1,
};

const DEEPCOPY: Signature<1> = Signature {
    function: "__deepcopy__",
    parameters: ["memo"],
    required: 1,
};

const FROM_BYTES: Signature<2> = Signature {
    function: "from_bytes",
    parameters: ["data", "format"],
    required: 2,
};

const FROM_INT: Signature<2> = Signature {
    function: "from_int",
    parameters: ["value", "format"],
    required: 2,
};

const FROM_FIELDS: Signature<2> = Signature {
    function: "from_fields",
    parameters: ["fields", "format"],
    required: 2,
};

const FROM_UUID: Signature<2> = Signature {
    function: "from_uuid",
    parameters: ["uuid", "format"],
    required: 2,
};

const SCHEMA: Signature<2> = Signature {
    function: "__get_pydantic_core_schema__",
    parameters: ["source", "handler"],
    required: 2,
};

fn from_int(py: Python<'_>, value: Borrowed<'_, '_, PyAny>, format: Format) -> PyResult<Id> {
    let beyond = || refused(py, ErrorCode::OutOfRange, "value");
    if format.bits() == 128 {
        let int = integer::<u128>(value)?.ok_or_else(beyond)?;
        return Id::from_u128(int, format).or_raise(py);
    }
    let int = integer::<i128>(value)?.ok_or_else(beyond)?;
    let int = match format.is_signed() {
        true => i64::try_from(int).map(i64::cast_unsigned),
        false => u64::try_from(int),
    };
    // A format that has no integer says so, whatever the integer.
    let id = Id::from_u64(int.unwrap_or_default(), format).or_raise(py)?;
    int.map(|_| id).map_err(|_| beyond())
}

fn from_fields(py: Python<'_>, fields: Borrowed<'_, '_, PyAny>, format: Format) -> PyResult<Id> {
    let items = fields.call_method0("items")?;
    let mut named = Vec::new();
    for item in items.try_iter()? {
        let (name, value): (String, Bound<'_, PyAny>) = item?.extract()?;
        // No field is as wide as this, nor as the end of its range.
        let value = integer::<i128>(value.as_borrowed())?.unwrap_or(i128::MAX);
        named.push((name, value));
    }
    let named = named.iter().map(|(name, value)| (name.as_str(), *value));
    Id::from_fields(named, format).or_raise(py)
}

fn from_bytes(py: Python<'_>, data: Borrowed<'_, '_, PyAny>, format: Format) -> PyResult<Id> {
    let data = data.cast::<PyBytes>()?;
    Id::from_bytes(data.as_bytes(), format).or_raise(py)
}

/// Declares methods of the calling convention that passes an array of arguments, and those of none.
macro_rules! methods {
    ($(fn $name:ident($py:ident, $id:ident, [$($argument:ident),*]: $signature:ident) $body:block)*) => {$(
        unsafe extern "C" fn $name(
            object: Object,
            args: *const Object,
            nargs: ffi::Py_ssize_t,
            kwnames: Object,
        ) -> Object {
            let $id = object;
            enter(|$py| {
                // SAFETY: arguments as the interpreter passes them to a function of this convention.
                let bound = unsafe { $signature.bind($py, args, nargs, kwnames)? };
                let [$(Some($argument)),*] = bound else {
                    return Ok(ptr::null_mut());
                };
                $body
            })
        }
    )*};
}

methods! {
    fn method_format(py, object, [spec]: FORMAT_SPEC) {
        // SAFETY: a method is called on an instance.
        format_spec(py, unsafe { id_of(object) }, spec)
    }
    fn method_convert(py, object, [format]: CONVERT) {
        // SAFETY: a method is called on an instance.
        let id = unsafe { id_of(object) };
        made(py, id.convert(format_of(format)?).or_raise(py)?)
    }
    fn method_deepcopy(_py, object, [_memo]: DEEPCOPY) {
        // SAFETY: an object, of which a reference is taken.
        Ok(unsafe { ffi::Py_NewRef(object) })
    }
    fn class_from_bytes(py, _class, [data, format]: FROM_BYTES) {
        made(py, from_bytes(py, data, format_of(format)?)?)
    }
    fn class_from_int(py, _class, [value, format]: FROM_INT) {
        made(py, from_int(py, value, format_of(format)?)?)
    }
    fn class_from_fields(py, _class, [fields, format]: FROM_FIELDS) {
        made(py, from_fields(py, fields, format_of(format)?)?)
    }
    fn class_from_uuid(py, _class, [uuid, format]: FROM_UUID) {
        let (int, format) = (uuids::int_of_uuid(uuid)?, format_of(format)?);
        made(py, Id::from_u128(int, format).or_raise(py)?)
    }
    fn class_schema(py, _class, [source, handler]: SCHEMA) {
        let schema = py.import("sortid._pydantic")?.getattr("id_schema")?;
        Ok(schema.call1((source, handler))?.into_ptr())
    }
}

unsafe extern "C" fn method_copy(object: Object, _: Object) -> Object {
    // SAFETY: an object, of which a reference is taken: it never changes.
    unsafe { ffi::Py_NewRef(object) }
}

unsafe extern "C" fn method_bytes(object: Object, _: Object) -> Object {
    // SAFETY: a method is called on an instance.
    let id = unsafe { id_of(object) };
    enter(|py| Ok(PyBytes::new(py, &id.to_bytes()).into_any().into_ptr()))
}

/// By name, so that what was pickled can be read by any release.
unsafe extern "C" fn method_reduce(object: Object, _: Object) -> Object {
    // SAFETY: a method is called on an instance.
    let id = unsafe { id_of(object) };
    enter(|py| {
        // SAFETY: an object's class, which it holds.
        let class = unsafe { Borrowed::from_ptr(py, ffi::Py_TYPE(object).cast()) };
        owned(py, (class, (id.to_text().as_str(), id.format().name())))
    })
}

unsafe extern "C" fn method_timestamp_with(object: Object, args: Object, kwargs: Object) -> Object {
    // SAFETY: a method is called on an instance.
    let id = unsafe { id_of(object) };
    const NONE: Signature<0> = Signature {
        function: "timestamp_with",
        parameters: [],
        required: 0,
    };
    enter(|py| {
        // SAFETY: a method of this convention is given a tuple, and a dictionary or null.
        let options = unsafe {
            NONE.bind_tuple(py, args, ptr::null_mut())?;
            Bound::from_borrowed_ptr_or_opt(py, kwargs)
        };
        let options = options.map(|options| options.cast_into::<PyDict>());
        let options = Given::dict(py, options.transpose()?.as_ref())?;
        let time = id.timestamp_with(&options).or_raise(py)?;
        owned(py, PyTimestamp::from(time))
    })
}

const fn method(
    doc: &'static CStr,
    name: &'static CStr,
    flags: c_int,
    function: ffi::PyMethodDefPointer,
) -> ffi::PyMethodDef {
    ffi::PyMethodDef {
        ml_name: name.as_ptr(),
        ml_meth: function,
        ml_flags: flags,
        ml_doc: doc.as_ptr(),
    }
}

type WithArguments = ffi::PyCFunctionFastWithKeywords;

const fn with_arguments(
    doc: &'static CStr,
    name: &'static CStr,
    flags: c_int,
    function: WithArguments,
) -> ffi::PyMethodDef {
    let function = ffi::PyMethodDefPointer {
        PyCFunctionFastWithKeywords: function,
    };
    let flags = flags | ffi::METH_FASTCALL | ffi::METH_KEYWORDS;
    method(doc, name, flags, function)
}

const fn without_arguments(
    doc: &'static CStr,
    name: &'static CStr,
    function: ffi::PyCFunction,
) -> ffi::PyMethodDef {
    let function = ffi::PyMethodDefPointer {
        PyCFunction: function,
    };
    method(doc, name, ffi::METH_NOARGS, function)
}

#[rustfmt::skip]
const METHODS: &[ffi::PyMethodDef] = &[
    with_arguments(c"__format__($self, format_spec, /)\n--\n\nA text form by its name, or the text by the rules of str.",
        c"__format__", 0, method_format),
    with_arguments(c"convert($self, format)\n--\n\nThe same time and node in another format.", c"convert", 0, method_convert),
    method(
        c"timestamp_with($self, *, precision=None, epoch_unix_ms=None, timestamp_bits=None, unit_ns=None)\n--\n\n\
          The time of an id made with other options than the defaults.",
        c"timestamp_with", ffi::METH_VARARGS | ffi::METH_KEYWORDS,
        ffi::PyMethodDefPointer { PyCFunctionWithKeywords: method_timestamp_with }),
    without_arguments(c"__bytes__($self)\n--\n\nThe big-endian bytes.", c"__bytes__", method_bytes),
    without_arguments(c"__copy__($self)\n--\n\nThe id itself.", c"__copy__", method_copy),
    with_arguments(c"__deepcopy__($self, memo, /)\n--\n\nThe id itself.", c"__deepcopy__", 0, method_deepcopy),
    without_arguments(c"__reduce__($self)\n--\n\nHow the id is pickled.", c"__reduce__", method_reduce),
    with_arguments(c"from_bytes($type, data, format)\n--\n\nFrom big-endian bytes.",
        c"from_bytes", ffi::METH_CLASS, class_from_bytes),
    with_arguments(c"from_int($type, value, format)\n--\n\nFrom the integer.",
        c"from_int", ffi::METH_CLASS, class_from_int),
    with_arguments(c"from_fields($type, fields, format)\n--\n\nFrom named fields.",
        c"from_fields", ffi::METH_CLASS, class_from_fields),
    with_arguments(c"from_uuid($type, uuid, format)\n--\n\nFrom a uuid.UUID.",
        c"from_uuid", ffi::METH_CLASS, class_from_uuid),
    with_arguments(c"__get_pydantic_core_schema__($type, source, handler)\n--\n\nThe schema for pydantic.",
        c"__get_pydantic_core_schema__", ffi::METH_CLASS, class_schema),
    ffi::PyMethodDef::zeroed(),
];

/// A table that the class points into for as long as it lives.
fn kept<T: Copy>(table: &[T]) -> *mut c_void {
    Box::leak(table.to_vec().into_boxed_slice())
        .as_mut_ptr()
        .cast()
}

/// The class; a module that is imported anew has the same one.
pub(crate) fn class(py: Python<'_>) -> PyResult<&Bound<'_, PyAny>> {
    static CLASS: PyOnceLock<Py<PyAny>> = PyOnceLock::new();
    let class = CLASS.get_or_try_init(py, || make_class(py).map(Bound::unbind))?;
    Ok(class.bind(py))
}

fn make_class(py: Python<'_>) -> PyResult<Bound<'_, PyAny>> {
    let slot = |slot, pfunc| ffi::PyType_Slot { slot, pfunc };
    let doc = c"Id(text, format)\n--\n\nAn id: an immutable value, which knows its format.";
    let mut slots = [
        slot(ffi::Py_tp_doc, doc.as_ptr().cast_mut().cast()),
        slot(ffi::Py_tp_new, new as *mut c_void),
        slot(ffi::Py_tp_dealloc, dealloc as *mut c_void),
        slot(ffi::Py_tp_str, str as *mut c_void),
        slot(ffi::Py_tp_repr, repr as *mut c_void),
        slot(ffi::Py_tp_hash, hash as *mut c_void),
        slot(ffi::Py_tp_richcompare, richcompare as *mut c_void),
        slot(ffi::Py_nb_int, int as *mut c_void),
        slot(ffi::Py_tp_getset, kept(MEMBERS)),
        slot(ffi::Py_tp_methods, kept(METHODS)),
        slot(0, ptr::null_mut()),
    ];
    let mut spec = ffi::PyType_Spec {
        name: c"sortid.Id".as_ptr(),
        basicsize: size_of::<crate::object::IdObject>() as c_int,
        itemsize: 0,
        flags: (ffi::Py_TPFLAGS_DEFAULT | ffi::Py_TPFLAGS_IMMUTABLETYPE) as _,
        slots: slots.as_mut_ptr(),
    };
    // SAFETY: a specification whose slots end in zero, and whose functions and tables fit their slots.
    let class = unsafe { Bound::from_owned_ptr_or_err(py, ffi::PyType_FromSpec(&mut spec))? };
    // One reference is never given back.
    set_class(class.clone().into_ptr().cast());
    Ok(class)
}
