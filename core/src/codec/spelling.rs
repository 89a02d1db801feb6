//! Spellings of 128 bits in texts of a fixed length, which are only read if the form is named.

use super::base36::Base36;
use super::kernel::BASE58;
use super::number::BASE62;
use super::packed::{BASE64URL_22, CROCKFORD, TYPEID};
use super::uuid::{HYPHENATED, Uuid};
use super::{Codec, Form, first_bad, invalid_length};
use crate::codec::fault::Fault;
use crate::codec::text::Text;
use crate::codec::value::Value;
use sortid_engine::error::ErrorCode;

/// Returns the codec of a form that UUIDs or any 128 bits have, and the length of its texts.
pub(crate) fn of_form(form: Form) -> Option<(&'static dyn Codec, usize)> {
    let codec: &'static dyn Codec = match form {
        Form::Base36 => &Base36::OF_128,
        Form::Base57 => &Digits22(b"23456789ABCDEFGHJKLMNPQRSTUVWXYZabcdefghijkmnopqrstuvwxyz"),
        Form::Base58 => const { &Digits22(&BASE58.symbols) },
        Form::Base58Flickr => {
            &Digits22(b"123456789abcdefghijkmnopqrstuvwxyzABCDEFGHJKLMNPQRSTUVWXYZ")
        }
        Form::Base62 => const { &Digits22(&BASE62.symbols) },
        Form::Base64url => &BASE64URL_22,
        Form::Crockford => &CROCKFORD,
        Form::Typeid => &TYPEID,
        Form::Braced => &Braced,
        Form::Upper => &Upper,
        _ => return None,
    };
    Some((codec, len(form)?.into()))
}

/// Returns the length of the texts in such a form.
pub(crate) const fn len(form: Form) -> Option<u8> {
    Some(match form {
        Form::Base36 => 25,
        Form::Crockford | Form::Typeid => 26,
        Form::Braced => BRACED as u8,
        Form::Upper => HYPHENATED as u8,
        Form::Base57 | Form::Base58 | Form::Base58Flickr | Form::Base62 | Form::Base64url => {
            LENGTH as u8
        }
        _ => return None,
    })
}

/// A number of 128 bits in 22 digits of these symbols, padded with the first.
struct Digits22(&'static [u8]);

const LENGTH: usize = 22;

impl Digits22 {
    fn digit(&self, symbol: u8) -> Option<usize> {
        self.0.iter().position(|&other| other == symbol)
    }
}

impl Codec for Digits22 {
    fn parse(&self, text: &[u8]) -> Result<Value, Fault> {
        if text.len() != LENGTH {
            return Err(invalid_length(text));
        }
        let mut int = Some(0_u128);
        for &symbol in text {
            let Some(digit) = self.digit(symbol) else {
                return Err(first_bad(text, &|_, byte| self.digit(byte).is_some()));
            };
            let scaled = int.and_then(|int| int.checked_mul(self.0.len() as u128));
            int = scaled.and_then(|int| int.checked_add(digit as u128));
        }
        int.map(Value::from_u128)
            .ok_or(Fault::new(ErrorCode::OutOfRange))
    }

    fn write(&self, value: Value, _form: Form) -> Text {
        let (mut int, radix) = (value.to_u128(), self.0.len() as u128);
        let mut text = [0; LENGTH];
        for symbol in text.iter_mut().rev() {
            *symbol = self.0.get((int % radix) as usize).copied().unwrap_or(0);
            int /= radix;
        }
        Text::new(text, LENGTH)
    }
}

/// A UUID in braces.
struct Braced;

const BRACED: usize = HYPHENATED + 2;

impl Codec for Braced {
    fn parse(&self, text: &[u8]) -> Result<Value, Fault> {
        let [open, uuid @ .., close] = text else {
            return Err(invalid_length(text));
        };
        match (uuid.len(), open) {
            (HYPHENATED, b'{') => {}
            (HYPHENATED, _) => return Err(Fault::at(ErrorCode::InvalidCharacter, 0)),
            _ => return Err(invalid_length(text)),
        }
        let value = Uuid.parse(uuid).map_err(|error| error.behind(1))?;
        match close {
            b'}' => Ok(value),
            _ => Err(Fault::at(ErrorCode::InvalidCharacter, BRACED - 1)),
        }
    }

    fn write(&self, value: Value, form: Form) -> Text {
        let mut text = [b'{'; BRACED];
        let (_, uuid) = text.split_at_mut(1);
        let (uuid, close) = uuid.split_at_mut(HYPHENATED);
        uuid.copy_from_slice(Uuid.write(value, form).head::<HYPHENATED>());
        close.fill(b'}');
        Text::new(text, BRACED)
    }
}

/// A UUID in upper case.
struct Upper;

impl Codec for Upper {
    fn parse(&self, text: &[u8]) -> Result<Value, Fault> {
        Uuid.parse(text)
    }

    fn write(&self, value: Value, form: Form) -> Text {
        let mut text = *Uuid.write(value, form).head::<HYPHENATED>();
        text.make_ascii_uppercase();
        Text::new(text, HYPHENATED)
    }
}
