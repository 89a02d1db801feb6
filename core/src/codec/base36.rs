//! Fixed-width base36: 12 digits for integers below 36^12, and 25 digits for 128 bits (scru64,
//! scru128).

use super::alphabet::BAD;
use super::kernel::{self, Base36AnyCase, POWER4, POWER12, fours};
use super::number::BASE36_ANY_CASE;
use super::{Codec, Form, Literal, first_bad, invalid_length};
use crate::codec::fault::Fault;
use crate::codec::text::Text;
use crate::codec::value::Value;
use sortid_engine::error::ErrorCode;

/// A codec for integers of `bits` bits in `DIGITS` digits.
pub(crate) struct Base36<const DIGITS: usize> {
    bits: u8,
}

impl Base36<12> {
    pub(crate) const OF_64: Self = Self { bits: 64 };
}

impl Base36<25> {
    pub(crate) const OF_128: Self = Self { bits: 128 };
}

fn is_digit(byte: u8) -> bool {
    BASE36_ANY_CASE.has(byte)
}

impl<const DIGITS: usize> Base36<DIGITS> {
    pub(crate) const fn literal(&self) -> Literal {
        Literal::new(BASE36_ANY_CASE, DIGITS as u8)
    }

    /// Reads twelve digits at a time. In 25 digits, one is left over: the first.
    #[inline(always)]
    fn read(text: &[u8; DIGITS]) -> Option<u128> {
        let twelve = |digits| {
            let [a, b, c] = kernel::base36_read_12::<Base36AnyCase>(digits)?;
            Some((a * POWER4 + b) * POWER4 + c)
        };
        let lower = twelve(text.last_chunk()?)?;
        let Some((first, rest)) = text.split_first().filter(|_| DIGITS > 12) else {
            return Some(lower.into());
        };
        let (first, upper) = (BASE36_ANY_CASE.value(*first), twelve(rest.first_chunk()?)?);
        if first & BAD != 0 {
            return None;
        }
        let upper = u128::from(first) * u128::from(POWER12) + u128::from(upper);
        upper.checked_mul(POWER12.into())?.checked_add(lower.into())
    }

    /// Returns the error for a text that [`read`](Self::read) rejected.
    #[cold]
    fn refused(text: &[u8]) -> Fault {
        match text.iter().all(|&byte| is_digit(byte)) {
            true => Fault::new(ErrorCode::OutOfRange),
            false => first_bad(text, &|_, byte| is_digit(byte)),
        }
    }
}

/// Splits a number of 25 digits into the first digit and twice twelve digits.
#[inline(always)]
fn split(int: u128) -> (u64, u64, u64) {
    const POWER24: u128 = POWER12 as u128 * POWER12 as u128;
    // Both quotients are estimates that are never too large. The first digit may be one too small,
    // the upper twelve digits may be two too small.
    let mut first = (int >> 64) as u64 / const { (POWER24 >> 64) as u64 + 1 };
    let mut rest = int - u128::from(first) * POWER24;
    if rest >= POWER24 {
        (first, rest) = (first + 1, rest - POWER24);
    }
    const RECIPROCAL: u64 = ((1 << 126) / POWER12 as u128) as u64;
    let mut upper = (((rest >> 62) * u128::from(RECIPROCAL)) >> 64) as u64;
    let mut lower = (rest as u64).wrapping_sub(upper.wrapping_mul(POWER12));
    for _ in 0..2 {
        if lower >= POWER12 {
            (upper, lower) = (upper + 1, lower - POWER12);
        }
    }
    (first, upper, lower)
}

impl<const DIGITS: usize> Codec for Base36<DIGITS> {
    #[inline]
    fn parse(&self, text: &[u8]) -> Result<Value, Fault> {
        let Ok(digits) = text.try_into() else {
            return Err(invalid_length(text));
        };
        match Self::read(digits) {
            Some(int) => Ok(Value::from_u128(int << (128 - self.bits))),
            None => Err(Self::refused(text)),
        }
    }

    #[inline]
    fn write(&self, value: Value, form: Form) -> Text {
        let Form::Canonical = form else {
            return Text::EMPTY;
        };
        if self.bits == 64 {
            return kernel::base36_write_12(fours(value.to_u64()));
        }
        let (first, upper, lower) = split(value.to_u128());
        let ([a, b, c], [d, e, f]) = (fours(upper), fours(lower));
        let first = BASE36_ANY_CASE.symbols[first as usize % 36];
        kernel::base36_write_24(first, [a, b, c, d, e, f])
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn digits_are_split_where_they_should_be() {
        let (twelve, all) = (u128::from(POWER12), u128::MAX);
        let edges = (0..=15).map(|first| first * twelve * twelve);
        let edges = edges.chain((0..64).map(|nth| (twelve - 1 - nth) * twelve));
        let edges = edges
            .chain((0..128).map(|bit| 1 << bit))
            .chain([all, all / 3]);
        for int in edges.flat_map(|int| [int.wrapping_sub(1), int, int.wrapping_add(1)]) {
            let (first, upper, lower) = split(int);
            assert!(upper < POWER12 && lower < POWER12, "{int}");
            let upper = u128::from(first) * twelve + u128::from(upper);
            assert_eq!(upper * twelve + u128::from(lower), int);
        }
    }
}
