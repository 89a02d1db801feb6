//! Hexadecimal `8-4-4-16` (lexical_uuid). Also reads the UUID form and the form without hyphens.

use super::hex::HEX;
use super::uuid::Uuid;
use super::{Codec, Form, Literal, first_bad, invalid_length};
use crate::codec::fault::Fault;
use crate::codec::text::Text;
use crate::codec::value::Value;

pub(crate) struct Lexical;

const DIGITS: usize = 32;
const LENGTH: usize = 35;
const UUID: usize = 36;
const HYPHENS: [usize; 3] = [8, 13, 18];

impl Lexical {
    pub(crate) const LITERAL: Literal = Literal::new(HEX, DIGITS as u8).with_hyphens(&HYPHENS);
}

fn read(text: &[u8; LENGTH]) -> Option<Value> {
    let mut digits = [0; DIGITS];
    digits[..8].copy_from_slice(&text[..8]);
    digits[8..12].copy_from_slice(&text[9..13]);
    digits[12..16].copy_from_slice(&text[14..18]);
    digits[16..].copy_from_slice(&text[19..]);
    let is_well_placed = HYPHENS.iter().all(|&at| text[at] == b'-');
    Uuid.parse(&digits).ok().filter(|_| is_well_placed)
}

#[cold]
fn bad_text(text: &[u8]) -> Fault {
    first_bad(text, &|at, byte| match HYPHENS.contains(&at) {
        true => byte == b'-',
        false => HEX.has(byte),
    })
}

fn canonical(value: Value) -> Text {
    let uuid = Uuid.write(value, Form::Canonical);
    let (mut text, uuid) = ([0; LENGTH], uuid.as_bytes());
    text[..23].copy_from_slice(&uuid[..23]);
    text[23..].copy_from_slice(&uuid[24..]);
    Text::new(text, LENGTH)
}

impl Codec for Lexical {
    fn parse(&self, text: &[u8]) -> Result<Value, Fault> {
        match (text.try_into(), text.len()) {
            (Ok(text), _) => read(text).ok_or_else(|| bad_text(text)),
            (Err(_), DIGITS | UUID) => Uuid.parse(text),
            _ => Err(invalid_length(text)),
        }
    }

    fn write(&self, value: Value, form: Form) -> Text {
        match form {
            Form::Canonical => canonical(value),
            Form::Compact => Uuid.write(value, Form::Compact),
            Form::Uuid => Uuid.write(value, Form::Canonical),
            _ => Text::EMPTY,
        }
    }
}
