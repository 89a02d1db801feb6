//! Fixed-width base58 of 64 bits: eleven symbols, most significant first (uid11 section 3).

use super::{Alphabet, Codec, Form, first_bad, invalid_length, pad_prefix};
use crate::error::{Error, ErrorCode};
use crate::text::MAX_TEXT;
use crate::value::Value;

static BITCOIN: Alphabet<58> =
    Alphabet::new(b"123456789ABCDEFGHJKLMNPQRSTUVWXYZabcdefghijkmnopqrstuvwxyz");
const LENGTH: usize = 11;

fn is_symbol(byte: u8) -> bool {
    BITCOIN.value(byte) < 58
}

pub(crate) struct Fixed11;

impl Fixed11 {
    /// `None` for a bad symbol; `out_of_range` above 2^64 − 1, since 58^11 is larger.
    #[inline]
    fn int(symbols: &[u8; LENGTH]) -> Option<Result<u64, Error>> {
        let (mut upper, mut seen) = (0u64, 0);
        for &symbol in &symbols[..LENGTH - 1] {
            let value = BITCOIN.value(symbol);
            seen |= value;
            upper = upper.wrapping_mul(58).wrapping_add(value as u64);
        }
        let last = BITCOIN.value(symbols[LENGTH - 1]);
        if (seen | last) & super::BAD != 0 {
            return None;
        }
        // Ten symbols stay below 58^10 < 2^59, so only the last step can overflow.
        let int = upper
            .checked_mul(58)
            .and_then(|int| int.checked_add(last as u64));
        Some(int.ok_or(Error::new(ErrorCode::OutOfRange)))
    }
}

impl Codec for Fixed11 {
    fn parse(&self, text: &[u8]) -> Result<Value, Error> {
        let symbols = text.try_into().map_err(|_| invalid_length(text))?;
        match Self::int(symbols) {
            Some(int) => int.map(Value::from_u64),
            None => Err(first_bad(text, |_, byte| is_symbol(byte))),
        }
    }

    fn write(&self, value: Value, form: Form, out: &mut [u8; MAX_TEXT]) -> Option<usize> {
        if form != Form::Canonical {
            return None;
        }
        let mut int = value.to_u64();
        for symbol in out[..LENGTH].iter_mut().rev() {
            *symbol = BITCOIN.symbols[(int % 58) as usize];
            int /= 58;
        }
        Some(LENGTH)
    }

    #[cfg(feature = "std")]
    fn write_many(&self, values: &[Value], out: &mut [u8]) {
        super::write_each(self, values, out);
    }

    /// uid11 section 4, the upper bound clamped to 2^64 − 1.
    fn prefix(&self, prefix: &[u8]) -> Result<(Value, Value), Error> {
        let (low, high) = pad_prefix(prefix, &[], (b'1', b'z'), is_symbol)?;
        let bound = |symbols| Self::int(symbols).unwrap_or(Err(invalid_length(prefix)));
        let low = bound(&low)?;
        let high = bound(&high).unwrap_or(u64::MAX);
        Ok((Value::from_u64(low), Value::from_u64(high)))
    }
}
