//! The order of ids.

use std::cmp::Ordering;
use std::ffi::{c_int, c_void};

use crate::boundary::value;
use crate::id::{SORTID_BYTES_SIZE, sortid_id};

/// The order of two ids: -1, 0 or 1. To be given to `qsort` and `bsearch`, it takes two `const sortid_id *`.
///
/// Ids of one format are ordered by value (`timeid`: by time), ids of different formats by the number of the format. NULL stands
/// before everything; invalid ids follow all ids, by their bytes.
///
/// Never fails. Thread-safe. Since 0.1.0.
///
/// # Safety
/// Pointers are NULL or valid for a read of a `sortid_id`.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn sortid_compare(a: *const c_void, b: *const c_void) -> c_int {
    value(0, || {
        // SAFETY: the caller's promise.
        let (a, b) = unsafe {
            (
                a.cast::<sortid_id>().as_ref(),
                b.cast::<sortid_id>().as_ref(),
            )
        };
        match a.map(key).cmp(&b.map(key)) {
            Ordering::Less => -1,
            Ordering::Equal => 0,
            Ordering::Greater => 1,
        }
    })
}

/// Ids first, in their order, then invalid ones.
fn key(id: &sortid_id) -> impl Ord {
    match id.checked() {
        Ok(id) => (false, Some(id), 0, [0; SORTID_BYTES_SIZE]),
        Err(_) => (true, None, id.format, id.bytes),
    }
}
