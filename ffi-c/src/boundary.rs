//! The boundary: checks arguments from C, and stops unwinding.

use std::any::Any;
use std::ffi::{CStr, c_char};
use std::fmt::Display;
use std::panic::{AssertUnwindSafe, catch_unwind};
use std::ptr::NonNull;
use std::slice;

use sortid::{Error, ErrorCode, Format};

pub(crate) use super::error::Refusal;
use super::error::sortid_error;

/// `SORTID_OK`.
pub(crate) const OK: i32 = 0;

/// Runs the body of a function that answers with a status.
#[inline(always)]
pub(crate) fn status(body: impl FnOnce() -> Result<(), Refusal>) -> i32 {
    answered(body, |_| ())
}

/// [`status`] of a function that makes ids. The body runs again after a fork or a reseeding meanwhile, since another process may
/// write the same ids. Only the return of the status follows the last check.
#[inline(always)]
pub(crate) fn status_of_new(body: impl Fn() -> Result<(), Refusal>) -> i32 {
    // Neither Swift nor the JVM forks: there the check would add a tenth to a call.
    #[cfg(not(sortid_mobile))]
    let body = || sortid::in_one_process(&body);
    status(body)
}

/// [`status`], the refusal described in `error` unless that is null.
///
/// # Safety
/// `error` is null or valid for a write.
#[inline(always)]
pub(crate) unsafe fn explained(
    error: *mut sortid_error,
    body: impl FnOnce() -> Result<(), Refusal>,
) -> i32 {
    answered(body, |refusal| {
        if let Some(error) = NonNull::new(error) {
            // SAFETY: not null, so valid for a write, as the caller promises.
            unsafe { sortid_error::write(error, refusal, None) };
        }
    })
}

/// [`explained`], with a message for errors of the core that names the rejected input. `message`
/// returns `None` if there is nothing to name.
///
/// # Safety
/// `error` is null or valid for a write.
#[inline(always)]
pub(crate) unsafe fn explained_by<M: Display>(
    error: *mut sortid_error,
    message: impl Fn(Error) -> Option<M>,
    body: impl FnOnce() -> Result<(), Refusal>,
) -> i32 {
    answered(body, |refusal| {
        let Some(error) = NonNull::new(error) else {
            return;
        };
        let text = match refusal {
            Refusal::Core(core) => message(*core),
            Refusal::Here(_) => None,
        };
        let text = text.as_ref().map(|text| text as &dyn Display);
        // SAFETY: not null, so valid for a write, as the caller promises.
        unsafe { sortid_error::write(error, refusal, text) };
    })
}

#[inline(always)]
fn answered(body: impl FnOnce() -> Result<(), Refusal>, explain: impl Fn(&Refusal)) -> i32 {
    let explain = |refusal: &Refusal| {
        #[cfg(sortid_mobile)]
        super::refused::note(match refusal {
            Refusal::Core(error) => *error,
            Refusal::Here(code) => Error::new(*code),
        });
        explain(refusal);
    };
    // What goes past the catching is one number: a larger answer is stored in parts and loaded whole, which waits.
    let caught = catch_unwind(AssertUnwindSafe(|| match body() {
        Ok(()) => OK,
        Err(refusal) => {
            explain(&refusal);
            refusal.code().number()
        }
    }));
    // Outputs are written last, so nothing half done is seen after a panic.
    caught.unwrap_or_else(|panic| {
        explain(&Refusal::Here(ErrorCode::Panic));
        forgotten(panic);
        ErrorCode::Panic.number()
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

/// An output that is there.
#[inline(always)]
pub(crate) fn output<T>(pointer: *mut T) -> Result<NonNull<T>, Refusal> {
    NonNull::new(pointer).ok_or(Refusal::Here(ErrorCode::NullArgument))
}

/// An input that is there.
///
/// # Safety
/// `pointer` is null or valid for reads while `'a` lasts.
#[inline(always)]
pub(crate) unsafe fn input<'a, T>(pointer: *const T) -> Result<&'a T, Refusal> {
    // SAFETY: the caller's promise.
    unsafe { pointer.as_ref() }.ok_or(Refusal::Here(ErrorCode::NullArgument))
}

/// `SORTID_NTS` of the header, in place of a length: the text has a terminator.
const NTS: usize = usize::MAX;

/// The bytes of an id or of a seed, which may not be null.
///
/// # Safety
/// `pointer` is null or valid for reads of `length` elements while `'a` lasts.
#[inline(always)]
pub(crate) unsafe fn binary<'a>(pointer: *const u8, length: usize) -> Result<&'a [u8], Refusal> {
    if pointer.is_null() {
        return Err(ErrorCode::NullArgument.into());
    }
    // SAFETY: the caller's promise.
    unsafe { array(pointer, length) }
}

/// The bytes of a text, which may not be null: of a length, or up to a terminator where that is `SORTID_NTS`.
///
/// # Safety
/// `pointer` is null, or valid for reads of `length` elements or up to its terminator while `'a` lasts.
#[inline(always)]
pub(crate) unsafe fn text_bytes<'a>(
    pointer: *const c_char,
    length: usize,
) -> Result<&'a [u8], Refusal> {
    if length == NTS && !pointer.is_null() {
        // SAFETY: the caller's promise.
        return Ok(unsafe { CStr::from_ptr(pointer) }.to_bytes());
    }
    // SAFETY: the caller's promise; a character is a byte, signed or not.
    unsafe { binary(pointer.cast(), length) }
}

/// An array, which may be null where it is empty.
///
/// # Safety
/// `pointer` is null or valid for reads of `count` elements while `'a` lasts.
#[inline(always)]
pub(crate) unsafe fn array<'a, T>(pointer: *const T, count: usize) -> Result<&'a [T], Refusal> {
    check_array(pointer, count)?;
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
) -> Result<&'a mut [T], Refusal> {
    check_array(pointer, count)?;
    if count == 0 {
        return Ok(&mut []);
    }
    // SAFETY: not null, not longer than memory can be, and the caller's promise.
    Ok(unsafe { slice::from_raw_parts_mut(pointer, count) })
}

/// No memory is larger than half of all addresses: such a length is a negative number that was cast.
#[inline(always)]
fn check_array<T>(pointer: *const T, count: usize) -> Result<(), Refusal> {
    if pointer.is_null() && count > 0 {
        return Err(ErrorCode::NullArgument.into());
    }
    if count > isize::MAX as usize / size_of::<T>() {
        return Err(ErrorCode::InvalidLength.into());
    }
    Ok(())
}

/// `buffer_too_small` where what needs so much room has less; `wanted` then tells how much it needs, and on success too.
///
/// # Safety
/// `wanted` is null or valid for a write.
#[inline(always)]
pub(crate) unsafe fn fits(room: usize, need: usize, wanted: *mut usize) -> Result<(), Refusal> {
    if let Some(wanted) = NonNull::new(wanted) {
        // SAFETY: not null, so valid for a write, as the caller promises.
        unsafe { wanted.write(need) };
    }
    if room < need {
        return Err(ErrorCode::BufferTooSmall.into());
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
) -> Result<(), Refusal> {
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
) -> Result<(), Refusal> {
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
pub(crate) fn required(format: u32) -> Result<Format, Refusal> {
    known(format).ok_or(Refusal::Here(ErrorCode::UnknownFormat))
}
