//! Conversions between formats with the same fields or bits.

use std::ffi::c_char;

use sortid::{CONVERT_ALONE, Converted, Error, ErrorCode, Format};

use super::boundary::{Described, arg, binary, describing, explained, output, text_bytes};
use super::error::sortid_error;
use super::format;
use super::id::{SORTID_BYTES_SIZE, SORTID_TEXT_SIZE, read, sortid_id};

/// A converted id, possibly of a format for conversions only, such as `sql_server_uuid`.
#[repr(C)]
pub struct sortid_converted {
    /// The canonical text, with its terminator.
    pub text: [c_char; SORTID_TEXT_SIZE],
    /// The big-endian bytes, `bytes_size` of them; the others are zero.
    pub bytes: [u8; SORTID_BYTES_SIZE],
    /// The width of the id in bytes.
    pub bytes_size: u32,
}

impl sortid_converted {
    fn of(converted: &Converted) -> Self {
        let mut text = [0; SORTID_TEXT_SIZE];
        for (slot, &byte) in text.iter_mut().zip(converted.text.as_bytes()) {
            *slot = byte as c_char;
        }
        let mut bytes = [0; SORTID_BYTES_SIZE];
        for (slot, &byte) in bytes.iter_mut().zip(converted.bytes.iter()) {
            *slot = byte;
        }
        Self {
            text,
            bytes,
            bytes_size: converted.bytes.len() as u32,
        }
    }
}

/// The same id in another format: `tid` to `timeid`, `uuid1` to `uuid6`, `xid` to `object_id`, and
/// back. Between formats of 128 bits the bits do not change, and a UUID does not convert to another
/// version.
///
/// Writes `*converted`. Errors: `SORTID_ERR_NULL_ARGUMENT`, `SORTID_ERR_UNKNOWN_FORMAT`,
/// `SORTID_ERR_OUT_OF_RANGE` for a reserved `tid`, a `timeid` before 1970 and bits that are not an
/// id of the format, `SORTID_ERR_INVALID_VARIANT` and `SORTID_ERR_INVALID_VERSION` for a UUID of
/// another kind, `SORTID_ERR_NOT_APPLICABLE` for every other pair; for an invalid id, the errors of
/// `sortid_from_bytes`.
#[cfg_attr(libsortid, unsafe(no_mangle))]
pub unsafe extern "C" fn sortid_convert(
    id: *const sortid_id,
    to: u32,
    converted: *mut sortid_id,
    error: *mut sortid_error,
) -> i32 {
    // SAFETY: guaranteed by the caller (see `# Safety`), here and below.
    unsafe {
        explained(error, || {
            let converted = arg!(output(converted))?;
            let id = read(id)?;
            let other = id.convert(format::required(to)?)?;
            converted.write(sortid_id::of(other));
            Ok(())
        })
    }
}

/// Converts text between formats by name. Also accepts `sql_server_uuid` and `clickhouse_uuid`: ids
/// of 128 bits with their bytes rearranged, so that these servers sort them in the order of the ids.
///
/// Writes `*converted`. Errors: `SORTID_ERR_NULL_ARGUMENT`, `SORTID_ERR_UNKNOWN_FORMAT`, as for
/// `sortid_parse`, `SORTID_ERR_OUT_OF_RANGE`, `SORTID_ERR_NOT_APPLICABLE`.
#[cfg_attr(libsortid, unsafe(no_mangle))]
pub unsafe extern "C" fn sortid_convert_text(
    text: *const c_char,
    length: usize,
    from: *const c_char,
    from_length: usize,
    to: *const c_char,
    to_length: usize,
    converted: *mut sortid_converted,
    error: *mut sortid_error,
) -> i32 {
    // SAFETY: guaranteed by the caller (see `# Safety`), here and below.
    unsafe {
        explained(error, || {
            let (converted, text) = (arg!(output(converted))?, arg!(text_bytes(text, length))?);
            let from = name(arg!(text_bytes(from, from_length))?)?;
            let to = name(arg!(text_bytes(to, to_length))?)?;
            let other = sortid::convert(text, from, to).map_err(describing(text))?;
            converted.write(sortid_converted::of(&other));
            Ok(())
        })
    }
}

/// Converts big-endian bytes: see `sortid_convert_text`.
///
/// Writes `*converted`. Errors: `SORTID_ERR_NULL_ARGUMENT`, `SORTID_ERR_UNKNOWN_FORMAT`, as for
/// `sortid_from_bytes`, `SORTID_ERR_OUT_OF_RANGE`, `SORTID_ERR_NOT_APPLICABLE`.
#[cfg_attr(libsortid, unsafe(no_mangle))]
pub unsafe extern "C" fn sortid_convert_bytes(
    bytes: *const u8,
    length: usize,
    from: *const c_char,
    from_length: usize,
    to: *const c_char,
    to_length: usize,
    converted: *mut sortid_converted,
    error: *mut sortid_error,
) -> i32 {
    // SAFETY: guaranteed by the caller (see `# Safety`), here and below.
    unsafe {
        explained(error, || {
            let (converted, bytes) = (arg!(output(converted))?, arg!(binary(bytes, length))?);
            let from = name(arg!(text_bytes(from, from_length))?)?;
            let to = name(arg!(text_bytes(to, to_length))?)?;
            converted.write(sortid_converted::of(&sortid::convert_bytes(
                bytes, from, to,
            )?));
            Ok(())
        })
    }
}

/// Checks that `sortid::convert` knows the name of a format.
fn name(name: &[u8]) -> Result<&str, Described<'_>> {
    let known = str::from_utf8(name)
        .ok()
        .filter(|name| CONVERT_ALONE.contains(name) || name.parse::<Format>().is_ok());
    known.ok_or_else(|| describing(name)(Error::new(ErrorCode::UnknownFormat)))
}
