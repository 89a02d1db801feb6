//! Detection of the formats of a text, and of ids in a text.

use std::ffi::c_char;
use std::ptr::{self, NonNull};

use sortid::options::Epoch;
use sortid::{Error, Format, Reading, Timestamp};

use super::boundary::{arg, array, array_mut, explained, fits, output, status, text_bytes};
use super::error::{offset_of, sortid_error};
use super::format;
use super::id::sortid_id;
use super::tables;
use super::time::sortid_time;

/// Room for every reading, suggestion and error of a text, also with formats added under the same
/// SORTID_ABI_VERSION.
pub const SORTID_MAX_READINGS: usize = 64;

const _: () = assert!(Format::ALL.len() <= SORTID_MAX_READINGS);

/// A possible reading of a text: an id, and the epoch of its time.
#[repr(C)]
#[derive(Clone, Copy)]
pub struct sortid_reading {
    /// The id.
    pub id: sortid_id,
    /// Whether the id has a time.
    pub has_timestamp: bool,
    /// The time with this epoch; zero if there is none.
    pub timestamp: sortid_time,
    /// The name of the epoch, a value of the option `epoch`; NULL for the format's default.
    pub epoch: *const c_char,
}

/// A suggestion for an invalid text.
#[repr(C)]
#[derive(Clone, Copy)]
pub struct sortid_suggestion {
    /// The id.
    pub id: sortid_id,
    /// The corrections that turn the text into this id: a sum of `SORTID_CORRECTION_…`.
    pub corrections: u32,
}

/// The reason why a format rejects a text.
#[repr(C)]
#[derive(Clone, Copy)]
pub struct sortid_format_error {
    /// The format, `SORTID_FORMAT_…`.
    pub format: u32,
    /// The status of `sortid_parse`.
    pub status: i32,
    /// The offset of the invalid byte, as in `sortid_error`; -1 if there is none.
    pub offset: i64,
}

impl sortid_reading {
    fn of(reading: Reading) -> Self {
        let place = |epoch| Epoch::ALL.iter().position(|other| *other == epoch);
        let epoch = reading.epoch.and_then(place).and_then(tables::epoch);
        let time = reading.timestamp();
        Self {
            id: sortid_id::of(reading.id),
            has_timestamp: time.is_ok(),
            timestamp: sortid_time::of(time.unwrap_or(Timestamp::from_unix_ms(0))),
            epoch: epoch.map_or(ptr::null(), |name| name.as_ptr()),
        }
    }
}

/// The readings of a text in every format that accepts it, likeliest first: times from 2010 to ten
/// years from now, then the rest, then reserved ids. A decimal integer also has likely readings
/// with the epochs of Discord, LinkedIn and Sonyflake 2.
///
/// Writes them to `readings`, which has room for `capacity` of them (SORTID_MAX_READINGS is enough
/// for any text), and their number to `*count`, on SORTID_ERR_BUFFER_TOO_SMALL too: 0 for a text
/// that no format accepts.
///
/// Errors: `SORTID_ERR_NULL_ARGUMENT`, `SORTID_ERR_INVALID_LENGTH` for a length too large for
/// memory, `SORTID_ERR_BUFFER_TOO_SMALL`.
#[cfg_attr(libsortid, unsafe(no_mangle))]
pub unsafe extern "C" fn sortid_inspect(
    text: *const c_char,
    length: usize,
    readings: *mut sortid_reading,
    capacity: usize,
    count: *mut usize,
    error: *mut sortid_error,
) -> i32 {
    // SAFETY: guaranteed by the caller (see `# Safety`), here and below.
    unsafe {
        status(error, || {
            let (readings, count) = (arg!(output(readings))?, arg!(output(count))?);
            let inspection = sortid::inspect(arg!(text_bytes(text, length))?);
            let found = inspection.readings().map(sortid_reading::of);
            write_list(found, readings, capacity, count)
        })
    }
}

/// `sortid_inspect` with `now` instead of the current time, so that the order is reproducible.
///
/// Outputs are as in `sortid_inspect`.
///
/// Errors: as `sortid_inspect`; `SORTID_ERR_TIMESTAMP_OUT_OF_RANGE` for 10^9 nanoseconds or more.
#[cfg_attr(libsortid, unsafe(no_mangle))]
pub unsafe extern "C" fn sortid_inspect_at(
    text: *const c_char,
    length: usize,
    now: sortid_time,
    readings: *mut sortid_reading,
    capacity: usize,
    count: *mut usize,
    error: *mut sortid_error,
) -> i32 {
    // SAFETY: guaranteed by the caller (see `# Safety`), here and below.
    unsafe {
        status(error, || {
            let (readings, count) = (arg!(output(readings))?, arg!(output(count))?);
            let inspection = sortid::inspect_at(arg!(text_bytes(text, length))?, now.checked()?);
            let found = inspection.readings().map(sortid_reading::of);
            write_list(found, readings, capacity, count)
        })
    }
}

/// Suggestions for a text without readings: likely ids that `sortid_parse_lenient` reads, or that
/// differ in up to three similar-looking characters.
///
/// Writes them to `suggestions`, which has room for `capacity` of them (SORTID_MAX_READINGS is
/// enough for any text), and their number to `*count`, on SORTID_ERR_BUFFER_TOO_SMALL too: 0 for a
/// text with readings. Errors: as `sortid_inspect`.
#[cfg_attr(libsortid, unsafe(no_mangle))]
pub unsafe extern "C" fn sortid_inspect_suggestions(
    text: *const c_char,
    length: usize,
    suggestions: *mut sortid_suggestion,
    capacity: usize,
    count: *mut usize,
    error: *mut sortid_error,
) -> i32 {
    // SAFETY: guaranteed by the caller (see `# Safety`), here and below.
    unsafe {
        status(error, || {
            let (suggestions, count) = (arg!(output(suggestions))?, arg!(output(count))?);
            let inspection = sortid::inspect(arg!(text_bytes(text, length))?);
            let found = inspection
                .suggestions()
                .map(|suggestion| sortid_suggestion {
                    id: sortid_id::of(suggestion.id),
                    corrections: suggestion.corrections.bits().into(),
                });
            write_list(found, suggestions, capacity, count)
        })
    }
}

/// The reason why each format rejects a text, in the order of the formats' numbers. For the
/// message, see `sortid_parse`.
///
/// Writes them to `errors`, which has room for `capacity` of them (SORTID_MAX_READINGS is enough
/// for any text), and their number to `*count`, on SORTID_ERR_BUFFER_TOO_SMALL too. Errors: as
/// `sortid_inspect`.
#[cfg_attr(libsortid, unsafe(no_mangle))]
pub unsafe extern "C" fn sortid_inspect_errors(
    text: *const c_char,
    length: usize,
    errors: *mut sortid_format_error,
    capacity: usize,
    count: *mut usize,
    error: *mut sortid_error,
) -> i32 {
    // SAFETY: guaranteed by the caller (see `# Safety`), here and below.
    unsafe {
        status(error, || {
            let (errors, count) = (arg!(output(errors))?, arg!(output(count))?);
            let inspection = sortid::inspect(arg!(text_bytes(text, length))?);
            let found = inspection
                .errors()
                .map(|(format, error)| sortid_format_error {
                    format: format.code().into(),
                    status: error.code().number(),
                    offset: offset_of(&error),
                });
            write_list(found, errors, capacity, count)
        })
    }
}

/// An id in a text.
#[repr(C)]
#[derive(Clone, Copy)]
pub struct sortid_found {
    /// The id.
    pub id: sortid_id,
    /// The offset of its first byte.
    pub start: usize,
    /// The offset after its last byte.
    pub end: usize,
}

/// The ids in a text, from first to last, each in its likeliest format.
///
/// An id is a whole word of letters, digits, `_` and `-`: its canonical text, also after a prefix.
/// If `formats` is NULL, finds ids that fixed bits or a time until tomorrow distinguish from words;
/// integers are found only if `formats` contains their format.
///
/// Writes the first `capacity` of them to `found`, and their number to `*count`. If that is
/// `capacity`, there may be more: call again with the text after the last one's `end`.
///
/// Errors: `SORTID_ERR_NULL_ARGUMENT`, `SORTID_ERR_INVALID_LENGTH` for a length too large for
/// memory, `SORTID_ERR_UNKNOWN_FORMAT`.
#[cfg_attr(libsortid, unsafe(no_mangle))]
pub unsafe extern "C" fn sortid_find_ids(
    text: *const c_char,
    length: usize,
    formats: *const u32,
    format_count: usize,
    found: *mut sortid_found,
    capacity: usize,
    count: *mut usize,
    error: *mut sortid_error,
) -> i32 {
    // SAFETY: guaranteed by the caller (see `# Safety`), here and below.
    unsafe {
        explained(error, || {
            let (count, first) = (arg!(output(count))?, arg!(output(found))?);
            let text = arg!(text_bytes(text, length))?;
            let named = match formats.is_null() {
                true => None,
                false => Some(arg!(array(formats, format_count))?),
            };
            let named = named.map(|named| named.iter().map(|&number| format::required(number)));
            let named = named.map(Iterator::collect::<Result<Vec<Format>, Error>>);
            let ids = sortid::find_ids(text, named.transpose()?.as_deref());
            let slots = array_mut(first.as_ptr(), capacity, "")?;
            let mut number = 0;
            for (slot, (place, id)) in slots.iter_mut().zip(ids) {
                let (id, start, end) = (sortid_id::of(id), place.start, place.end);
                *slot = sortid_found { id, start, end };
                number += 1;
            }
            count.write(number);
            Ok(())
        })
    }
}

/// Writes a list and its length; only the length if the list does not fit.
///
/// # Safety
/// `out` is valid for writes of `capacity` elements, `count` for a write.
unsafe fn write_list<T: Copy>(
    items: impl Iterator<Item = T>,
    out: NonNull<T>,
    capacity: usize,
    count: NonNull<usize>,
) -> Result<(), Error> {
    let (mut found, mut number) = ([None; SORTID_MAX_READINGS], 0);
    for (slot, item) in found.iter_mut().zip(items) {
        *slot = Some(item);
        number += 1;
    }
    // SAFETY: guaranteed by the caller (see `# Safety`), here and below; `fits` has checked
    // `capacity`.
    let out = unsafe {
        fits(capacity, number, count.as_ptr())?;
        array_mut(out.as_ptr(), number, "")?
    };
    for (slot, item) in out.iter_mut().zip(found.into_iter().flatten()) {
        *slot = item;
    }
    Ok(())
}
