//! The versions of the release and of the ABI.

use std::ffi::{CStr, c_char};

/// `SORTID_ABI_VERSION` of the header.
const ABI_VERSION: u32 = include!("../abi-version");

/// The version of the loaded library, `"0.1.0"`; `SORTID_VERSION` is the header's.
///
/// Static text. Never fails.
#[cfg_attr(libsortid, unsafe(no_mangle))]
pub extern "C" fn sortid_version() -> *const c_char {
    const VERSION: &CStr =
        match CStr::from_bytes_with_nul(concat!(env!("CARGO_PKG_VERSION"), "\0").as_bytes()) {
            Ok(version) => version,
            Err(_) => panic!("the version contains NUL"),
        };
    VERSION.as_ptr()
}

/// The version of the loaded library as a number; `SORTID_VERSION_NUMBER` is the header's.
///
/// 1 000 000 × major + 1000 × minor + patch. Never fails.
#[cfg_attr(libsortid, unsafe(no_mangle))]
pub extern "C" fn sortid_version_number() -> u32 {
    const fn number(text: &str) -> u32 {
        match u32::from_str_radix(text, 10) {
            Ok(number) => number,
            Err(_) => panic!("a part of the version is not a number"),
        }
    }
    const NUMBER: u32 = number(env!("CARGO_PKG_VERSION_MAJOR")) * 1_000_000
        + number(env!("CARGO_PKG_VERSION_MINOR")) * 1000
        + number(env!("CARGO_PKG_VERSION_PATCH"));
    NUMBER
}

/// The ABI version of the loaded library; `SORTID_ABI_VERSION` is the header's. Never fails.
#[cfg_attr(libsortid, unsafe(no_mangle))]
pub extern "C" fn sortid_abi_version() -> u32 {
    ABI_VERSION
}
