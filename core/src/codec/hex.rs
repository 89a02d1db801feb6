//! Hexadecimal digits: any case is read, lower case is written.

use super::kernel::{self, HYPHENS, Hyphenated};
use super::{Alphabet, Runs, Symbols, first_bad};
use crate::codec::fault::Fault;
use crate::codec::text::Text;
use crate::codec::value::Value;

pub(crate) const HEX: &Alphabet<16> = &Alphabet::ignoring_case(b"0123456789abcdef");

/// The hexadecimal digits as a type.
pub(crate) struct Hexadecimal;

impl Symbols<16> for Hexadecimal {
    const RUNS: Runs<16> = Runs::new(HEX);
}

/// Parses the hyphenated form of 128 bits.
#[inline(always)]
pub(super) fn parse_hyphenated(text: &Hyphenated) -> Result<Value, Fault> {
    match kernel::hex_read_hyphenated::<Hexadecimal>(text) {
        Some(int) => Ok(Value::from_u128(int)),
        None => Err(first_bad(text, &is_hyphenated)),
    }
}

/// Whether a byte is valid at an offset of the hyphenated form.
#[inline]
pub(super) fn is_hyphenated(at: usize, byte: u8) -> bool {
    match HYPHENS.contains(&at) {
        true => byte == b'-',
        false => HEX.has(byte),
    }
}

#[inline(always)]
pub(super) fn hyphenated(value: Value) -> Text {
    kernel::hex_write_hyphenated::<Hexadecimal>(value.to_u128())
}
