//! The methods of an id, and those of the classes.

use std::ffi::{CStr, CString, c_int};
use std::ops::RangeInclusive;
use std::ptr;

use pyo3::ffi;
use pyo3::prelude::*;
use pyo3::sync::PyOnceLock;
use pyo3::types::{PyBytes, PyDict, PyType};
use sortid::{ErrorCode, Form, Format, Id, OPTIONS};

use crate::boundary::{Signature, enter};
use crate::class::{base, format_for, no_subclasses};
use crate::errors::{OrRaise, refused};
use crate::format::format_of;
use crate::id::{Object, bytes_of, made, owned};
use crate::numbers::integer;
use crate::object::{PyId, id_of};
use crate::options::Given;
use crate::text::with_text;
use crate::time::{Instant, PyTimestamp};
use crate::uuids;

/// The parameters of a method; of a class's method the last is a format.
const fn signature<const N: usize>(
    function: &'static str,
    parameters: [&'static str; N],
    required: usize,
) -> Signature<N> {
    Signature {
        function,
        parameters,
        required,
    }
}

const CONVERT: Signature<1> = signature("convert", ["format"], 1);
const FROM_BYTES: Signature<2> = signature("from_bytes", ["data", "format"], 1);
const FROM_INT: Signature<2> = signature("from_int", ["value", "format"], 1);
const FROM_FIELDS: Signature<2> = signature("from_fields", ["fields", "format"], 1);
const FROM_UUID: Signature<2> = signature("from_uuid", ["uuid", "format"], 1);
const MIN_AT: Signature<2> = signature("min_at", ["time", "format"], 1);
const MAX_AT: Signature<2> = signature("max_at", ["time", "format"], 1);
const PREFIX_RANGE: Signature<2> = signature("prefix_range", ["prefix", "format"], 1);
const RANGE: Signature<3> = signature("range", ["start", "stop", "format"], 2);
const NOTHING: Signature<0> = signature("timestamp_with", [], 0);

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

pub(crate) fn from_int(
    py: Python<'_>,
    value: Borrowed<'_, '_, PyAny>,
    format: Format,
) -> PyResult<Id> {
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

/// Both ends, as a `sortid.IdRange`.
fn ends(py: Python<'_>, ids: RangeInclusive<Id>) -> PyResult<Object> {
    static CLASS: PyOnceLock<Py<PyType>> = PyOnceLock::new();
    let class = CLASS.import(py, "sortid._range", "IdRange")?;
    let (min, max) = ids.into_inner();
    Ok(class.call1((PyId(min), PyId(max)))?.into_ptr())
}

/// What a method of the classes does with what it is given.
type OfClass = fn(Python<'_>, Borrowed<'_, '_, PyAny>, Format) -> PyResult<Object>;

/// Calls a method of a class: its second argument may be left out, the format, which then is the class's own.
///
/// # Safety
/// Arguments as the interpreter passes them to a method of a class.
#[inline(never)]
unsafe fn call_of_class(
    signature: &'static Signature<2>,
    body: OfClass,
    class: Object,
    (args, nargs, kwnames): (*const Object, ffi::Py_ssize_t, Object),
) -> Object {
    enter(|py| {
        // SAFETY: as said above.
        let [given, format] = unsafe { signature.bind(py, args, nargs, kwnames)? };
        let Some(given) = given else {
            return Ok(ptr::null_mut());
        };
        body(py, given, format_for(class, format)?)
    })
}

/// Declares methods of the classes, of the calling convention that passes an array of arguments.
macro_rules! of_classes {
    ($(fn $name:ident($py:ident, $given:ident, $format:ident: $signature:ident) $body:block)*) => {$(
        unsafe extern "C" fn $name(
            class: Object,
            args: *const Object,
            nargs: ffi::Py_ssize_t,
            kwnames: Object,
        ) -> Object {
            fn body(
                $py: Python<'_>,
                $given: Borrowed<'_, '_, PyAny>,
                $format: Format,
            ) -> PyResult<Object> {
                $body
            }
            // SAFETY: arguments as the interpreter passes them to a function of this convention.
            unsafe { call_of_class(&$signature, body, class, (args, nargs, kwnames)) }
        }
    )*};
}

of_classes! {
    fn class_from_bytes(py, data, format: FROM_BYTES) {
        let data = data.cast::<PyBytes>()?;
        made(py, Id::from_bytes(data.as_bytes(), format).or_raise(py)?)
    }
    fn class_from_int(py, value, format: FROM_INT) {
        made(py, from_int(py, value, format)?)
    }
    fn class_from_fields(py, fields, format: FROM_FIELDS) {
        made(py, from_fields(py, fields, format)?)
    }
    fn class_from_uuid(py, uuid, format: FROM_UUID) {
        let int = uuids::int_of_uuid(uuid)?.ok_or_else(|| uuids::is_none(uuid))?;
        made(py, uuids::read(py, int, format)?)
    }
    fn class_min_at(py, time, format: MIN_AT) {
        made(py, Id::min_at(time.extract::<Instant>()?.0, format).or_raise(py)?)
    }
    fn class_max_at(py, time, format: MAX_AT) {
        made(py, Id::max_at(time.extract::<Instant>()?.0, format).or_raise(py)?)
    }
    fn class_prefix_range(py, prefix, format: PREFIX_RANGE) {
        let ids = with_text(prefix, |prefix| Id::prefix_range(prefix, format))?;
        ends(py, ids.or_raise(py)?)
    }
}

unsafe extern "C" fn convert(
    object: Object,
    args: *const Object,
    nargs: ffi::Py_ssize_t,
    kwnames: Object,
) -> Object {
    // SAFETY: a method is called on an instance.
    let id = unsafe { id_of(object) };
    enter(|py| {
        // SAFETY: arguments as the interpreter passes them to a function of this convention.
        let [Some(format)] = (unsafe { CONVERT.bind(py, args, nargs, kwnames)? }) else {
            return Ok(ptr::null_mut());
        };
        made(py, id.convert(format_of(format)?).or_raise(py)?)
    })
}

/// Takes and ignores what pydantic says of the field: the class is enough.
unsafe extern "C" fn schema(class: Object, _args: Object) -> Object {
    enter(|py| {
        // SAFETY: a class, which the interpreter holds.
        let class = unsafe { Borrowed::from_ptr(py, class) };
        let schema = py.import("sortid._pydantic")?.getattr("class_schema")?;
        Ok(schema.call1((class,))?.into_ptr())
    })
}

unsafe extern "C" fn class_range(class: Object, args: Object, kwargs: Object) -> Object {
    enter(|py| {
        // SAFETY: null, or the dictionary of the call.
        let given = unsafe { Bound::from_borrowed_ptr_or_opt(py, kwargs) };
        // What is no parameter is an option.
        let (named, options) = (PyDict::new(py), PyDict::new(py));
        for (name, value) in given
            .as_ref()
            .map(|given| given.cast::<PyDict>())
            .transpose()?
            .into_iter()
            .flatten()
        {
            let is_named = RANGE.parameters.contains(&&*name.extract::<String>()?);
            let of = if is_named { &named } else { &options };
            of.set_item(name, value)?;
        }
        // SAFETY: a method of this convention is given a tuple; the dictionary lives until the end.
        let bound = unsafe { RANGE.bind_tuple(py, args, named.as_ptr())? };
        let [Some(start), Some(stop), format] = bound else {
            return Ok(ptr::null_mut());
        };
        let format = format_for(class, format)?;
        let (start, stop) = (start.extract::<Instant>()?, stop.extract::<Instant>()?);
        let options = Given::dict(py, Some(&options))?;
        ends(
            py,
            Id::range_with(start.0, stop.0, format, &options).or_raise(py)?,
        )
    })
}

unsafe extern "C" fn init_subclass(_class: Object, _args: Object, _kwargs: Object) -> Object {
    enter(|_py| Err(no_subclasses()))
}

unsafe extern "C" fn method_format(object: Object, spec: Object) -> Object {
    // SAFETY: a method is called on an instance.
    let id = unsafe { id_of(object) };
    // SAFETY: an argument, which the caller holds.
    enter(|py| format_spec(py, id, unsafe { Borrowed::from_ptr(py, spec) }))
}

/// PEP 246: what a driver of databases takes in an id's place.
unsafe extern "C" fn conform(object: Object, protocol: Object) -> Object {
    enter(|py| {
        // SAFETY: the instance and an argument, which the caller holds.
        let given = unsafe {
            (
                Borrowed::from_ptr(py, object),
                Borrowed::from_ptr(py, protocol),
            )
        };
        let conform = py.import("sortid._drivers")?.getattr("conform")?;
        Ok(conform.call1(given)?.into_ptr())
    })
}

unsafe extern "C" fn copy(object: Object, _: Object) -> Object {
    // SAFETY: an object, of which a reference is taken: it never changes.
    unsafe { ffi::Py_NewRef(object) }
}

unsafe extern "C" fn bytes(object: Object, _: Object) -> Object {
    // SAFETY: a method is called on an instance.
    let id = unsafe { id_of(object) };
    enter(|py| Ok(bytes_of(py, id).into_any().into_ptr()))
}

/// By name, so that what was pickled can be read by any release.
unsafe extern "C" fn reduce(object: Object, _: Object) -> Object {
    // SAFETY: a method is called on an instance.
    let id = unsafe { id_of(object) };
    enter(|py| owned(py, (base(py), (id.to_text().as_str(), id.format().name()))))
}

unsafe extern "C" fn timestamp_with(object: Object, args: Object, kwargs: Object) -> Object {
    // SAFETY: a method is called on an instance.
    let id = unsafe { id_of(object) };
    enter(|py| {
        // SAFETY: a method of this convention is given a tuple, and a dictionary or null.
        let options = unsafe {
            NOTHING.bind_tuple(py, args, ptr::null_mut())?;
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

const fn with_arguments(
    doc: &'static CStr,
    name: &'static CStr,
    flags: c_int,
    function: ffi::PyCFunctionFastWithKeywords,
) -> ffi::PyMethodDef {
    let function = ffi::PyMethodDefPointer {
        PyCFunctionFastWithKeywords: function,
    };
    let flags = flags | ffi::METH_FASTCALL | ffi::METH_KEYWORDS;
    method(doc, name, flags, function)
}

/// A method of none, of one or of any arguments.
const fn plain(
    doc: &'static CStr,
    name: &'static CStr,
    flags: c_int,
    function: ffi::PyCFunction,
) -> ffi::PyMethodDef {
    let function = ffi::PyMethodDefPointer {
        PyCFunction: function,
    };
    method(doc, name, flags, function)
}

fn with_options(
    parameters: &str,
    doc: &str,
    name: &'static CStr,
    flags: c_int,
    function: ffi::PyCFunctionWithKeywords,
) -> PyResult<ffi::PyMethodDef> {
    let reading = OPTIONS.iter().filter(|option| option.reads);
    let reading: Vec<String> = reading
        .map(|option| format!("{}=None", option.name))
        .collect();
    let (called, reading) = (name.to_string_lossy(), reading.join(", "));
    let doc = CString::new(format!("{called}({parameters}, *, {reading})\n--\n\n{doc}"))?;
    Ok(ffi::PyMethodDef {
        ml_name: name.as_ptr(),
        ml_meth: ffi::PyMethodDefPointer {
            PyCFunctionWithKeywords: function,
        },
        ml_flags: flags | ffi::METH_VARARGS | ffi::METH_KEYWORDS,
        // Kept for as long as the class.
        ml_doc: doc.into_raw(),
    })
}

#[rustfmt::skip]
const METHODS: &[ffi::PyMethodDef] = &[
    plain(c"__format__($self, format_spec, /)\n--\n\nA text form by its name, or the text by the rules of str.",
        c"__format__", ffi::METH_O, method_format),
    plain(c"__bytes__($self)\n--\n\nThe big-endian bytes.", c"__bytes__", ffi::METH_NOARGS, bytes),
    plain(c"__copy__($self)\n--\n\nThe id itself.", c"__copy__", ffi::METH_NOARGS, copy),
    plain(c"__deepcopy__($self, memo, /)\n--\n\nThe id itself.", c"__deepcopy__", ffi::METH_O, copy),
    plain(c"__reduce__($self)\n--\n\nHow the id is pickled.", c"__reduce__", ffi::METH_NOARGS, reduce),
    plain(c"__conform__($self, protocol, /)\n--\n\nWhat a database driver takes in the id's place (PEP 246).",
        c"__conform__", ffi::METH_O, conform),
    with_arguments(c"convert($self, format)\n--\n\nThe same time and node in another format.", c"convert", 0, convert),
    with_arguments(c"from_bytes($type, data, format=None)\n--\n\nFrom big-endian bytes.",
        c"from_bytes", ffi::METH_CLASS, class_from_bytes),
    with_arguments(c"from_int($type, value, format=None)\n--\n\nFrom the integer.",
        c"from_int", ffi::METH_CLASS, class_from_int),
    with_arguments(c"from_fields($type, fields, format=None)\n--\n\nFrom named fields.",
        c"from_fields", ffi::METH_CLASS, class_from_fields),
    with_arguments(c"from_uuid($type, uuid, format=None)\n--\n\nFrom a uuid.UUID.",
        c"from_uuid", ffi::METH_CLASS, class_from_uuid),
    with_arguments(c"min_at($type, time, format=None)\n--\n\nThe smallest id of the tick in which an instant lies.",
        c"min_at", ffi::METH_CLASS, class_min_at),
    with_arguments(c"max_at($type, time, format=None)\n--\n\nThe largest id of the tick in which an instant lies.",
        c"max_at", ffi::METH_CLASS, class_max_at),
    with_arguments(c"prefix_range($type, prefix, format=None)\n--\n\nThe ids whose canonical text begins with a prefix.",
        c"prefix_range", ffi::METH_CLASS, class_prefix_range),
    plain(c"__get_pydantic_core_schema__($type, *asked)\n--\n\nThe schema for pydantic.",
        c"__get_pydantic_core_schema__", ffi::METH_CLASS | ffi::METH_VARARGS, schema),
];

/// Every method, with an end.
pub(crate) fn table() -> PyResult<Vec<ffi::PyMethodDef>> {
    let mut table = METHODS.to_vec();
    table.push(with_options(
        "$self",
        "The time of an id made with other options than the defaults.",
        c"timestamp_with",
        0,
        timestamp_with,
    )?);
    table.push(with_options(
        "$type, start, stop, format=None",
        "The ids of the half-open interval from start to stop.",
        c"range",
        ffi::METH_CLASS,
        class_range,
    )?);
    let init_subclass = ffi::PyMethodDefPointer {
        PyCFunctionWithKeywords: init_subclass,
    };
    let flags = ffi::METH_CLASS | ffi::METH_VARARGS | ffi::METH_KEYWORDS;
    table.push(method(c"", c"__init_subclass__", flags, init_subclass));
    table.push(ffi::PyMethodDef::zeroed());
    Ok(table)
}
