//! Deferred cancellation of threads.
//!
//! `pthread_cancel` ends a thread in its next cancellation point, which calls that wait, read, write or sync are. The C library of GNU unwinds the thread, and
//! others end it at once: locks would stay taken, and nothing may unwind out of the library.

/// While this exists, the calling thread is not cancelled. A request stays pending until the thread's next cancellation point after that.
#[must_use]
pub(super) struct Uncancellable {
    before: state::State,
}

impl Uncancellable {
    #[inline]
    pub(super) fn begin() -> Self {
        Self {
            before: state::disable(),
        }
    }
}

impl Drop for Uncancellable {
    #[inline]
    fn drop(&mut self) {
        state::restore(self.before);
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
        // SAFETY: `before` is live, and the state is one of the two that exist, so that nothing can fail.
        unsafe { pthread_setcancelstate(DISABLE, &raw mut before) };
        before
    }

    #[inline]
    pub(super) fn restore(before: State) {
        let mut disabled = 0;
        // SAFETY: as above; some systems want a place for the state before.
        unsafe { pthread_setcancelstate(before, &raw mut disabled) };
    }
}

/// These systems do not cancel threads.
#[cfg(not(all(unix, not(target_os = "android"))))]
mod state {
    pub(super) type State = ();

    #[inline]
    pub(super) fn disable() -> State {}

    #[inline]
    pub(super) fn restore(_before: State) {}
}
