//! UUID text: hyphenated, bare and URN; any case in, lower case out (RFC 9562 section 4).

use super::{Alphabet, Codec, Form, first_bad, invalid_length, pad_prefix};
use crate::error::Error;
use crate::text::MAX_TEXT;
use crate::value::Value;

pub(crate) static HEX: Alphabet<16> = Alphabet::ignoring_case(b"0123456789abcdef");

const DIGITS: usize = 32;
const HYPHENS: [usize; 4] = [8, 13, 18, 23];
const HYPHENATED: usize = DIGITS + HYPHENS.len();
const URN: &[u8; 9] = b"urn:uuid:";
const URN_LENGTH: usize = URN.len() + HYPHENATED;

pub(crate) struct Uuid;

fn is_digit(byte: u8) -> bool {
    HEX.value(byte) < 16
}

#[inline]
fn int(digits: &[u8; DIGITS]) -> Option<u128> {
    let (high, low) = digits.split_at(DIGITS / 2);
    let (high, low) = (HEX.read::<4>(high)?, HEX.read::<4>(low)?);
    Some(((high as u128) << 64) | low as u128)
}

#[inline]
fn write_digits(int: u128) -> [u8; DIGITS] {
    let mut digits = [0; DIGITS];
    HEX.write::<4>((int >> 64) as u64, &mut digits[..DIGITS / 2]);
    HEX.write::<4>(int as u64, &mut digits[DIGITS / 2..]);
    digits
}

/// The digits of a hyphenated text, wherever its hyphens should be.
#[inline]
fn without_hyphens(text: &[u8; HYPHENATED]) -> [u8; DIGITS] {
    let mut digits = [0; DIGITS];
    digits[..8].copy_from_slice(&text[..8]);
    digits[8..12].copy_from_slice(&text[9..13]);
    digits[12..16].copy_from_slice(&text[14..18]);
    digits[16..20].copy_from_slice(&text[19..23]);
    digits[20..].copy_from_slice(&text[24..]);
    digits
}

#[inline]
fn write_hyphenated(digits: &[u8; DIGITS], out: &mut [u8]) {
    out[..8].copy_from_slice(&digits[..8]);
    out[9..13].copy_from_slice(&digits[8..12]);
    out[14..18].copy_from_slice(&digits[12..16]);
    out[19..23].copy_from_slice(&digits[16..20]);
    out[24..HYPHENATED].copy_from_slice(&digits[20..]);
    for at in HYPHENS {
        out[at] = b'-';
    }
}

/// Whether a byte may stand at an offset of a text of this length.
fn is_good(length: usize, at: usize, byte: u8) -> bool {
    let urn = if length == URN_LENGTH { URN.len() } else { 0 };
    if at < urn {
        byte.eq_ignore_ascii_case(&URN[at])
    } else if length != DIGITS && HYPHENS.contains(&(at - urn)) {
        byte == b'-'
    } else {
        is_digit(byte)
    }
}

impl Codec for Uuid {
    fn parse(&self, text: &[u8]) -> Result<Value, Error> {
        let hyphenated = match text.len() {
            HYPHENATED => Some(text),
            URN_LENGTH => Some(&text[URN.len()..]),
            DIGITS => None,
            _ => return Err(invalid_length(text)),
        };
        let parsed = match hyphenated {
            Some(tail) => <&[u8; HYPHENATED]>::try_from(tail).ok().and_then(|tail| {
                let head = &text[..text.len() - HYPHENATED];
                (HYPHENS.iter().all(|&at| tail[at] == b'-')
                    && head.iter().zip(URN).all(|(a, b)| a.eq_ignore_ascii_case(b)))
                .then(|| without_hyphens(tail))
                .and_then(|digits| int(&digits))
            }),
            None => text.try_into().ok().and_then(int),
        };
        parsed
            .map(Value::from_u128)
            .ok_or_else(|| first_bad(text, |at, byte| is_good(text.len(), at, byte)))
    }

    fn write(&self, value: Value, form: Form, out: &mut [u8; MAX_TEXT]) -> Option<usize> {
        let digits = write_digits(value.to_u128());
        match form {
            Form::Canonical => {
                write_hyphenated(&digits, out);
                Some(HYPHENATED)
            }
            Form::Compact => {
                out[..DIGITS].copy_from_slice(&digits);
                Some(DIGITS)
            }
            Form::Urn => {
                out[..URN.len()].copy_from_slice(URN);
                write_hyphenated(&digits, &mut out[URN.len()..]);
                Some(URN_LENGTH)
            }
            Form::Hex => None,
        }
    }

    #[cfg(feature = "std")]
    fn write_many(&self, values: &[Value], out: &mut [u8]) {
        super::write_each(self, values, out);
    }

    fn prefix(&self, prefix: &[u8]) -> Result<(Value, Value), Error> {
        let (low, high) = pad_prefix(prefix, &HYPHENS, (b'0', b'f'), is_digit)?;
        let bound = |digits| {
            int(digits)
                .map(Value::from_u128)
                .ok_or(invalid_length(prefix))
        };
        Ok((bound(&low)?, bound(&high)?))
    }

    fn offset_of_bit(&self, text_len: usize, bit: u8) -> Option<usize> {
        let digit = bit as usize / 4;
        let hyphens = if text_len == DIGITS {
            0
        } else {
            HYPHENS
                .iter()
                .enumerate()
                .filter(|(before, at)| **at <= digit + before)
                .count()
        };
        let urn = if text_len == URN_LENGTH { URN.len() } else { 0 };
        Some(urn + digit + hyphens)
    }
}
