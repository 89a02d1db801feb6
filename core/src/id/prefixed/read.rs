//! Parsing of texts with a prefix.

use super::Prefix;
use crate::codec::fault::Fault;
use crate::codec::packed::TYPEID;
use crate::codec::{Codec, Form, invalid_length};
use crate::error::{Error, ErrorCode, Lack};
use crate::formats::Format;
use crate::id::AnyId;

const SEPARATOR: u8 = b'_';

/// Returns the form of an id's text after a prefix.
#[inline]
pub(crate) fn suffix_form(format: Format) -> Form {
    match format.row().codec.only_writes(Form::Typeid) {
        true => Form::Typeid,
        false => Form::Canonical,
    }
}

/// Splits a text at its last separator into the prefix, if there is one, and the rest.
#[inline]
fn split(text: &[u8]) -> (Option<&[u8]>, &[u8]) {
    match text.iter().rposition(|&byte| byte == SEPARATOR) {
        Some(at) => (text.get(..at), text.get(at + 1..).unwrap_or_default()),
        None => (None, text),
    }
}

/// Splits a text into a valid prefix that is not empty, and the rest.
#[inline]
pub(crate) fn split_well_formed(text: &[u8]) -> Option<(&str, &[u8])> {
    // Most texts have no prefix, and a digit near the start.
    let end = text.iter().position(|byte| !byte.is_ascii_lowercase())?;
    if text.get(end) != Some(&SEPARATOR) {
        return None;
    }
    let (before, suffix) = split(text);
    let before = before.filter(|before| !before.is_empty() && Prefix::found(before).is_ok())?;
    Some((str::from_utf8(before).ok()?, suffix))
}

/// Returns the prefix of a text: the part before its last `_` if this is a valid prefix, otherwise
/// an empty string.
///
/// Checks only the grammar; [`inspect`](crate::inspect_at) finds out whether the rest is an id.
///
/// ```
/// assert_eq!(sortid::prefix_of("order_01fwhe4ydgfk1shh6w1g60eecf"), "order");
/// assert_eq!(sortid::prefix_of("01fwhe4ydgfk1shh6w1g60eecf"), "");
/// ```
#[inline]
pub fn prefix_of<T: AsRef<[u8]> + ?Sized>(text: &T) -> &str {
    split_well_formed(text.as_ref()).map_or("", |(prefix, _)| prefix)
}

/// Reads the text after a prefix. `invalid_length` takes precedence over other faults.
#[inline]
pub(crate) fn suffix_of(text: &[u8], format: Format) -> Result<AnyId, Fault> {
    let row = format.row();
    let value = match suffix_form(format) {
        Form::Canonical => row.literal_value(text)?,
        _ => {
            let value = TYPEID.parse(text)?;
            row.check(value)
                .map_err(|(code, bit)| Fault::at(code, TYPEID.symbol_of(bit)))?;
            value
        }
    };
    Ok(AnyId::from_value(format, value))
}

/// Fails with `not_applicable` for a format that takes no prefix.
#[inline]
pub(crate) fn require_prefixes(format: Format) -> Result<(), Error> {
    match format.takes_prefix() {
        true => Ok(()),
        false => Err(format.row().lacks(Lack::Prefix)),
    }
}

/// Parses a text with a prefix, which must be `expected` if that is given.
#[inline]
pub(crate) fn read(
    text: &[u8],
    format: Format,
    expected: Option<&Prefix>,
) -> Result<(Prefix, AnyId), Error> {
    require_prefixes(format)?;
    parts(text, format, expected)
        .map_err(|fault| Error::from(fault).of_prefixed(format.row(), text))
}

fn parts(text: &[u8], format: Format, expected: Option<&Prefix>) -> Result<(Prefix, AnyId), Fault> {
    let (before, suffix) = split(text);
    let prefix = match before {
        // The empty prefix has no separator after it.
        Some([]) => Err(Fault::at(ErrorCode::InvalidCharacter, 0)),
        Some(before) => Prefix::found(before),
        None => Ok(Prefix::EMPTY),
    };
    if let (Some(expected), Ok(prefix)) = (expected, &prefix)
        && expected != prefix
    {
        return Err(Fault::at(ErrorCode::WrongPrefix, 0));
    }
    let id = suffix_of(suffix, format);
    let is_of_length =
        |fault: Option<Fault>| fault.is_none_or(|fault| fault.code != ErrorCode::InvalidLength);
    if !is_of_length(prefix.err()) || !is_of_length(id.err()) {
        return Err(invalid_length(text));
    }
    match (prefix, id) {
        (Ok(prefix), Ok(id)) => Ok((prefix, id)),
        (Err(fault), _) => Err(fault),
        (_, Err(fault)) => Err(fault.behind(text.len() - suffix.len())),
    }
}
