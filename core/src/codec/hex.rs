//! Hexadecimal digits: any case is read, lower case is written.

use super::{Alphabet, Runs, Symbols, kernel};
use crate::codec::text::Text;
use crate::codec::value::Value;

pub(crate) const HEX: &Alphabet<16> = &Alphabet::ignoring_case(b"0123456789abcdef");

/// The hexadecimal digits as a type.
pub(crate) struct Hexadecimal;

impl Symbols<16> for Hexadecimal {
    const RUNS: Runs<16> = Runs::new(HEX);
}

#[inline(always)]
pub(super) fn hyphenated(value: Value) -> Text {
    kernel::hex_write_hyphenated::<Hexadecimal>(value.to_u128())
}
