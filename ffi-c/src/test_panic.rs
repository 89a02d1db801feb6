//! A panic at will, to prove that nothing passes the boundary.

use super::boundary::status;
use super::error::sortid_error;

/// Panics. Not in the header.
///
/// # Safety
/// The pointer is NULL or valid for a write.
#[cfg_attr(libsortid, unsafe(no_mangle))]
pub unsafe extern "C" fn sortid_test_panic(error: *mut sortid_error) -> i32 {
    // SAFETY: the caller's promise.
    unsafe { status(error, || panic!("as the test wants it")) }
}
