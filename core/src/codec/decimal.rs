//! Decimal integers of 64 bits, without leading zeros; of flake_idgen also in hexadecimal.

use super::number::{self, DECIMAL, Unread};
use super::uuid::HEX;
use super::{Codec, Form, Literal, first_bad, free_zero, invalid_length};
use crate::error::{Error, ErrorCode};
use crate::text::{LENGTH_AT, Text};
use crate::value::Value;

const HEX_PREFIX: &[u8; 2] = b"0x";
const HEX_DIGITS: usize = 16;

/// Of at most so many digits.
pub(crate) struct Decimal {
    longest: usize,
    has_hex: bool,
}

impl Decimal {
    /// Of 63 bits.
    pub(crate) const OF_63: Decimal = Decimal {
        longest: 19,
        has_hex: false,
    };
    pub(crate) const OF_64: Decimal = Decimal {
        longest: 20,
        has_hex: false,
    };
    pub(crate) const OR_HEX: Decimal = Decimal {
        longest: 20,
        has_hex: true,
    };

    pub(crate) const fn literal(&self) -> Literal {
        Literal::new(DECIMAL, self.longest as u8).from(1)
    }

    #[inline]
    fn text(&self, value: Value) -> Text {
        let mut digits = [0; 20];
        number::write(DECIMAL, value.to_u64().into(), &mut digits);
        let digits = number::without_zeros(&digits);
        let mut text = [0; LENGTH_AT];
        text[..digits.len()].copy_from_slice(digits);
        Text::new(text, digits.len())
    }
}

fn read_hex(text: &[u8], digits: &[u8]) -> Result<Value, Error> {
    if digits.is_empty() || digits.len() > HEX_DIGITS {
        return Err(invalid_length(text));
    }
    let is_good = |at, byte| at < HEX_PREFIX.len() || HEX.has(byte);
    let int = HEX.read::<4>(digits).map(Value::from_u64);
    int.ok_or_else(|| first_bad(text, is_good))
}

fn write_hex(value: Value) -> Text {
    let mut text = [0; HEX_PREFIX.len() + HEX_DIGITS];
    let (prefix, digits) = text.split_at_mut(HEX_PREFIX.len());
    prefix.copy_from_slice(HEX_PREFIX);
    HEX.write::<4>(value.to_u64(), digits);
    Text::new(text, HEX_PREFIX.len() + HEX_DIGITS)
}

impl Codec for Decimal {
    #[inline]
    fn parse(&self, text: &[u8]) -> Result<Value, Error> {
        if self.has_hex
            && let Some(digits) = text.strip_prefix(HEX_PREFIX)
        {
            return read_hex(text, digits);
        }
        if text.is_empty() || text.len() > self.longest {
            return Err(invalid_length(text));
        }
        free_zero(text, |byte| DECIMAL.has(byte))?;
        match number::read(DECIMAL, text).map(u64::try_from) {
            Ok(Ok(int)) => Ok(Value::from_u64(int)),
            Err(Unread::BadDigit) => Err(first_bad(text, |_, byte| DECIMAL.has(byte))),
            _ => Err(Error::new(ErrorCode::OutOfRange)),
        }
    }

    #[inline]
    fn write(&self, value: Value, form: Form) -> Text {
        match form {
            Form::Canonical => self.text(value),
            Form::Hex if self.has_hex => write_hex(value),
            _ => Text::EMPTY,
        }
    }
}
