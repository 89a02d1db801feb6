//! The formats: `sortid/_format.py` creates Python's enumeration from this list.

use pyo3::IntoPyObjectExt;
use pyo3::exceptions::PyTypeError;
use pyo3::prelude::*;
use pyo3::sync::PyOnceLock;
use pyo3::types::{PyDict, PyString, PyTuple};
use sortid::options::OPTIONS;
use sortid::{Database, Format};

use crate::errors::{OrRaise, unexpected};
use crate::object::{class_of, format_of_class};
use crate::text::with_text;

/// The members of the enumeration, in the order of `Format::ALL`.
static MEMBERS: PyOnceLock<Vec<Py<PyAny>>> = PyOnceLock::new();

/// Every format's name and facts, in the order of the codes.
#[pyfunction]
pub(crate) fn formats(py: Python<'_>) -> PyResult<Vec<(&'static str, Bound<'_, PyDict>)>> {
    let facts = |&format: &Format| {
        let facts = PyDict::new(py);
        let put = |name: &str, fact: Bound<'_, PyAny>| facts.set_item(name, fact);
        let number = |name: &str, fact: usize| put(name, fact.into_bound_py_any(py)?);
        let flag = |name: &str, fact: bool| put(name, fact.into_bound_py_any(py)?);
        let text = |name: &str, fact: &str| put(name, fact.into_bound_py_any(py)?);
        number("code", format.code().into())?;
        number("bits", format.bits() as usize)?;
        number("byte_length", format.byte_len())?;
        number("text_length", format.text_len())?;
        number("text_length_min", format.text_len_min())?;
        flag("text_sorts", format.text_sorts())?;
        flag("bytes_sort", format.bytes_sort())?;
        let fields = PyDict::new(py);
        for (name, bits) in format.fields() {
            fields.set_item(name, bits)?;
        }
        put("fields", fields.into_any())?;
        put(
            "resolution_ns",
            format.resolution_ns().into_bound_py_any(py)?,
        )?;
        flag("can_generate", format.can_generate())?;
        flag("is_ordered", format.is_ordered())?;
        flag("takes_prefix", format.takes_prefix())?;
        flag("is_signed", format.is_signed())?;
        let options = OPTIONS.iter().filter(|option| option.is_for(format));
        let options = PyTuple::new(py, options.map(|option| option.name).collect::<Vec<_>>())?;
        put("options", options.into_any())?;
        text("summary", format.summary())?;
        text("specification", format.specification())?;
        // SAFETY: a class that is never freed.
        let class = unsafe { Borrowed::<PyAny>::from_ptr(py, class_of(format).cast()) };
        put("type", class.to_owned())?;
        Ok((format.name(), facts))
    };
    Format::ALL.iter().map(facts).collect()
}

/// Sets the members of the enumeration, in the order of the formats.
#[pyfunction]
pub(crate) fn set_members(py: Python<'_>, members: Vec<Py<PyAny>>) -> PyResult<()> {
    if members.len() != Format::ALL.len() {
        return Err(PyTypeError::new_err("expected one member for each format"));
    }
    // If the Python modules are imported twice, as in tests, the first enumeration remains.
    let _ = MEMBERS.set(py, members);
    Ok(())
}

/// The member of the enumeration for a class or a name.
#[pyfunction]
pub(crate) fn member_of<'py>(py: Python<'py>, format: PyFormat) -> PyResult<Bound<'py, PyAny>> {
    Ok(member(py, format.0)?.to_owned())
}

/// A column: its kind, type without collation, collation, and complete type.
type Declared = (&'static str, String, Option<&'static str>, String);

/// The database column for ids of the format, or for their texts; `None` for an unknown database.
#[pyfunction]
pub(crate) fn stored_column(format: PyFormat, database: &str, text: bool) -> Option<Declared> {
    let column = format.0.column_in(Database::by_name(database)?, text);
    let (data_type, sql_type) = (column.data_type(), column.sql_type());
    Some((
        column.kind().name(),
        data_type.to_string(),
        column.collation(),
        sql_type.to_string(),
    ))
}

/// The condition for a `CHECK` of such a column; `column` is the quoted name.
#[pyfunction]
pub(crate) fn stored_check(
    format: PyFormat,
    database: &str,
    text: bool,
    column: &str,
) -> Option<String> {
    let stored = format.0.column_in(Database::by_name(database)?, text);
    stored.check(column).map(|check| check.to_string())
}

/// The member of the enumeration, which is imported on first use.
pub(crate) fn member(py: Python<'_>, format: Format) -> PyResult<Borrowed<'_, '_, PyAny>> {
    if MEMBERS.get(py).is_none() {
        py.import("sortid._format")?;
    }
    let members = MEMBERS.get(py);
    let member = members.and_then(|members| members.get(format.code() as usize - 1));
    match member {
        Some(member) => Ok(member.bind_borrowed(py)),
        None => Err(PyTypeError::new_err("sortid is only partially imported")),
    }
}

/// A member of the enumeration, a format's class or its name.
#[inline(always)]
pub(crate) fn format_of(object: Borrowed<'_, '_, PyAny>) -> PyResult<Format> {
    if let Some(members) = MEMBERS.get(object.py()) {
        // Not an iterator: code optimized for size does not inline its calls, and this runs for
        // every id.
        let mut nth = 0;
        while nth < members.len().min(Format::ALL.len()) {
            if members[nth].as_ptr() == object.as_ptr() {
                return Ok(Format::ALL[nth]);
            }
            nth += 1;
        }
    }
    format_named(object)
}

#[inline(never)]
fn format_named(object: Borrowed<'_, '_, PyAny>) -> PyResult<Format> {
    if let Some(format) = format_of_class(object.as_ptr()) {
        return Ok(format);
    }
    if !object.is_instance_of::<PyString>() {
        let expected = "a sortid.Format, its class or its name";
        return Err(unexpected(expected, &object));
    }
    let name = with_text(object, |name| String::from_utf8_lossy(name).into_owned())?;
    name.parse().or_raise_for(object.py(), &name)
}

/// A format as an argument of a function that PyO3 wraps.
#[derive(Clone, Copy)]
pub(crate) struct PyFormat(pub(crate) Format);

impl<'py> FromPyObject<'_, 'py> for PyFormat {
    type Error = PyErr;

    fn extract(object: Borrowed<'_, 'py, PyAny>) -> PyResult<Self> {
        format_of(object).map(PyFormat)
    }
}
