//! The boundary from C to Rust: converts errors and panics to exceptions, and binds arguments.

use std::any::Any;
use std::ffi::c_int;
use std::panic::{AssertUnwindSafe, catch_unwind};

use pyo3::exceptions::PyTypeError;
use pyo3::ffi;
use pyo3::panic::PanicException;
use pyo3::prelude::*;

/// The value that a C function returns when an exception is set.
pub(crate) trait Failed {
    const FAILED: Self;
}

impl Failed for *mut ffi::PyObject {
    const FAILED: Self = std::ptr::null_mut();
}

impl Failed for ffi::Py_hash_t {
    const FAILED: Self = -1;
}

impl Failed for c_int {
    const FAILED: Self = -1;
}

/// Runs the body of a C function that the interpreter calls.
///
/// Does not increment PyO3's attach count, which takes as long as generating an id. A body must
/// therefore drop only `Bound<T>`, never `Py<T>`.
#[inline(always)]
pub(crate) fn enter<R: Failed>(body: impl FnOnce(Python<'_>) -> PyResult<R>) -> R {
    // SAFETY: the interpreter calls functions, slots and getters in attached threads.
    let py = unsafe { Python::assume_attached() };
    match catch_unwind(AssertUnwindSafe(|| body(py))) {
        Ok(Ok(value)) => value,
        Ok(Err(error)) => raised(py, error),
        Err(panic) => raised(py, panicked(panic)),
    }
}

#[cold]
fn raised<R: Failed>(py: Python<'_>, error: PyErr) -> R {
    error.restore(py);
    R::FAILED
}

#[cold]
fn panicked(panic: Box<dyn Any + Send>) -> PyErr {
    let message = panic.downcast_ref::<&str>().map(ToString::to_string);
    let message = message.or_else(|| panic.downcast_ref::<String>().cloned());
    PanicException::new_err(message.unwrap_or_else(|| "an internal fault".to_owned()))
}

/// The names and the number of required parameters of a function.
pub(crate) struct Signature<const N: usize> {
    pub(crate) function: &'static str,
    pub(crate) parameters: [&'static str; N],
    pub(crate) required: usize,
}

impl<const N: usize> Signature<N> {
    /// Orders the arguments of a vectorcall by parameter.
    ///
    /// # Safety
    /// `args` points to `nargs` positional arguments, and to one more for each name in the tuple
    /// `kwnames`, unless that is null.
    #[inline(always)]
    pub(crate) unsafe fn bind<'py>(
        &self,
        py: Python<'py>,
        args: *const *mut ffi::PyObject,
        nargs: ffi::Py_ssize_t,
        kwnames: *mut ffi::PyObject,
    ) -> PyResult<[Option<Borrowed<'py, 'py, PyAny>>; N]> {
        let mut bound = [None; N];
        let given = nargs as usize;
        if given > N {
            return Err(self.surplus(given));
        }
        // Not an iterator, here and below: code optimized for size does not inline its calls.
        let mut at = 0;
        while at < given {
            // SAFETY: `at` is less than `nargs`; the caller owns the arguments during the call.
            bound[at] = Some(unsafe { Borrowed::from_ptr(py, *args.add(at)) });
            at += 1;
        }
        if !kwnames.is_null() {
            // SAFETY: the caller guarantees a tuple of names (see `# Safety`).
            let names = unsafe { Borrowed::from_ptr(py, kwnames) };
            for (nth, name) in names.try_iter()?.enumerate() {
                // SAFETY: the values of the keywords follow the positional arguments.
                let value = unsafe { Borrowed::from_ptr(py, *args.add(given + nth)) };
                self.put(&mut bound, &name?, value)?;
            }
        }
        self.complete(bound)
    }

    /// Orders the arguments of a call with a tuple and a dictionary by parameter.
    ///
    /// # Safety
    /// `args` is a tuple and `kwargs` null or a dictionary; the caller owns both during the call.
    pub(crate) unsafe fn bind_tuple<'py>(
        &self,
        py: Python<'py>,
        args: *mut ffi::PyObject,
        kwargs: *mut ffi::PyObject,
    ) -> PyResult<[Option<Borrowed<'py, 'py, PyAny>>; N]> {
        let mut bound = [None; N];
        // SAFETY: the caller guarantees a tuple (see `# Safety`).
        let given = unsafe { ffi::PyTuple_Size(args) } as usize;
        if given > N {
            return Err(self.surplus(given));
        }
        for (at, slot) in bound.iter_mut().enumerate().take(given) {
            // SAFETY: `at` is less than the tuple's length; the tuple owns its items.
            *slot = Some(unsafe {
                Borrowed::from_ptr(py, ffi::PyTuple_GetItem(args, at as ffi::Py_ssize_t))
            });
        }
        if !kwargs.is_null() {
            let (mut key, mut value, mut at) = (std::ptr::null_mut(), std::ptr::null_mut(), 0);
            // SAFETY: no other code has the dictionary, so it does not change during iteration.
            while unsafe { ffi::PyDict_Next(kwargs, &mut at, &mut key, &mut value) } != 0 {
                // SAFETY: the dictionary owns both references and outlives the call.
                let (key, value) =
                    unsafe { (Borrowed::from_ptr(py, key), Borrowed::from_ptr(py, value)) };
                self.put(&mut bound, &key, value)?;
            }
        }
        self.complete(bound)
    }

    fn put<'py>(
        &self,
        bound: &mut [Option<Borrowed<'py, 'py, PyAny>>; N],
        name: &Bound<'py, PyAny>,
        value: Borrowed<'py, 'py, PyAny>,
    ) -> PyResult<()> {
        let name: String = name.extract()?;
        let Some(at) = self.parameters.iter().position(|known| *known == name) else {
            let message = format!(
                "{}() got an unexpected keyword argument '{name}'",
                self.function
            );
            return Err(PyTypeError::new_err(message));
        };
        if bound[at].replace(value).is_some() {
            let message = format!(
                "{}() got multiple values for argument '{name}'",
                self.function
            );
            return Err(PyTypeError::new_err(message));
        }
        Ok(())
    }

    #[inline(always)]
    fn complete<'py>(
        &self,
        bound: [Option<Borrowed<'py, 'py, PyAny>>; N],
    ) -> PyResult<[Option<Borrowed<'py, 'py, PyAny>>; N]> {
        let mut at = 0;
        while at < self.required {
            if bound[at].is_none() {
                return Err(self.missing(at));
            }
            at += 1;
        }
        Ok(bound)
    }

    #[cold]
    fn missing(&self, at: usize) -> PyErr {
        PyTypeError::new_err(format!(
            "{}() missing a required argument: '{}'",
            self.function, self.parameters[at]
        ))
    }

    #[cold]
    fn surplus(&self, given: usize) -> PyErr {
        PyTypeError::new_err(format!(
            "{}() takes at most {N} arguments ({given} given)",
            self.function
        ))
    }
}
