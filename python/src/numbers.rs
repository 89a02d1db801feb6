//! Conversion of Python integers, which rejects `bool` and `float`; and the hash of an id.

use std::hash::{BuildHasher, Hash};

use foldhash::quality::FixedState;
use pyo3::exceptions::{PyOverflowError, PyTypeError};
use pyo3::ffi;
use pyo3::prelude::*;
use pyo3::types::{PyBool, PyInt};
use sortid::ErrorCode;

use crate::errors::{refused, shown};

/// Converts an integer; `None` if it does not fit the type.
pub(crate) fn integer<'py, T>(object: Borrowed<'_, 'py, PyAny>) -> PyResult<Option<T>>
where
    T: for<'a> FromPyObject<'a, 'py>,
{
    unless_too_wide(object, |int| int.extract::<T>().map_err(Into::into))
}

/// The `len` big-endian bytes of an integer; `None` if it is negative or too wide.
pub(crate) fn big_endian(object: Borrowed<'_, '_, PyAny>, len: usize) -> PyResult<Option<Vec<u8>>> {
    unless_too_wide(object, |int| {
        int.call_method1("to_bytes", (len, "big"))?.extract()
    })
}

/// Calls `read` with an integer; `None` if it raises an `OverflowError`.
fn unless_too_wide<'py, T>(
    object: Borrowed<'_, 'py, PyAny>,
    read: impl FnOnce(Borrowed<'_, 'py, PyAny>) -> PyResult<T>,
) -> PyResult<Option<T>> {
    if object.is_instance_of::<PyBool>() {
        return Err(PyTypeError::new_err("expected an int, not bool"));
    }
    // Objects with `__index__`, such as NumPy's integers, lack methods of `int`.
    let index;
    let object = match object.is_exact_instance_of::<PyInt>() {
        true => object,
        false => {
            // SAFETY: a valid object.
            let int = unsafe { ffi::PyNumber_Index(object.as_ptr()) };
            // SAFETY: a new reference, or null with an exception set.
            index = unsafe { Bound::from_owned_ptr_or_err(object.py(), int)? };
            index.as_borrowed()
        }
    };
    match read(object) {
        Ok(int) => Ok(Some(int)),
        Err(error) if PyErr::is_instance_of::<PyOverflowError>(&error, object.py()) => Ok(None),
        Err(error) => Err(error),
    }
}

/// A count as an argument, at most `isize::MAX`.
pub(crate) struct Count(pub(crate) usize);

impl<'py> FromPyObject<'_, 'py> for Count {
    type Error = PyErr;

    fn extract(object: Borrowed<'_, 'py, PyAny>) -> PyResult<Self> {
        let count = integer::<i128>(object)?.and_then(|count| usize::try_from(count).ok());
        // The length of a Python object fits `isize`.
        let count = count.filter(|count| isize::try_from(*count).is_ok());
        count.map(Count).ok_or_else(|| {
            let sentence = format!(
                "count must be an integer from 0 to 2^63 - 1, not {}",
                shown(&object)
            );
            refused(object.py(), ErrorCode::InvalidOption, "count", sentence)
        })
    }
}

/// Returns a deterministic hash.
pub(crate) fn hash_of(value: &impl Hash) -> u64 {
    FixedState::with_seed(0).hash_one(value)
}
