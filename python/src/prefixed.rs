//! Parsing and formatting of prefixed ids; the classes are in `sortid/_prefixed.py`.

use pyo3::prelude::*;
use sortid::{Prefix, TypeId};

use crate::errors::{OrRaise, raise};
use crate::format::{PyFormat, member};
use crate::object::PyId;
use crate::text::with_text;
use crate::time::PyTimestamp;

/// Parses a prefix argument.
fn prefix_of_user(given: &Bound<'_, PyAny>) -> PyResult<Prefix> {
    let py = given.py();
    with_text(given.as_borrowed(), |given| {
        Prefix::try_from(given).or_raise_for(py, given)
    })?
}

/// Parses a text, with the given prefix or any, to its prefix and id.
#[pyfunction]
#[pyo3(signature = (text, format, prefix = None))]
pub(crate) fn prefixed_parse(
    text: Bound<'_, PyAny>,
    format: PyFormat,
    prefix: Option<Bound<'_, PyAny>>,
) -> PyResult<(String, PyId)> {
    let expected = prefix.as_ref().map(prefix_of_user).transpose()?;
    let py = text.py();
    let read = with_text(text.as_borrowed(), |text| {
        let read = match &expected {
            Some(prefix) => TypeId::parse_expecting(text, format.0, prefix),
            None => TypeId::parse(text, format.0),
        };
        let expected = expected.as_ref().map_or("", Prefix::as_str);
        read.map_err(|error| raise(py, error, error.describe(text).with_prefix(expected)))
    })??;
    Ok((read.prefix().as_str().to_owned(), PyId(read.id())))
}

/// The text of a prefixed id.
#[pyfunction]
pub(crate) fn prefixed_text(prefix: Bound<'_, PyAny>, id: PyId) -> PyResult<String> {
    let prefixed = TypeId::new(prefix_of_user(&prefix)?, id.0);
    prefixed.or_raise(prefix.py()).map(String::from)
}

/// The format in which new prefixed ids and bounds are generated: uuid7 for any_uuid.
#[pyfunction]
pub(crate) fn made_with_prefix<'py>(
    py: Python<'py>,
    format: PyFormat,
) -> PyResult<Bound<'py, PyAny>> {
    Ok(member(py, format.0.generated_with_prefix())?.to_owned())
}

/// The time of a prefixed id; for an `any_uuid` the time of its version.
#[pyfunction]
pub(crate) fn prefixed_timestamp(py: Python<'_>, id: PyId) -> PyResult<PyTimestamp> {
    let time = TypeId::new(Prefix::EMPTY, id.0).and_then(|prefixed| prefixed.timestamp());
    time.or_raise(py).map(PyTimestamp::from)
}

/// A regular expression for texts with a prefix.
#[pyfunction]
pub(crate) fn prefixed_pattern(prefix: Bound<'_, PyAny>, format: PyFormat) -> PyResult<String> {
    TypeId::pattern(&prefix_of_user(&prefix)?, format.0).or_raise(prefix.py())
}

/// The prefix of a text, before its last `_`; empty without a valid prefix.
#[pyfunction]
pub(crate) fn prefix_of(text: Bound<'_, PyAny>) -> PyResult<String> {
    with_text(text.as_borrowed(), |text| {
        sortid::prefix_of(text).to_owned()
    })
}
