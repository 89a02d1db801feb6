//! base62: 160 bits in exactly 27 digits, and 128 bits in up to 22 digits.

use super::number::{self, BASE62, Unread};
use super::uuid::Uuid;
use super::{Codec, Form, Literal, first_bad, free_zero, invalid_length};
use crate::codec::fault::Fault;
use crate::codec::text::{LENGTH_AT, Text};
use crate::codec::value::Value;
use sortid_engine::error::ErrorCode;

fn is_digit(byte: u8) -> bool {
    BASE62.has(byte)
}

fn refused(text: &[u8], why: Unread) -> Fault {
    match why {
        Unread::BadDigit => first_bad(text, &|_, byte| is_digit(byte)),
        Unread::TooLarge => Fault::new(ErrorCode::OutOfRange),
    }
}

/// The ksuid codec: 27 digits.
pub(crate) struct Fixed27;

const DIGITS: usize = 27;
/// Digits are processed in three parts of nine digits; each part fits into 64 bits.
const PART: usize = 9;
const SCALE: u128 = 62_u128.pow(PART as u32);

impl Fixed27 {
    pub(crate) const LITERAL: Literal = Literal::new(BASE62, DIGITS as u8);

    fn read(digits: &[u8; DIGITS]) -> Result<Value, Unread> {
        let (parts, _) = digits.as_chunks::<PART>();
        // 192 bits in three words, lowest first.
        let mut words = [0_u64; 3];
        let mut is_good = true;
        for part in parts {
            let part = number::read(BASE62, part);
            is_good &= part.is_ok();
            let mut carry = part.unwrap_or(0);
            for word in &mut words {
                carry += u128::from(*word) * SCALE;
                *word = carry as u64;
                carry >>= 64;
            }
        }
        let [low, middle, high] = words;
        if !is_good {
            return Err(Unread::BadDigit);
        }
        let Ok(top) = u32::try_from(high) else {
            return Err(Unread::TooLarge);
        };
        let low = u128::from(middle) << 64 | u128::from(low);
        let head = u128::from(top) << 96 | low >> 32;
        Ok(Value::from_parts(head, low as u32))
    }

    fn digits(value: Value) -> [u8; DIGITS] {
        let (head, tail) = value.to_parts();
        let low = head << 32 | u128::from(tail);
        let mut words = [(head >> 96) as u64, (low >> 64) as u64, low as u64];
        let mut digits = [0; DIGITS];
        for part in digits.rchunks_mut(PART) {
            let mut rest = 0;
            for word in &mut words {
                let above = rest << 64 | u128::from(*word);
                *word = (above / SCALE) as u64;
                rest = above % SCALE;
            }
            number::write(BASE62, rest, part);
        }
        digits
    }
}

impl Codec for Fixed27 {
    #[inline]
    fn parse(&self, text: &[u8]) -> Result<Value, Fault> {
        match text.try_into() {
            Ok(digits) => Self::read(digits).map_err(|why| refused(text, why)),
            Err(_) => Err(invalid_length(text)),
        }
    }

    #[inline]
    fn write(&self, value: Value, form: Form) -> Text {
        match form {
            Form::Canonical => Text::new(Self::digits(value), DIGITS),
            _ => Text::EMPTY,
        }
    }
}

/// The flake codec: up to 22 digits without leading zeros. Also reads the hexadecimal and UUID
/// forms.
pub(crate) struct Flake;

const LONGEST: usize = 22;
const HEX: usize = 32;
const UUID: usize = 36;

impl Flake {
    pub(crate) const LITERAL: Literal = Literal::new(BASE62, LONGEST as u8).from(1);

    fn text(value: Value) -> Text {
        let mut digits = [0; LONGEST];
        number::write(BASE62, value.to_u128(), &mut digits);
        let digits = number::without_zeros(&digits);
        let mut text = [0; LENGTH_AT];
        text[..digits.len()].copy_from_slice(digits);
        Text::new(text, digits.len())
    }
}

impl Codec for Flake {
    fn parse(&self, text: &[u8]) -> Result<Value, Fault> {
        match text.len() {
            1..=LONGEST => {}
            HEX | UUID => return Uuid.parse(text),
            _ => return Err(invalid_length(text)),
        }
        free_zero(text, is_digit)?;
        let int = number::read(BASE62, text).map(Value::from_u128);
        int.map_err(|why| refused(text, why))
    }

    fn write(&self, value: Value, form: Form) -> Text {
        match form {
            Form::Canonical => Self::text(value),
            Form::Hex => Uuid.write(value, Form::Compact),
            Form::Uuid => Uuid.write(value, Form::Canonical),
            _ => Text::EMPTY,
        }
    }
}
