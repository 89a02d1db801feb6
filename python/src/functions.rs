//! The functions of the module. Those that generate or parse one id bypass PyO3 for speed.

use std::ffi::CString;
use std::time::Duration;

use pyo3::exceptions::PyTypeError;
use pyo3::ffi;
use pyo3::prelude::*;
use pyo3::types::{PyBytes, PyDict, PyModule, PyString};
use sortid::options::Epoch;
use sortid::{AnyId, Error, ErrorCode, Format, Generator, TypedId};

use crate::boundary::enter;
use crate::errors::{OrRaise, raise, shown};
use crate::format::{PyFormat, format_of, member};
use crate::id::corrected;
use crate::object::{PyId, new_object};
use crate::text::with_text;
use crate::uuids;

type Object = *mut ffi::PyObject;

/// How often a waiting call checks for signals: after 50 ms, then every 3.1 s, which is longer than
/// the three seconds after which a locked state file is an error.
const SLICE: Duration = Duration::from_millis(50);
const LONG_SLICE: Duration = Duration::from_millis(3100);

/// The next id of a generator. Other threads can run Python while this waits; Ctrl-C interrupts it.
#[inline(always)]
pub(crate) fn next_id(py: Python<'_>, generator: &Generator) -> PyResult<AnyId> {
    match generator.next_within(Duration::ZERO) {
        Ok(Some(id)) => Ok(id),
        Ok(None) => next_id_later(py, generator),
        Err(error) => Err(raise(py, error, error)),
    }
}

#[cold]
fn next_id_later(py: Python<'_>, generator: &Generator) -> PyResult<AnyId> {
    let mut slice = SLICE;
    loop {
        match py.detach(|| generator.next_within(slice)).or_raise(py)? {
            Some(id) => return Ok(id),
            None => py.check_signals()?,
        }
        slice = LONG_SLICE;
    }
}

/// A new id of a format's default generator.
unsafe extern "C" fn new_of<T: TypedId>(
    _module: Object,
    _args: *mut Object,
    nargs: ffi::Py_ssize_t,
) -> Object {
    match const { T::FORMAT.is_compiled_apart() } {
        true => new_by(T::FORMAT, nargs, || {
            sortid::new_of_within::<T>(Duration::ZERO)
        }),
        false => new_of_format(T::FORMAT, nargs),
    }
}

#[inline(never)]
fn new_of_format(format: Format, nargs: ffi::Py_ssize_t) -> Object {
    new_by(format, nargs, || {
        sortid::default_generator(format)?.next_within(Duration::ZERO)
    })
}

/// A new id from `make`, or by waiting if it returns `None`.
#[inline(always)]
fn new_by(
    format: Format,
    nargs: ffi::Py_ssize_t,
    make: impl FnOnce() -> Result<Option<AnyId>, Error>,
) -> Object {
    enter(|py| {
        if nargs != 0 {
            return Err(takes_no_arguments(format));
        }
        let id = match make() {
            Ok(Some(id)) => id,
            Ok(None) => next_id_later(py, default_of(py, format)?)?,
            Err(error) => return Err(raise(py, error, error)),
        };
        Ok(new_object(py, id))
    })
}

fn default_of(py: Python<'_>, format: Format) -> PyResult<&'static Generator> {
    sortid::default_generator(format).or_raise(py)
}

#[cold]
fn takes_no_arguments(format: Format) -> PyErr {
    PyTypeError::new_err(format!("{format}() takes no arguments"))
}

macro_rules! functions {
    ($($type:ty)*) => {
        /// A function for each format, including those that cannot be generated, ordered by code.
        const NEW_IDS: [(Format, ffi::PyCFunctionFast); Format::ALL.len()] = [$(of::<$type>()),*];
    };
}

sortid::with_types!(functions);

const fn of<T: TypedId>() -> (Format, ffi::PyCFunctionFast) {
    (T::FORMAT, new_of::<T>)
}

/// The next id of a format's default generator.
pub(crate) fn new(py: Python<'_>, format: Format) -> PyResult<AnyId> {
    next_id(py, default_of(py, format)?)
}

/// Adds the functions that bypass PyO3.
pub(crate) fn add_to(module: &Bound<'_, PyModule>) -> PyResult<()> {
    for (format, function) in NEW_IDS {
        if !(format.is_known() && format.can_generate()) {
            continue;
        }
        let mut doc = format!(
            "{format}()\n--\n\nA new id of the process-wide generator: {}.",
            format.summary()
        );
        if let Some(node) = format.shared_node() {
            let remedy = node.remedy(node.option, "lease_file");
            doc += &format!("\n\n{node}\n{remedy}");
        }
        let function = ffi::PyMethodDefPointer {
            PyCFunctionFast: function,
        };
        add(module, format.name(), &doc, ffi::METH_FASTCALL, function)?;
    }
    Ok(())
}

fn add(
    module: &Bound<'_, PyModule>,
    name: &str,
    doc: &str,
    flags: i32,
    function: ffi::PyMethodDefPointer,
) -> PyResult<()> {
    let py = module.py();
    // Leaked: the function refers to it.
    let definition = Box::leak(Box::new(ffi::PyMethodDef {
        ml_name: CString::new(name)?.into_raw(),
        ml_meth: function,
        ml_flags: flags,
        ml_doc: CString::new(doc)?.into_raw(),
    }));
    let (of, package) = (module.as_ptr(), PyString::new(py, "sortid"));
    // SAFETY: the flags are those of the function's calling convention. Returns a new reference, or
    // null with an exception set.
    let function = unsafe {
        let function = ffi::PyCFunction_NewEx(definition, of, package.as_ptr());
        Bound::from_owned_ptr_or_err(py, function)?
    };
    module.add(name, function)
}

/// Whether `parse` would accept a text or bytes; false for any other object.
pub(crate) fn is_valid(text: Borrowed<'_, '_, PyAny>, format: Format) -> PyResult<bool> {
    if text.is_instance_of::<PyString>() {
        return with_text(text, |text| AnyId::is_valid(text, format));
    }
    let bytes = text.cast::<PyBytes>();
    Ok(bytes.is_ok_and(|bytes| AnyId::from_bytes(bytes.as_bytes(), format).is_ok()))
}

/// All possible readings of a text, likeliest first.
#[pyfunction]
pub(crate) fn readings(text: Bound<'_, PyAny>) -> PyResult<Vec<(PyId, Option<&'static str>)>> {
    with_text(text.as_borrowed(), |text| {
        let readings = sortid::inspect(text).readings();
        readings
            .map(|reading| (PyId(reading.id), reading.epoch.map(Epoch::name)))
            .collect()
    })
}

/// Suggests ids for a rejected text, each with its corrections.
#[pyfunction]
pub(crate) fn suggestions(text: Bound<'_, PyAny>) -> PyResult<Vec<(PyId, Vec<&'static str>)>> {
    with_text(text.as_borrowed(), |text| {
        let suggestions = sortid::inspect(text).suggestions();
        suggestions
            .map(|suggestion| corrected(suggestion.id, suggestion.corrections))
            .collect()
    })
}

/// The ids in a text, each with its start and end in code points.
#[pyfunction]
pub(crate) fn find_ids(
    text: Bound<'_, PyAny>,
    formats: Option<Vec<PyFormat>>,
) -> PyResult<Vec<(PyId, usize, usize)>> {
    let formats = formats.map(|formats| {
        formats
            .into_iter()
            .map(|format| format.0)
            .collect::<Vec<_>>()
    });
    with_text(text.as_borrowed(), |text| {
        let (mut passed, mut points) = (0, 0);
        let found = sortid::find_ids(text, formats.as_deref());
        let found = found.map(|(place, id)| {
            let before = text.get(passed..place.start).unwrap_or_default();
            // Each code point has exactly one byte that is not a continuation byte.
            let start = points + before.iter().filter(|&&byte| byte & 0xC0 != 0x80).count();
            (passed, points) = (place.end, start + place.len());
            (PyId(id), start, points)
        });
        found.collect()
    })
}

/// The error of each format that rejects a text.
#[pyfunction]
pub(crate) fn errors(text: Bound<'_, PyAny>) -> PyResult<Bound<'_, PyDict>> {
    let py = text.py();
    let errors = PyDict::new(py);
    with_text(text.as_borrowed(), |text| {
        for (format, error) in sortid::inspect(text).errors() {
            let error = raise(py, error, error.describe(text)).into_value(py);
            errors.set_item(member(py, format)?, error)?;
        }
        Ok(errors)
    })?
}

/// The name of a format, or a text unchanged, which may be a name that only `convert` accepts.
fn name_of(object: &Bound<'_, PyAny>) -> PyResult<String> {
    match object.cast::<PyString>() {
        Ok(name) => with_text(name.as_any().as_borrowed(), |name| {
            String::from_utf8_lossy(name).into_owned()
        }),
        Err(_) => Ok(format_of(object.as_borrowed())?.name().to_owned()),
    }
}

/// Converts text, big-endian bytes or a `uuid.UUID` from one format to another, including formats
/// that only this function accepts.
#[pyfunction]
#[pyo3(signature = (value, source, target))]
pub(crate) fn convert<'py>(
    py: Python<'py>,
    value: Bound<'py, PyAny>,
    source: Bound<'py, PyAny>,
    target: Bound<'py, PyAny>,
) -> PyResult<(String, Bound<'py, PyBytes>)> {
    let (source, target) = (name_of(&source)?, name_of(&target)?);
    let converted = if let Ok(bytes) = value.cast::<PyBytes>() {
        sortid::convert_bytes(bytes.as_bytes(), &source, &target)
    } else if value.is_instance_of::<PyString>() {
        with_text(value.as_borrowed(), |text| {
            sortid::convert(text, &source, &target)
        })?
    } else {
        let value = value.as_borrowed();
        let int = uuids::int_of_uuid(value)?.ok_or_else(|| uuids::is_none(value))?;
        sortid::convert_bytes(&int.to_be_bytes(), &source, &target)
    };
    let converted = converted.map_err(|error| {
        let is_unknown = |name: &String| {
            let error = sortid::convert_bytes(&[], name, name).err();
            error.is_some_and(|error| error.code() == ErrorCode::UnknownFormat)
        };
        let unknown = [source, target].into_iter().find(is_unknown);
        let given = unknown.unwrap_or_else(|| shown(&value));
        raise(py, error, error.describe(&given))
    })?;
    let bytes = PyBytes::new(py, &converted.bytes);
    Ok((converted.text.as_str().to_owned(), bytes))
}

/// Makes every generator of this process draw a new node and random bits before its next id.
#[pyfunction]
pub(crate) fn reseed(py: Python<'_>) -> PyResult<()> {
    sortid::reseed().or_raise(py)
}
