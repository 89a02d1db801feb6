//! base32hex and hexadecimal of 160 bits, distinguished by length; reads any case (RFC 4648,
//! SCRU160 "Encodings").

#[cfg(feature = "columns")]
use super::Block;
use super::hex::{HEX, Hexadecimal};
use super::{
    Alphabet, Codec, Form, Literal, Runs, Symbols, first_bad, halves, invalid_length, kernel,
};
use crate::codec::fault::Fault;
use crate::codec::text::Text;
use crate::codec::value::Value;

/// The base32hex alphabet as a type.
struct Base32Hex;

impl Symbols<32> for Base32Hex {
    const RUNS: Runs<32> = Runs::new(&Alphabet::ignoring_case(
        b"0123456789ABCDEFGHIJKLMNOPQRSTUV",
    ));
}

const SYMBOLS: usize = 32;
const DIGITS: usize = 40;

pub(crate) struct Scru160;

impl Scru160 {
    pub(crate) const LITERAL: Literal = Literal::new(Base32Hex::RUNS.table, SYMBOLS as u8);
}

#[inline(always)]
fn read(text: &[u8; SYMBOLS]) -> Option<Value> {
    let (first, last) = halves(text)?;
    let (head, tail) = kernel::base32_read_160::<Base32Hex>(first, last)?;
    Some(Value::from_parts(head, tail))
}

#[inline(always)]
fn write(value: Value) -> Text {
    kernel::base32_write_160::<Base32Hex, { SYMBOLS as u8 }>(value.to_parts())
}

/// Reads 40 digits: 32 for the upper 128 bits, eight for the rest.
fn read_hex(text: &[u8; DIGITS]) -> Option<Value> {
    let (digits, rest) = text.split_first_chunk::<SYMBOLS>()?;
    let (first, last) = halves(digits)?;
    let (head, tail) = (
        kernel::hex_read::<Hexadecimal>(first, last)?,
        HEX.read::<4>(rest)?,
    );
    Some(Value::from_parts(head, tail as u32))
}

fn write_hex(value: Value) -> Text {
    let (head, tail) = value.to_parts();
    let mut text = [0; DIGITS];
    let (digits, rest) = text.split_at_mut(SYMBOLS);
    digits.copy_from_slice(&kernel::hex_write::<Hexadecimal>(head));
    HEX.write::<4>(tail as u64, rest);
    Text::new(text, DIGITS)
}

fn is_symbol(byte: u8) -> bool {
    Base32Hex::RUNS.table.has(byte)
}

/// Parses the hexadecimal form.
fn parse_other(text: &[u8]) -> Result<Value, Fault> {
    match text.try_into() {
        Ok(text) => read_hex(text).ok_or_else(|| bad_text(text)),
        Err(_) => Err(invalid_length(text)),
    }
}

#[cold]
fn bad_text(text: &[u8]) -> Fault {
    let hex = text.len() == DIGITS;
    first_bad(text, &|_, byte| {
        if hex { HEX.has(byte) } else { is_symbol(byte) }
    })
}

impl Codec for Scru160 {
    #[inline]
    fn parse(&self, text: &[u8]) -> Result<Value, Fault> {
        // The canonical form first: only this part is meant to be inlined.
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
    fn write(&self, value: Value, form: Form) -> Text {
        match form {
            Form::Canonical => write(value),
            Form::Hex => write_hex(value),
            _ => Text::EMPTY,
        }
    }

    #[cfg(feature = "columns")]
    fn many(&self) -> Option<super::Many> {
        Some(|values, out| {
            kernel::base32_write_160_each::<Base32Hex, { SYMBOLS as u8 }, SYMBOLS>(
                values,
                out,
                Value::to_parts,
            );
        })
    }

    #[cfg(feature = "columns")]
    fn read_many(&self, texts: &[&[u8]], ids: &mut Block) -> u64 {
        kernel::base32_read_160_each::<Base32Hex, SYMBOLS>(
            texts,
            &mut ids.values,
            |(head, tail)| Some(Value::from_parts(head, tail)),
        )
    }
}
