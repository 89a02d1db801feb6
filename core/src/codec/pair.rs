//! Two hyphen-separated numbers of 63 bits in decimal, hexadecimal, base32hex or base64,
//! distinguished by length (sid).

use super::number::{self, DECIMAL, Unread};
use super::{Alphabet, Codec, Form, Literal, first_bad, invalid_length};
use crate::codec::fault::Fault;
use crate::codec::text::{LENGTH_AT, Text};
use crate::codec::value::Value;
use sortid_engine::error::ErrorCode;

pub(crate) struct Pair;

const LARGEST: u64 = u64::MAX >> 1;

const HEX: &Alphabet<16> = &Alphabet::new(b"0123456789abcdef");
const BASE32: &Alphabet<32> = &Alphabet::new(b"0123456789abcdefghijklmnopqrstuv");
const BASE64: &Alphabet<64> =
    &Alphabet::new(b"0123456789ABCDEFGHIJKLMNOPQRSTUVWXYZ_abcdefghijklmnopqrstuvwxyz~");

/// The number of digits in each half.
const IN_DECIMAL: usize = 19;
const IN_HEX: usize = 16;
const IN_BASE32: usize = 13;
const IN_BASE64: usize = 11;

impl Pair {
    pub(crate) const LITERAL: Literal = Literal::new(DECIMAL, 2 * IN_DECIMAL as u8)
        .of(&[(IN_DECIMAL as u8, 64), (IN_DECIMAL as u8, 64)])
        .with_hyphens(&[IN_DECIMAL]);
}

fn read<const N: usize>(alphabet: &Alphabet<N>, text: &[u8]) -> Result<Value, Fault> {
    let half = text.len() / 2;
    let bad = || {
        first_bad(text, &|at, byte| match at == half {
            true => byte == b'-',
            false => alphabet.has(byte),
        })
    };
    let (Some(high), Some(b'-'), Some(low)) =
        (text.get(..half), text.get(half), text.get(half + 1..))
    else {
        return Err(bad());
    };
    let mut halves = [0; 2];
    for (number, digits) in halves.iter_mut().zip([high, low]) {
        *number = match number::read(alphabet, digits) {
            Ok(number) => number,
            Err(Unread::TooLarge) => u128::MAX,
            Err(Unread::BadDigit) => return Err(bad()),
        };
    }
    match halves.iter().all(|&number| number <= LARGEST.into()) {
        true => Ok(Value::from_u128(halves[0] << 64 | halves[1])),
        false => Err(Fault::new(ErrorCode::OutOfRange)),
    }
}

fn write<const N: usize>(alphabet: &Alphabet<N>, half: usize, value: Value) -> Text {
    let mut text = [0; LENGTH_AT];
    let (high, rest) = text.split_at_mut(half);
    let (hyphen, low) = rest.split_at_mut(1);
    number::write(alphabet, value.to_u64().into(), high);
    hyphen.fill(b'-');
    let number = value.to_u128() as u64;
    number::write(alphabet, number.into(), low.split_at_mut(half).0);
    Text::new(text, 2 * half + 1)
}

impl Codec for Pair {
    fn parse(&self, text: &[u8]) -> Result<Value, Fault> {
        const DECIMAL_LENGTH: usize = 2 * IN_DECIMAL + 1;
        const HEX_LENGTH: usize = 2 * IN_HEX + 1;
        const BASE32_LENGTH: usize = 2 * IN_BASE32 + 1;
        const BASE64_LENGTH: usize = 2 * IN_BASE64 + 1;
        match text.len() {
            DECIMAL_LENGTH => read(DECIMAL, text),
            HEX_LENGTH => read(HEX, text),
            BASE32_LENGTH => read(BASE32, text),
            BASE64_LENGTH => read(BASE64, text),
            _ => Err(invalid_length(text)),
        }
    }

    fn write(&self, value: Value, form: Form) -> Text {
        match form {
            Form::Canonical => write(DECIMAL, IN_DECIMAL, value),
            Form::Hex => write(HEX, IN_HEX, value),
            Form::Base32 => write(BASE32, IN_BASE32, value),
            Form::Base64 => write(BASE64, IN_BASE64, value),
            _ => Text::EMPTY,
        }
    }
}
