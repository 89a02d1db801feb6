//! Numbers in bases that are not powers of two: decimal, base36 and base62.

use super::Alphabet;
use super::alphabet::BAD;

pub(crate) const DECIMAL: &Alphabet<10> = &Alphabet::new(b"0123456789");
pub(crate) const BASE36: &Alphabet<36> = &Alphabet::new(b"0123456789abcdefghijklmnopqrstuvwxyz");
pub(crate) const BASE36_ANY_CASE: &Alphabet<36> = &Alphabet::ignoring_case(&BASE36.symbols);
pub(crate) const BASE62: &Alphabet<62> =
    &Alphabet::new(b"0123456789ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz");

/// The reason why digits could not be read.
pub(crate) enum Unread {
    BadDigit,
    TooLarge,
}

/// The number of digits that fit into 64 bits in any of the bases.
const CHUNK: usize = 10;

/// Reads digits as a number of at most 128 bits.
#[inline]
pub(crate) fn read<const N: usize>(alphabet: &Alphabet<N>, digits: &[u8]) -> Result<u128, Unread> {
    let (mut number, mut seen, mut is_small) = (0_u128, 0, true);
    for chunk in digits.chunks(CHUNK) {
        let (mut part, mut scale) = (0_u64, 1_u64);
        for &digit in chunk {
            let value = alphabet.value(digit);
            seen |= value;
            part = part.wrapping_mul(N as u64).wrapping_add(value.into());
            scale *= N as u64;
        }
        let sum = number
            .checked_mul(scale.into())
            .and_then(|number| number.checked_add(part.into()));
        is_small &= sum.is_some();
        number = sum.unwrap_or(0);
    }
    match (seen & BAD, is_small) {
        (0, true) => Ok(number),
        (0, false) => Err(Unread::TooLarge),
        _ => Err(Unread::BadDigit),
    }
}

/// Writes the low `out.len()` digits of a number, padded with zeros on the left.
#[inline]
pub(crate) fn write<const N: usize>(alphabet: &Alphabet<N>, mut number: u128, out: &mut [u8]) {
    let scale = const { (N as u64).pow(CHUNK as u32) };
    for chunk in out.rchunks_mut(CHUNK) {
        let mut part = match u64::try_from(number) {
            Ok(number_64) => {
                number = (number_64 / scale).into();
                number_64 % scale
            }
            Err(_) => {
                let part = (number % u128::from(scale)) as u64;
                number /= u128::from(scale);
                part
            }
        };
        for digit in chunk.iter_mut().rev() {
            *digit = alphabet.symbols[(part % N as u64) as usize];
            part /= N as u64;
        }
    }
}

/// Strips leading zeros, but keeps the last digit.
pub(crate) fn without_zeros(digits: &[u8]) -> &[u8] {
    let (head, _) = digits.split_at(digits.len().saturating_sub(1));
    let zeros = head.iter().take_while(|&&digit| digit == b'0').count();
    digits.get(zeros..).unwrap_or_default()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_number_reads_back_and_the_first_that_is_too_large_does_not() {
        for number in [
            0,
            1,
            61,
            62,
            u64::MAX.into(),
            1 << 64,
            u128::MAX / 62,
            u128::MAX,
        ] {
            let (mut decimal, mut base62) = ([0; 39], [0; 22]);
            write(DECIMAL, number, &mut decimal);
            write(BASE62, number, &mut base62);
            assert_eq!(decimal, *format!("{number:039}").as_bytes());
            assert!(read(DECIMAL, &decimal).is_ok_and(|read| read == number));
            assert!(read(BASE62, &base62).is_ok_and(|read| read == number));
            assert_eq!(without_zeros(&decimal), number.to_string().as_bytes());
        }
        let above = b"340282366920938463463374607431768211456";
        assert!(matches!(read(DECIMAL, above), Err(Unread::TooLarge)));
        let bad = b"99999999999999999999999999999999999999999!";
        assert!(matches!(read(DECIMAL, bad), Err(Unread::BadDigit)));
    }
}
