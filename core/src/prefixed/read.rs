//! Texts with a prefix, taken apart.

use super::Prefix;
use crate::codec::packed::TYPEID;
use crate::codec::{Codec, Form, invalid_length};
use crate::error::{Error, ErrorCode};
use crate::formats::Format;
use crate::id::Id;

const SEPARATOR: u8 = b'_';

/// How an id is written behind a prefix.
pub(crate) fn suffix_form(format: Format) -> Form {
    match format.row().codec.only_writes(Form::Typeid) {
        true => Form::Typeid,
        false => Form::Canonical,
    }
}

/// What stands before the last separator, if there is one, and what behind.
fn split(text: &[u8]) -> (Option<&[u8]>, &[u8]) {
    match text.iter().rposition(|&byte| byte == SEPARATOR) {
        Some(at) => (text.get(..at), text.get(at + 1..).unwrap_or_default()),
        None => (None, text),
    }
}

/// A well-formed prefix that is not empty, and what stands behind it.
pub(crate) fn split_well_formed(text: &[u8]) -> Option<(&str, &[u8])> {
    // Most texts have none, and a digit soon.
    let end = text.iter().position(|byte| !byte.is_ascii_lowercase())?;
    if text.get(end) != Some(&SEPARATOR) {
        return None;
    }
    let (before, suffix) = split(text);
    let before = before.filter(|before| !before.is_empty() && Prefix::found(before).is_ok())?;
    Some((str::from_utf8(before).ok()?, suffix))
}

/// The prefix of a text: what stands before its last `_`, and is one; else nothing.
///
/// It asks the grammar alone: whether the rest is an id, [`inspect`](crate::inspect_at) tells.
///
/// ```
/// assert_eq!(sortid::prefix_of("order_01fwhe4ydgfk1shh6w1g60eecf"), "order");
/// assert_eq!(sortid::prefix_of("01fwhe4ydgfk1shh6w1g60eecf"), "");
/// ```
pub fn prefix_of<T: AsRef<[u8]> + ?Sized>(text: &T) -> &str {
    split_well_formed(text.as_ref()).map_or("", |(prefix, _)| prefix)
}

/// Reads the text behind a prefix; `invalid_length` is judged first.
pub(crate) fn suffix_of(text: &[u8], format: Format) -> Result<Id, Error> {
    let row = format.row();
    if suffix_form(format) == Form::Canonical {
        return row
            .read_literal(text)
            .map(|value| Id::from_value(format, value));
    }
    let value = TYPEID.parse(text)?;
    match row.check(value) {
        Ok(()) => Ok(Id::from_value(format, value)),
        Err((code, bit)) => Err(Error::at(code, TYPEID.symbol_of(bit))),
    }
}

/// Reads a text with its prefix, and expects that if one is given.
pub(crate) fn read(
    text: &[u8],
    format: Format,
    expected: Option<&Prefix>,
) -> Result<(Prefix, Id), Error> {
    if !format.takes_prefix() {
        return Err(Error::new(ErrorCode::NotApplicable));
    }
    let (before, suffix) = split(text);
    let prefix = match before {
        // No prefix is empty and has a separator behind it.
        Some([]) => Err(Error::at(ErrorCode::InvalidCharacter, 0)),
        Some(before) => Prefix::found(before),
        None => Ok(Prefix::EMPTY),
    };
    if let (Some(expected), Ok(prefix)) = (expected, &prefix)
        && expected != prefix
    {
        return Err(Error::at(ErrorCode::WrongPrefix, 0));
    }
    let id = suffix_of(suffix, format);
    let is_of_length =
        |error: Option<Error>| error.is_none_or(|error| error.code() != ErrorCode::InvalidLength);
    if !is_of_length(prefix.err()) || !is_of_length(id.err()) {
        return Err(invalid_length(text));
    }
    match (prefix, id) {
        (Ok(prefix), Ok(id)) => Ok((prefix, id)),
        (Err(error), _) => Err(error),
        (_, Err(error)) => Err(error.behind(text.len() - suffix.len())),
    }
}
