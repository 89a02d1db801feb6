//! The boundary: checks arguments from C, and stops unwinding.

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

/// Calls a function of the boundary with the message for a null pointer, which names the argument.
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

/// Runs the body of a function that returns a status. Writes its error to `error` unless that is null.
///
/// # Safety
/// `error` is null or valid for a write.
#[inline(always)]
pub(crate) unsafe fn status(
    error: *mut sortid_error,
    body: impl FnOnce() -> Result<(), Error>,
) -> i32 {
    answered(body, |refused| noted(&refused.into(), NonNull::new(error)))
}

/// [`status`] of a function that makes ids. The body runs again after a fork or a reseeding meanwhile, since another process may
/// write the same ids. Only the return of the status follows the last check.
///
/// # Safety
/// `error` is null or valid for a write.
#[inline(always)]
pub(crate) unsafe fn status_of_new(
    error: *mut sortid_error,
    body: impl Fn() -> Result<(), Error>,
) -> i32 {
    // Neither Swift nor the JVM forks: there the check would add a tenth to a call.
    #[cfg(not(sortid_mobile))]
    let body = || sortid::in_one_process(&body);
    // SAFETY: the caller's promise.
    unsafe { status(error, body) }
}

/// [`status`] of a body whose errors quote inputs.
///
/// # Safety
/// `error` is null or valid for a write.
#[inline(always)]
pub(crate) unsafe fn explained<'a>(
    error: *mut sortid_error,
    body: impl FnOnce() -> Result<(), Described<'a>>,
) -> i32 {
    answered(body, |described| noted(&described, NonNull::new(error)))
}

/// [`status`] of a body whose errors are all about one input.
///
/// # Safety
/// `error` is null or valid for a write.
#[inline(always)]
pub(crate) unsafe fn explained_with<'a>(
    error: *mut sortid_error,
    input: impl Fn() -> &'a [u8],
    body: impl FnOnce() -> Result<(), Error>,
) -> i32 {
    answered(body, |refused| {
        noted(&describing(input())(refused), NonNull::new(error))
    })
}

/// Keeps an error for readers of the last one, writes it, and returns its number.
#[cold]
#[inline(never)]
fn noted(described: &Described<'_>, error: Option<NonNull<sortid_error>>) -> i32 {
    #[cfg(sortid_mobile)]
    super::refused::note(described.error);
    if let Some(error) = error {
        // SAFETY: the callers' callers promise that it is valid for a write.
        unsafe { sortid_error::write(error, described) };
    }
    described.error.code().number()
}

#[inline(always)]
fn answered<E: From<Error>>(
    body: impl FnOnce() -> Result<(), E>,
    refused: impl Fn(E) -> i32,
) -> i32 {
    // What goes past the catching is one number: a larger answer is stored in parts and loaded whole, which waits.
    let caught = catch_unwind(AssertUnwindSafe(|| match body() {
        Ok(()) => OK,
        Err(error) => refused(error),
    }));
    // Outputs are written last, so nothing half done is seen after a panic.
    caught.unwrap_or_else(|panic| {
        forgotten(panic);
        refused(Error::new(ErrorCode::Panic).into())
    })
}

/// The end of what a panic had to say. Written once: what catches it is compiled for each function.
#[cold]
#[inline(never)]
fn forgotten(panic: Box<dyn Any + Send>) {
    drop(panic);
}

/// Runs the body of a function that answers by value; `otherwise` after a panic.
#[inline(always)]
pub(crate) fn value<T>(otherwise: T, body: impl FnOnce() -> T) -> T {
    catch_unwind(AssertUnwindSafe(body)).unwrap_or_else(|panic| {
        forgotten(panic);
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

/// An output that is there. `message` is the error's, as in all functions below.
#[inline(always)]
pub(crate) fn output<T>(pointer: *mut T, message: &'static str) -> Result<NonNull<T>, Error> {
    NonNull::new(pointer).ok_or_else(|| null(message))
}

/// An input that is there.
///
/// # Safety
/// `pointer` is null or valid for reads while `'a` lasts.
#[inline(always)]
pub(crate) unsafe fn input<'a, T>(
    pointer: *const T,
    message: &'static str,
) -> Result<&'a T, Error> {
    // SAFETY: the caller's promise.
    unsafe { pointer.as_ref() }.ok_or_else(|| null(message))
}

/// `SORTID_NTS` of the header, in place of a length: the text has a terminator.
const NTS: usize = usize::MAX;

/// The bytes of an id or of a seed, which may not be null.
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
    // SAFETY: the caller's promise.
    unsafe { array(pointer.cast(), length, message) }
}

/// The bytes of a text, which may not be null: of a length, or up to a terminator where that is `SORTID_NTS`.
///
/// # Safety
/// `pointer` is null, or valid for reads of `length` elements or up to its terminator while `'a` lasts.
#[inline(always)]
pub(crate) unsafe fn text_bytes<'a>(
    pointer: *const c_char,
    length: usize,
    message: &'static str,
) -> Result<&'a [u8], Error> {
    if length == NTS && !pointer.is_null() {
        // SAFETY: the caller's promise.
        return Ok(unsafe { CStr::from_ptr(pointer) }.to_bytes());
    }
    // SAFETY: the caller's promise; a character is a byte, signed or not.
    unsafe { binary(pointer, length, message) }
}

/// An array, which may be null where it is empty.
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
    // SAFETY: not null, not longer than memory can be, and the caller's promise.
    Ok(unsafe { slice::from_raw_parts(pointer, count) })
}

/// An array to be written, which may be null where it is empty.
///
/// # Safety
/// `pointer` is null or valid for writes of `count` elements while `'a` lasts, and nobody else uses them.
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
    // SAFETY: not null, not longer than memory can be, and the caller's promise.
    Ok(unsafe { slice::from_raw_parts_mut(pointer, count) })
}

/// No memory is larger than half of all addresses: such a length is a negative number that was cast.
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

/// `buffer_too_small` where what needs so much room has less; `wanted` then tells how much it needs, and on success too.
///
/// # Safety
/// `wanted` is null or valid for a write.
#[inline(always)]
pub(crate) unsafe fn fits(room: usize, need: usize, wanted: *mut usize) -> Result<(), Error> {
    if let Some(wanted) = NonNull::new(wanted) {
        // SAFETY: not null, so valid for a write, as the caller promises.
        unsafe { wanted.write(need) };
    }
    if room < need {
        return Err(Error::new(ErrorCode::BufferTooSmall));
    }
    Ok(())
}

/// Writes text and its terminator to memory of `size` bytes, and what it needs to `needed`.
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
    // SAFETY: the caller's promise.
    unsafe { fits(size, text.len() + 1, needed) }?;
    let out = out.cast::<u8>();
    // SAFETY: there is room for the text and one byte more; the text is elsewhere.
    unsafe {
        out.copy_from_nonoverlapping(NonNull::from(text.as_bytes()).cast(), text.len());
        out.add(text.len()).write(0);
    }
    Ok(())
}

/// [`write_text`] of a text whose length is known when compiling.
///
/// # Safety
/// As there.
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
            // SAFETY: there is room for the text and one byte more; `needed` as the caller promises.
            unsafe {
                fits(size, LENGTH + 1, needed)?;
                // Moved in the same pieces in which it was just stored: other ones would wait for the stores.
                out.cast::<[u8; LENGTH]>().write(*chunk);
                out.add(LENGTH).write(0);
            }
            Ok(())
        }
        // SAFETY: the caller's promise.
        _ => unsafe { write_text(text, out, size, needed) },
    }
}

/// The format of a number, if there is one.
#[inline(always)]
pub(crate) fn known(format: u32) -> Option<Format> {
    // Codes count from 1 without gaps: a test of the core's registry says so.
    Format::ALL.get((format as usize).wrapping_sub(1)).copied()
}

/// The format of a number, or `unknown_format`.
#[inline(always)]
pub(crate) fn required(format: u32) -> Result<Format, Error> {
    known(format).ok_or_else(unknown_format)
}

/// The text form of a number.
pub(crate) fn known_form(form: u32) -> Result<Form, Error> {
    let unknown = Error::about(ErrorCode::NotApplicable, "\0no text form has this number");
    Form::ALL.get(form as usize).copied().ok_or(unknown)
}

/// The text; an empty one, which is no name and no value, if it is not UTF-8.
pub(crate) fn utf8(text: &[u8]) -> &str {
    str::from_utf8(text).unwrap_or_default()
}
