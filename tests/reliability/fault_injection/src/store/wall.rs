//! The wall clock of this program: the system's, with an offset.
//!
//! The linker replaces the C library's function with this one in this program and the library.

use std::ffi::c_int;
use std::mem::transmute;
use std::ptr;
use std::sync::atomic::{AtomicI64, AtomicPtr, Ordering};

const SECOND: i64 = 1_000_000_000;

/// The offset of this process's clock in nanoseconds; null if it is correct.
static OFFSET: AtomicPtr<AtomicI64> = AtomicPtr::new(ptr::null_mut());

/// Adds an offset to the clock of this process, which may change at any time.
pub(crate) fn follow(offset_ns: &'static AtomicI64) {
    OFFSET.store(ptr::from_ref(offset_ns).cast_mut(), Ordering::Release);
}

type Gettime = unsafe extern "C" fn(libc::clockid_t, *mut libc::timespec) -> c_int;

/// The C library's function, which reads the clock without a system call.
fn real() -> Option<Gettime> {
    static REAL: AtomicPtr<libc::c_void> = AtomicPtr::new(ptr::null_mut());
    let mut real = REAL.load(Ordering::Acquire);
    if real.is_null() {
        // SAFETY: the name is zero-terminated.
        real = unsafe { libc::dlsym(libc::RTLD_NEXT, c"clock_gettime".as_ptr()) };
        REAL.store(real, Ordering::Release);
    }
    // SAFETY: null is `None`; otherwise the function of that name has this type.
    unsafe { transmute::<*mut libc::c_void, Option<Gettime>>(real) }
}

/// Replaces the C library's `clock_gettime`, and adds the offset.
///
/// The same as for the C library's function.
#[unsafe(no_mangle)]
unsafe extern "C" fn clock_gettime(clock: libc::clockid_t, time: *mut libc::timespec) -> c_int {
    let Some(real) = real() else { return -1 };
    // SAFETY: the caller guarantees that `time` is valid for writes.
    let status = unsafe { real(clock, time) };
    if status != 0 || clock != libc::CLOCK_REALTIME {
        return status;
    }
    // SAFETY: null, or set by `follow` to a value that is never freed.
    if let Some(offset) = unsafe { OFFSET.load(Ordering::Acquire).as_ref() } {
        let offset = offset.load(Ordering::Relaxed);
        // SAFETY: the caller guarantees that `time` is valid, and it was just written.
        let time = unsafe { &mut *time };
        let nanos = time.tv_nsec + offset % SECOND;
        time.tv_sec += offset / SECOND + nanos.div_euclid(SECOND);
        time.tv_nsec = nanos.rem_euclid(SECOND);
    }
    status
}
