//! The kinds of UUIDs.

use std::ffi::c_char;
use std::ptr;

use sortid::UuidKind;

use super::boundary::value;
use super::id::{read, sortid_id};
use super::tables;

/// The kind of an `any_uuid`, `SORTID_KIND_…`; 0 for ids of other formats, for NULL and for an
/// invalid id. Never fails.
#[cfg_attr(libsortid, unsafe(no_mangle))]
pub unsafe extern "C" fn sortid_kind(id: *const sortid_id) -> u32 {
    value(0, || {
        // SAFETY: guaranteed by the caller (see `# Safety`).
        let kind = unsafe { read(id) }.ok().and_then(|id| id.kind());
        let at = UuidKind::ALL.iter().position(|&other| Some(other) == kind);
        at.map_or(0, |at| at as u32 + 1)
    })
}

/// The name of a kind of UUID, the same in every language: `"nil"`, `"version_5"` and so on. Static
/// text; NULL for an unknown kind. Never fails.
#[cfg_attr(libsortid, unsafe(no_mangle))]
pub extern "C" fn sortid_kind_name(kind: u32) -> *const c_char {
    value(ptr::null(), || {
        tables::kind((kind as usize).wrapping_sub(1)).map_or(ptr::null(), |name| name.as_ptr())
    })
}
