//! Ids with the prefix of a type before them, past UniFFI: under the rules of [`crate::direct`].
//!
//! A prefix is UTF-8 and a length. The error `invalid_option` of these functions means an invalid prefix.

use sortid::{Id, Prefix, PrefixedId};

use crate::direct::{bytes, guarded, write_words};
use crate::error::Failure;
use crate::value::{UnixTime, Words, format};

/// Whether a prefix is one.
///
/// # Safety
/// As the module says; `prefix` has `length` bytes.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn sortid_prefixed_check(prefix: *const u8, length: u64) -> i64 {
    guarded(|| {
        // SAFETY: by the caller's word.
        Prefix::try_from(unsafe { bytes(prefix, length) })?;
        Ok(())
    })
}

/// Reads text with a prefix, into three words, and says how long the prefix is that the text begins with.
///
/// # Safety
/// As the module says; `text` has `length` bytes, `prefix` has `prefix_length`, or that is negative where any prefix will do;
/// `out` has room for three words, `found` for one.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn sortid_prefixed_parse(
    format_code: u8,
    text: *const u8,
    length: u64,
    prefix: *const u8,
    prefix_length: i64,
    out: *mut u64,
    found: *mut u64,
) -> i64 {
    guarded(|| {
        // SAFETY: by the caller's word.
        let text = unsafe { bytes(text, length) };
        let format = format(format_code)?;
        let id = match u64::try_from(prefix_length) {
            Ok(length) => {
                // SAFETY: by the caller's word.
                let prefix = Prefix::try_from(unsafe { bytes(prefix, length) })?;
                PrefixedId::parse_expecting(text, format, &prefix)?
            }
            Err(_) => PrefixedId::parse(text, format)?,
        };
        // SAFETY: by the caller's word.
        unsafe {
            write_words(id.id(), out);
            found.write_unaligned(id.prefix().as_str().len() as u64);
        }
        Ok(())
    })
}

/// Writes the text of an id with a prefix to the start of `out`, and its length.
///
/// # Safety
/// As the module says; `prefix` has `prefix_length` bytes, `out` room for 112, `length` for one number.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn sortid_prefixed_text(
    format_code: u8,
    high: u64,
    middle: u64,
    low: u32,
    prefix: *const u8,
    prefix_length: u64,
    out: *mut u8,
    length: *mut u64,
) -> i64 {
    guarded(|| {
        // SAFETY: by the caller's word.
        let prefix = Prefix::try_from(unsafe { bytes(prefix, prefix_length) })?;
        let words = Words {
            format: format_code,
            high,
            middle,
            low,
        };
        let text = PrefixedId::new(prefix, Id::try_from(words)?)?.to_text();
        let text = text.as_bytes();
        debug_assert!(text.len() <= TEXT_ROOM);
        // SAFETY: by the caller's word, and the text is elsewhere.
        unsafe {
            out.copy_from_nonoverlapping(text.as_ptr(), text.len());
            length.write_unaligned(text.len() as u64);
        }
        Ok(())
    })
}

/// What `out` of [`sortid_prefixed_text`] has room for.
const TEXT_ROOM: usize = 112;

/// The code of the format of the ids to generate, and of bounds, for ids of a format with a prefix.
#[uniffi::export]
pub fn made_with_prefix(format_code: u8) -> Result<u8, Failure> {
    Ok(format(format_code)?.made_with_prefix().code())
}

/// The time of an id with a prefix: of an any_uuid that of its version.
#[uniffi::export]
pub fn prefixed_timestamp(id: Words) -> Result<UnixTime, Failure> {
    let prefixed = PrefixedId::new(Prefix::EMPTY, Id::try_from(id)?)?;
    Ok(prefixed.timestamp()?.into())
}

/// The prefix of a text, empty where it has none.
#[uniffi::export]
pub fn prefix_of(text: &str) -> String {
    sortid::prefix_of(text).to_owned()
}
