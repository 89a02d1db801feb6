//! The class `sortid.Generator`.

use pyo3::exceptions::PyTypeError;
use pyo3::prelude::*;
use pyo3::sync::PyOnceLock;
use pyo3::types::{PyBytes, PyDict, PyList, PyTuple, PyType};
use sortid::{AnyId, ErrorCode, Format, Generator, Options, Reseed};

use crate::bulk;
use crate::closable::Closable;
use crate::declared::PyIdType;
use crate::errors::{OrRaise, refused, shown};
use crate::format::{PyFormat, member};
use crate::functions::next_id;
use crate::methods::{ends, range_of};
use crate::numbers::{Count, integer};
use crate::object::PyId;
use crate::options::{Given, seed};
use crate::time::{Instant, PyTimestamp, interval};

/// Generates unique ids of one format, each greater than the one before.
#[pyclass(frozen, generic, name = "Generator", module = "sortid")]
pub(crate) struct PyGenerator {
    format: Format,
    generator: Closable,
    /// The `sortid.IdType` of the ids.
    kind: Option<Py<PyAny>>,
}

impl PyGenerator {
    /// An id for the caller: of the declared type, if there is one.
    fn typed<'py>(&self, py: Python<'py>, id: AnyId) -> PyResult<Bound<'py, PyAny>> {
        match &self.kind {
            Some(kind) => kind.bind(py).call_method1("_of", (PyId(id),)),
            None => PyId(id).into_pyobject(py),
        }
    }

    /// The id of an argument, without the prefix, in the format of the generator.
    fn untyped(&self, id: Bound<'_, PyAny>) -> PyResult<AnyId> {
        let Some(kind) = &self.kind else {
            return Ok(id.extract::<PyId>()?.0);
        };
        let py = id.py();
        let id = kind
            .bind(py)
            .call_method1("_untyped", (id,))?
            .extract::<PyId>()?
            .0;
        // A type of any_uuid, which is read-only, accepts ids of the generated format.
        match id.format() == self.format {
            true => Ok(id),
            false => id.convert(self.format).or_raise(py),
        }
    }
}

#[pymethods]
impl PyGenerator {
    #[new]
    #[pyo3(signature = (format, **options))]
    fn new(
        py: Python<'_>,
        format: Bound<'_, PyAny>,
        options: Option<&Bound<'_, PyDict>>,
    ) -> PyResult<Self> {
        let declared = format.cast::<PyIdType>().ok();
        let (kind, base, format) = match &declared {
            Some(kind) => {
                let declared = &kind.get().kind;
                let format = declared.generated_format();
                (
                    Some(kind.as_any().clone().unbind()),
                    declared.options().clone(),
                    format,
                )
            }
            None => (None, Options::new(), format.extract::<PyFormat>()?.0),
        };
        let mut on_file = false;
        for name in ["state_file", "lease_file"] {
            let file = options.map(|options| options.get_item(name));
            let file = file.transpose()?.flatten();
            on_file |= file.is_some_and(|file| !file.is_none());
        }
        let set = Given::dict(py, options, base)?;
        // Detached from the interpreter, because opening a locked file waits.
        let created = py.detach(|| Generator::dynamic(format, &set));
        Ok(Self {
            format,
            generator: Closable::new(created.or_raise(py)?, on_file),
            kind,
        })
    }

    /// The format.
    #[getter]
    fn format<'py>(&self, py: Python<'py>) -> PyResult<Bound<'py, PyAny>> {
        member(py, self.format).map(|member| member.to_owned())
    }

    /// The next id, at the system's time.
    fn next<'py>(&self, py: Python<'py>) -> PyResult<Bound<'py, PyAny>> {
        let id = next_id(py, &*self.generator.lend()?)?;
        self.typed(py, id)
    }

    /// The next id of a generator with a manual clock.
    fn next_at<'py>(&self, py: Python<'py>, time: Instant) -> PyResult<Bound<'py, PyAny>> {
        let id = self.generator.lend()?.next_at(time.0).or_raise(py)?;
        self.typed(py, id)
    }

    /// The next id, greater than the given one and all earlier ids.
    #[pyo3(signature = (id, time = None))]
    fn next_after<'py>(
        &self,
        py: Python<'py>,
        id: Bound<'py, PyAny>,
        time: Option<Instant>,
    ) -> PyResult<Bound<'py, PyAny>> {
        let (generator, id) = (self.generator.lend()?, self.untyped(id)?);
        let next = match time {
            Some(time) => generator.next_after_at(id, time.0),
            None => py.detach(|| generator.next_after(id)),
        };
        self.typed(py, next.or_raise(py)?)
    }

    /// The time of an id, with this generator's options.
    fn timestamp(&self, py: Python<'_>, id: Bound<'_, PyAny>) -> PyResult<PyTimestamp> {
        let time = self
            .generator
            .lend()?
            .timestamp(self.untyped(id)?)
            .or_raise(py)?;
        Ok(PyTimestamp::from(time))
    }

    /// The range of the half-open interval from start to stop, with this generator's options.
    fn range<'py>(
        &self,
        py: Python<'py>,
        start: Option<Instant>,
        stop: Option<Instant>,
    ) -> PyResult<Bound<'py, PyAny>> {
        let generator = self.generator.lend()?;
        let (start, stop) = interval(start, stop)?;
        let ids = generator.open_range(start, stop).or_raise(py)?;
        match &self.kind {
            None => ends(py, ids),
            Some(_) => {
                let (min, max) = ids.into_inner();
                range_of(py, (self.typed(py, min)?, self.typed(py, max)?))
            }
        }
    }

    /// The next ids as canonical texts.
    fn next_texts<'py>(&self, py: Python<'py>, count: Count) -> PyResult<Bound<'py, PyList>> {
        match &self.kind {
            None => bulk::next_texts(py, &*self.generator.lend()?, count.0),
            Some(_) => {
                let ids = self.next_ids(py, count)?;
                PyList::new(
                    py,
                    ids.iter()
                        .map(|id| id.str())
                        .collect::<PyResult<Vec<_>>>()?,
                )
            }
        }
    }

    /// The next ids.
    fn next_ids<'py>(&self, py: Python<'py>, count: Count) -> PyResult<Bound<'py, PyList>> {
        let ids = bulk::next_ids(py, &*self.generator.lend()?, count.0)?;
        let Some(kind) = &self.kind else {
            return Ok(ids);
        };
        let of = kind.bind(py).getattr("_of")?;
        PyList::new(
            py,
            ids.iter()
                .map(|id| of.call1((id,)))
                .collect::<PyResult<Vec<_>>>()?,
        )
    }

    /// The next ids as big-endian bytes, one after another.
    fn next_bytes<'py>(&self, py: Python<'py>, count: Count) -> PyResult<Bound<'py, PyBytes>> {
        bulk::next_bytes(py, &*self.generator.lend()?, count.0)
    }

    /// Fills a writable buffer with ids and returns their number.
    fn fill(&self, py: Python<'_>, buffer: &Bound<'_, PyAny>) -> PyResult<usize> {
        bulk::fill(py, &*self.generator.lend()?, buffer)
    }

    /// The current status.
    #[getter]
    fn status<'py>(&self, py: Python<'py>) -> PyResult<Bound<'py, PyAny>> {
        static CLASS: PyOnceLock<Py<PyType>> = PyOnceLock::new();
        let status = self.generator.lend()?.status();
        let class = CLASS.import(py, "sortid._status", "Status")?;
        class.call1((
            status.ids,
            status.lead_ns,
            status.rollbacks,
            status.node_origin.name(),
            status.node_reason,
        ))
    }

    /// The node of the next ids.
    #[getter]
    fn node(&self, py: Python<'_>) -> PyResult<Option<u64>> {
        self.generator.lend()?.node().or_raise(py)
    }

    /// Draws a new node and random bits, as after a fork.
    #[pyo3(signature = (*, seed = None, node = None))]
    fn reseed(
        &self,
        py: Python<'_>,
        seed: Option<&Bound<'_, PyAny>>,
        node: Option<&Bound<'_, PyAny>>,
    ) -> PyResult<()> {
        let mut with = Reseed::new();
        if let Some(given) = seed {
            with = with.seed(self::seed(given)?);
        }
        if let Some(node) = node {
            let int = integer::<i128>(node.as_borrowed())?;
            let int = int.and_then(|node| u64::try_from(node).ok());
            with = with.node(int.ok_or_else(|| {
                let sentence = format!(
                    "node must be an integer from 0 to 2^64 - 1, not {}",
                    shown(node)
                );
                refused(py, ErrorCode::InvalidOption, "node", sentence)
            })?);
        }
        self.generator.lend()?.reseed(with).or_raise(py)
    }

    /// Closes the state file after running calls; later calls raise a ValueError.
    fn close(&self, py: Python<'_>) {
        py.detach(|| self.generator.close());
    }

    fn __enter__(this: Py<Self>) -> PyResult<Py<Self>> {
        this.get().generator.lend()?;
        Ok(this)
    }

    #[pyo3(signature = (*_exception))]
    fn __exit__(&self, py: Python<'_>, _exception: &Bound<'_, PyTuple>) {
        self.close(py);
    }

    fn __iter__(this: Py<Self>) -> Py<Self> {
        this
    }

    fn __next__<'py>(&self, py: Python<'py>) -> PyResult<Bound<'py, PyAny>> {
        self.next(py)
    }

    fn __repr__(&self) -> String {
        format!("<sortid.Generator of {}>", self.format)
    }

    fn __reduce__(&self) -> PyResult<()> {
        let message = "a generator cannot be pickled: the copy would repeat its ids";
        Err(PyTypeError::new_err(message))
    }
}
