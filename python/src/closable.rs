//! A generator that can be closed.

use std::ops::Deref;
use std::ptr;
use std::sync::atomic::{AtomicBool, AtomicPtr, Ordering};
use std::sync::{Arc, Weak};

use pyo3::exceptions::PyValueError;
use pyo3::prelude::*;
use sortid::Generator;

/// The generator of a `sortid.Generator`, until it is closed.
pub(crate) enum Closable {
    /// Has no file to release, so it does not count concurrent callers. Boxed, because a generator
    /// is aligned to cache lines, and Python's memory is not.
    Plain(Box<Generator>, AtomicBool),
    OnFile(OnFile),
}

/// A generator on a file, which is dropped when it is closed and the last call has returned. Uses
/// no lock, because a forked child could wait for it forever.
pub(crate) struct OnFile {
    inside: Weak<Generator>,
    /// The owner's reference, from `Arc::into_raw`; null after closing.
    owner: AtomicPtr<Generator>,
}

/// A borrowed generator, which is not dropped before this.
pub(crate) enum Lent<'a> {
    Plain(&'a Generator),
    OnFile(Arc<Generator>),
}

impl Closable {
    pub(crate) fn new(generator: Generator, on_file: bool) -> Self {
        if !on_file {
            return Self::Plain(Box::new(generator), AtomicBool::new(false));
        }
        let owned = Arc::new(generator);
        Self::OnFile(OnFile {
            inside: Arc::downgrade(&owned),
            owner: AtomicPtr::new(Arc::into_raw(owned).cast_mut()),
        })
    }

    #[inline(always)]
    pub(crate) fn lend(&self) -> PyResult<Lent<'_>> {
        match self {
            Self::Plain(generator, closed) if !closed.load(Ordering::Relaxed) => {
                Ok(Lent::Plain(generator))
            }
            Self::Plain(..) => Err(is_closed()),
            Self::OnFile(file) => {
                // After closing, rejects new calls while earlier ones are still running.
                let open = !file.owner.load(Ordering::Acquire).is_null();
                let generator = open.then(|| file.inside.upgrade()).flatten();
                generator.map(Lent::OnFile).ok_or_else(is_closed)
            }
        }
    }

    /// Drops the generator, or lets the last running call drop it.
    pub(crate) fn close(&self) {
        match self {
            Self::Plain(_, closed) => closed.store(true, Ordering::Relaxed),
            Self::OnFile(file) => {
                let owner = file.owner.swap(ptr::null_mut(), Ordering::AcqRel);
                if !owner.is_null() {
                    // SAFETY: the pointer is from `Arc::into_raw`; `swap` returns it only once.
                    drop(unsafe { Arc::from_raw(owner) });
                }
            }
        }
    }
}

impl Drop for Closable {
    fn drop(&mut self) {
        self.close();
    }
}

impl Deref for Lent<'_> {
    type Target = Generator;

    fn deref(&self) -> &Generator {
        match self {
            Self::Plain(generator) => generator,
            Self::OnFile(generator) => generator,
        }
    }
}

#[cold]
fn is_closed() -> PyErr {
    PyValueError::new_err("the generator is closed")
}
