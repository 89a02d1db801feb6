//! `c` and four groups of base36 digits, each packed into as few bits as possible (cuid).

use super::kernel::{self, Base36, POWER4};
use super::number::BASE36;
use super::{Codec, Form, Literal, first_bad, invalid_length};
use crate::codec::fault::Fault;
use crate::codec::text::Text;
use crate::codec::value::Value;

pub(crate) struct Cuid;

const LEAD: u8 = b'c';
const LENGTH: usize = 25;
/// Digits and bits of each group.
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
    let (first, last) = (digits.first_chunk()?, digits.last_chunk()?);
    let [above, time, counter] = kernel::base36_read_12::<Base36>(first)?;
    let [fingerprint, upper, random] = kernel::base36_read_12::<Base36>(last)?;
    let (time, random) = (above * POWER4 + time, upper * POWER4 + random);
    let (high, low) = (time << 21 | counter, fingerprint << 42 | random);
    (*lead == LEAD).then_some(Value::from_u128(u128::from(high) << 63 | u128::from(low)))
}

fn canonical(value: Value) -> Text {
    let (high, low) = ((value.to_u128() >> 63) as u64, value.to_u128() as u64);
    let [time, counter] = [high >> 21 & !(!0 << 42), high & !(!0 << 21)];
    let [fingerprint, random] = [low >> 42 & !(!0 << 21), low & !(!0 << 42)];
    let numbers = [
        time / POWER4,
        time % POWER4,
        counter,
        fingerprint,
        random / POWER4,
        random % POWER4,
    ];
    kernel::base36_write_24(LEAD, numbers)
}

impl Codec for Cuid {
    fn parse(&self, text: &[u8]) -> Result<Value, Fault> {
        match text.try_into() {
            Ok(text) => read(text).ok_or_else(|| first_bad(text, &is_good)),
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
