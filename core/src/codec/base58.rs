//! Fixed-width base58 of 64 bits: eleven symbols, most significant first (uid11 section 3).

#[cfg(feature = "columns")]
use super::Block;
use super::kernel::{self, BASE58};
use super::{Codec, Form, Literal, first_bad, invalid_length};
use crate::codec::fault::Fault;
use crate::codec::text::Text;
use crate::codec::value::Value;
use sortid_engine::error::ErrorCode;

fn is_symbol(byte: u8) -> bool {
    BASE58.has(byte)
}

pub(crate) struct Fixed11;

impl Fixed11 {
    pub(crate) const LITERAL: Literal = Literal::new(BASE58, size_of::<kernel::Symbols11>() as u8);
}

/// Returns the error for a rejected text: a bad symbol, or else a number that is too large.
#[cold]
fn refused(text: &[u8]) -> Fault {
    if text.iter().copied().all(is_symbol) {
        Fault::new(ErrorCode::OutOfRange)
    } else {
        first_bad(text, &|_, byte| is_symbol(byte))
    }
}

impl Codec for Fixed11 {
    #[inline]
    fn parse(&self, text: &[u8]) -> Result<Value, Fault> {
        let Ok(symbols) = text.try_into() else {
            return Err(invalid_length(text));
        };
        match kernel::base58_read(symbols) {
            Some(int) => Ok(Value::from_u64(int)),
            None => Err(refused(text)),
        }
    }

    #[inline]
    fn write(&self, value: Value, form: Form) -> Text {
        match form {
            Form::Canonical => kernel::base58_write(value.to_u64()),
            _ => Text::EMPTY,
        }
    }

    #[cfg(feature = "columns")]
    fn many(&self) -> Option<super::Many> {
        Some(kernel::base58_write_each)
    }

    #[cfg(feature = "columns")]
    fn read_many(&self, texts: &[&[u8]], ids: &mut Block) -> u64 {
        kernel::base58_read_each(texts, &mut ids.ints)
    }
}
