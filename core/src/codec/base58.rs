//! Fixed-width base58 of 64 bits: eleven symbols, most significant first (uid11 section 3).

use super::kernel::{self, BASE58, Refusal, Symbols11};
use super::{Codec, Form, first_bad, head, invalid_length, pad_prefix};
use crate::error::{Error, ErrorCode};
use crate::text::MAX_TEXT;
use crate::value::Value;

const LENGTH: usize = size_of::<Symbols11>();

fn is_symbol(byte: u8) -> bool {
    BASE58.has(byte)
}

pub(crate) struct Fixed11;

#[cold]
fn refused(refusal: Refusal, text: &[u8]) -> Error {
    match refusal {
        Refusal::BadSymbol => first_bad(text, |_, byte| is_symbol(byte)),
        Refusal::TooLarge => Error::new(ErrorCode::OutOfRange),
    }
}

impl Codec for Fixed11 {
    #[inline]
    fn parse(&self, text: &[u8]) -> Result<Value, Error> {
        let Ok(symbols) = text.try_into() else {
            return Err(invalid_length(text));
        };
        match kernel::base58_read(symbols) {
            Ok(int) => Ok(Value::from_u64(int)),
            Err(refusal) => Err(refused(refusal, text)),
        }
    }

    #[inline]
    fn write(&self, value: Value, form: Form, out: &mut [u8; MAX_TEXT]) -> Option<usize> {
        (form == Form::Canonical).then(|| {
            *head(out) = kernel::base58_write(value.to_u64());
            LENGTH
        })
    }

    #[cfg(feature = "std")]
    fn write_many(&self, values: &[Value], out: &mut [u8]) {
        super::write_each(values, out, |value, out: &mut Symbols11| {
            out.copy_from_slice(&kernel::base58_write(value.to_u64())[..LENGTH]);
        });
    }

    /// uid11 section 4, the upper bound clamped to 2^64 − 1.
    fn prefix(&self, prefix: &[u8]) -> Result<(Value, Value), Error> {
        let (low, high) = pad_prefix(prefix, &[], (b'1', b'z'), is_symbol)?;
        let low = kernel::base58_read(&low).map_err(|refusal| refused(refusal, prefix))?;
        let high = kernel::base58_read(&high).unwrap_or(u64::MAX);
        Ok((Value::from_u64(low), Value::from_u64(high)))
    }
}
