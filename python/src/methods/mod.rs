//! The method tables of ids and their classes.

mod of_class;
mod of_id;

use std::ffi::{CStr, CString, c_int};

use pyo3::ffi;
use pyo3::prelude::*;
use sortid::options::OPTIONS;

use crate::boundary::Signature;
use of_class::{class_max_at, class_min_at, class_range, init_subclass};
pub(crate) use of_class::{ends, range_of};
use of_id::{
    bytes, bytes_in, conform, convert, copy, method_format, predecessor, reduce, successor,
    timestamp_with,
};

/// The signature of a method; the last parameter of a class method is the format.
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

/// A method that receives no argument, one, or a tuple.
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
        // Leaked: the class refers to it.
        ml_doc: doc.into_raw(),
    })
}

#[rustfmt::skip]
const METHODS: &[ffi::PyMethodDef] = &[
    plain(c"__format__($self, format_spec, /)\n--\n\nA text form by name, or the text formatted as a str.",
        c"__format__", ffi::METH_O, method_format),
    plain(c"__bytes__($self)\n--\n\nThe big-endian bytes.", c"__bytes__", ffi::METH_NOARGS, bytes),
    with_arguments(c"bytes_in($self, order)\n--\n\nThe 16 bytes in another byte order.", c"bytes_in", 0, bytes_in),
    plain(c"__copy__($self)\n--\n\nThe id itself.", c"__copy__", ffi::METH_NOARGS, copy),
    plain(c"__deepcopy__($self, memo, /)\n--\n\nThe id itself.", c"__deepcopy__", ffi::METH_O, copy),
    plain(c"__reduce__($self)\n--\n\nHow the id is pickled.", c"__reduce__", ffi::METH_NOARGS, reduce),
    plain(c"__conform__($self, protocol, /)\n--\n\nThe parameter for a database driver (PEP 246).",
        c"__conform__", ffi::METH_O, conform),
    plain(c"successor($self)\n--\n\nThe id whose integer is greater by one.", c"successor", ffi::METH_NOARGS, successor),
    plain(c"predecessor($self)\n--\n\nThe id whose integer is less by one.", c"predecessor", ffi::METH_NOARGS, predecessor),
    with_arguments(c"convert($self, format)\n--\n\nThe same id in another format.", c"convert", 0, convert),
];

const AT: [(&CStr, ffi::PyCFunctionWithKeywords, &str); 2] = [
    (c"min_at", class_min_at, "smallest"),
    (c"max_at", class_max_at, "largest"),
];

/// The methods of `Id`, and the final zeros.
pub(crate) fn table() -> PyResult<Vec<ffi::PyMethodDef>> {
    let mut table = [METHODS, of_class::METHODS, &[of_class::SCHEMA]].concat();
    table.push(with_options(
        "$self",
        "The time of an id with options for reading.",
        c"timestamp_with",
        0,
        timestamp_with,
    )?);
    add_ranges(&mut table, "")?;
    let init_subclass = ffi::PyMethodDefPointer {
        PyCFunctionWithKeywords: init_subclass,
    };
    let flags = ffi::METH_CLASS | ffi::METH_VARARGS | ffi::METH_KEYWORDS;
    table.push(method(c"", c"__init_subclass__", flags, init_subclass));
    table.push(ffi::PyMethodDef::zeroed());
    Ok(table)
}

/// The methods of `AnyId`, and the final zeros.
pub(crate) fn table_of_any() -> PyResult<Vec<ffi::PyMethodDef>> {
    let mut table = of_class::METHODS_OF_ANY.to_vec();
    add_ranges(&mut table, ", format")?;
    table.push(ffi::PyMethodDef::zeroed());
    Ok(table)
}

/// Adds the class methods with options.
fn add_ranges(table: &mut Vec<ffi::PyMethodDef>, format: &str) -> PyResult<()> {
    for (name, function, doc) in AT {
        let doc = format!("The {doc} id of the tick that contains an instant.");
        let parameters = format!("$type, time{format}");
        table.push(with_options(
            &parameters,
            &doc,
            name,
            ffi::METH_CLASS,
            function,
        )?);
    }
    table.push(with_options(
        &format!("$type, start, stop{format}"),
        "The ids of the half-open interval from start to stop.",
        c"range",
        ffi::METH_CLASS,
        class_range,
    )?);
    Ok(())
}
