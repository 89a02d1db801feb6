//! Ids with the prefix of a type before them.

use sortid::{Id, Prefix, PrefixedId};

use crate::error::Failure;
use crate::value::{UnixTime, Words, format};

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
