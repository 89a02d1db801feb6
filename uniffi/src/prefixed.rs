//! Ids with a prefix.

use sortid::{AnyId, AnyTypeId, Prefix};

use crate::error::Failure;
use crate::value::{UnixTime, Words, format};

/// The code of the format of new ids and bounds, for a format with a prefix; `not_applicable` for a
/// format that does not allow prefixes.
#[uniffi::export]
pub fn made_with_prefix(format_code: u8) -> Result<u8, Failure> {
    let format = format(format_code)?;
    if !format.takes_prefix() {
        // Always returns an error, with the core's message.
        AnyTypeId::parse("", format)?;
    }
    Ok(format.generated_with_prefix().code())
}

/// The time of an id with a prefix. An any_uuid has one in versions 1, 6 and 7.
#[uniffi::export]
pub fn prefixed_timestamp(id: Words) -> Result<UnixTime, Failure> {
    let prefixed = AnyTypeId::new(Prefix::EMPTY, AnyId::try_from(id)?)?;
    Ok(prefixed.timestamp()?.into())
}

/// The prefix of a text; empty if it has none.
#[uniffi::export]
pub fn prefix_of(text: &str) -> String {
    sortid::prefix_of(text).to_owned()
}
