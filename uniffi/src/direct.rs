//! `extern "C"` functions that are called once per id, where UniFFI's own calls cost microseconds.
//!
//! Rules: numbers in, numbers out through pointers that hold what each function says; a generator is its address in 64 bits. A result is 0, or the
//! code of an error in the lower 32 bits and its place above them, −1 if there is none: the offset in a text, for a
//! `store_*` code the number of the system's error, for `not_applicable` the place of the reason in the core's list. Nothing is written on failure but the count of a fill, and for a
//! `store_*` code, behind the first word, where the path of the file lies in memory, in UTF-8: its address and its
//! length. It stays there. No panic leaves: it is the code `panic`.
//!
//! The packages are the only callers. They pass pointers that are good, and the address of a generator that is alive.

use std::panic::{AssertUnwindSafe, catch_unwind};

use sortid::{
    Error, ErrorCode, Filled, Form, Format, Generator, Id, Options, Timestamp, default_generator,
    new_id_at,
};

use crate::error::Fault;
use crate::value::{Words, format};

/// A code and a place: the code in the lower 32 bits, the place above them, −1 if there is none.
pub(crate) fn outcome(code: ErrorCode, place: Option<u32>) -> i64 {
    let place = place.unwrap_or(u32::MAX).cast_signed();
    i64::from(place) << 32 | i64::from(code as i32)
}

/// What a body that must not panic comes to.
pub(crate) fn guarded(body: impl FnOnce() -> Result<(), Fault>) -> i64 {
    match catch_unwind(AssertUnwindSafe(body)) {
        Ok(Ok(())) => 0,
        Ok(Err(Fault { code, place, .. })) => outcome(code, place),
        Err(_) => outcome(ErrorCode::Panic, None),
    }
}

/// [`guarded`], for a body that may have to do with a state file.
///
/// # Safety
/// `out` has room for three words.
#[inline]
unsafe fn guarded_with_path(out: *mut u64, body: impl FnOnce() -> Result<(), Fault>) -> i64 {
    guarded(|| {
        body().inspect_err(|fault| {
            if let Some(path) = fault.path {
                let place = [path.as_ptr() as u64, path.len() as u64];
                // SAFETY: by the caller's word.
                unsafe { out.add(1).cast::<[u64; 2]>().write_unaligned(place) };
            }
        })
    })
}

/// The generator at an address; at 0 the process-wide one of the format.
///
/// # Safety
/// The address is 0, or one of a generator that lives as long as the reference is used.
unsafe fn generator<'a>(address: u64, format_code: u8) -> Result<&'a Generator<Id>, Error> {
    // SAFETY: by the caller's word.
    match unsafe { (address as *const Generator<Id>).as_ref() } {
        Some(generator) => Ok(generator),
        None => default_generator(format(format_code)?),
    }
}

/// The id of three words.
fn id(format_code: u8, high: u64, middle: u64, low: u32) -> Result<Id, Error> {
    Id::try_from(Words {
        format: format_code,
        high,
        middle,
        low,
    })
}

/// Writes an id as its three words.
///
/// # Safety
/// `out` has room for three words.
pub(crate) unsafe fn write_words(id: Id, out: *mut u64) {
    let words = Words::from(id);
    // SAFETY: by the caller's word.
    unsafe {
        out.cast::<[u64; 3]>()
            .write_unaligned([words.high, words.middle, words.low.into()])
    };
}

/// The next id of a generator, or at address 0 of the process-wide one of the format, as three words.
///
/// # Safety
/// As the module says; `out` has room for three words.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn sortid_direct_next(
    generator_address: u64,
    format_code: u8,
    out: *mut u64,
) -> i64 {
    let body = || {
        // SAFETY: by the caller's word.
        let id = unsafe { generator(generator_address, format_code) }?.next()?;
        // SAFETY: by the caller's word.
        unsafe { write_words(id, out) };
        Ok(())
    };
    // SAFETY: by the caller's word.
    unsafe { guarded_with_path(out, body) }
}

/// The next id of a manual generator, as three words.
///
/// # Safety
/// As the module says; `out` has room for three words.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn sortid_direct_next_at(
    generator_address: u64,
    format_code: u8,
    seconds: i64,
    nanos: u32,
    out: *mut u64,
) -> i64 {
    let body = || {
        let time = Timestamp::new(seconds, nanos)?;
        // SAFETY: by the caller's word.
        let id = unsafe { generator(generator_address, format_code) }?.next_at(time)?;
        // SAFETY: by the caller's word.
        unsafe { write_words(id, out) };
        Ok(())
    };
    // SAFETY: by the caller's word.
    unsafe { guarded_with_path(out, body) }
}

/// A new id with a given time, from the process, as three words.
///
/// # Safety
/// As the module says; `out` has room for three words.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn sortid_direct_new_at(
    format_code: u8,
    seconds: i64,
    nanos: u32,
    out: *mut u64,
) -> i64 {
    let new = |time, format| new_id_at(time, format);
    // SAFETY: by the caller's word.
    unsafe { write_at(format_code, seconds, nanos, new, out) }
}

/// Reads text in any of the format's forms, into three words.
///
/// # Safety
/// As the module says; `text` has `length` bytes, `out` room for three words.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn sortid_direct_parse(
    format_code: u8,
    text: *const u8,
    length: u64,
    out: *mut u64,
) -> i64 {
    guarded(|| {
        // SAFETY: by the caller's word.
        let text = unsafe { bytes(text, length) };
        let id = Id::parse(text, format(format_code)?)?;
        // SAFETY: by the caller's word.
        unsafe { write_words(id, out) };
        Ok(())
    })
}

/// Reads big-endian bytes of the format's width, into three words.
///
/// # Safety
/// As the module says; there are `length` bytes, `out` has room for three words.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn sortid_direct_from_bytes(
    format_code: u8,
    start: *const u8,
    length: u64,
    out: *mut u64,
) -> i64 {
    guarded(|| {
        // SAFETY: by the caller's word.
        let bytes = unsafe { bytes(start, length) };
        let id = Id::from_bytes(bytes, format(format_code)?)?;
        // SAFETY: by the caller's word.
        unsafe { write_words(id, out) };
        Ok(())
    })
}

/// Whether three words are an id of the format: 0, or the error of the same bytes.
#[unsafe(no_mangle)]
pub extern "C" fn sortid_direct_check(format_code: u8, high: u64, middle: u64, low: u32) -> i64 {
    guarded(|| {
        id(format_code, high, middle, low)?;
        Ok(())
    })
}

/// The field at a place in the format's list, in two's complement of 128 bits: the upper 64 bits and the lower.
///
/// # Safety
/// As the module says; `out` has room for two words.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn sortid_direct_field(
    format_code: u8,
    high: u64,
    middle: u64,
    low: u32,
    place: u8,
    out: *mut u64,
) -> i64 {
    guarded(|| {
        let id = id(format_code, high, middle, low)?;
        let field = id.fields().nth(place.into());
        let (_, value) = field.ok_or(Fault::from(ErrorCode::InvalidField))?;
        let words = [(value >> 64) as u64, value as u64];
        // SAFETY: by the caller's word.
        unsafe { out.cast::<[u64; 2]>().write_unaligned(words) };
        Ok(())
    })
}

/// Whether the id parses but is never generated: 0 or 1.
///
/// # Safety
/// As the module says; `out` has room for one word.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn sortid_direct_is_reserved(
    format_code: u8,
    high: u64,
    middle: u64,
    low: u32,
    out: *mut u64,
) -> i64 {
    guarded(|| {
        let is_reserved = id(format_code, high, middle, low)?.is_reserved();
        // SAFETY: by the caller's word.
        unsafe { out.write_unaligned(is_reserved.into()) };
        Ok(())
    })
}

/// The same id in another format, as three words.
///
/// # Safety
/// As the module says; `out` has room for three words.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn sortid_direct_convert(
    format_code: u8,
    high: u64,
    middle: u64,
    low: u32,
    to: u8,
    out: *mut u64,
) -> i64 {
    guarded(|| {
        let converted = id(format_code, high, middle, low)?.convert(format(to)?)?;
        // SAFETY: by the caller's word.
        unsafe { write_words(converted, out) };
        Ok(())
    })
}

/// The smallest id of an instant, as three words.
///
/// # Safety
/// As the module says; `out` has room for three words.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn sortid_direct_min_at(
    format_code: u8,
    seconds: i64,
    nanos: u32,
    out: *mut u64,
) -> i64 {
    let bound = |time, format| Id::min_at(time, format);
    // SAFETY: by the caller's word.
    unsafe { write_at(format_code, seconds, nanos, bound, out) }
}

/// The largest id of an instant, as three words.
///
/// # Safety
/// As the module says; `out` has room for three words.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn sortid_direct_max_at(
    format_code: u8,
    seconds: i64,
    nanos: u32,
    out: *mut u64,
) -> i64 {
    let bound = |time, format| Id::max_at(time, format);
    // SAFETY: by the caller's word.
    unsafe { write_at(format_code, seconds, nanos, bound, out) }
}

/// Writes what an instant and a format determine.
///
/// # Safety
/// `out` has room for three words.
unsafe fn write_at(
    format_code: u8,
    seconds: i64,
    nanos: u32,
    id: impl FnOnce(Timestamp, Format) -> Result<Id, Error>,
    out: *mut u64,
) -> i64 {
    guarded(|| {
        let id = id(Timestamp::new(seconds, nanos)?, format(format_code)?)?;
        // SAFETY: by the caller's word.
        unsafe { write_words(id, out) };
        Ok(())
    })
}

/// The nanoseconds of an end that an interval does not have.
const OPEN: u32 = u32::MAX;

/// An end of an interval.
fn end(seconds: i64, nanos: u32) -> Result<Option<Timestamp>, Error> {
    match nanos {
        OPEN => Ok(None),
        _ => Timestamp::new(seconds, nanos).map(Some),
    }
}

/// The smallest and the largest id of a half-open interval, as twice three words. An end with
/// `u32::MAX` nanoseconds is none.
///
/// # Safety
/// As the module says; `out` has room for six words.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn sortid_direct_range(
    format_code: u8,
    from_seconds: i64,
    from_nanos: u32,
    to_seconds: i64,
    to_nanos: u32,
    out: *mut u64,
) -> i64 {
    guarded(|| {
        let (from, to) = (end(from_seconds, from_nanos)?, end(to_seconds, to_nanos)?);
        let format = format(format_code)?;
        let ids = match (from, to) {
            (Some(from), Some(to)) => Id::range(from, to, format),
            _ => Id::open_range(from, to, format, &Options::new()),
        };
        let (min, max) = ids?.into_inner();
        // SAFETY: by the caller's word.
        unsafe {
            write_words(min, out);
            write_words(max, out.add(3));
        }
        Ok(())
    })
}

/// Writes a text form, by its place in `form_names`, to the start of `out`, and its length.
///
/// # Safety
/// As the module says; `out` has room for 48 bytes, `length` for one number.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn sortid_direct_text(
    format_code: u8,
    high: u64,
    middle: u64,
    low: u32,
    form: u8,
    out: *mut u8,
    length: *mut u64,
) -> i64 {
    guarded(|| {
        // A form that does not exist is one that the format lacks.
        let form = Form::ALL.get(usize::from(form));
        let form = *form.ok_or(Fault::from(ErrorCode::NotApplicable))?;
        let text = id(format_code, high, middle, low)?.to_form(form)?;
        let text = text.as_bytes();
        debug_assert!(text.len() <= TEXT_ROOM);
        // SAFETY: by the caller's word, and the text is elsewhere.
        unsafe {
            out.copy_from_nonoverlapping(text.as_ptr(), text.len());
            length.write_unaligned(text.len() as u64);
        }
        Ok(())
    })
}

/// What `out` of [`sortid_direct_text`] has room for.
const TEXT_ROOM: usize = 48;

/// The time in the bits: seconds and nanoseconds as two integers.
///
/// # Safety
/// As the module says; `out` has room for two integers.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn sortid_direct_timestamp(
    format_code: u8,
    high: u64,
    middle: u64,
    low: u32,
    out: *mut i64,
) -> i64 {
    guarded(|| {
        let time = id(format_code, high, middle, low)?.timestamp()?;
        let time = [time.seconds(), time.nanos().into()];
        // SAFETY: by the caller's word.
        unsafe { out.cast::<[i64; 2]>().write_unaligned(time) };
        Ok(())
    })
}

/// How the first of two ids of one format is ordered to the second: −1, 0 or 1.
///
/// # Safety
/// As the module says; `out` has room for one integer.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn sortid_direct_compare(
    format_code: u8,
    high: u64,
    middle: u64,
    low: u32,
    other_high: u64,
    other_middle: u64,
    other_low: u32,
    out: *mut i64,
) -> i64 {
    guarded(|| {
        let one = id(format_code, high, middle, low)?;
        let other = id(format_code, other_high, other_middle, other_low)?;
        let order = one.cmp(&other) as i64;
        // SAFETY: by the caller's word.
        unsafe { out.write_unaligned(order) };
        Ok(())
    })
}

/// Fills memory with texts, without separators, those that are shorter than the longest filled up with zero bytes, and says how many leading ids are
/// valid, also on failure.
///
/// # Safety
/// As the module says; `out` has `length` bytes, `filled` memory for three words; the first is the count.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn sortid_direct_fill_text(
    generator_address: u64,
    format_code: u8,
    out: *mut u8,
    length: u64,
    filled: *mut u64,
) -> i64 {
    // SAFETY: by the caller's word.
    unsafe {
        fill(generator_address, format_code, filled, |generator| {
            generator.fill_text(bytes_mut(out, length))
        })
    }
}

/// Fills memory with big-endian ids, and says how many leading ids are valid, also on failure.
///
/// # Safety
/// As the module says; `out` has `length` bytes, `filled` memory for three words; the first is the count.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn sortid_direct_fill_bytes(
    generator_address: u64,
    format_code: u8,
    out: *mut u8,
    length: u64,
    filled: *mut u64,
) -> i64 {
    // SAFETY: by the caller's word.
    unsafe {
        fill(generator_address, format_code, filled, |generator| {
            generator.fill_bytes(bytes_mut(out, length))
        })
    }
}

/// Fills 64-bit integers, and says how many leading ids are valid, also on failure.
///
/// # Safety
/// As the module says; `out` has memory for `count` aligned integers, `filled` for three words; the first is the count.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn sortid_direct_fill_u64(
    generator_address: u64,
    format_code: u8,
    out: *mut u64,
    count: u64,
    filled: *mut u64,
) -> i64 {
    // SAFETY: by the caller's word.
    unsafe {
        fill(generator_address, format_code, filled, |generator| {
            let ints: &mut [u64] = if count == 0 {
                &mut []
            } else {
                std::slice::from_raw_parts_mut(out, count as usize)
            };
            generator.fill_u64(ints)
        })
    }
}

/// # Safety
/// As the module says; `filled` has memory for three words; the first is the count.
unsafe fn fill(
    generator_address: u64,
    format_code: u8,
    filled: *mut u64,
    body: impl FnOnce(&Generator<Id>) -> Filled,
) -> i64 {
    let body = || {
        // SAFETY: by the caller's word.
        let generator = unsafe { generator(generator_address, format_code) }?;
        let result = body(generator);
        // SAFETY: by the caller's word.
        unsafe { filled.write_unaligned(result.ids as u64) };
        result.complete()?;
        Ok(())
    };
    // SAFETY: by the caller's word.
    unsafe { guarded_with_path(filled, body) }
}

/// # Safety
/// There are `length` bytes for as long as the slice is used; of an empty one the pointer is not looked at.
pub(crate) unsafe fn bytes<'a>(start: *const u8, length: u64) -> &'a [u8] {
    if length == 0 {
        return &[];
    }
    // SAFETY: by the caller's word.
    unsafe { std::slice::from_raw_parts(start, length as usize) }
}

/// # Safety
/// As [`bytes`], and nobody else looks at them meanwhile.
unsafe fn bytes_mut<'a>(start: *mut u8, length: u64) -> &'a mut [u8] {
    if length == 0 {
        return &mut [];
    }
    // SAFETY: by the caller's word.
    unsafe { std::slice::from_raw_parts_mut(start, length as usize) }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_panic_is_a_code() {
        let outcome = guarded(|| panic!("on purpose"));
        assert_eq!(outcome as i32, ErrorCode::Panic as i32);
        assert_eq!(outcome >> 32, -1);
    }
}
