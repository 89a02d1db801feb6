//! Names and messages of statuses.

use std::ffi::c_char;

use super::boundary::{OK, value};
use super::tables;

/// The name of a status, the same in every language: `"invalid_length"`; `"ok"` for SORTID_OK.
/// Static text; NULL for an unknown status. Never fails.
#[cfg_attr(libsortid, unsafe(no_mangle))]
pub extern "C" fn sortid_status_name(status: i32) -> *const c_char {
    value(std::ptr::null(), || {
        match (status, tables::status(status)) {
            (OK, _) => c"ok".as_ptr(),
            (_, Some((name, _))) => name.as_ptr(),
            (_, None) => std::ptr::null(),
        }
    })
}

/// The meaning of a status: one English sentence without a full stop. Static text, never NULL.
/// Never fails.
#[cfg_attr(libsortid, unsafe(no_mangle))]
pub extern "C" fn sortid_status_message(status: i32) -> *const c_char {
    value(c"".as_ptr(), || match (status, tables::status(status)) {
        (OK, _) => c"success".as_ptr(),
        (_, Some((_, message))) => message.as_ptr(),
        (_, None) => c"no status of this library has this number".as_ptr(),
    })
}
