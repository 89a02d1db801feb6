//! Ids with a type prefix: a text and a `sortid_id`, without a struct for both.

use std::ffi::c_char;
use std::ptr::NonNull;

use sortid::{Format, Prefix, TypeId};

use super::boundary::{
    Described, arg, describing, explained, output, text_bytes, value, write_text,
};
use super::error::{Text, sortid_error};
use super::format;
use super::id::{read, sortid_id};
use super::time::sortid_time;

/// The length of the longest prefix.
pub const SORTID_PREFIX_LENGTH: usize = 63;

/// Room for the longest prefix, `_`, the text of any id and its terminator.
pub const SORTID_PREFIXED_TEXT_SIZE: usize = 112;

const _: () = {
    let (mut longest, mut i) = (0, 0);
    while i < Format::ALL.len() {
        let length = Format::ALL[i].text_len();
        longest = if length > longest { length } else { longest };
        i += 1;
    }
    assert!(Prefix::MAX_LEN == SORTID_PREFIX_LENGTH);
    assert!(Prefix::MAX_LEN + 1 + longest < SORTID_PREFIXED_TEXT_SIZE);
};

/// Reads an id with a type prefix: `order_01fwhe4ydgfk1shh6w1g60eecf`. Nothing is trimmed.
///
/// After its prefix, a UUID has 26 characters, as in a TypeID; every other id has its canonical text. The text must have the prefix
/// `prefix`; no prefix if that is empty; any or none if NULL.
///
/// Writes `*id`, and to `*found` the length of the prefix at the start of the text. `found` may be NULL.
///
/// Errors, in this order: `SORTID_ERR_NULL_ARGUMENT`, `SORTID_ERR_UNKNOWN_FORMAT`, `SORTID_ERR_INVALID_OPTION` for an invalid `prefix`,
/// `SORTID_ERR_NOT_APPLICABLE` for formats whose alphabet contains `_`, such as push_id; for the text `SORTID_ERR_WRONG_PREFIX` at
/// offset 0 if another prefix precedes its last `_`; then as `sortid_parse`, with offsets from the start of the whole text.
/// Thread-safe. Since 0.1.0.
///
/// # Safety
/// Each pointer is NULL or valid for its documented access.
#[cfg_attr(libsortid, unsafe(no_mangle))]
pub unsafe extern "C" fn sortid_prefixed_parse(
    text: *const c_char,
    length: usize,
    format: u32,
    prefix: *const c_char,
    prefix_length: usize,
    id: *mut sortid_id,
    found: *mut usize,
    error: *mut sortid_error,
) -> i32 {
    // SAFETY: guaranteed by the caller (see `# Safety`), here and below.
    unsafe {
        explained(error, || {
            let (id, text) = (arg!(output(id))?, arg!(text_bytes(text, length))?);
            let expected = match prefix.is_null() {
                true => None,
                false => Some(arg!(text_bytes(prefix, prefix_length))?),
            };
            let format = format::required(format)?;
            let parsed = match expected {
                Some(prefix) => {
                    let expected = Prefix::try_from(prefix).map_err(describing(prefix))?;
                    let prefix = str::from_utf8(prefix).unwrap_or_default();
                    let parsed = TypeId::parse_expecting(text, format, &expected);
                    parsed.map_err(|error| Described {
                        error,
                        message: Text::Input(error.describe(text).with_prefix(prefix)),
                    })?
                }
                None => TypeId::parse(text, format).map_err(describing(text))?,
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
/// Writes it and a terminator to `text`, which has room for `size` bytes: SORTID_PREFIXED_TEXT_SIZE is enough for any. `needed` may be NULL;
/// it is written on SORTID_ERR_BUFFER_TOO_SMALL too.
///
/// Errors: `SORTID_ERR_NULL_ARGUMENT`, `SORTID_ERR_INVALID_OPTION` for an invalid prefix, `SORTID_ERR_NOT_APPLICABLE` for elasticflake
/// and push_id, `SORTID_ERR_BUFFER_TOO_SMALL`, with the required size in `*needed`; for an invalid id, the errors of `sortid_from_bytes`.
/// Thread-safe. Since 0.1.0.
///
/// # Safety
/// Each pointer is NULL or valid for its documented access.
#[cfg_attr(libsortid, unsafe(no_mangle))]
pub unsafe extern "C" fn sortid_prefixed_text(
    id: *const sortid_id,
    prefix: *const c_char,
    prefix_length: usize,
    text: *mut c_char,
    size: usize,
    needed: *mut usize,
    error: *mut sortid_error,
) -> i32 {
    // SAFETY: guaranteed by the caller (see `# Safety`), here and below.
    unsafe {
        explained(error, || {
            let out = arg!(output(text))?;
            let (id, prefix) = (read(id)?, arg!(text_bytes(prefix, prefix_length))?);
            let prefix = Prefix::try_from(prefix).map_err(describing(prefix))?;
            let prefixed = TypeId::new(prefix, id)?;
            Ok(write_text(&prefixed.to_text(), out, size, needed)?)
        })
    }
}

/// The time of an id with a prefix. Of an `any_uuid`, the time of a UUID version 1, 6 or 7.
///
/// Writes `*time`.
///
/// Errors: `SORTID_ERR_NULL_ARGUMENT`, `SORTID_ERR_NOT_APPLICABLE` for every other `any_uuid` and a format without a time; for an
/// invalid id, the errors of `sortid_from_bytes`.
/// Thread-safe. Since 0.1.0.
///
/// # Safety
/// Each pointer is NULL or valid for its documented access.
#[cfg_attr(libsortid, unsafe(no_mangle))]
pub unsafe extern "C" fn sortid_prefixed_timestamp(
    id: *const sortid_id,
    time: *mut sortid_time,
    error: *mut sortid_error,
) -> i32 {
    // SAFETY: guaranteed by the caller (see `# Safety`), here and below.
    unsafe {
        explained(error, || {
            let time = arg!(output(time))?;
            let prefixed = TypeId::new(Prefix::EMPTY, read(id)?)?;
            time.write(sortid_time::of(prefixed.timestamp()?));
            Ok(())
        })
    }
}

/// Checks a prefix: at most 63 characters `a` to `z` and `_`, without `_` at either end. It may be
/// empty.
///
/// Errors: `SORTID_ERR_NULL_ARGUMENT`, `SORTID_ERR_INVALID_OPTION` for an invalid prefix.
/// Thread-safe. Since 0.1.0.
///
/// # Safety
/// The text is NULL or valid for `length` bytes.
#[cfg_attr(libsortid, unsafe(no_mangle))]
pub unsafe extern "C" fn sortid_prefix_check(
    prefix: *const c_char,
    length: usize,
    error: *mut sortid_error,
) -> i32 {
    // SAFETY: guaranteed by the caller (see `# Safety`), here and below.
    unsafe {
        explained(error, || {
            let prefix = arg!(text_bytes(prefix, length))?;
            Prefix::try_from(prefix).map_err(describing(prefix))?;
            Ok(())
        })
    }
}

/// The length of the prefix of a text, before its last `_`; 0 without a valid prefix, and for NULL.
///
/// The rest of the text is not checked: see `sortid_inspect`. Never fails. Thread-safe. Since 0.1.0.
///
/// # Safety
/// The text is NULL or valid for `length` bytes.
#[cfg_attr(libsortid, unsafe(no_mangle))]
pub unsafe extern "C" fn sortid_prefix_of(text: *const c_char, length: usize) -> usize {
    value(0, || {
        // SAFETY: guaranteed by the caller (see `# Safety`).
        let text = unsafe { arg!(text_bytes(text, length)) };
        text.map_or(0, |text| sortid::prefix_of(text).len())
    })
}

/// Whether ids of a format can have a prefix: true unless `_` is in their alphabet; false for an unknown format number.
///
/// Never fails. Thread-safe. Since 0.1.0.
#[cfg_attr(libsortid, unsafe(no_mangle))]
pub extern "C" fn sortid_format_takes_prefix(format: u32) -> bool {
    value(false, || {
        format::known(format).is_some_and(Format::takes_prefix)
    })
}

/// The format in which to generate ids, and bounds of ranges, for a format with a prefix: `uuid7` for `any_uuid`, otherwise the same;
/// 0 for an unknown format number.
///
/// To compare them with ids of `sortid_prefixed_parse`, convert them to `any_uuid` with `sortid_convert`.
/// Never fails. Thread-safe. Since 0.1.0.
#[cfg_attr(libsortid, unsafe(no_mangle))]
pub extern "C" fn sortid_format_made_with_prefix(format: u32) -> u32 {
    value(0, || {
        format::known(format).map_or(0, |format| format.generated_with_prefix().code().into())
    })
}
