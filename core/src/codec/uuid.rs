//! UUID text: hyphenated, compact and URN; reads any case, writes lower case (RFC 9562 section 4).

#[cfg(feature = "columns")]
use super::Block;
use super::hex::{HEX, Hexadecimal, hyphenated, is_hyphenated, parse_hyphenated};
use super::kernel::{self, Digits, HYPHENS, Hyphenated};
use super::packed::TYPEID;
use super::{Codec, Form, Literal, first_bad, halves, invalid_length};
use crate::codec::fault::Fault;
use crate::codec::text::Text;
use crate::codec::value::Value;

const DIGITS: usize = size_of::<Digits>();
pub(super) const HYPHENATED: usize = size_of::<Hyphenated>();
const URN: &[u8; 9] = b"urn:uuid:";
const URN_LENGTH: usize = URN.len() + HYPHENATED;

pub(crate) struct Uuid;

impl Uuid {
    pub(crate) const LITERAL: Literal = Literal::new(HEX, DIGITS as u8).with_hyphens(&HYPHENS);
}

/// Whether the canonical text has the UUID form.
#[cfg(feature = "scan")]
#[inline]
pub(crate) const fn is_of_uuids(literal: &Literal) -> bool {
    literal.len() as usize == HYPHENATED && literal.hyphens.len() == HYPHENS.len()
}

#[inline(always)]
fn int(digits: &Digits) -> Option<u128> {
    let (first, last) = halves(digits)?;
    kernel::hex_read::<Hexadecimal>(first, last)
}

#[inline]
fn int_urn(text: &[u8; URN_LENGTH]) -> Option<u128> {
    let (urn, text) = text.split_first_chunk::<{ URN.len() }>()?;
    let int = kernel::hex_read_hyphenated::<Hexadecimal>(text.first_chunk()?);
    int.filter(|_| urn.eq_ignore_ascii_case(URN))
}

#[inline]
fn write_urn(value: Value) -> Text {
    let mut text = [0; URN_LENGTH];
    let (urn, rest) = text.split_at_mut(URN.len());
    urn.copy_from_slice(URN);
    rest.copy_from_slice(hyphenated(value).head::<HYPHENATED>());
    Text::new(text, URN_LENGTH)
}

/// Writes all forms but the canonical one.
#[inline(never)]
fn write_other(value: Value, form: Form) -> Text {
    match form {
        Form::Compact => {
            let digits = kernel::hex_write::<Hexadecimal>(value.to_u128());
            Text::new(digits, DIGITS)
        }
        Form::Urn => write_urn(value),
        Form::Typeid => TYPEID.write(value, Form::Canonical),
        _ => Text::EMPTY,
    }
}

/// Whether a byte is valid at an offset of the URN form.
#[inline]
fn is_good_in_urn(at: usize, byte: u8) -> bool {
    match URN.get(at) {
        Some(expected) => byte.eq_ignore_ascii_case(expected),
        None => is_hyphenated(at - URN.len(), byte),
    }
}

/// Parses the compact and the URN form.
#[inline(never)]
fn parse_other(text: &[u8]) -> Result<Value, Fault> {
    let int = match text.len() {
        DIGITS => text.try_into().ok().and_then(int),
        URN_LENGTH => text.try_into().ok().and_then(int_urn),
        _ => return Err(invalid_length(text)),
    };
    int.map(Value::from_u128).ok_or_else(|| match text.len() {
        DIGITS => first_bad(text, &|_, byte| HEX.has(byte)),
        _ => first_bad(text, &is_good_in_urn),
    })
}

impl Codec for Uuid {
    // `parse` and `write` are small, and libsortid, compiled for size, would call them otherwise.
    #[inline(always)]
    fn parse(&self, text: &[u8]) -> Result<Value, Fault> {
        // The canonical form first: only this part is meant to be inlined.
        match text.try_into() {
            Ok(text) => parse_hyphenated(text),
            Err(_) => parse_other(text),
        }
    }

    #[inline(always)]
    fn write(&self, value: Value, form: Form) -> Text {
        match form {
            Form::Canonical => hyphenated(value),
            _ => write_other(value, form),
        }
    }

    /// A TypeID suffix is write-only: without its prefix it could also be a lower-case ULID.
    #[inline]
    fn only_writes(&self, form: Form) -> bool {
        form == Form::Typeid
    }

    #[cfg(feature = "columns")]
    #[inline]
    fn many(&self) -> Option<super::Many> {
        Some(kernel::hex_write_hyphenated_each::<Hexadecimal>)
    }

    #[cfg(feature = "columns")]
    #[inline]
    fn read_many(&self, texts: &[&[u8]], ids: &mut Block) -> u64 {
        kernel::hex_read_hyphenated_each::<Hexadecimal>(texts, &mut ids.values)
    }

    #[inline]
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
