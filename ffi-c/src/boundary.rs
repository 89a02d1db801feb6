//! Checks of arguments from C, and the guard that catches panics.

use std::any::Any;
use std::ffi::{CStr, c_char};
use std::panic::{AssertUnwindSafe, catch_unwind};
use std::ptr::NonNull;
use std::slice;

use sortid::{Error, ErrorCode, Form, Format};

use super::error::sortid_error;
pub(crate) use super::error::{Described, describing};

/// `SORTID_OK`.
pub(crate) const OK: i32 = 0;

/// Calls a check below with an error message that names the argument.
macro_rules! arg {
    ($function:ident($pointer:expr $(, $length:expr)?)) => {
        $function(
            $pointer,
            $($length,)?
            concat!("\0", stringify!($pointer), " is NULL, expected a pointer"),
        )
    };
}
pub(crate) use arg;

/// Runs the body of a function that returns a status. Writes the body's error to `error` unless
/// that is null.
///
/// # Safety
/// `error` is null or valid for a write.
#[inline(always)]
pub(crate) unsafe fn status(
    error: *mut sortid_error,
    body: impl FnOnce() -> Result<(), Error>,
) -> i32 {
    run(body, |cause| report(&cause.into(), NonNull::new(error)))
}

/// [`status`] for a function that generates ids. Runs the body again if the process forked or
/// reseeded meanwhile, since another process may write the same ids. The check is the last
/// operation before the return.
///
/// # Safety
/// `error` is null or valid for a write.
#[inline(always)]
pub(crate) unsafe fn status_of_new(
    error: *mut sortid_error,
    body: impl Fn() -> Result<(), Error>,
) -> i32 {
    // Swift and the JVM do not fork, and the check slows a call down by a tenth.
    #[cfg(not(sortid_mobile))]
    let body = || sortid::in_one_process(&body);
    // SAFETY: guaranteed by the caller (see `# Safety`).
    unsafe { status(error, body) }
}

/// [`status`] for a body whose errors quote their inputs.
///
/// # Safety
/// `error` is null or valid for a write.
#[inline(always)]
pub(crate) unsafe fn explained<'a>(
    error: *mut sortid_error,
    body: impl FnOnce() -> Result<(), Described<'a>>,
) -> i32 {
    run(body, |described| report(&described, NonNull::new(error)))
}

/// [`status`] for a body whose errors all quote the same input.
///
/// # Safety
/// `error` is null or valid for a write.
#[inline(always)]
pub(crate) unsafe fn explained_with<'a>(
    error: *mut sortid_error,
    input: impl Fn() -> &'a [u8],
    body: impl FnOnce() -> Result<(), Error>,
) -> i32 {
    run(body, |cause| {
        report(&describing(input())(cause), NonNull::new(error))
    })
}

/// Writes an error, on mobile also to the last error of the thread, and returns its status.
#[cold]
#[inline(never)]
fn report(described: &Described<'_>, error: Option<NonNull<sortid_error>>) -> i32 {
    #[cfg(sortid_mobile)]
    super::refused::note(described.error);
    if let Some(error) = error {
        // SAFETY: guaranteed by the callers of `status`, `explained` and `explained_with`.
        unsafe { sortid_error::write(error, described) };
    }
    described.error.code().number()
}

#[inline(always)]
fn run<E: From<Error>>(body: impl FnOnce() -> Result<(), E>, report: impl Fn(E) -> i32) -> i32 {
    // Returns only a number through `catch_unwind`: a larger result would prevent store forwarding.
    let caught = catch_unwind(AssertUnwindSafe(|| match body() {
        Ok(()) => OK,
        Err(error) => report(error),
    }));
    // Outputs are written last, so no caller sees a partial result after a panic.
    caught.unwrap_or_else(|panic| {
        discard(panic);
        report(Error::new(ErrorCode::Panic).into())
    })
}

/// Drops the payload of a panic. Not inlined: every function has its own `catch_unwind`.
#[cold]
#[inline(never)]
fn discard(panic: Box<dyn Any + Send>) {
    drop(panic);
}

/// Runs the body of a function that returns a value; returns `otherwise` after a panic.
#[inline(always)]
pub(crate) fn value<T>(otherwise: T, body: impl FnOnce() -> T) -> T {
    catch_unwind(AssertUnwindSafe(body)).unwrap_or_else(|panic| {
        discard(panic);
        otherwise
    })
}

#[cold]
fn null(message: &'static str) -> Error {
    Error::about(ErrorCode::NullArgument, message)
}

#[cold]
pub(crate) fn unknown_format() -> Error {
    Error::about(ErrorCode::UnknownFormat, "\0no format has this number")
}

/// A non-null output; otherwise an error with this message, as below.
#[inline(always)]
pub(crate) fn output<T>(pointer: *mut T, message: &'static str) -> Result<NonNull<T>, Error> {
    NonNull::new(pointer).ok_or_else(|| null(message))
}

/// A non-null input.
///
/// # Safety
/// `pointer` is null or valid for reads while `'a` lasts.
#[inline(always)]
pub(crate) unsafe fn input<'a, T>(
    pointer: *const T,
    message: &'static str,
) -> Result<&'a T, Error> {
    // SAFETY: guaranteed by the caller (see `# Safety`).
    unsafe { pointer.as_ref() }.ok_or_else(|| null(message))
}

/// `SORTID_NTS` of the header: the length of a text with a terminator.
const NTS: usize = usize::MAX;

/// The bytes of an id or a seed; not null.
///
/// # Safety
/// `pointer` is null or valid for reads of `length` bytes while `'a` lasts.
#[inline(always)]
pub(crate) unsafe fn binary<'a, T>(
    pointer: *const T,
    length: usize,
    message: &'static str,
) -> Result<&'a [u8], Error> {
    if pointer.is_null() {
        return Err(null(message));
    }
    // SAFETY: guaranteed by the caller (see `# Safety`).
    unsafe { array(pointer.cast(), length, message) }
}

/// The bytes of a text, up to its terminator if the length is `SORTID_NTS`; not null.
///
/// # Safety
/// `pointer` is null, or valid for reads of `length` elements or up to its terminator while `'a`
/// lasts.
#[inline(always)]
pub(crate) unsafe fn text_bytes<'a>(
    pointer: *const c_char,
    length: usize,
    message: &'static str,
) -> Result<&'a [u8], Error> {
    if length == NTS && !pointer.is_null() {
        // SAFETY: guaranteed by the caller (see `# Safety`).
        return Ok(unsafe { CStr::from_ptr(pointer) }.to_bytes());
    }
    // SAFETY: guaranteed by the caller (see `# Safety`); `c_char` and `u8` have the same layout.
    unsafe { binary(pointer, length, message) }
}

/// An array; may be null if empty.
///
/// # Safety
/// `pointer` is null or valid for reads of `count` elements while `'a` lasts.
#[inline(always)]
pub(crate) unsafe fn array<'a, T>(
    pointer: *const T,
    count: usize,
    message: &'static str,
) -> Result<&'a [T], Error> {
    check_array(pointer, count, message)?;
    if count == 0 {
        return Ok(&[]);
    }
    // SAFETY: `check_array` passed; the caller guarantees the rest (see `# Safety`).
    Ok(unsafe { slice::from_raw_parts(pointer, count) })
}

/// An array for outputs; may be null if empty.
///
/// # Safety
/// `pointer` is null or valid for writes of `count` elements while `'a` lasts, and has no other
/// users.
#[inline(always)]
pub(crate) unsafe fn array_mut<'a, T>(
    pointer: *mut T,
    count: usize,
    message: &'static str,
) -> Result<&'a mut [T], Error> {
    check_array(pointer, count, message)?;
    if count == 0 {
        return Ok(&mut []);
    }
    // SAFETY: `check_array` passed; the caller guarantees the rest (see `# Safety`).
    Ok(unsafe { slice::from_raw_parts_mut(pointer, count) })
}

/// Rejects sizes above `isize::MAX`, usually negative numbers that were cast.
#[inline(always)]
fn check_array<T>(pointer: *const T, count: usize, message: &'static str) -> Result<(), Error> {
    if pointer.is_null() && count > 0 {
        return Err(null(message));
    }
    if count > isize::MAX as usize / size_of::<T>() {
        return Err(too_long());
    }
    Ok(())
}

#[cold]
fn too_long() -> Error {
    Error::about(
        ErrorCode::InvalidLength,
        "\0the length or count is negative, or larger than any memory",
    )
}

/// Writes `need` to `wanted`. Returns `buffer_too_small` if `room` is less.
///
/// # Safety
/// `wanted` is null or valid for a write.
#[inline(always)]
pub(crate) unsafe fn fits(room: usize, need: usize, wanted: *mut usize) -> Result<(), Error> {
    if let Some(wanted) = NonNull::new(wanted) {
        // SAFETY: not null, so the caller guarantees that it is valid for a write.
        unsafe { wanted.write(need) };
    }
    if room < need {
        return Err(Error::new(ErrorCode::BufferTooSmall));
    }
    Ok(())
}

/// Writes text and its terminator to memory of `size` bytes, and the required size to `needed`.
///
/// # Safety
/// `out` is valid for writes of `size` bytes, `needed` is null or valid for a write.
#[inline(always)]
pub(crate) unsafe fn write_text<C>(
    text: &str,
    out: NonNull<C>,
    size: usize,
    needed: *mut usize,
) -> Result<(), Error> {
    const { assert!(size_of::<C>() == 1) };
    // SAFETY: guaranteed by the caller (see `# Safety`).
    unsafe { fits(size, text.len() + 1, needed) }?;
    let out = out.cast::<u8>();
    // SAFETY: `fits` has checked the room for the text and the terminator; the text does not
    // overlap it.
    unsafe {
        out.copy_from_nonoverlapping(NonNull::from(text.as_bytes()).cast(), text.len());
        out.add(text.len()).write(0);
    }
    Ok(())
}

/// [`write_text`] for a text whose length is known at compile time.
///
/// # Safety
/// As for [`write_text`].
#[inline(always)]
pub(crate) unsafe fn write_text_of<const LENGTH: usize, C>(
    text: &str,
    out: NonNull<C>,
    size: usize,
    needed: *mut usize,
) -> Result<(), Error> {
    const { assert!(size_of::<C>() == 1) };
    match text.as_bytes().first_chunk::<LENGTH>() {
        Some(chunk) if text.len() == LENGTH && size > LENGTH => {
            let out = out.cast::<u8>();
            // SAFETY: `size` has room for the text and the terminator; the caller guarantees the
            // rest.
            unsafe {
                fits(size, LENGTH + 1, needed)?;
                // Loads have the sizes of the stores: other sizes would prevent store forwarding.
                out.cast::<[u8; LENGTH]>().write(*chunk);
                out.add(LENGTH).write(0);
            }
            Ok(())
        }
        // SAFETY: guaranteed by the caller (see `# Safety`).
        _ => unsafe { write_text(text, out, size, needed) },
    }
}

/// The format with this number.
#[inline(always)]
pub(crate) fn known(format: u32) -> Option<Format> {
    // Codes count from 1 without gaps, which a test of the core's registry checks.
    Format::ALL.get((format as usize).wrapping_sub(1)).copied()
}

/// The format with this number, or the error `unknown_format`.
#[inline(always)]
pub(crate) fn required(format: u32) -> Result<Format, Error> {
    known(format).ok_or_else(unknown_format)
}

/// The text form with this number.
pub(crate) fn known_form(form: u32) -> Result<Form, Error> {
    let unknown = Error::about(ErrorCode::NotApplicable, "\0no text form has this number");
    Form::ALL.get(form as usize).copied().ok_or(unknown)
}

/// The text; empty, and so never a valid name or value, if it is not UTF-8.
pub(crate) fn utf8(text: &[u8]) -> &str {
    str::from_utf8(text).unwrap_or_default()
}
