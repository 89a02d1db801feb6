//! `c` and groups of base36 digits, each packed into the fewest bits (cuid).

use super::number::{self, BASE36};
use super::{Codec, Form, Literal, first_bad, invalid_length, kernel};
use crate::error::Error;
use crate::text::Text;
use crate::value::Value;

pub(crate) struct Cuid;

const LEAD: u8 = b'c';
const LENGTH: usize = 25;
/// Digits and bits of the groups.
const GROUPS: &[(u8, u8)] = &[(8, 42), (4, 21), (4, 21), (8, 42)];

impl Cuid {
    pub(crate) const LITERAL: Literal = Literal::new(BASE36, LENGTH as u8 - 1)
        .of(GROUPS)
        .after(&[LEAD]);
}

fn is_good(at: usize, byte: u8) -> bool {
    match at {
        0 => byte == LEAD,
        _ => BASE36.has(byte),
    }
}

fn read(text: &[u8; LENGTH]) -> Option<Value> {
    let [lead, digits @ ..] = text;
    let (mut rest, mut value) = (&digits[..], 0);
    for &(width, bits) in GROUPS {
        let (group, others) = rest.split_at(width.into());
        value = value << bits | number::read(BASE36, group).ok()?;
        rest = others;
    }
    (*lead == LEAD).then_some(Value::from_u128(value))
}

fn canonical(value: Value) -> Text {
    const POWER4: u64 = 36_u64.pow(4);
    let (high, low) = ((value.to_u128() >> 63) as u64, value.to_u128() as u64);
    let [time, counter] = [high >> 21 & !(!0 << 42), high & !(!0 << 21)];
    let [fingerprint, random] = [low >> 42 & !(!0 << 21), low & !(!0 << 42)];
    kernel::base36_write_behind::<LEAD>([
        time / POWER4,
        time % POWER4,
        counter,
        fingerprint,
        random / POWER4,
        random % POWER4,
    ])
}

impl Codec for Cuid {
    fn parse(&self, text: &[u8]) -> Result<Value, Error> {
        match text.try_into() {
            Ok(text) => read(text).ok_or_else(|| first_bad(text, is_good)),
            Err(_) => Err(invalid_length(text)),
        }
    }

    fn write(&self, value: Value, form: Form) -> Text {
        match form {
            Form::Canonical => canonical(value),
            _ => Text::EMPTY,
        }
    }
}
