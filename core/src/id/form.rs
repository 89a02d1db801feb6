//! Text forms: the forms of a format's codec, and the spellings of UUIDs and of any 128 bits.

use crate::codec::decimal::Decimal;
use crate::codec::text::Text;
use crate::codec::value::Value;
use crate::codec::{Codec, Form, invalid_length, spelling};
use crate::error::Error;
use crate::formats::Format;
use crate::id::Id;

/// Returns an empty text if the format lacks the form.
#[inline]
pub(super) fn write(value: Value, format: Format, form: Form) -> Text {
    let text = format.row().codec.write(value, form);
    match text.is_empty() {
        true => spelled(value, format, form),
        false => text,
    }
}

#[inline(never)]
fn spelled(value: Value, format: Format, form: Form) -> Text {
    let has_form = match form {
        Form::Braced | Form::Upper | Form::Typeid => format.reads(Form::Urn),
        _ => format.bits() == 128,
    };
    match spelling::of_form(form).filter(|_| has_form) {
        Some((codec, _)) => codec.write(value, Form::Canonical),
        None => Text::EMPTY,
    }
}

pub(super) fn parse(text: &[u8], format: Format, form: Form) -> Result<Id, Error> {
    if write(Value::ZERO, format, form).is_empty() {
        return Err(Error::not_applicable("form"));
    }
    if let Some((codec, len)) = spelling::of_form(form) {
        return match text.len() == len {
            true => Id::checked(format, codec.parse(text)?),
            false => Err(invalid_length(text)),
        };
    }
    let id = match form {
        Form::Decimal => Id::checked(format, Decimal::OF_64.parse(text)?),
        _ => Id::parse(text, format),
    }?;
    match write(id.value(), format, form).len() == text.len() {
        true => Ok(id),
        false => Err(invalid_length(text)),
    }
}
