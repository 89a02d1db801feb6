//! The order of ids.

use std::cmp::Ordering;
use std::ffi::{c_int, c_void};

use sortid::{AnyId, Error, compare_bytes};

use super::boundary::{arg, explained, output, value};
use super::error::sortid_error;
use super::format;
use super::id::{read, sortid_id};

/// Compares two ids: -1, 0 or 1. Takes two `const sortid_id *`, for `qsort` and `bsearch`.
///
/// Ids of one format are ordered by value (`timeid`: by time), ids of different formats by the
/// number of the format. NULL is less than any id, and unknown formats are greater than known ones.
/// The ids themselves are not checked. Never fails.
#[cfg_attr(libsortid, unsafe(no_mangle))]
pub unsafe extern "C" fn sortid_compare(a: *const c_void, b: *const c_void) -> c_int {
    value(0, || {
        // SAFETY: guaranteed by the caller (see `# Safety`).
        let (a, b) = unsafe {
            (
                a.cast::<sortid_id>().as_ref(),
                b.cast::<sortid_id>().as_ref(),
            )
        };
        let order = match (a, b) {
            (Some(a), Some(b)) => order(a, b),
            (a, b) => a.is_some().cmp(&b.is_some()),
        };
        match order {
            Ordering::Less => -1,
            Ordering::Equal => 0,
            Ordering::Greater => 1,
        }
    })
}

#[inline]
fn order(a: &sortid_id, b: &sortid_id) -> Ordering {
    match format::known(a.format) {
        Some(format) if a.format == b.format => compare_bytes(format, &a.bytes, &b.bytes),
        _ => order_of_formats(a, b),
    }
}

/// The order of ids of different or unknown formats.
#[inline(never)]
fn order_of_formats(a: &sortid_id, b: &sortid_id) -> Ordering {
    let rank = |id: &sortid_id| (format::known(id.format).is_none(), id.format, id.bytes);
    rank(a).cmp(&rank(b))
}

/// The id whose integer is greater by one. Requires a format whose bytes sort and have no fixed
/// bits.
///
/// Errors: `SORTID_ERR_NULL_ARGUMENT`, `SORTID_ERR_UNKNOWN_FORMAT`, `SORTID_ERR_OUT_OF_RANGE` for
/// the largest id, `SORTID_ERR_NOT_APPLICABLE` for other formats; for an invalid id, the errors of
/// `sortid_from_bytes`.
#[cfg_attr(libsortid, unsafe(no_mangle))]
pub unsafe extern "C" fn sortid_successor(
    id: *const sortid_id,
    successor: *mut sortid_id,
    error: *mut sortid_error,
) -> i32 {
    // SAFETY: guaranteed by the caller (see `# Safety`).
    unsafe { neighbor(id, successor, AnyId::successor, error) }
}

/// The id whose integer is less by one. Errors: as `sortid_successor`, out of range for the
/// smallest id.
#[cfg_attr(libsortid, unsafe(no_mangle))]
pub unsafe extern "C" fn sortid_predecessor(
    id: *const sortid_id,
    predecessor: *mut sortid_id,
    error: *mut sortid_error,
) -> i32 {
    // SAFETY: guaranteed by the caller (see `# Safety`).
    unsafe { neighbor(id, predecessor, AnyId::predecessor, error) }
}

/// # Safety
/// Each pointer is null or valid for its access.
unsafe fn neighbor(
    id: *const sortid_id,
    out: *mut sortid_id,
    step: fn(&AnyId) -> Result<AnyId, Error>,
    error: *mut sortid_error,
) -> i32 {
    // SAFETY: guaranteed by the caller (see `# Safety`), here and below.
    unsafe {
        explained(error, || {
            let out = arg!(output(out))?;
            out.write(sortid_id::of(step(&read(id)?)?));
            Ok(())
        })
    }
}
