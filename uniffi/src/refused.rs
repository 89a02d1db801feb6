//! Why the last call of a thread failed: what its status leaves out.

use std::cell::Cell;

use sortid::{Error, ErrorCode};

use crate::error::Fault;

thread_local! {
    static LAST: Cell<Error> = const { Cell::new(Error::new(ErrorCode::Panic)) };
}

/// Keeps a refusal for [`sortid_last_refusal`].
#[cold]
pub(crate) fn note(refusal: Error) {
    LAST.set(refusal);
}

/// What a status leaves out. Numbers, so that the layout is the same for every reader.
#[repr(C)]
#[derive(Clone, Copy, Debug)]
#[allow(non_camel_case_types, reason = "it is the name in C")]
pub struct sortid_refusal {
    /// The offset of the byte at fault, the number of the system's error, or the place of the reason
    /// in the core's list, by the status; -1 if there is none.
    pub place: i64,
    /// The address of the path of a state file, which stays there: UTF-8 without a terminator.
    pub path: u64,
    /// The length of the path in bytes.
    pub path_length: u64,
}

/// Writes why the last call of this thread that returned a status other than 0 did so.
///
/// # Safety
/// The pointer is valid for a write.
pub unsafe extern "C" fn sortid_last_refusal(refusal: *mut sortid_refusal) {
    let Fault { place, path, .. } = LAST.get().into();
    let path = path.unwrap_or_default();
    let last = sortid_refusal {
        place: place.map_or(-1, i64::from),
        path: path.as_ptr() as u64,
        path_length: path.len() as u64,
    };
    // SAFETY: the caller guarantees that it is valid.
    unsafe { refusal.write_unaligned(last) };
}
