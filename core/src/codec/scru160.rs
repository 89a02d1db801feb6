//! base32hex and hex of 160 bits, told apart by length; any case in (RFC 4648, SCRU160 "Encodings").

use super::uuid::{HEX, HEX_RUNS};
use super::{Alphabet, Codec, Form, Runs, first_bad, head, invalid_length, kernel, pad_prefix};
use crate::error::Error;
use crate::text::MAX_TEXT;
use crate::value::Value;

const BASE32HEX: Runs<32> = Runs::new(&Alphabet::ignoring_case(
    b"0123456789ABCDEFGHIJKLMNOPQRSTUV",
));

const SYMBOLS: usize = 32;
const DIGITS: usize = 40;

pub(crate) struct Scru160;

/// The 160 bits as 64, 64 and 32.
#[inline(always)]
fn words(value: Value) -> (u64, u64, u32) {
    let (head, [.., a, b, c, d]) = (value.to_u128(), value.to_bytes());
    let tail = u32::from_be_bytes([a, b, c, d]);
    ((head >> 64) as u64, head as u64, tail)
}

#[inline(always)]
fn from_words(high: u64, low: u64, tail: u32) -> Value {
    let mut bytes = [0; 20];
    bytes[..8].copy_from_slice(&high.to_be_bytes());
    bytes[8..16].copy_from_slice(&low.to_be_bytes());
    bytes[16..].copy_from_slice(&tail.to_be_bytes());
    Value::from_bytes(&bytes)
}

/// Four groups of eight symbols of 40 bits each.
#[inline(always)]
fn read(text: &[u8; SYMBOLS]) -> Option<Value> {
    let (groups, _) = text.as_chunks();
    let [[a, b], [c, d]] =
        kernel::base32_read(BASE32HEX, [[groups[0], groups[1]], [groups[2], groups[3]]])?;
    let (high, low) = ((a << 24) | (b >> 16), (b << 48) | (c << 8) | (d >> 32));
    Some(from_words(high, low, d as u32))
}

#[inline(always)]
fn write(value: Value, out: &mut [u8; SYMBOLS]) {
    let (high, low, tail) = words(value);
    let first = kernel::base32_write(BASE32HEX, [high >> 24, (high << 16) | (low >> 48)]);
    let last = kernel::base32_write(BASE32HEX, [low >> 8, (low << 32) | tail as u64]);
    out[..16].copy_from_slice(&first);
    out[16..].copy_from_slice(&last);
}

/// 32 digits of 128 bits, and the eight that follow.
fn read_hex(text: &[u8; DIGITS]) -> Option<Value> {
    let (digits, rest) = text.split_first_chunk()?;
    let (head, tail) = (kernel::hex_read(HEX_RUNS, digits)?, HEX.read::<4>(rest)?);
    Some(from_words((head >> 64) as u64, head as u64, tail as u32))
}

fn write_hex(value: Value, out: &mut [u8; DIGITS]) {
    let (digits, rest) = out.split_at_mut(32);
    digits.copy_from_slice(&kernel::hex_write(HEX_RUNS, value.to_u128()));
    HEX.write::<4>(words(value).2 as u64, rest);
}

fn is_symbol(byte: u8) -> bool {
    BASE32HEX.table.has(byte)
}

/// Reads the form that is not canonical.
fn parse_other(text: &[u8]) -> Result<Value, Error> {
    match text.try_into() {
        Ok(text) => read_hex(text).ok_or_else(|| bad_text(text)),
        Err(_) => Err(invalid_length(text)),
    }
}

#[cold]
fn bad_text(text: &[u8]) -> Error {
    let hex = text.len() == DIGITS;
    first_bad(
        text,
        |_, byte| if hex { HEX.has(byte) } else { is_symbol(byte) },
    )
}

impl Codec for Scru160 {
    #[inline]
    fn parse(&self, text: &[u8]) -> Result<Value, Error> {
        // The canonical form first, and alone where this is inlined.
        let value = match text.try_into() {
            Ok(text) => read(text),
            Err(_) => return parse_other(text),
        };
        match value {
            Some(value) => Ok(value),
            None => Err(bad_text(text)),
        }
    }

    #[inline]
    fn write(&self, value: Value, form: Form, out: &mut [u8; MAX_TEXT]) -> Option<usize> {
        match form {
            Form::Canonical => {
                write(value, head(out));
                Some(SYMBOLS)
            }
            Form::Hex => {
                write_hex(value, head(out));
                Some(DIGITS)
            }
            Form::Compact | Form::Urn => None,
        }
    }

    #[cfg(feature = "std")]
    fn write_many(&self, values: &[Value], out: &mut [u8]) {
        super::write_each(values, out, write);
    }

    fn prefix(&self, prefix: &[u8]) -> Result<(Value, Value), Error> {
        let (low, high) = pad_prefix::<SYMBOLS>(prefix, &[], (b'0', b'V'), is_symbol)?;
        let bound = |symbols| read(symbols).ok_or(invalid_length(prefix));
        Ok((bound(&low)?, bound(&high)?))
    }
}
