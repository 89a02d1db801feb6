//! The methods of an id.

use std::ptr;

use pyo3::ffi;
use pyo3::prelude::*;
use pyo3::types::{PyBytes, PyDict};
use sortid::{AnyId, Form};

use super::of_class::{named, order_named};
use super::signature;
use crate::boundary::{Signature, enter};
use crate::errors::OrRaise;
use crate::format::format_of;
use crate::id::{Object, bytes_of, owned, to_object};
use crate::object::{any_class, id_of};
use crate::options::Given;
use crate::text::with_text;
use crate::time::PyTimestamp;

const CONVERT: Signature<1> = signature("convert", ["format"], 1);
const BYTES_IN: Signature<1> = signature("bytes_in", ["order"], 1);
const NOTHING: Signature<0> = signature("timestamp_with", [], 0);

/// A text form by name, or the canonical text formatted as a `str`.
fn format_spec(py: Python<'_>, id: AnyId, spec: Borrowed<'_, '_, PyAny>) -> PyResult<Object> {
    let form = with_text(spec, |spec| named(Form::ALL, Form::name, spec))?;
    if let Some(form) = form {
        return owned(py, id.to_form(form).or_raise(py)?.as_str());
    }
    let text = id.to_text().as_str().into_pyobject(py)?;
    Ok(text.call_method1("__format__", (spec,))?.into_ptr())
}

pub(super) unsafe extern "C" fn convert(
    object: Object,
    args: *const Object,
    nargs: ffi::Py_ssize_t,
    kwnames: Object,
) -> Object {
    // SAFETY: the interpreter calls a method on an instance.
    let id = unsafe { id_of(object) };
    enter(|py| {
        // SAFETY: the interpreter passes arguments by this calling convention.
        let [Some(format)] = (unsafe { CONVERT.bind(py, args, nargs, kwnames)? }) else {
            return Ok(ptr::null_mut());
        };
        to_object(py, id.convert(format_of(format)?).or_raise(py)?)
    })
}

pub(super) unsafe extern "C" fn bytes_in(
    object: Object,
    args: *const Object,
    nargs: ffi::Py_ssize_t,
    kwnames: Object,
) -> Object {
    // SAFETY: the interpreter calls a method on an instance.
    let id = unsafe { id_of(object) };
    enter(|py| {
        // SAFETY: the interpreter passes arguments by this calling convention.
        let [Some(order)] = (unsafe { BYTES_IN.bind(py, args, nargs, kwnames)? }) else {
            return Ok(ptr::null_mut());
        };
        let order = with_text(order, |order| order_named(py, order))??;
        let bytes = id.to_bytes_in(order).or_raise(py)?;
        Ok(PyBytes::new(py, &bytes).into_any().into_ptr())
    })
}

pub(super) unsafe extern "C" fn successor(object: Object, _: Object) -> Object {
    // SAFETY: the interpreter calls a method on an instance.
    let id = unsafe { id_of(object) };
    enter(|py| to_object(py, id.successor().or_raise(py)?))
}

pub(super) unsafe extern "C" fn predecessor(object: Object, _: Object) -> Object {
    // SAFETY: as above.
    let id = unsafe { id_of(object) };
    enter(|py| to_object(py, id.predecessor().or_raise(py)?))
}

pub(super) unsafe extern "C" fn method_format(object: Object, spec: Object) -> Object {
    // SAFETY: the interpreter calls a method on an instance.
    let id = unsafe { id_of(object) };
    // SAFETY: the caller owns a reference to the argument during the call.
    enter(|py| format_spec(py, id, unsafe { Borrowed::from_ptr(py, spec) }))
}

/// PEP 246: the parameter for a database driver.
pub(super) unsafe extern "C" fn conform(object: Object, protocol: Object) -> Object {
    enter(|py| {
        // SAFETY: the caller owns references to the instance and the argument during the call.
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

pub(super) unsafe extern "C" fn copy(object: Object, _: Object) -> Object {
    // SAFETY: a valid object. Ids are immutable, so a copy is a new reference.
    unsafe { ffi::Py_NewRef(object) }
}

pub(super) unsafe extern "C" fn bytes(object: Object, _: Object) -> Object {
    // SAFETY: the interpreter calls a method on an instance.
    let id = unsafe { id_of(object) };
    enter(|py| Ok(bytes_of(py, id).into_any().into_ptr()))
}

/// Pickles by format name, so that every release can unpickle it.
pub(super) unsafe extern "C" fn reduce(object: Object, _: Object) -> Object {
    // SAFETY: the interpreter calls a method on an instance.
    let id = unsafe { id_of(object) };
    enter(|py| {
        // SAFETY: a class that is never freed.
        let class = unsafe { Borrowed::<PyAny>::from_ptr(py, any_class().cast()) };
        owned(py, (class, (id.to_text().as_str(), id.format().name())))
    })
}

pub(super) unsafe extern "C" fn timestamp_with(
    object: Object,
    args: Object,
    kwargs: Object,
) -> Object {
    // SAFETY: the interpreter calls a method on an instance.
    let id = unsafe { id_of(object) };
    enter(|py| {
        // SAFETY: the interpreter passes a tuple, and a dictionary or null.
        let options = unsafe {
            NOTHING.bind_tuple(py, args, ptr::null_mut())?;
            Bound::from_borrowed_ptr_or_opt(py, kwargs)
        };
        let options = options.map(|options| options.cast_into::<PyDict>());
        let options = Given::reading(py, options.transpose()?.as_ref())?;
        let time = id.timestamp_with(&options).or_raise(py)?;
        owned(py, PyTimestamp::from(time))
    })
}
