//! The restriction to one interpreter: the state of the module is global to the process.

use pyo3::prelude::*;

/// PyPy has one interpreter.
#[cfg(PyPy)]
pub(crate) fn claim() -> PyResult<()> {
    Ok(())
}

/// Rejects every interpreter but the first that imports the module.
#[cfg(not(PyPy))]
pub(crate) fn claim() -> PyResult<()> {
    use std::sync::atomic::{AtomicI64, Ordering};

    use pyo3::exceptions::PyImportError;
    use pyo3::ffi;

    /// Not the number of any interpreter.
    const NONE: i64 = -1;
    static FIRST: AtomicI64 = AtomicI64::new(NONE);
    // SAFETY: the thread is attached to the interpreter that imports the module.
    let ours = unsafe { ffi::PyInterpreterState_GetID(ffi::PyInterpreterState_Get()) };
    let order = Ordering::SeqCst;
    match FIRST.compare_exchange(NONE, ours, order, order) {
        Err(first) if first != ours => Err(PyImportError::new_err(
            "sortid is in use by another interpreter of this process, and supports only one",
        )),
        _ => Ok(()),
    }
}
