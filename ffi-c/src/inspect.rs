//! "What is this id?"

use std::ffi::c_char;

use sortid::{Format, Id};

use crate::boundary::{Refusal, array_mut, fits, output, status, text_bytes};
use crate::id::sortid_id;
use crate::time::sortid_time;

/// Room for every reading of a text, also with the formats that are added while SORTID_ABI_VERSION stays.
pub const SORTID_MAX_READINGS: usize = 64;

const _: () = assert!(Format::ALL.len() <= SORTID_MAX_READINGS);

/// Every format that accepts a text, each with its reading, likeliest first: those with a time from 2010 to ten years from now, then the
/// rest, then reserved ids.
///
/// Writes them to `readings`, which has room for `capacity` of them (SORTID_MAX_READINGS is enough for any text), and their number to
/// `*count`, on SORTID_ERR_BUFFER_TOO_SMALL too: 0 for a text that no format accepts. Why a format refuses it, `sortid_parse` tells.
///
/// Errors: `SORTID_ERR_NULL_ARGUMENT`, `SORTID_ERR_INVALID_LENGTH` for a length beyond all memory, `SORTID_ERR_BUFFER_TOO_SMALL`.
/// Thread-safe. Since 0.1.0.
///
/// # Safety
/// Each pointer is NULL or valid for its documented access.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn sortid_inspect(
    text: *const c_char,
    length: usize,
    readings: *mut sortid_id,
    capacity: usize,
    count: *mut usize,
) -> i32 {
    // SAFETY: the caller's promise.
    status(|| unsafe {
        write_readings(text, length, readings, capacity, count, |text| {
            sortid::inspect(text)
        })
    })
}

/// `sortid_inspect` with another time in place of now, so that the order is the same always.
///
/// Writes as `sortid_inspect`.
///
/// Errors: as `sortid_inspect`; `SORTID_ERR_TIMESTAMP_OUT_OF_RANGE` for 10^9 nanoseconds or more.
/// Thread-safe. Since 0.1.0.
///
/// # Safety
/// Each pointer is NULL or valid for its documented access.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn sortid_inspect_at(
    text: *const c_char,
    length: usize,
    now: sortid_time,
    readings: *mut sortid_id,
    capacity: usize,
    count: *mut usize,
) -> i32 {
    status(|| {
        let now = now.checked()?;
        // SAFETY: the caller's promise.
        unsafe {
            write_readings(text, length, readings, capacity, count, |text| {
                sortid::inspect_at(text, now)
            })
        }
    })
}

/// # Safety
/// Each pointer is null or valid for the access that its name states.
unsafe fn write_readings<'a, I: Iterator<Item = Id>>(
    text: *const c_char,
    length: usize,
    readings: *mut sortid_id,
    capacity: usize,
    count: *mut usize,
    inspect: impl FnOnce(&'a [u8]) -> I,
) -> Result<(), Refusal> {
    let (count, first) = (output(count)?, output(readings)?);
    // SAFETY: the caller's promise, here and below.
    let text = unsafe { text_bytes(text, length) }?;
    let (mut found, mut number) = ([None; Format::ALL.len()], 0);
    for (slot, id) in found.iter_mut().zip(inspect(text)) {
        *slot = Some(id);
        number += 1;
    }
    // SAFETY: as above.
    unsafe { fits(capacity, number, count.as_ptr()) }?;
    // SAFETY: as above; no more than is needed is touched.
    let readings = unsafe { array_mut(first.as_ptr(), number) }?;
    for (slot, id) in readings.iter_mut().zip(found.into_iter().flatten()) {
        *slot = sortid_id::of(id);
    }
    Ok(())
}
