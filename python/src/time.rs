//! Instants: the exact `sortid.Timestamp`, and Python's `datetime`.

use pyo3::basic::CompareOp;
use pyo3::exceptions::{PyOverflowError, PyTypeError};
use pyo3::prelude::*;
use pyo3::sync::PyOnceLock;
use pyo3::type_object::PyTypeCheck;
use pyo3::types::{PyDateTime, PyDelta, PyDeltaAccess, PyTzInfo, PyTzInfoAccess};
use sortid::{ErrorCode, Timestamp};

use crate::errors::{OrRaise, refused, unexpected};
use crate::numbers::{hash_of, integer};

const US_PER_SECOND: i128 = 1_000_000;
const SECONDS_PER_DAY: i128 = 86_400;

fn epoch(py: Python<'_>) -> PyResult<&Bound<'_, PyDateTime>> {
    static EPOCH: PyOnceLock<Py<PyDateTime>> = PyOnceLock::new();
    let epoch = EPOCH.get_or_try_init(py, || {
        let utc = PyTzInfo::utc(py)?;
        PyDateTime::new(py, 1970, 1, 1, 0, 0, 0, 0, Some(&utc)).map(Bound::unbind)
    })?;
    Ok(epoch.bind(py))
}

/// Casts to a type of Python's module `datetime`. PyO3's cast panics if the module cannot be
/// imported, for example without a free file descriptor.
pub(crate) fn of_datetime<'a, 'py, T: PyTypeCheck>(
    object: Borrowed<'a, 'py, PyAny>,
) -> Option<Borrowed<'a, 'py, T>> {
    static LOADED: PyOnceLock<()> = PyOnceLock::new();
    let py = object.py();
    let loaded = LOADED.get_or_try_init(py, || py.import("datetime").map(drop));
    loaded.ok().and_then(|()| object.cast().ok())
}

/// The microseconds of a `timedelta`, exact.
pub(crate) fn delta_us(delta: &Bound<'_, PyDelta>) -> i128 {
    let (days, seconds) = (delta.get_days(), delta.get_seconds());
    let seconds = i128::from(days) * SECONDS_PER_DAY + i128::from(seconds);
    seconds * US_PER_SECOND + i128::from(delta.get_microseconds())
}

#[cold]
fn beyond(py: Python<'_>, name: &str, range: &str) -> PyErr {
    let sentence = format!("{name} must be {range}");
    refused(py, ErrorCode::TimestampOutOfRange, name, sentence)
}

/// The instant as an aware `datetime` in UTC, floored to the microsecond.
pub(crate) fn to_datetime(py: Python<'_>, time: Timestamp) -> PyResult<Bound<'_, PyAny>> {
    let beyond = || beyond(py, "datetime", "of a year from 1 to 9999");
    let seconds = i128::from(time.seconds());
    let days = i32::try_from(seconds.div_euclid(SECONDS_PER_DAY)).map_err(|_| beyond())?;
    let second = seconds.rem_euclid(SECONDS_PER_DAY) as i32;
    let delta = PyDelta::new(py, days, second, (time.nanos() / 1000) as i32, false);
    let datetime = delta.and_then(|delta| epoch(py)?.add(delta));
    datetime.map_err(|error| match error.is_instance_of::<PyOverflowError>(py) {
        true => beyond(),
        false => error,
    })
}

fn from_datetime(datetime: &Bound<'_, PyDateTime>) -> PyResult<Timestamp> {
    let py = datetime.py();
    let aware = datetime.get_tzinfo().is_some() && !datetime.call_method0("utcoffset")?.is_none();
    if !aware {
        let message = "a datetime without a time zone is not an instant";
        return Err(PyTypeError::new_err(message));
    }
    let since = datetime.sub(epoch(py)?)?;
    let since = delta_us(since.cast::<PyDelta>()?);
    Timestamp::from_unix_ns(since * 1000).or_raise(py)
}

/// An instant as an argument: a `sortid.Timestamp` or an aware `datetime`.
#[derive(Clone, Copy)]
pub(crate) struct Instant(pub(crate) Timestamp);

/// Checks that an interval has a start or a stop.
pub(crate) fn interval(
    start: Option<Instant>,
    stop: Option<Instant>,
) -> PyResult<(Option<Timestamp>, Option<Timestamp>)> {
    match (start, stop) {
        (None, None) => Err(PyTypeError::new_err("expected a start or a stop")),
        _ => Ok((start.map(|time| time.0), stop.map(|time| time.0))),
    }
}

impl<'py> FromPyObject<'_, 'py> for Instant {
    type Error = PyErr;

    fn extract(object: Borrowed<'_, 'py, PyAny>) -> PyResult<Self> {
        if let Ok(time) = object.cast::<PyTimestamp>() {
            return Ok(Instant(time.get().0));
        }
        if let Some(datetime) = of_datetime::<PyDateTime>(object) {
            return from_datetime(&datetime).map(Instant);
        }
        Err(unexpected("a datetime or a sortid.Timestamp", &object))
    }
}

/// An instant, exact for every format: whole Unix seconds, floored, and nanoseconds.
#[pyclass(frozen, name = "Timestamp", module = "sortid")]
pub(crate) struct PyTimestamp(Timestamp);

/// The instant after a number of units since 1970.
fn from_unix(object: &Bound<'_, PyAny>, unit_ns: i128, name: &str) -> PyResult<PyTimestamp> {
    let py = object.py();
    let ns = integer::<i128>(object.as_borrowed())?.and_then(|count| count.checked_mul(unit_ns));
    match ns.map(Timestamp::from_unix_ns) {
        Some(Ok(time)) => Ok(PyTimestamp(time)),
        _ => Err(beyond(py, name, "within 2^63 seconds of 1970")),
    }
}

/// The instant after a number of nanoseconds since 1970.
pub(crate) fn unix_ns(object: &Bound<'_, PyAny>) -> PyResult<Timestamp> {
    from_unix(object, 1, "unix_ns").map(|time| time.0)
}

#[pymethods]
impl PyTimestamp {
    #[new]
    #[pyo3(signature = (seconds, nanos = None))]
    fn new(seconds: &Bound<'_, PyAny>, nanos: Option<&Bound<'_, PyAny>>) -> PyResult<Self> {
        let py = seconds.py();
        let nanos = match nanos {
            None => Some(0),
            Some(nanos) => integer::<i128>(nanos.as_borrowed())?,
        };
        let seconds = integer::<i128>(seconds.as_borrowed())?;
        let seconds = seconds.and_then(|seconds| i64::try_from(seconds).ok());
        let nanos = nanos.and_then(|nanos| u32::try_from(nanos).ok());
        let nanos = nanos.filter(|nanos| *nanos < 1_000_000_000);
        match (seconds, nanos) {
            (Some(seconds), Some(nanos)) => Timestamp::new(seconds, nanos).or_raise(py).map(Self),
            (None, _) => Err(beyond(py, "seconds", "an integer of 64 bits")),
            (_, None) => Err(beyond(py, "nanos", "0 to 999999999")),
        }
    }

    /// The current time of the system clock.
    #[staticmethod]
    fn now() -> Self {
        Self(Timestamp::now())
    }

    /// From an aware datetime.
    #[staticmethod]
    fn from_datetime(datetime: &Bound<'_, PyAny>) -> PyResult<Self> {
        match of_datetime::<PyDateTime>(datetime.as_borrowed()) {
            Some(datetime) => from_datetime(&datetime).map(Self),
            None => Err(unexpected("a datetime", datetime)),
        }
    }

    /// From milliseconds since 1970.
    #[staticmethod]
    fn from_unix_ms(unix_ms: &Bound<'_, PyAny>) -> PyResult<Self> {
        from_unix(unix_ms, 1_000_000, "unix_ms")
    }

    /// From microseconds since 1970.
    #[staticmethod]
    fn from_unix_us(unix_us: &Bound<'_, PyAny>) -> PyResult<Self> {
        from_unix(unix_us, 1000, "unix_us")
    }

    /// From nanoseconds since 1970.
    #[staticmethod]
    fn from_unix_ns(unix_ns: &Bound<'_, PyAny>) -> PyResult<Self> {
        from_unix(unix_ns, 1, "unix_ns")
    }

    /// Whole seconds since 1970, floored.
    #[getter]
    fn seconds(&self) -> i64 {
        self.0.seconds()
    }

    /// Nanoseconds since `seconds`, 0 to 999999999.
    #[getter]
    fn nanos(&self) -> u32 {
        self.0.nanos()
    }

    /// Milliseconds since 1970, floored.
    #[getter]
    fn unix_ms(&self) -> i128 {
        floor_ms(self.0)
    }

    /// Microseconds since 1970, floored.
    #[getter]
    fn unix_us(&self) -> i128 {
        floor_us(self.0)
    }

    /// Nanoseconds since 1970.
    #[getter]
    fn unix_ns(&self) -> i128 {
        self.0.unix_ns()
    }

    /// As an aware datetime in UTC, floored to the microsecond.
    #[getter]
    fn datetime<'py>(&self, py: Python<'py>) -> PyResult<Bound<'py, PyAny>> {
        to_datetime(py, self.0)
    }

    fn __str__(&self) -> String {
        self.0.to_string()
    }

    fn __repr__(&self) -> String {
        format!("Timestamp({}, {})", self.0.seconds(), self.0.nanos())
    }

    fn __hash__(&self) -> u64 {
        hash_of(&self.0)
    }

    fn __richcmp__<'py>(
        &self,
        py: Python<'py>,
        other: &Bound<'py, PyAny>,
        op: CompareOp,
    ) -> PyResult<Bound<'py, PyAny>> {
        let Ok(other) = other.cast::<PyTimestamp>() else {
            return Ok(py.NotImplemented().into_bound(py));
        };
        let is = op.matches(self.0.cmp(&other.get().0));
        Ok(is.into_pyobject(py)?.to_owned().into_any())
    }

    fn __reduce__<'py>(&self, py: Python<'py>) -> (Bound<'py, PyAny>, (i64, u32)) {
        let class = py.get_type::<Self>().into_any();
        (class, (self.0.seconds(), self.0.nanos()))
    }
}

impl From<Timestamp> for PyTimestamp {
    fn from(time: Timestamp) -> Self {
        Self(time)
    }
}

/// Milliseconds since 1970, floored.
pub(crate) fn floor_ms(time: Timestamp) -> i128 {
    time.unix_ns().div_euclid(1_000_000)
}

/// Microseconds since 1970, floored.
pub(crate) fn floor_us(time: Timestamp) -> i128 {
    time.unix_ns().div_euclid(1000)
}
