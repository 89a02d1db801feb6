//! 64-bit decimal integers without leading zeros; for flake_idgen also hexadecimal ones.
//!
//! Reads and writes eight digits at once, in a word whose lowest byte is the first digit.

use super::hex::HEX;
use super::number::{self, DECIMAL, Unread};
use super::{Codec, Form, Literal, first_bad, free_zero, invalid_length};
use crate::codec::fault::Fault;
use crate::codec::text::Text;
use crate::codec::value::Value;
use sortid_engine::error::ErrorCode;

const HEX_PREFIX: &[u8; 2] = b"0x";
const HEX_DIGITS: usize = 16;

/// A codec for integers of up to `longest` digits.
pub(crate) struct Decimal {
    longest: usize,
    has_hex: bool,
}

impl Decimal {
    /// For 63-bit integers.
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

    /// Parses texts that [`read`] rejects: short ones, and invalid ones to determine the error.
    #[inline(never)]
    fn parse_by_table(text: &[u8]) -> Result<Value, Fault> {
        free_zero(text, |byte| DECIMAL.has(byte))?;
        match number::read(DECIMAL, text).map(u64::try_from) {
            Ok(Ok(int)) => Ok(Value::from_u64(int)),
            Err(Unread::BadDigit) => Err(first_bad(text, &|_, byte| DECIMAL.has(byte))),
            _ => Err(Fault::new(ErrorCode::OutOfRange)),
        }
    }
}

/// The number of values that eight digits can take.
const SCALE: u64 = 100_000_000;
const ZEROS: u64 = u64::from_le_bytes([b'0'; 8]);

/// Returns the eight digits of a number below [`SCALE`], one per byte, as values from 0 to 9.
#[inline(always)]
fn digits_of(number: u64) -> u64 {
    // Halve the digits three times: 4 + 4, 2 + 2, 1 + 1. The factors are reciprocals, which are
    // exact for all inputs (tested).
    let upper = number / 10_000;
    let int = (number - upper * 10_000) << 32 | upper;
    let upper = (int * 10_486) >> 20 & 0x7f_0000_007f;
    let int = (int - upper * 100) << 16 | upper;
    let upper = (int * 103) >> 10 & 0x0f_000f_000f_000f;
    (int - upper * 10) << 8 | upper
}

/// Returns the number that eight ASCII digits encode, or `None` if a byte is not a digit.
#[inline(always)]
fn number_of(digits: u64) -> Option<u64> {
    let digits = digits ^ ZEROS;
    let above_9 = digits.wrapping_add(u64::from_le_bytes([0x80 - 10; 8]));
    if (above_9 | digits) & u64::from_le_bytes([0x80; 8]) != 0 {
        return None;
    }
    // Join neighbouring digits into pairs, then the four pairs into the number.
    const LOWEST: u64 = 0xff_0000_00ff;
    let pairs = digits * 10 + (digits >> 8);
    let upper = (pairs & LOWEST).wrapping_mul(1_000_000 << 32 | 100);
    let lower = (pairs >> 16 & LOWEST).wrapping_mul(10_000 << 32 | 1);
    Some(upper.wrapping_add(lower) >> 32)
}

#[inline(always)]
fn write(int: u64) -> Text {
    let upper = int / SCALE;
    let words = [upper / SCALE, upper % SCALE, int % SCALE].map(digits_of);
    // Drop leading words that are zero, but keep the last word.
    let (first, second, third, most) = match words {
        [0, 0, last] => (last, 0, 0, 8),
        [0, middle, last] => (middle, last | ZEROS, 0, 16),
        [first, middle, last] => (first, middle | ZEROS, last | ZEROS, 24),
    };
    // Drop leading zeros of the first word, but keep one digit.
    let zeros = (first.trailing_zeros() / 8).min(7);
    let shift = 8 * zeros;
    let above = |word: u64| word << 1 << (63 - shift);
    let words = [
        (first | ZEROS) >> shift | above(second),
        second >> shift | above(third),
        third >> shift,
    ];
    let mut text = [0; 24];
    for (word, bytes) in words.into_iter().zip(text.as_chunks_mut().0) {
        *bytes = word.to_le_bytes();
    }
    Text::new(text, most - zeros as usize)
}

/// Reads a number of at least eight digits without a leading zero.
#[inline(always)]
fn read(text: &[u8]) -> Option<u64> {
    let word = |bytes: &[u8]| bytes.first_chunk().copied().map(u64::from_le_bytes);
    // The value of the first `count` digits, fewer than eight, padded with zeros on the left.
    let first = |count: usize| {
        let (digits, shift) = (word(text)?, 64 - 8 * count as u32);
        number_of(digits.unbounded_shl(shift) | ZEROS.unbounded_shr(64 - shift))
    };
    if text.first() == Some(&b'0') {
        return None;
    }
    let last = word(text.get(text.len().checked_sub(8)?..)?).and_then(number_of)?;
    let upper = match text.len().checked_sub(16) {
        Some(count) => {
            let middle = word(text.get(count..)?).and_then(number_of)?;
            first(count)?.checked_mul(SCALE)? + middle
        }
        None => first(text.len() - 8)?,
    };
    upper.checked_mul(SCALE)?.checked_add(last)
}

fn read_hex(text: &[u8], digits: &[u8]) -> Result<Value, Fault> {
    if digits.is_empty() || digits.len() > HEX_DIGITS {
        return Err(invalid_length(text));
    }
    let is_good = |at, byte| at < HEX_PREFIX.len() || HEX.has(byte);
    let int = HEX.read::<4>(digits).map(Value::from_u64);
    int.ok_or_else(|| first_bad(text, &is_good))
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
    fn parse(&self, text: &[u8]) -> Result<Value, Fault> {
        if self.has_hex
            && let Some(digits) = text.strip_prefix(HEX_PREFIX)
        {
            return read_hex(text, digits);
        }
        if text.is_empty() || text.len() > self.longest {
            return Err(invalid_length(text));
        }
        match read(text) {
            Some(int) => Ok(Value::from_u64(int)),
            None => Self::parse_by_table(text),
        }
    }

    #[inline]
    fn write(&self, value: Value, form: Form) -> Text {
        match form {
            Form::Canonical => write(value.to_u64()),
            Form::Hex if self.has_hex => write_hex(value),
            _ => Text::EMPTY,
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn eight_digits_are_those_of_the_number() {
        let step = 9_973;
        for number in (0..SCALE)
            .step_by(step)
            .chain((0..10_000).flat_map(|four| [four, four * 10_000]))
        {
            let digits = digits_of(number) | ZEROS;
            assert_eq!(digits.to_le_bytes(), *format!("{number:08}").as_bytes());
            assert_eq!(number_of(digits), Some(number));
        }
    }

    #[test]
    fn non_digit_is_rejected() {
        for at in 0..8 {
            for byte in 0..=u8::MAX {
                let mut digits = [b'9'; 8];
                digits[at] = byte;
                let number = number_of(u64::from_le_bytes(digits));
                assert_eq!(number.is_some(), byte.is_ascii_digit(), "{digits:?}");
            }
        }
    }

    #[test]
    fn a_number_of_any_length_reads_back() {
        let powers = (0..20).flat_map(|exponent| {
            let power = 10_u64.pow(exponent);
            [power - 1, power, power + 1, power.saturating_mul(9)]
        });
        for int in powers.chain([u64::MAX, u64::MAX - 1, 1 << 63]) {
            let (text, expected) = (write(int), int.to_string());
            assert_eq!(text, *expected);
            assert_eq!(
                Decimal::OF_64.parse(expected.as_bytes()),
                Ok(Value::from_u64(int))
            );
            assert_eq!(
                read(expected.as_bytes()).is_some(),
                expected.len() >= 8,
                "{int}"
            );
        }
        for text in ["18446744073709551616", "99999999999999999999"] {
            let refused = Decimal::OF_64.parse(text.as_bytes());
            assert_eq!(refused, Err(Fault::new(ErrorCode::OutOfRange)));
        }
        let refused = Decimal::OF_64.parse(b"01844674407370955161");
        assert_eq!(refused, Err(Fault::at(ErrorCode::InvalidCharacter, 0)));
    }
}
