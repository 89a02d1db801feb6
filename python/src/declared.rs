//! Declared types of ids; `sortid/_typeid.py` adds the parts for Python's libraries.

use pyo3::exceptions::PyTypeError;
use pyo3::prelude::*;
use pyo3::types::{PyDict, PyString, PyType};
use sortid::{AnyTypeId, ErrorCode, Format, IdType, Prefix};

use crate::errors::{OrRaise, raise, refused};
use crate::format::{PyFormat, member};
use crate::functions::next_id;
use crate::numbers::hash_of;
use crate::object::{PyId, new_typed};
use crate::options::Given;
use crate::text::with_text;
use crate::time::{Instant, PyTimestamp, interval};

/// The part of `sortid.IdType` that the core implements. Its ids have no prefix.
#[pyclass(frozen, subclass, name = "IdType", module = "sortid._sortid")]
pub(crate) struct PyIdType {
    pub(crate) kind: IdType,
}

#[pymethods]
impl PyIdType {
    /// A text as the first argument is a prefix, everything else a format.
    #[new]
    #[pyo3(signature = (prefix = None, format = None, **options))]
    fn new(
        py: Python<'_>,
        prefix: Option<Bound<'_, PyAny>>,
        format: Option<Bound<'_, PyAny>>,
        options: Option<&Bound<'_, PyDict>>,
    ) -> PyResult<Self> {
        let (prefix, format) = match (prefix, format) {
            (Some(prefix), format) if prefix.is_instance_of::<PyString>() => (Some(prefix), format),
            (Some(format), None) => (None, Some(format)),
            (None, Some(format)) => (None, Some(format)),
            (Some(_), Some(_)) => return Err(PyTypeError::new_err("expected a str as the prefix")),
            (None, None) => return Err(PyTypeError::new_err("expected a prefix or a format")),
        };
        let format = format
            .map(|format| format.extract::<PyFormat>())
            .transpose()?;
        let mut kind = IdType::new(format.map_or(Format::AnyUuid, |format| format.0));
        if let Some(given) = prefix {
            let (format, prefix) = with_text(given.as_borrowed(), |text| {
                let known = Format::ALL
                    .iter()
                    .find(|known| known.name().as_bytes() == text);
                let known = known.filter(|_| format.is_none());
                (known, Prefix::try_from(text).or_raise_for(py, text))
            })?;
            if let Some(format) = format {
                let sentence = format!(
                    "{format} is the name of a format: pass Format.{format} for ids without prefix, \
                     or prefix and format"
                );
                return Err(refused(py, ErrorCode::InvalidOption, "prefix", sentence));
            }
            kind = kind.with_prefix(prefix?).or_raise(py)?;
        }
        let kind = kind.with_options(&Given::reading(py, options)?);
        Ok(Self {
            kind: kind.or_raise(py)?,
        })
    }

    /// The prefix, without `_`; `None` for ids without prefix.
    #[getter]
    fn prefix(&self) -> Option<&str> {
        self.kind.prefix().map(Prefix::as_str)
    }

    /// The format.
    #[getter]
    fn format<'py>(&self, py: Python<'py>) -> PyResult<Bound<'py, PyAny>> {
        Ok(member(py, self.kind.format())?.to_owned())
    }

    /// Parses a text with the prefix.
    fn _read(&self, text: Bound<'_, PyAny>) -> PyResult<PyId> {
        let py = text.py();
        let prefix = self.kind.prefix().map_or("", Prefix::as_str);
        with_text(text.as_borrowed(), |text| {
            let read = self.kind.parse(text).map(PyId);
            read.map_err(|error| raise(py, error, error.describe(text).with_prefix(prefix)))
        })?
    }

    /// Converts an id of the generated format to the format of the type.
    fn _id(&self, py: Python<'_>, id: PyId) -> PyResult<PyId> {
        self.kind.id(id.0).or_raise(py).map(PyId)
    }

    /// The text of an id, with the prefix.
    fn _text(&self, py: Python<'_>, id: PyId) -> PyResult<String> {
        let text = self.kind.to_text(id.0).or_raise(py)?;
        Ok(text.to_string())
    }

    /// The time of an id, by the options of the type.
    fn _timestamp(&self, py: Python<'_>, id: PyId) -> PyResult<PyTimestamp> {
        let time = self.kind.timestamp(id.0).or_raise(py)?;
        Ok(PyTimestamp::from(time))
    }

    /// A new id of the generator that all equal types share.
    fn _now(&self, py: Python<'_>) -> PyResult<PyId> {
        let id = next_id(py, self.kind.default_generator().or_raise(py)?)?;
        self._id(py, PyId(id))
    }

    /// A new id with a given time.
    fn _at(&self, py: Python<'_>, time: Instant) -> PyResult<PyId> {
        self.kind.at(time.0).or_raise(py).map(PyId)
    }

    /// The smallest and largest id of a tick.
    fn _tick(&self, py: Python<'_>, time: Instant) -> PyResult<(PyId, PyId)> {
        let min = self.kind.min_at(time.0).or_raise(py)?;
        Ok((PyId(min), PyId(self.kind.max_at(time.0).or_raise(py)?)))
    }

    /// The smallest and largest id of an interval.
    fn _range(
        &self,
        py: Python<'_>,
        start: Option<Instant>,
        stop: Option<Instant>,
    ) -> PyResult<(PyId, PyId)> {
        let (start, stop) = interval(start, stop)?;
        let (min, max) = self.kind.range(start, stop).or_raise(py)?.into_inner();
        Ok((PyId(min), PyId(max)))
    }

    /// A regular expression for texts with the prefix; `None` for ids without prefix.
    fn _pattern(&self, py: Python<'_>) -> PyResult<Option<String>> {
        let pattern = |prefix| AnyTypeId::pattern(prefix, self.kind.format()).or_raise(py);
        self.kind.prefix().map(pattern).transpose()
    }

    fn __eq__(&self, other: &Self) -> bool {
        self.kind == other.kind
    }

    fn __hash__(&self) -> u64 {
        let prefix = self.kind.prefix().map_or("", Prefix::as_str);
        hash_of(&(self.kind.format().code(), prefix))
    }
}

/// Parses a text with any prefix; returns the prefix and the id.
#[pyfunction]
pub(crate) fn prefixed_parse(text: Bound<'_, PyAny>, format: PyFormat) -> PyResult<(String, PyId)> {
    let py = text.py();
    let read = with_text(text.as_borrowed(), |text| {
        AnyTypeId::parse(text, format.0).or_raise_for(py, text)
    })??;
    Ok((read.prefix().as_str().to_owned(), PyId(read.id())))
}

/// A new instance of the subclass `TypeId`, without its type.
#[pyfunction]
pub(crate) fn typed<'py>(class: &Bound<'py, PyType>, id: PyId) -> PyResult<Bound<'py, PyAny>> {
    new_typed(class, id.0)
}

/// The id of a `TypeId`, as an instance of the class of its format.
#[pyfunction]
pub(crate) fn untyped(id: PyId) -> PyId {
    id
}

/// The prefix of a text, before its last `_`; empty without a valid prefix.
#[pyfunction]
pub(crate) fn prefix_of(text: Bound<'_, PyAny>) -> PyResult<String> {
    with_text(text.as_borrowed(), |text| {
        sortid::prefix_of(text).to_owned()
    })
}
