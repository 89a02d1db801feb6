//! A panic at will, to prove that nothing passes the boundary.

use crate::boundary::status;

/// Panics. Not in the header.
#[unsafe(no_mangle)]
pub extern "C" fn sortid_test_panic() -> i32 {
    status(|| panic!("as the test wants it"))
}
