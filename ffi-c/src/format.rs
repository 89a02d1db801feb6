//! Formats as integers: a Rust enumeration with an unknown value from C would be undefined
//! behavior.

use std::ffi::c_char;
use std::ptr;

use sortid::{Error, ErrorCode, Format};

use super::boundary::{arg, describing, explained, output, text_bytes, value};
pub(crate) use super::boundary::{known, required};
use super::error::sortid_error;
use super::tables;

/// The number of formats. They are numbered from 1. Never fails.
#[cfg_attr(libsortid, unsafe(no_mangle))]
pub extern "C" fn sortid_format_count() -> u32 {
    Format::ALL.len() as u32
}

/// The format with this name, for example `"uuid7"`.
///
/// Writes its number to `*format`.
///
/// Errors: `SORTID_ERR_NULL_ARGUMENT`, `SORTID_ERR_UNKNOWN_FORMAT`.
#[cfg_attr(libsortid, unsafe(no_mangle))]
pub unsafe extern "C" fn sortid_format_named(
    name: *const c_char,
    name_length: usize,
    format: *mut u32,
    error: *mut sortid_error,
) -> i32 {
    // SAFETY: guaranteed by the caller (see `# Safety`), here and below.
    unsafe {
        explained(error, || {
            let format = arg!(output(format))?;
            let name = arg!(text_bytes(name, name_length))?;
            let text = str::from_utf8(name).map_err(|_| Error::new(ErrorCode::UnknownFormat));
            let named: Format = text.and_then(str::parse).map_err(describing(name))?;
            format.write(named.code().into());
            Ok(())
        })
    }
}

/// The name of a format, the same in every language. Static text; NULL for an unknown format
/// number. Never fails.
#[cfg_attr(libsortid, unsafe(no_mangle))]
pub extern "C" fn sortid_format_name(format: u32) -> *const c_char {
    text(format, |about| about.name().as_ptr())
}

/// A description of a format, in one line of English. Static text; NULL for an unknown format
/// number. Never fails.
#[cfg_attr(libsortid, unsafe(no_mangle))]
pub extern "C" fn sortid_format_summary(format: u32) -> *const c_char {
    text(format, |about| about.summary().as_ptr())
}

/// The specification that defines a format, with the section. Static text; NULL for an unknown
/// format number. Never fails.
#[cfg_attr(libsortid, unsafe(no_mangle))]
pub extern "C" fn sortid_format_specification(format: u32) -> *const c_char {
    text(format, |about| about.specification().as_ptr())
}

/// The width of a format's ids in bits: a multiple of 8, from 64 to 160; 0 for an unknown format
/// number. Never fails.
#[cfg_attr(libsortid, unsafe(no_mangle))]
pub extern "C" fn sortid_format_bits(format: u32) -> u32 {
    value(0, || known(format).map_or(0, Format::bits))
}

/// The width of a format's ids in bytes, from 8 to 20; 0 for an unknown format number. Never fails.
#[cfg_attr(libsortid, unsafe(no_mangle))]
pub extern "C" fn sortid_format_bytes_size(format: u32) -> usize {
    value(0, || known(format).map_or(0, Format::byte_len))
}

/// Room for the longest canonical text of a format's ids, with its terminator; 0 for an unknown
/// format number. In bytes, all of them ASCII. Never fails.
#[cfg_attr(libsortid, unsafe(no_mangle))]
pub extern "C" fn sortid_format_text_size(format: u32) -> usize {
    value(0, || {
        known(format).map_or(0, |format| format.text_len() + 1)
    })
}

/// The size of the shortest canonical text of a format's ids, with its terminator; 0 for an unknown
/// format number. In bytes; equals `sortid_format_text_size` if all texts have the same length.
/// Never fails.
#[cfg_attr(libsortid, unsafe(no_mangle))]
pub extern "C" fn sortid_format_text_size_min(format: u32) -> usize {
    value(0, || {
        known(format).map_or(0, |format| format.text_len_min() + 1)
    })
}

/// Whether the canonical texts of a format sort as its ids do; false for an unknown format number.
/// Never fails.
#[cfg_attr(libsortid, unsafe(no_mangle))]
pub extern "C" fn sortid_format_text_sorts(format: u32) -> bool {
    value(false, || known(format).is_some_and(Format::text_sorts))
}

/// Whether the big-endian bytes of a format sort as its ids do; false for an unknown format number.
/// Never fails.
#[cfg_attr(libsortid, unsafe(no_mangle))]
pub extern "C" fn sortid_format_bytes_sort(format: u32) -> bool {
    value(false, || known(format).is_some_and(Format::bytes_sort))
}

/// Whether ids of a format can be generated; false for read-only ones, such as `any_uuid`, and for
/// an unknown format number. Never fails.
#[cfg_attr(libsortid, unsafe(no_mangle))]
pub extern "C" fn sortid_format_can_generate(format: u32) -> bool {
    value(false, || known(format).is_some_and(Format::can_generate))
}

/// The unit of a format's time in nanoseconds; 0 for a format without a time, and for an unknown
/// format number.
///
/// For `uuid7_draft01`, whose precision varies, the default of its generators. Never fails.
#[cfg_attr(libsortid, unsafe(no_mangle))]
pub extern "C" fn sortid_format_resolution_ns(format: u32) -> u64 {
    value(0, || {
        known(format).and_then(Format::resolution_ns).unwrap_or(0)
    })
}

/// The number of fields of a format; 0 for an unknown format number. Never fails.
#[cfg_attr(libsortid, unsafe(no_mangle))]
pub extern "C" fn sortid_format_field_count(format: u32) -> usize {
    value(0, || {
        known(format)
            .and_then(tables::about)
            .map_or(0, |about| about.fields().len())
    })
}

/// The name of a field, counted from 0, the most significant first. Static text; NULL if there is
/// no such field. Never fails.
#[cfg_attr(libsortid, unsafe(no_mangle))]
pub extern "C" fn sortid_format_field_name(format: u32, index: usize) -> *const c_char {
    value(ptr::null(), || {
        let about = known(format).and_then(tables::about);
        let field = about.and_then(|about| about.fields().nth(index));
        field.map_or(ptr::null(), |(name, _)| name.as_ptr())
    })
}

/// The width of a field in bits, 1 to 80; 0 if there is no such field. Never fails.
#[cfg_attr(libsortid, unsafe(no_mangle))]
pub extern "C" fn sortid_format_field_bits(format: u32, index: usize) -> u32 {
    value(0, || {
        let about = known(format).and_then(tables::about);
        about
            .and_then(|about| about.fields().nth(index))
            .map_or(0, |(_, bits)| bits)
    })
}

fn text(
    format: u32,
    of: impl FnOnce(&'static tables::FormatText) -> *const c_char,
) -> *const c_char {
    value(ptr::null(), || {
        known(format)
            .and_then(tables::about)
            .map_or(ptr::null(), of)
    })
}
