//! An id on its way to the caller.

use std::sync::atomic::{Ordering, compiler_fence};

use crate::sys::process::{self, Generation};
use crate::value::Value;

/// An id, and the generation of the process that made it.
pub(super) struct Made {
    pub(super) value: Value,
    pub(super) generation: Generation,
}

impl Made {
    /// The id for the caller; `None` after a fork or a reseeding, since another process may return this id, too.
    ///
    /// The process is looked at last: a fork in a signal handler can come after any instruction.
    #[inline(always)]
    pub(super) fn converted<R>(self, convert: impl FnOnce(Value) -> R) -> Option<R> {
        let id = convert(self.value);
        compiler_fence(Ordering::SeqCst);
        process::is_current(self.generation).then_some(id)
    }
}
