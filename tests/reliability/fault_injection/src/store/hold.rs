//! Slow syncs: by a slow disk, or by a process that is stopped during one.

use std::ptr;
use std::sync::atomic::{AtomicI64, AtomicPtr, AtomicU64, Ordering};
use std::thread;
use std::time::Duration;

/// The process stops itself.
const STOPS: i64 = -1;

/// The duration of a sync of this process, in milliseconds.
static TAKES: AtomicI64 = AtomicI64::new(0);
/// Counts the started syncs of this process; null: they are not counted.
static COUNT: AtomicPtr<AtomicU64> = AtomicPtr::new(ptr::null_mut());

/// Sets the duration of syncs, and counts them when they start.
pub(crate) fn syncs_take(ms: u32, count: &'static AtomicU64) {
    COUNT.store(ptr::from_ref(count).cast_mut(), Ordering::Release);
    TAKES.store(ms.into(), Ordering::Release);
}

/// Makes this process stop itself in its next sync.
pub(crate) fn next_sync_stops() {
    TAKES.store(STOPS, Ordering::Release);
}

/// Delays or stops a sync before it writes data.
pub(super) fn hold_up() {
    match TAKES.load(Ordering::Acquire) {
        0 => {}
        STOPS => {
            TAKES.store(0, Ordering::Release);
            // SAFETY: stops this process until another one continues it.
            unsafe { libc::raise(libc::SIGSTOP) };
        }
        ms => {
            // SAFETY: null, or set by `syncs_take` to a value that is never freed.
            if let Some(count) = unsafe { COUNT.load(Ordering::Acquire).as_ref() } {
                count.fetch_add(1, Ordering::Release);
            }
            thread::sleep(Duration::from_millis(ms.unsigned_abs()));
        }
    }
}
