//! base36 of so many digits, which no integer lacks: 64 bits below 36^12, and 128 bits (scru64, scru128).

use super::number::{self, BASE36_ANY_CASE, Unread};
use super::{Codec, Form, Literal, first_bad, invalid_length};
use crate::error::{Error, ErrorCode};
use crate::text::Text;
use crate::value::Value;

/// An integer of so many bits in so many digits.
pub(crate) struct Base36<const DIGITS: usize> {
    bits: u8,
}

impl Base36<12> {
    pub(crate) const OF_64: Self = Self { bits: 64 };
}

impl Base36<25> {
    pub(crate) const OF_128: Self = Self { bits: 128 };
}

fn is_digit(byte: u8) -> bool {
    BASE36_ANY_CASE.has(byte)
}

#[cold]
fn refused(text: &[u8], why: Unread) -> Error {
    match why {
        Unread::BadDigit => first_bad(text, |_, byte| is_digit(byte)),
        Unread::TooLarge => Error::new(ErrorCode::OutOfRange),
    }
}

impl<const DIGITS: usize> Base36<DIGITS> {
    pub(crate) const fn literal(&self) -> Literal {
        Literal::new(BASE36_ANY_CASE, DIGITS as u8)
    }

    fn value(&self, digits: &[u8]) -> Result<Value, Unread> {
        let int = number::read(BASE36_ANY_CASE, digits)?;
        Ok(Value::from_u128(int << (128 - self.bits)))
    }
}

impl<const DIGITS: usize> Codec for Base36<DIGITS> {
    #[inline]
    fn parse(&self, text: &[u8]) -> Result<Value, Error> {
        match text.len() == DIGITS {
            true => self.value(text).map_err(|why| refused(text, why)),
            false => Err(invalid_length(text)),
        }
    }

    #[inline]
    fn write(&self, value: Value, form: Form) -> Text {
        let Form::Canonical = form else {
            return Text::EMPTY;
        };
        let mut digits = [0; DIGITS];
        let int = value.to_u128() >> (128 - self.bits);
        number::write(BASE36_ANY_CASE, int, &mut digits);
        Text::new(digits, DIGITS)
    }
}
