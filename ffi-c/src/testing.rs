//! A clock and a seed for the process-wide default generators, for tests.

use std::ffi::c_void;

use sortid::testing::{Settings, TestClock};
use sortid::{Error, ErrorCode, Timestamp};

use super::boundary::{arg, binary, explained, input, output, value};
use super::error::sortid_error;
use super::generator::seed;
use super::time::sortid_time;

/// A test clock, which the process-wide default generators use until it is freed. Opaque.
pub struct sortid_test_clock {
    _private: [u8; 0],
}

/// A function that reads a clock; `context` is the argument of `sortid_test_clock_follow`.
pub type sortid_clock_function = Option<unsafe extern "C" fn(context: *mut c_void) -> sortid_time>;

/// Freezes the time of the process-wide default generators, until `sortid_test_clock_free`.
///
/// Applies to all threads, but not to generators of `sortid_generator_new`. Ids of one time are
/// increasing. The same seed of 32 bytes and the same calls generate the same ids; `seed` may be
/// NULL. Clocks nest within a thread, and are freed in reverse order. Waits until no other thread
/// has a clock. Not for production: the first use prints a warning to standard error.
///
/// Writes `*clock`. Errors: `SORTID_ERR_NULL_ARGUMENT`, `SORTID_ERR_INVALID_LENGTH` for a seed of
/// another length, `SORTID_ERR_TIMESTAMP_OUT_OF_RANGE` for 10^9 nanoseconds or more,
/// `SORTID_ERR_NOT_APPLICABLE` while a generator with a state file or lease file exists.
#[cfg_attr(libsortid, unsafe(no_mangle))]
pub unsafe extern "C" fn sortid_test_clock_freeze(
    time: sortid_time,
    seed: *const u8,
    seed_length: usize,
    clock: *mut *mut sortid_test_clock,
    error: *mut sortid_error,
) -> i32 {
    // SAFETY: guaranteed by the caller (see `# Safety`), here and below.
    unsafe {
        explained(error, || {
            let settings = TestClock::freeze(time.checked()?);
            Ok(start(settings, seed, seed_length, clock)?)
        })
    }
}

/// Makes the process-wide default generators read the time from a function, until
/// `sortid_test_clock_free`: see `sortid_test_clock_freeze`.
///
/// Any thread that generates an id calls it, also several at once. A time of 10^9 nanoseconds or
/// more is read as 1970.
///
/// Errors: `SORTID_ERR_NULL_ARGUMENT`, and those of `sortid_test_clock_freeze`.
#[cfg_attr(libsortid, unsafe(no_mangle))]
pub unsafe extern "C" fn sortid_test_clock_follow(
    function: sortid_clock_function,
    context: *mut c_void,
    seed: *const u8,
    seed_length: usize,
    clock: *mut *mut sortid_test_clock,
    error: *mut sortid_error,
) -> i32 {
    // SAFETY: guaranteed by the caller (see `# Safety`), here and below.
    unsafe {
        explained(error, || {
            let function = function.ok_or(Error::new(ErrorCode::NullArgument))?;
            let context = context.expose_provenance();
            let settings = TestClock::follow(move || {
                let context = std::ptr::with_exposed_provenance_mut(context);
                let time = function(context);
                time.checked().unwrap_or(Timestamp::from_unix_ms(0))
            });
            Ok(start(settings, seed, seed_length, clock)?)
        })
    }
}

/// Sets the time. No effect on a clock that follows a function.
///
/// Ids may repeat if the time is set back.
///
/// Errors: `SORTID_ERR_NULL_ARGUMENT`, `SORTID_ERR_TIMESTAMP_OUT_OF_RANGE` for 10^9 nanoseconds or
/// more.
#[cfg_attr(libsortid, unsafe(no_mangle))]
pub unsafe extern "C" fn sortid_test_clock_set(
    clock: *const sortid_test_clock,
    time: sortid_time,
    error: *mut sortid_error,
) -> i32 {
    // SAFETY: guaranteed by the caller (see `# Safety`), here and below.
    unsafe {
        explained(error, || {
            let clock: *const TestClock = clock.cast();
            let clock = arg!(input(clock))?;
            clock.set(time.checked()?);
            Ok(())
        })
    }
}

/// Frees a clock and restores the process-wide default generators. Does nothing for NULL.
/// Never fails.
#[cfg_attr(libsortid, unsafe(no_mangle))]
pub unsafe extern "C" fn sortid_test_clock_free(clock: *mut sortid_test_clock) {
    value((), || {
        if !clock.is_null() {
            // SAFETY: `start` created it with `Box::into_raw`.
            drop(unsafe { Box::from_raw(clock.cast::<TestClock>()) });
        }
    });
}

/// # Safety
/// `seed` is null or has `seed_length` bytes; `clock` is null or valid for a write.
unsafe fn start(
    mut settings: Settings,
    seed: *const u8,
    seed_length: usize,
    clock: *mut *mut sortid_test_clock,
) -> Result<(), Error> {
    let clock = arg!(output(clock))?;
    if !seed.is_null() {
        // SAFETY: not null; guaranteed by the caller (see `# Safety`).
        let bytes = unsafe { arg!(binary(seed, seed_length)) }?;
        settings = settings.seed(self::seed(bytes)?);
    }
    let started = Box::into_raw(Box::new(settings.start()?));
    // SAFETY: not null, so valid for a write.
    unsafe { clock.write(started.cast()) };
    Ok(())
}
