//! Conversion between JavaScript's big integers and those of the core.

use crate::values::BigInt;

/// The nearest 128-bit integer. The bounds, too, are out of range for every option and field.
pub(crate) fn saturated(int: &BigInt) -> i128 {
    let (value, fits) = magnitude(int);
    match (i128::try_from(value), fits, int.sign_bit) {
        (Ok(value), true, false) => value,
        (Ok(value), true, true) => -value,
        (_, _, false) => i128::MAX,
        (_, _, true) => i128::MIN,
    }
}

/// A 128-bit integer; `None` if negative or larger.
pub(crate) fn unsigned(int: &BigInt) -> Option<u128> {
    match magnitude(int) {
        (0, true) => Some(0),
        (value, true) if !int.sign_bit => Some(value),
        _ => None,
    }
}

/// `len` big-endian bytes; `None` if the integer is negative or larger.
pub(crate) fn big_endian(int: &BigInt, len: usize) -> Option<Vec<u8>> {
    let mut bytes: Vec<u8> = int
        .words
        .iter()
        .flat_map(|word| word.to_le_bytes())
        .collect();
    let (zero, high) = (|byte: &u8| *byte == 0, bytes.get(len..).unwrap_or_default());
    let fits = high.iter().all(zero) && (!int.sign_bit || bytes.iter().all(zero));
    bytes.resize(len, 0);
    bytes.reverse();
    fits.then_some(bytes)
}

/// A JavaScript integer from unsigned big-endian bytes.
pub(crate) fn big_of_bytes(bytes: &[u8]) -> BigInt {
    let word = |bytes: &[u8]| {
        bytes
            .iter()
            .fold(0, |word, byte| word << 8 | u64::from(*byte))
    };
    BigInt {
        sign_bit: false,
        words: bytes.rchunks(size_of::<u64>()).map(word).collect(),
    }
}

/// The low 128 bits of the magnitude, and whether all others are zero.
fn magnitude(int: &BigInt) -> (u128, bool) {
    let word = |index: usize| u128::from(int.words.get(index).copied().unwrap_or(0));
    let fits = int.words.iter().skip(2).all(|word| *word == 0);
    (word(1) << 64 | word(0), fits)
}

/// A JavaScript integer.
pub(crate) fn big(int: i128) -> BigInt {
    let value = int.unsigned_abs();
    BigInt {
        sign_bit: int < 0,
        words: vec![value as u64, (value >> 64) as u64],
    }
}

/// A JavaScript integer from an unsigned one.
pub(crate) fn big_unsigned(value: u128) -> BigInt {
    BigInt {
        sign_bit: false,
        words: vec![value as u64, (value >> 64) as u64],
    }
}
