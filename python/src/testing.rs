//! The class `sortid._sortid.TestClock`, with which `sortid.testing` controls the clock of the
//! default generators.

use std::sync::{Mutex, MutexGuard, PoisonError};
use std::time::Duration;

use pyo3::exceptions::{PyRuntimeError, PyValueError};
use pyo3::intern;
use pyo3::prelude::*;
use pyo3::types::PyDelta;
use sortid::Timestamp;
use sortid::testing::{Settings, TestClock};

use crate::errors::{OrRaise, unexpected};
use crate::options::seed;
use crate::time::{Instant, delta_us, of_datetime, unix_ns};

const US_PER_SECOND: u128 = 1_000_000;

/// A test's clock, which runs between `start` and `end`.
#[pyclass(frozen, name = "TestClock", module = "sortid._sortid")]
pub(crate) struct PyTestClock {
    /// The frozen time, or `None` to follow `time.time_ns`.
    time: Option<Timestamp>,
    seed: Option<[u8; 32]>,
    running: Mutex<Option<TestClock>>,
}

#[pymethods]
impl PyTestClock {
    /// A frozen clock.
    #[staticmethod]
    fn freeze(time: Instant, seed: Option<&Bound<'_, PyAny>>) -> PyResult<Self> {
        Self::new(Some(time.0), seed)
    }

    /// A clock that follows `time.time_ns`.
    #[staticmethod]
    fn follow(seed: Option<&Bound<'_, PyAny>>) -> PyResult<Self> {
        Self::new(None, seed)
    }

    /// Begins the scope, after waiting, detached, until no other thread has one.
    fn start(&self, py: Python<'_>) -> PyResult<()> {
        if self.running().is_some() {
            return Err(PyRuntimeError::new_err("the test clock is running already"));
        }
        let mut settings = match self.time {
            Some(time) => TestClock::freeze(time),
            None => follow(),
        };
        if let Some(seed) = self.seed {
            settings = settings.seed(seed);
        }
        let started = py.detach(|| settings.start()).or_raise(py)?;
        *self.running() = Some(started);
        Ok(())
    }

    /// Ends the scope.
    fn end(&self) {
        drop(self.running().take());
    }

    /// Sets the time.
    fn set(&self, time: Instant) -> PyResult<()> {
        self.change(|clock| clock.set(time.0))
    }

    /// Moves the time forward.
    fn advance(&self, by: &Bound<'_, PyAny>) -> PyResult<()> {
        let by = of_datetime::<PyDelta>(by.as_borrowed())
            .ok_or_else(|| unexpected("a timedelta", by))?;
        let us = u128::try_from(delta_us(&by))
            .map_err(|_| PyValueError::new_err("a clock advances forward: use set() to go back"))?;
        let nanos = (us % US_PER_SECOND) as u32 * 1000;
        let by = Duration::new((us / US_PER_SECOND) as u64, nanos);
        self.change(|clock| clock.advance(by))
    }
}

impl PyTestClock {
    fn new(time: Option<Timestamp>, seed: Option<&Bound<'_, PyAny>>) -> PyResult<Self> {
        Ok(Self {
            time,
            seed: seed.map(self::seed).transpose()?,
            running: Mutex::new(None),
        })
    }

    /// Locks the clock; never while Python code runs.
    fn running(&self) -> MutexGuard<'_, Option<TestClock>> {
        self.running.lock().unwrap_or_else(PoisonError::into_inner)
    }

    /// Changes a running clock; an error if it follows `time.time_ns`.
    fn change(&self, change: impl FnOnce(&TestClock)) -> PyResult<()> {
        if self.time.is_none() {
            let message = "the test clock follows time.time_ns(): move that clock";
            return Err(PyRuntimeError::new_err(message));
        }
        let running = self.running();
        let clock = running
            .as_ref()
            .ok_or_else(|| PyRuntimeError::new_err("the test clock is not running: use `with`"))?;
        change(clock);
        Ok(())
    }
}

fn follow() -> Settings {
    let last = Mutex::new(Timestamp::from_unix_ms(0));
    TestClock::follow(move || {
        // `None` while the interpreter shuts down or collects garbage.
        let time = Python::try_attach(read_time).flatten();
        let mut last = last.lock().unwrap_or_else(PoisonError::into_inner);
        *last = time.unwrap_or(*last);
        *last
    })
}

/// Reads `time.time_ns()`. The attribute is looked up each time, since other packages replace it.
fn read_time(py: Python<'_>) -> Option<Timestamp> {
    let time = py
        .import("time")
        .and_then(|time| time.call_method0("time_ns"));
    match time.and_then(|time| unix_ns(&time)) {
        Ok(time) => Some(time),
        Err(error) => {
            let reader = intern!(py, "sortid.testing.follow");
            error.write_unraisable(py, Some(reader.as_any()));
            None
        }
    }
}
