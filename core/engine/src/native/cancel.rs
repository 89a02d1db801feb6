//! System calls that retry after signals and are not cancellation points.
//!
//! `pthread_cancel` ends a thread at its next cancellation point, that is, at most calls that wait,
//! read, write or sync. glibc then unwinds the thread, other C libraries end it at once: locks
//! would stay locked, and nothing may unwind out of the library.

use std::io::{Error, ErrorKind, Result};

/// Disables cancellation of the calling thread until dropped. A request stays pending.
#[must_use]
pub(super) struct CancellationDisabled {
    before: state::State,
}

impl CancellationDisabled {
    #[inline]
    pub(super) fn new() -> Self {
        Self {
            before: state::disable(),
        }
    }
}

impl Drop for CancellationDisabled {
    #[inline]
    fn drop(&mut self) {
        state::restore(self.before);
    }
}

/// Retries a system call while a signal interrupts it. A sequence of calls needs a retry of each:
/// the earlier ones have taken effect.
pub(super) fn uninterrupted<R>(mut call: impl FnMut() -> Result<R>) -> Result<R> {
    let _guard = CancellationDisabled::new();
    loop {
        match call() {
            Err(error) => check_interrupted(error)?,
            done => return done,
        }
    }
}

/// Returns an error unless a signal caused it. Not inlined into each instance of the caller.
#[cold]
#[inline(never)]
fn check_interrupted(error: Error) -> Result<()> {
    match error.kind() {
        ErrorKind::Interrupted => Ok(()),
        _ => Err(error),
    }
}

#[cfg(all(unix, not(target_os = "android")))]
mod state {
    use std::ffi::c_int;

    pub(super) type State = c_int;

    unsafe extern "C" {
        fn pthread_setcancelstate(state: c_int, before: *mut c_int) -> c_int;
    }

    /// `PTHREAD_CANCEL_DISABLE`.
    const DISABLE: c_int = if cfg!(target_vendor = "apple") { 0 } else { 1 };

    #[inline]
    pub(super) fn disable() -> State {
        let mut before = 0;
        // SAFETY: `before` is live. A valid state cannot fail.
        unsafe { pthread_setcancelstate(DISABLE, &raw mut before) };
        before
    }

    #[inline]
    pub(super) fn restore(before: State) {
        let mut disabled = 0;
        // SAFETY: as in `disable`. Some systems do not accept a null pointer.
        unsafe { pthread_setcancelstate(before, &raw mut disabled) };
    }
}

/// Without thread cancellation.
#[cfg(not(all(unix, not(target_os = "android"))))]
mod state {
    pub(super) type State = ();

    #[inline]
    pub(super) fn disable() -> State {}

    #[inline]
    pub(super) fn restore(_before: State) {}
}
