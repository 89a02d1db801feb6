//! The class `sortid._sortid.LeaseSession`, with which `sortid.lease` renews a lease file.

use std::path::PathBuf;
use std::sync::{Mutex, PoisonError};

use pyo3::IntoPyObjectExt;
use pyo3::prelude::*;
use pyo3::types::{PyDict, PyList, PyTuple};
use sortid::{ErrorCode, Options};
use sortid_leasing::{Kind, Server, Session, Statement, Step, Value};

use crate::errors::{OrRaise, refused};
use crate::format::PyFormat;
use crate::options::Given;

/// A lease file that is renewed over a connection of the caller. Only detached threads lock it,
/// which prevents a deadlock with the interpreter. `sortid.lease` does not use it in forked
/// children, where it may be locked forever.
///
/// Boxed, because a session is aligned to cache lines, and Python's objects are not.
#[pyclass(frozen, name = "LeaseSession", module = "sortid._sortid")]
pub(crate) struct PyLeaseSession(Box<Mutex<Session>>);

impl PyLeaseSession {
    fn with<R: Send>(&self, py: Python<'_>, run: impl FnOnce(&mut Session) -> R + Send) -> R {
        py.detach(|| run(&mut self.0.lock().unwrap_or_else(PoisonError::into_inner)))
    }
}

#[pymethods]
impl PyLeaseSession {
    #[new]
    #[pyo3(signature = (file, namespace, format, server, holder, options))]
    fn new(
        py: Python<'_>,
        file: PathBuf,
        namespace: &str,
        format: PyFormat,
        server: &str,
        holder: &str,
        options: &Bound<'_, PyDict>,
    ) -> PyResult<Self> {
        let server = match server {
            "postgres" => Server::Postgres,
            "redis" => Server::Redis,
            _ => {
                let sentence = format!("server must be postgres or redis, not {server}");
                return Err(refused(py, ErrorCode::InvalidOption, "server", sentence));
            }
        };
        let kind =
            Kind::new(format.0, &Given::dict(py, Some(options), Options::new())?).or_raise(py)?;
        let opened = py.detach(|| Session::open(&file, namespace, kind, server, holder));
        opened
            .or_raise(py)
            .map(|session| Self(Box::new(Mutex::new(session))))
    }

    /// Milliseconds until the next call; or statements, and the milliseconds to wait before them.
    fn next_step<'py>(&self, py: Python<'py>) -> PyResult<Bound<'py, PyAny>> {
        match self.with(py, Session::next_step).or_raise(py)? {
            Step::Wait(wait_ms) => wait_ms.into_bound_py_any(py),
            Step::Run(pause_ms, statements) => {
                let statements = statements.into_iter().map(|one| to_tuple(py, one));
                let statements = statements.collect::<PyResult<Vec<_>>>()?;
                (pause_ms, PyList::new(py, statements)?).into_bound_py_any(py)
            }
        }
    }

    /// Processes the result of the statements, and writes the file.
    fn process_result(&self, py: Python<'_>, cells: Vec<Option<String>>) -> PyResult<()> {
        self.with(py, |session| session.process_result(&cells))
            .or_raise(py)
    }

    /// Records that the statements failed.
    fn fail(&self, py: Python<'_>) -> PyResult<()> {
        self.with(py, Session::fail).or_raise(py)
    }

    /// Closes the file.
    fn release(&self, py: Python<'_>) -> PyResult<()> {
        self.with(py, Session::release).or_raise(py)
    }

    /// The current node, and the end of its lease in Unix milliseconds.
    #[getter]
    fn grant(&self, py: Python<'_>) -> Option<(u64, i64)> {
        let grant = self.with(py, |session| session.grant())?;
        Some((grant.node, grant.until_ms))
    }

    /// The number of times the lease file was replaced.
    #[getter]
    fn replaced(&self, py: Python<'_>) -> u64 {
        self.with(py, |session| session.replaced())
    }

    /// The reason if the last request failed, and the maximum of milliseconds that it will persist.
    #[getter]
    fn refused(&self, py: Python<'_>) -> Option<(&'static str, i64)> {
        let refused = self.with(py, |session| session.refused())?;
        Some((refused.why, refused.later_ms))
    }
}

/// Converts a statement to its text and values.
fn to_tuple<'py>(py: Python<'py>, statement: Statement) -> PyResult<Bound<'py, PyTuple>> {
    let values = statement.values.into_iter().map(|value| match value {
        Value::Null => Ok(py.None().into_bound(py)),
        Value::Int(int) => int.into_bound_py_any(py),
        Value::Ints(ints) => ints.into_bound_py_any(py),
        Value::Text(text) => text.into_bound_py_any(py),
    });
    let values = PyList::new(py, values.collect::<PyResult<Vec<_>>>()?)?;
    (statement.text, values).into_pyobject(py)
}
