//! Text forms: the forms of a format's codec, and the spellings of UUIDs and of any 128 bits.

use crate::codec::decimal::Decimal;
use crate::codec::text::Text;
use crate::codec::value::Value;
use crate::codec::{Codec, Form, invalid_length, spelling};
use crate::error::{Cause, Error, ErrorCode};
use crate::formats::Format;
use crate::id::AnyId;

/// Returns an empty text if the format lacks the form.
#[inline]
pub(crate) fn write(value: Value, format: Format, form: Form) -> Text {
    let text = format.row().codec.write(value, form);
    match text.is_empty() {
        true => spelled(value, format, form),
        false => text,
    }
}

#[inline(never)]
fn spelled(value: Value, format: Format, form: Form) -> Text {
    match spelling::of_form(form).filter(|_| format.row().has_spelling(form)) {
        Some((codec, _)) => codec.write(value, Form::Canonical),
        None => Text::EMPTY,
    }
}

pub(super) fn parse(text: &[u8], format: Format, form: Form) -> Result<AnyId, Error> {
    if write(Value::ZERO, format, form).is_empty() {
        return Err(missing(format, form));
    }
    let value = match (spelling::of_form(form), form) {
        (Some((codec, len)), _) if text.len() == len => codec.parse(text).map_err(Error::from),
        (Some(_), _) => Err(invalid_length(text).into()),
        (None, Form::Decimal) => Decimal::OF_64.parse(text).map_err(Error::from),
        (None, _) => format.row().parse(text),
    };
    let id = value.and_then(|value| AnyId::checked(format, value));
    let id = id.and_then(|id| {
        let is_of_form = write(id.value(), format, form).len() == text.len();
        match is_of_form || spelling::of_form(form).is_some() {
            true => Ok(id),
            false => Err(invalid_length(text).into()),
        }
    });
    id.map_err(|error| match error.code() {
        ErrorCode::InvalidLength => error.because(Cause::Form {
            row: format.row(),
            form,
        }),
        _ => error.of_text(format.row(), text),
    })
}

/// The error for a form that a format lacks.
pub(crate) fn missing(format: Format, form: Form) -> Error {
    let row = format.row();
    Error::by(ErrorCode::NotApplicable, Cause::NoForm { row, form })
}
