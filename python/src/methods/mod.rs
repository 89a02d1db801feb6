//! The methods of an id and of the classes, as the interpreter knows them.

mod of_class;
mod of_id;

use std::ffi::{CStr, CString, c_int};

use pyo3::ffi;
use pyo3::prelude::*;
use sortid::OPTIONS;

use crate::boundary::Signature;
pub(crate) use of_class::ends;
use of_class::{
    class_from_bytes, class_from_bytes_in, class_from_fields, class_from_int, class_from_uuid,
    class_is_valid, class_max_at, class_min_at, class_new_at, class_now, class_parse,
    class_parse_form, class_parse_lenient, class_prefix_range, class_range, init_subclass, schema,
};
use of_id::{
    bytes, bytes_in, conform, convert, copy, method_format, predecessor, reduce, successor,
    timestamp_with,
};

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

/// A method without arguments, with one, or with any number.
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
    let options = OPTIONS.iter().filter(|option| option.reads);
    let options: Vec<String> = options
        .map(|option| format!("{}=None", option.name))
        .collect();
    let (called, options) = (name.to_string_lossy(), options.join(", "));
    let doc = CString::new(format!("{called}({parameters}, *, {options})\n--\n\n{doc}"))?;
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
    with_arguments(c"bytes_in($self, order)\n--\n\nThe 16 bytes in another order.", c"bytes_in", 0, bytes_in),
    plain(c"__copy__($self)\n--\n\nThe id itself.", c"__copy__", ffi::METH_NOARGS, copy),
    plain(c"__deepcopy__($self, memo, /)\n--\n\nThe id itself.", c"__deepcopy__", ffi::METH_O, copy),
    plain(c"__reduce__($self)\n--\n\nHow the id is pickled.", c"__reduce__", ffi::METH_NOARGS, reduce),
    plain(c"__conform__($self, protocol, /)\n--\n\nWhat a database driver takes in the id's place (PEP 246).",
        c"__conform__", ffi::METH_O, conform),
    plain(c"successor($self)\n--\n\nThe id whose integer is greater by one.", c"successor", ffi::METH_NOARGS, successor),
    plain(c"predecessor($self)\n--\n\nThe id whose integer is less by one.", c"predecessor", ffi::METH_NOARGS, predecessor),
    with_arguments(c"convert($self, format)\n--\n\nThe same id in another format.", c"convert", 0, convert),
    with_arguments(c"now($type, format=None)\n--\n\nA new id.", c"now", ffi::METH_CLASS, class_now),
    with_arguments(c"parse($type, value, format=None)\n--\n\nReads text, or another value that sortid.parse accepts.",
        c"parse", ffi::METH_CLASS, class_parse),
    with_arguments(c"parse_form($type, text, form, format=None)\n--\n\nReads text in one form.",
        c"parse_form", ffi::METH_CLASS, class_parse_form),
    with_arguments(c"parse_lenient($type, text, format=None)\n--\n\nReads text, correcting spellings that leave the bits certain.",
        c"parse_lenient", ffi::METH_CLASS, class_parse_lenient),
    with_arguments(c"is_valid($type, text, format=None)\n--\n\nWhether parse would accept the text.",
        c"is_valid", ffi::METH_CLASS, class_is_valid),
    with_arguments(c"from_bytes($type, data, format=None)\n--\n\nFrom big-endian bytes.",
        c"from_bytes", ffi::METH_CLASS, class_from_bytes),
    with_arguments(c"from_bytes_in($type, data, order, format=None)\n--\n\nFrom 16 bytes in another order.",
        c"from_bytes_in", ffi::METH_CLASS, class_from_bytes_in),
    with_arguments(c"from_int($type, value, format=None)\n--\n\nFrom the integer.",
        c"from_int", ffi::METH_CLASS, class_from_int),
    with_arguments(c"from_fields($type, fields, format=None)\n--\n\nFrom named fields.",
        c"from_fields", ffi::METH_CLASS, class_from_fields),
    with_arguments(c"from_uuid($type, uuid, format=None)\n--\n\nFrom a uuid.UUID.",
        c"from_uuid", ffi::METH_CLASS, class_from_uuid),
    with_arguments(c"at($type, time, format=None)\n--\n\nA new id with a given time.",
        c"at", ffi::METH_CLASS, class_new_at),
    with_arguments(c"prefix_range($type, prefix, format=None)\n--\n\nThe ids whose canonical text begins with a prefix.",
        c"prefix_range", ffi::METH_CLASS, class_prefix_range),
    plain(c"__get_pydantic_core_schema__($type, *asked)\n--\n\nThe schema for pydantic.",
        c"__get_pydantic_core_schema__", ffi::METH_CLASS | ffi::METH_VARARGS, schema),
];

const AT: [(&CStr, ffi::PyCFunctionWithKeywords, &str); 2] = [
    (c"min_at", class_min_at, "smallest"),
    (c"max_at", class_max_at, "largest"),
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
    for (name, function, doc) in AT {
        let doc = format!("The {doc} id of the tick in which an instant lies.");
        table.push(with_options(
            "$type, time, format=None",
            &doc,
            name,
            ffi::METH_CLASS,
            function,
        )?);
    }
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
