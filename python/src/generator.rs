//! The class `sortid.Generator`.

use pyo3::exceptions::PyTypeError;
use pyo3::prelude::*;
use pyo3::sync::PyOnceLock;
use pyo3::types::{PyBytes, PyDict, PyList, PyTuple, PyType};
use sortid::{ErrorCode, Format, Generator, Reseed};

use crate::bulk;
use crate::errors::{OrRaise, refused, shown};
use crate::format::{PyFormat, member};
use crate::functions::next_id;
use crate::held::Held;
use crate::methods::ends;
use crate::numbers::{Count, integer};
use crate::object::PyId;
use crate::options::{Given, seed};
use crate::time::{Instant, PyTimestamp, interval};

/// Generates unique ids of one format, each greater than the one before.
#[pyclass(frozen, generic, name = "Generator", module = "sortid")]
pub(crate) struct PyGenerator {
    format: Format,
    held: Held,
}

#[pymethods]
impl PyGenerator {
    #[new]
    #[pyo3(signature = (format, **options))]
    fn new(
        py: Python<'_>,
        format: PyFormat,
        options: Option<&Bound<'_, PyDict>>,
    ) -> PyResult<Self> {
        let mut on_file = false;
        for name in ["state_file", "lease_file"] {
            let file = options.map(|options| options.get_item(name));
            let file = file.transpose()?.flatten();
            on_file |= file.is_some_and(|file| !file.is_none());
        }
        let (format, set) = (format.0, Given::dict(py, options)?);
        // Detached from the interpreter, because opening a locked file waits.
        let made = py.detach(|| Generator::dynamic(format, &set));
        let held = Held::new(made.or_raise(py)?, on_file);
        Ok(Self { format, held })
    }

    /// The format.
    #[getter]
    fn format<'py>(&self, py: Python<'py>) -> PyResult<Bound<'py, PyAny>> {
        member(py, self.format).map(|member| member.to_owned())
    }

    /// The next id, at the system's time.
    fn next(&self, py: Python<'_>) -> PyResult<PyId> {
        next_id(py, &*self.held.lend()?).map(PyId)
    }

    /// The next id of a generator with a manual clock.
    fn next_at(&self, py: Python<'_>, time: Instant) -> PyResult<PyId> {
        self.held.lend()?.next_at(time.0).or_raise(py).map(PyId)
    }

    /// The next id, greater than the given one and all earlier ids.
    #[pyo3(signature = (id, time = None))]
    fn next_after(&self, py: Python<'_>, id: PyId, time: Option<Instant>) -> PyResult<PyId> {
        let generator = self.held.lend()?;
        let next = match time {
            Some(time) => generator.next_after_at(id.0, time.0),
            None => py.detach(|| generator.next_after(id.0)),
        };
        next.or_raise(py).map(PyId)
    }

    /// The time of an id, with this generator's options.
    fn timestamp(&self, py: Python<'_>, id: PyId) -> PyResult<PyTimestamp> {
        let time = self.held.lend()?.timestamp(id.0).or_raise(py)?;
        Ok(PyTimestamp::from(time))
    }

    /// The range of the half-open interval from start to stop, with this generator's options.
    fn range<'py>(
        &self,
        py: Python<'py>,
        start: Option<Instant>,
        stop: Option<Instant>,
    ) -> PyResult<Bound<'py, PyAny>> {
        let generator = self.held.lend()?;
        let (start, stop) = interval(start, stop)?;
        ends(py, generator.open_range(start, stop).or_raise(py)?)
    }

    /// The next ids as canonical texts.
    fn next_texts<'py>(&self, py: Python<'py>, count: Count) -> PyResult<Bound<'py, PyList>> {
        bulk::next_texts(py, &*self.held.lend()?, count.0)
    }

    /// The next ids.
    fn next_ids<'py>(&self, py: Python<'py>, count: Count) -> PyResult<Bound<'py, PyList>> {
        bulk::next_ids(py, &*self.held.lend()?, count.0)
    }

    /// The next ids as big-endian bytes, one after another.
    fn next_bytes<'py>(&self, py: Python<'py>, count: Count) -> PyResult<Bound<'py, PyBytes>> {
        bulk::next_bytes(py, &*self.held.lend()?, count.0)
    }

    /// Fills a writable buffer with ids and returns their number.
    fn fill(&self, py: Python<'_>, buffer: &Bound<'_, PyAny>) -> PyResult<usize> {
        bulk::fill(py, &*self.held.lend()?, buffer)
    }

    /// The current status.
    #[getter]
    fn status<'py>(&self, py: Python<'py>) -> PyResult<Bound<'py, PyAny>> {
        static CLASS: PyOnceLock<Py<PyType>> = PyOnceLock::new();
        let status = self.held.lend()?.status();
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
        self.held.lend()?.node().or_raise(py)
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
                let sentence = format!("a node is 0 or more, and below 2^64, not {}", shown(node));
                refused(py, ErrorCode::InvalidOption, "node", sentence)
            })?);
        }
        self.held.lend()?.reseed(with).or_raise(py)
    }

    /// Closes the state file after running calls; later calls raise a ValueError.
    fn close(&self, py: Python<'_>) {
        py.detach(|| self.held.close());
    }

    fn __enter__(this: Py<Self>) -> PyResult<Py<Self>> {
        this.get().held.lend()?;
        Ok(this)
    }

    #[pyo3(signature = (*_exception))]
    fn __exit__(&self, py: Python<'_>, _exception: &Bound<'_, PyTuple>) {
        self.close(py);
    }

    fn __iter__(this: Py<Self>) -> Py<Self> {
        this
    }

    fn __next__(&self, py: Python<'_>) -> PyResult<PyId> {
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
