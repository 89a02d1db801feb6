//! C functions for ids with a prefix, which pass the prefix and the `sortid_id` separately.

use std::ffi::c_char;
use std::ptr::{self, NonNull};

use sortid::{AnyTypeId, Prefix};

use super::boundary::{arg, output, status, text_bytes, write_text};
use super::format;
use super::id::{read, sortid_id};

/// Reads an id with a type prefix: `order_01fwhe4ydgfk1shh6w1g60eecf`. Nothing is trimmed.
///
/// After its prefix, a UUID has 26 characters, as in a TypeID; every other id has its canonical
/// text. The text must have this `prefix`, or none if it is empty; any or none is valid if it is
/// NULL.
///
/// Writes `*id`, and to `*found` the length of the prefix at the start of the text. `found` may be NULL.
///
/// Errors, in this order: `SORTID_ERR_NULL_ARGUMENT`, `SORTID_ERR_UNKNOWN_FORMAT`, `SORTID_ERR_INVALID_OPTION` for an invalid `prefix`,
/// `SORTID_ERR_NOT_APPLICABLE` for formats whose alphabet contains `_`, such as push_id; for the text `SORTID_ERR_WRONG_PREFIX` at
/// offset 0 if another prefix precedes its last `_`; then as `sortid_parse`, with offsets from the start of the whole text.
pub unsafe extern "C" fn sortid_prefixed_parse(
    text: *const c_char,
    length: usize,
    format: u32,
    prefix: *const c_char,
    prefix_length: usize,
    id: *mut sortid_id,
    found: *mut usize,
) -> i32 {
    // SAFETY: guaranteed by the caller (see `# Safety`), here and below.
    unsafe {
        status(ptr::null_mut(), || {
            let (id, text) = (arg!(output(id))?, arg!(text_bytes(text, length))?);
            let expected = match prefix.is_null() {
                true => None,
                false => Some(arg!(text_bytes(prefix, prefix_length))?),
            };
            let format = format::required(format)?;
            let parsed = match expected {
                Some(prefix) => {
                    AnyTypeId::parse_expecting(text, format, &Prefix::try_from(prefix)?)?
                }
                None => AnyTypeId::parse(text, format)?,
            };
            id.write(sortid_id::of(parsed.id()));
            if let Some(found) = NonNull::new(found) {
                found.write(parsed.prefix().as_str().len());
            }
            Ok(())
        })
    }
}

/// The text of an id after a prefix and `_`; without `_` if the prefix is empty.
///
/// Writes it and a terminator to `text`, which has room for `size` bytes: 112 is enough for any. `needed` may be NULL;
/// it is written on SORTID_ERR_BUFFER_TOO_SMALL too.
///
/// Errors: `SORTID_ERR_NULL_ARGUMENT`, `SORTID_ERR_INVALID_OPTION` for an invalid prefix, `SORTID_ERR_NOT_APPLICABLE` for elasticflake
/// and push_id, `SORTID_ERR_BUFFER_TOO_SMALL`, with the required size in `*needed`; for an invalid id, the errors of `sortid_from_bytes`.
pub unsafe extern "C" fn sortid_prefixed_text(
    id: *const sortid_id,
    prefix: *const c_char,
    prefix_length: usize,
    text: *mut c_char,
    size: usize,
    needed: *mut usize,
) -> i32 {
    // SAFETY: guaranteed by the caller (see `# Safety`), here and below.
    unsafe {
        status(ptr::null_mut(), || {
            let out = arg!(output(text))?;
            let (id, prefix) = (read(id)?, arg!(text_bytes(prefix, prefix_length))?);
            let prefix = Prefix::try_from(prefix)?;
            let prefixed = AnyTypeId::new(prefix, id)?;
            write_text(&prefixed.to_text(), out, size, needed)
        })
    }
}

/// Checks a prefix: at most 63 characters `a` to `z` and `_`, without `_` at either end. It may be
/// empty.
///
/// Errors: `SORTID_ERR_NULL_ARGUMENT`, `SORTID_ERR_INVALID_OPTION` for an invalid prefix.
pub unsafe extern "C" fn sortid_prefix_check(prefix: *const c_char, length: usize) -> i32 {
    // SAFETY: guaranteed by the caller (see `# Safety`), here and below.
    unsafe {
        status(ptr::null_mut(), || {
            let prefix = arg!(text_bytes(prefix, length))?;
            Prefix::try_from(prefix)?;
            Ok(())
        })
    }
}
