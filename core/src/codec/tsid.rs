//! 13 symbols of Crockford's base32, or a decimal integer of more than 13 digits (tsid). With zeros in front
//! it has 20 digits, as tsid-creator writes it.

use super::decimal::Decimal;
use super::packed::CROCKFORD_13;
use super::{Codec, Form, Literal, invalid_length};
use crate::codec::fault::Fault;
use crate::codec::text::Text;
use crate::codec::value::Value;

pub(crate) struct Tsid;

const SYMBOLS: usize = 13;
const MOST_DIGITS: usize = 20;

impl Tsid {
    pub(crate) const LITERAL: Literal = CROCKFORD_13.literal();
}

/// Parses digits that may have zeros in front.
fn parse_padded(text: &[u8]) -> Result<Value, Fault> {
    let zeros = text.iter().take_while(|&&digit| digit == b'0').count();
    let zeros = zeros.min(text.len() - 1);
    let value = Decimal::OF_64.parse(text.get(zeros..).unwrap_or_default());
    value.map_err(|error| error.behind(zeros))
}

impl Codec for Tsid {
    #[inline]
    fn parse(&self, text: &[u8]) -> Result<Value, Fault> {
        match text.len() {
            SYMBOLS => CROCKFORD_13.parse(text),
            // Integers of up to 13 digits (the first 40 minutes of 2020) are not read: they could
            // also be symbols.
            length if (SYMBOLS + 1..MOST_DIGITS).contains(&length) => Decimal::OF_64.parse(text),
            MOST_DIGITS => parse_padded(text),
            _ => Err(invalid_length(text)),
        }
    }

    #[inline]
    fn write(&self, value: Value, form: Form) -> Text {
        match form {
            Form::Decimal => Decimal::OF_64.write(value, Form::Canonical),
            _ => CROCKFORD_13.write(value, form),
        }
    }
}
