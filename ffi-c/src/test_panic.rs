//! A panic at will, to prove that nothing passes the boundary.

use super::boundary::status;

/// Panics. Not in the header.
#[cfg_attr(libsortid, unsafe(no_mangle))]
pub extern "C" fn sortid_test_panic() -> i32 {
    status(|| panic!("as the test wants it"))
}
