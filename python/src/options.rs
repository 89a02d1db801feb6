//! Keyword arguments as the core's options. Checks their types; the core checks their values.

use pyo3::exceptions::{PyTypeError, PyUnicodeError};
use pyo3::prelude::*;
use pyo3::types::{PyBool, PyBytes, PyDateTime, PyDelta, PyDict, PyString};
use sortid::options::{OPTIONS, OptionInfo, OptionKind, OptionValue};
use sortid::{ErrorCode, Options};

use crate::errors::{exception, raise, refused, shown, unexpected};
use crate::numbers::integer;
use crate::time::{Instant, PyTimestamp, delta_us, of_datetime};

/// A value that is invalid for every option.
const NO_VALUE: OptionValue<'_> = OptionValue::Bytes(&[]);

/// Options from keyword arguments.
pub(crate) struct Given(Options);

impl Given {
    /// The options of a generator, and those of its declared type; `None` is an absent option.
    pub(crate) fn dict(
        py: Python<'_>,
        kwargs: Option<&Bound<'_, PyDict>>,
        declared: Options,
    ) -> PyResult<Options> {
        Self::all(py, kwargs, declared, |_| true)
    }

    /// The options of a call that reads ids or returns bounds. Rejects those that affect only
    /// generators.
    pub(crate) fn reading(py: Python<'_>, kwargs: Option<&Bound<'_, PyDict>>) -> PyResult<Options> {
        Self::all(py, kwargs, Options::new(), |option| option.reads)
    }

    fn all(
        py: Python<'_>,
        kwargs: Option<&Bound<'_, PyDict>>,
        declared: Options,
        has_effect: fn(&OptionInfo) -> bool,
    ) -> PyResult<Options> {
        let mut given = Given(declared);
        for (name, value) in kwargs.into_iter().flatten() {
            let name: String = name.extract()?;
            let Some(info) = OPTIONS.iter().find(|option| option.name == name) else {
                given.0.set(&name, NO_VALUE).map_err(|error| {
                    exception(py, error, error.describe(&name), Some(&name), None)
                })?;
                continue;
            };
            if value.is_none() {
                continue;
            }
            if !has_effect(info) {
                let sentence = format!("{name} has no effect on reading; pass it to a Generator");
                return Err(refused(py, ErrorCode::InvalidOption, &name, sentence));
            }
            given.take(info, value.as_borrowed())?;
        }
        Ok(given.0)
    }

    fn take(&mut self, info: &OptionInfo, value: Borrowed<'_, '_, PyAny>) -> PyResult<()> {
        let name = info.name;
        let mut set = |read: OptionValue<'_>| {
            let set = self.0.set(name, read);
            set.map_err(|error| raise(value.py(), error, error.describe(&shown(&value))))
        };
        if info.kind == OptionKind::Path {
            return set_path(value, set);
        }
        if let Ok(word) = value.cast::<PyString>()
            && !matches!(info.kind, OptionKind::Int | OptionKind::Flag)
        {
            let word = word.to_cow()?;
            // The core also reads integers from decimal digits, which Python rejects.
            return set(match info.kind {
                OptionKind::IntOr(known) if word != known => NO_VALUE,
                _ => OptionValue::Text(&word),
            });
        }
        match info.kind {
            OptionKind::Int | OptionKind::IntOr(_) if !value.is_instance_of::<PyString>() => {
                set(count(info, value)?.map_or(NO_VALUE, OptionValue::Int))
            }
            OptionKind::Flag if value.is_instance_of::<PyBool>() => {
                set(OptionValue::Bool(value.is_truthy()?))
            }
            OptionKind::Seed if value.is_instance_of::<PyBytes>() => {
                set(OptionValue::Bytes(value.cast::<PyBytes>()?.as_bytes()))
            }
            _ => set(NO_VALUE).map_err(|error| {
                let message = error.value(value.py()).to_string();
                PyTypeError::new_err(message.replacen("invalid_option: ", "", 1))
            }),
        }
    }
}

/// The integer of an option, or of a duration or instant in the unit of the option's name; `None`
/// if it is too wide for every option, or not a whole number of units.
fn count(info: &OptionInfo, value: Borrowed<'_, '_, PyAny>) -> PyResult<Option<i128>> {
    let whole = |ns: i128, unit_ns: i128| (ns % unit_ns == 0).then_some(ns / unit_ns);
    let unit_ns = match info.name.rsplit('_').next() {
        Some("ms") => Some(1_000_000),
        Some("ns") => Some(1),
        _ => None,
    };
    let Some(unit_ns) = unit_ns else {
        return integer(value);
    };
    if info.name.ends_with("_unix_ms") {
        if of_datetime::<PyDateTime>(value).is_some() || value.is_instance_of::<PyTimestamp>() {
            let instant: Instant = value.extract()?;
            return Ok(whole(instant.0.unix_ns(), unit_ns));
        }
    } else if let Some(delta) = of_datetime::<PyDelta>(value) {
        return Ok(whole(delta_us(&delta) * 1000, unit_ns));
    }
    integer(value)
}

/// Sets a path: a `str`, `bytes` or `os.PathLike`.
fn set_path(
    value: Borrowed<'_, '_, PyAny>,
    set: impl FnOnce(OptionValue<'_>) -> PyResult<()>,
) -> PyResult<()> {
    let py = value.py();
    // In the system's type: bytes in any encoding on Unix, otherwise text.
    let as_system = if cfg!(unix) { "fsencode" } else { "fsdecode" };
    let path = py.import("os")?.call_method1(as_system, (value,));
    let path = match path {
        Err(error) if error.is_instance_of::<PyUnicodeError>(py) => return set(NO_VALUE),
        path => path?,
    };
    match path.cast::<PyBytes>() {
        Ok(bytes) => set(OptionValue::Bytes(bytes.as_bytes())),
        Err(_) => set(OptionValue::Text(&path.cast::<PyString>()?.to_cow()?)),
    }
}

/// A seed of 32 bytes.
pub(crate) fn seed(value: &Bound<'_, PyAny>) -> PyResult<[u8; 32]> {
    let py = value.py();
    let seed = value.cast::<PyBytes>();
    let seed = seed.map_err(|_| unexpected("32 bytes as the seed", value))?;
    let wrong = || {
        refused(
            py,
            ErrorCode::InvalidOption,
            "seed",
            "a seed must have 32 bytes",
        )
    };
    seed.as_bytes().try_into().map_err(|_| wrong())
}

/// All options: name, kind of value, accepted words, whether it affects reading, summary.
#[pyfunction]
#[allow(clippy::type_complexity, reason = "a row for a test")]
pub(crate) fn options() -> Vec<(
    &'static str,
    &'static str,
    Vec<&'static str>,
    bool,
    &'static str,
)> {
    let row = |option: &OptionInfo| {
        let (kind, words) = match option.kind {
            OptionKind::IntOr(word) => ("int", vec![word]),
            OptionKind::Flag => ("bool", vec![]),
            OptionKind::Choice(words) => ("str", words.to_vec()),
            OptionKind::Seed => ("bytes", vec![]),
            OptionKind::Path => ("path", vec![]),
            _ => ("int", vec![]),
        };
        (option.name, kind, words, option.reads, option.summary)
    };
    OPTIONS.iter().map(row).collect()
}
