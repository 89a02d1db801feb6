//! Text forms, lenient parsing and byte orders.

use std::ffi::c_char;

use sortid::{AnyId, ByteOrder, Error, ErrorCode};

use super::boundary::{arg, binary, describing, explained, known_form, output, text_bytes, value};
use super::error::sortid_error;
use super::id::{read, sortid_id};
use super::{format, tables};

/// The size of an id in a byte order other than big-endian.
pub const SORTID_ORDERED_BYTES_SIZE: usize = 16;

/// Reads text in one form, `SORTID_FORM_…`, including forms that `sortid_parse` rejects. The text
/// must have the length that `sortid_text_form` writes.
///
/// Writes `*id`. Errors: `SORTID_ERR_NOT_APPLICABLE` for a form that the format lacks and for an
/// unknown form number; otherwise as for `sortid_parse`.
#[cfg_attr(libsortid, unsafe(no_mangle))]
pub unsafe extern "C" fn sortid_parse_form(
    text: *const c_char,
    length: usize,
    format: u32,
    form: u32,
    id: *mut sortid_id,
    error: *mut sortid_error,
) -> i32 {
    // SAFETY: guaranteed by the caller (see `# Safety`), here and below.
    unsafe {
        explained(error, || {
            let (id, text) = (arg!(output(id))?, arg!(text_bytes(text, length))?);
            let format = format::required(format)?;
            let parsed = AnyId::parse_form(text, format, known_form(form)?);
            id.write(sortid_id::of(parsed.map_err(describing(text))?));
            Ok(())
        })
    }
}

/// Reads text like `sortid_parse`, but corrects unambiguous deviations: blanks, quotes and braces
/// around the id, `urn:uuid:`, letters in the wrong case, missing or extra hyphens, Crockford's I,
/// L and O, and zeros before a decimal number.
///
/// Writes `*id`, and the applied corrections to `*corrections`, a sum of `SORTID_CORRECTION_…`.
///
/// Errors: as for `sortid_parse`, if the corrected text is invalid too.
#[cfg_attr(libsortid, unsafe(no_mangle))]
pub unsafe extern "C" fn sortid_parse_lenient(
    text: *const c_char,
    length: usize,
    format: u32,
    id: *mut sortid_id,
    corrections: *mut u32,
    error: *mut sortid_error,
) -> i32 {
    // SAFETY: guaranteed by the caller (see `# Safety`), here and below.
    unsafe {
        explained(error, || {
            let (id, corrections) = (arg!(output(id))?, arg!(output(corrections))?);
            let text = arg!(text_bytes(text, length))?;
            let read = AnyId::parse_lenient(text, format::required(format)?);
            let read = read.map_err(describing(text))?;
            id.write(sortid_id::of(read.id));
            corrections.write(read.corrections.bits().into());
            Ok(())
        })
    }
}

/// The name of the correction with the value `1 << index`: `"whitespace"`, `"quotes"` and so on.
/// Static text; NULL for an unknown index. Never fails.
#[cfg_attr(libsortid, unsafe(no_mangle))]
pub extern "C" fn sortid_correction_name(index: u32) -> *const c_char {
    value(std::ptr::null(), || {
        tables::correction(index as usize).map_or(std::ptr::null(), |name| name.as_ptr())
    })
}

fn known_order(order: u32) -> Result<ByteOrder, Error> {
    let unknown = Error::about(ErrorCode::NotApplicable, "\0no byte order has this number");
    let order = ByteOrder::ALL.get(order as usize);
    order.copied().ok_or(unknown)
}

/// The bytes of an id of 128 bits in a byte order other than big-endian, `SORTID_BYTE_ORDER_…`.
///
/// Writes SORTID_ORDERED_BYTES_SIZE bytes to `bytes`.
///
/// Errors: `SORTID_ERR_NULL_ARGUMENT`, `SORTID_ERR_NOT_APPLICABLE` for other widths and for an
/// unknown byte order; for an invalid id, the errors of `sortid_from_bytes`.
#[cfg_attr(libsortid, unsafe(no_mangle))]
pub unsafe extern "C" fn sortid_bytes_in(
    id: *const sortid_id,
    order: u32,
    bytes: *mut u8,
    error: *mut sortid_error,
) -> i32 {
    // SAFETY: guaranteed by the caller (see `# Safety`), here and below.
    unsafe {
        explained(error, || {
            let bytes = arg!(output(bytes))?;
            let id = read(id)?;
            let ordered = id.to_bytes_in(known_order(order)?)?;
            bytes.cast().write(ordered);
            Ok(())
        })
    }
}

/// The id of 16 bytes in a byte order other than big-endian, `SORTID_BYTE_ORDER_…`.
///
/// Writes `*id`. Errors: `SORTID_ERR_NOT_APPLICABLE` for formats of other widths and for an unknown
/// byte order; otherwise as for `sortid_from_bytes`.
#[cfg_attr(libsortid, unsafe(no_mangle))]
pub unsafe extern "C" fn sortid_from_bytes_in(
    bytes: *const u8,
    length: usize,
    format: u32,
    order: u32,
    id: *mut sortid_id,
    error: *mut sortid_error,
) -> i32 {
    // SAFETY: guaranteed by the caller (see `# Safety`), here and below.
    unsafe {
        explained(error, || {
            let (id, bytes) = (arg!(output(id))?, arg!(binary(bytes, length))?);
            let (format, order) = (format::required(format)?, known_order(order)?);
            id.write(sortid_id::of(AnyId::from_bytes_in(bytes, format, order)?));
            Ok(())
        })
    }
}
