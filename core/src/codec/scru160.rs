//! base32hex and hex of 160 bits, told apart by length; any case in (RFC 4648, SCRU160 "Encodings").

use super::uuid::HEX;
use super::{Alphabet, Codec, Form, first_bad, invalid_length, pad_prefix};
use crate::error::Error;
use crate::text::MAX_TEXT;
use crate::value::Value;

static BASE32HEX: Alphabet<32> = Alphabet::ignoring_case(b"0123456789ABCDEFGHIJKLMNOPQRSTUV");

const BYTES: usize = 20;
const SYMBOLS: usize = 32;
const DIGITS: usize = 40;

pub(crate) struct Scru160;

/// Reads groups of eight symbols: 5 bytes each in base32hex, 4 in hex.
#[inline]
fn read<const N: usize, const BITS: u32>(alphabet: &Alphabet<N>, text: &[u8]) -> Option<Value> {
    let mut bytes = [0; BYTES];
    let group = BITS as usize;
    for (symbols, bytes) in text.chunks_exact(8).zip(bytes.chunks_exact_mut(group)) {
        let int = alphabet.read::<BITS>(symbols)?;
        bytes.copy_from_slice(&int.to_be_bytes()[8 - group..]);
    }
    Some(Value::from_bytes(&bytes))
}

#[inline]
fn write<const N: usize, const BITS: u32>(alphabet: &Alphabet<N>, value: Value, out: &mut [u8]) {
    let group = BITS as usize;
    for (bytes, symbols) in value
        .to_bytes()
        .chunks_exact(group)
        .zip(out.chunks_exact_mut(8))
    {
        let int = bytes.iter().fold(0, |int, &byte| (int << 8) | byte as u64);
        alphabet.write::<BITS>(int, symbols);
    }
}

fn is_symbol(byte: u8) -> bool {
    BASE32HEX.value(byte) < 32
}

impl Codec for Scru160 {
    fn parse(&self, text: &[u8]) -> Result<Value, Error> {
        match text.len() {
            SYMBOLS => read::<32, 5>(&BASE32HEX, text)
                .ok_or_else(|| first_bad(text, |_, byte| is_symbol(byte))),
            DIGITS => read::<16, 4>(&HEX, text)
                .ok_or_else(|| first_bad(text, |_, byte| HEX.value(byte) < 16)),
            _ => Err(invalid_length(text)),
        }
    }

    fn write(&self, value: Value, form: Form, out: &mut [u8; MAX_TEXT]) -> Option<usize> {
        match form {
            Form::Canonical => {
                write::<32, 5>(&BASE32HEX, value, &mut out[..SYMBOLS]);
                Some(SYMBOLS)
            }
            Form::Hex => {
                write::<16, 4>(&HEX, value, &mut out[..DIGITS]);
                Some(DIGITS)
            }
            Form::Compact | Form::Urn => None,
        }
    }

    #[cfg(feature = "std")]
    fn write_many(&self, values: &[Value], out: &mut [u8]) {
        super::write_each(self, values, out);
    }

    fn prefix(&self, prefix: &[u8]) -> Result<(Value, Value), Error> {
        let (low, high) = pad_prefix::<SYMBOLS>(prefix, &[], (b'0', b'V'), is_symbol)?;
        let bound = |text: &[u8]| read::<32, 5>(&BASE32HEX, text).ok_or(invalid_length(prefix));
        Ok((bound(&low)?, bound(&high)?))
    }
}
