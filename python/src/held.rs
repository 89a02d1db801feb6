//! A generator that can be closed.

use std::ops::Deref;
use std::ptr;
use std::sync::atomic::{AtomicBool, AtomicPtr, Ordering};
use std::sync::{Arc, Weak};

use pyo3::exceptions::PyValueError;
use pyo3::prelude::*;
use sortid::Generator;

/// What a `sortid.Generator` holds until it is closed.
pub(crate) enum Held {
    /// Without a file nothing must be released, so an id needs no count of concurrent callers.
    /// Boxed, as a generator has cache lines of its own, and Python aligns an object's memory to less.
    Plain(Box<Generator>, AtomicBool),
    OnFile(OnFile),
}

/// One on a state file, which is left when it was closed and nobody is inside any more. No lock: a forked child could
/// wait for it forever.
pub(crate) struct OnFile {
    inside: Weak<Generator>,
    /// The owner's own count, as `Arc::into_raw` gives it; null once that was given back.
    owner: AtomicPtr<Generator>,
}

/// A generator that is not closed as long as this lives.
pub(crate) enum Lent<'a> {
    Plain(&'a Generator),
    OnFile(Arc<Generator>),
}

impl Held {
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
                // Between closing and the last one's leaving nobody new is let in.
                let open = !file.owner.load(Ordering::Acquire).is_null();
                let generator = open.then(|| file.inside.upgrade()).flatten();
                generator.map(Lent::OnFile).ok_or_else(is_closed)
            }
        }
    }

    /// Gives the generator back, or leaves that to the last who is inside.
    pub(crate) fn close(&self) {
        match self {
            Self::Plain(_, closed) => closed.store(true, Ordering::Relaxed),
            Self::OnFile(file) => {
                let owner = file.owner.swap(ptr::null_mut(), Ordering::AcqRel);
                if !owner.is_null() {
                    // SAFETY: what `Arc::into_raw` gave, given back once.
                    drop(unsafe { Arc::from_raw(owner) });
                }
            }
        }
    }
}

impl Drop for Held {
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
