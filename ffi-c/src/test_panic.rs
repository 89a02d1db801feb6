//! A function that panics, to test that no panic unwinds into C.

use super::boundary::status;
use super::error::sortid_error;

/// Panics. Not declared in the header.
#[cfg_attr(libsortid, unsafe(no_mangle))]
pub unsafe extern "C" fn sortid_test_panic(error: *mut sortid_error) -> i32 {
    // SAFETY: guaranteed by the caller (see `# Safety`).
    unsafe { status(error, || panic!("requested by the test")) }
}
