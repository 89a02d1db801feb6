//! Where C calls Rust: errors become exceptions, panics too, and arguments are told apart.

use std::any::Any;
use std::panic::{AssertUnwindSafe, catch_unwind};

use pyo3::exceptions::PyTypeError;
use pyo3::ffi;
use pyo3::panic::PanicException;
use pyo3::prelude::*;

/// What a C function returns when an exception is set.
pub(crate) trait Failed {
    const FAILED: Self;
}

impl Failed for *mut ffi::PyObject {
    const FAILED: Self = std::ptr::null_mut();
}

impl Failed for ffi::Py_hash_t {
    const FAILED: Self = -1;
}

/// Runs the body of a C function that the interpreter calls.
///
/// Nothing here counts as entering PyO3: that costs as much as an id. So a body drops no `Py<T>`, only `Bound<T>`, which
/// need no such count.
#[inline(always)]
pub(crate) fn enter<R: Failed>(body: impl FnOnce(Python<'_>) -> PyResult<R>) -> R {
    // SAFETY: the interpreter calls its functions, slots and getters attached.
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
    /// Puts the arguments of a vectorcall in the order of the parameters.
    ///
    /// # Safety
    /// `args` are `nargs` positional arguments, followed by as many more as the tuple `kwnames` has names (if it is not
    /// null), as the interpreter passes them.
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
        // By hand, here and below: this is compiled for size, and iterators are left as calls there.
        let mut at = 0;
        while at < given {
            // SAFETY: `at` is below `nargs`; the caller of the function holds its arguments.
            bound[at] = Some(unsafe { Borrowed::from_ptr(py, *args.add(at)) });
            at += 1;
        }
        if !kwnames.is_null() {
            // SAFETY: a tuple of names, as said above.
            let names = unsafe { Borrowed::from_ptr(py, kwnames) };
            for (nth, name) in names.try_iter()?.enumerate() {
                // SAFETY: the values of the keywords follow the positional arguments.
                let value = unsafe { Borrowed::from_ptr(py, *args.add(given + nth)) };
                self.put(&mut bound, &name?, value)?;
            }
        }
        self.complete(bound)
    }

    /// Puts the arguments of a call by tuple and dictionary in the order of the parameters.
    ///
    /// # Safety
    /// `args` is a tuple and `kwargs` null or a dictionary, which the caller of the function holds.
    pub(crate) unsafe fn bind_tuple<'py>(
        &self,
        py: Python<'py>,
        args: *mut ffi::PyObject,
        kwargs: *mut ffi::PyObject,
    ) -> PyResult<[Option<Borrowed<'py, 'py, PyAny>>; N]> {
        let mut bound = [None; N];
        // SAFETY: as said above; what a tuple holds, it holds as long as it lives.
        let given = unsafe { ffi::PyTuple_Size(args) } as usize;
        if given > N {
            return Err(self.surplus(given));
        }
        for (at, slot) in bound.iter_mut().enumerate().take(given) {
            // SAFETY: `at` is below the tuple's length.
            *slot = Some(unsafe {
                Borrowed::from_ptr(py, ffi::PyTuple_GetItem(args, at as ffi::Py_ssize_t))
            });
        }
        if !kwargs.is_null() {
            let (mut key, mut value, mut at) = (std::ptr::null_mut(), std::ptr::null_mut(), 0);
            // SAFETY: the dictionary is the call's own, and nobody changes it meanwhile.
            while unsafe { ffi::PyDict_Next(kwargs, &mut at, &mut key, &mut value) } != 0 {
                // SAFETY: borrowed from the dictionary, which outlives the call.
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
