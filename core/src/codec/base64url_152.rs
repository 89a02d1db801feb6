//! base64url of 152 bits: 20 symbols for the first 120, six for the other 32 (RFC 4648, section 5).

use super::packed::{BASE64URL, BASE64URL_6, URL_SAFE};
use super::{Codec, Form, Literal, invalid_length};
use crate::codec::fault::Fault;
use crate::codec::text::Text;
use crate::codec::value::Value;

pub(crate) struct Base64url152;

const FIRST: usize = 20;
const LENGTH: usize = 26;

impl Base64url152 {
    pub(crate) const LITERAL: Literal = Literal::new(URL_SAFE, LENGTH as u8).with_spare(4);
}

impl Codec for Base64url152 {
    fn parse(&self, text: &[u8]) -> Result<Value, Fault> {
        let (first, rest) = match text.split_at_checked(FIRST) {
            Some(parts) if text.len() == LENGTH => parts,
            _ => return Err(invalid_length(text)),
        };
        let first = BASE64URL.parse(first)?.to_u128();
        let rest = BASE64URL_6
            .parse(rest)
            .map_err(|error| error.behind(FIRST))?
            .to_u128();
        // Eight bits of the rest belong to the upper 128.
        let tail = rest << 8 >> 96;
        Ok(Value::from_parts(first | rest >> 120, tail as u32))
    }

    fn write(&self, value: Value, form: Form) -> Text {
        if form != Form::Canonical {
            return Text::EMPTY;
        }
        let (head, tail) = value.to_parts();
        let rest = Value::from_u128(head << 120 | u128::from(tail) << 88);
        let mut text = [0; LENGTH];
        let (first_symbols, others) = text.split_at_mut(FIRST);
        first_symbols.copy_from_slice(BASE64URL.write(value, form).head::<FIRST>());
        others.copy_from_slice(BASE64URL_6.write(rest, form).head::<{ LENGTH - FIRST }>());
        Text::new(text, LENGTH)
    }
}
