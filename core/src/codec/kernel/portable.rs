//! The reference: tables, one symbol after another.

use super::{Digits, HYPHENS, Hyphenated, Refusal, Symbols8, Symbols11};
use crate::codec::alphabet::{Alphabet, BAD, Runs};

/// Twice 40 bits as eight symbols each; higher bits are ignored.
#[inline]
pub(crate) fn base32_write(runs: Runs<32>, [a, b]: [u64; 2]) -> [u8; 16] {
    let mut symbols = [0; 16];
    let (first, second) = symbols.split_at_mut(8);
    runs.table.write::<5>(a, first);
    runs.table.write::<5>(b, second);
    symbols
}

/// Pairs of eight symbols as pairs of 40 bits, unless any is bad.
#[inline]
pub(crate) fn base32_read<const PAIRS: usize>(
    runs: Runs<32>,
    symbols: [[Symbols8; 2]; PAIRS],
) -> Option<[[u64; 2]; PAIRS]> {
    let mut ints = [[0; 2]; PAIRS];
    for (int, symbols) in ints
        .as_flattened_mut()
        .iter_mut()
        .zip(symbols.as_flattened())
    {
        *int = runs.table.read::<5>(symbols)?;
    }
    Some(ints)
}

/// 128 bits as 32 digits.
#[inline]
pub(crate) fn hex_write(runs: Runs<16>, int: u128) -> Digits {
    let mut digits = [0; 32];
    let (high, low) = digits.split_at_mut(16);
    runs.table.write::<4>((int >> 64) as u64, high);
    runs.table.write::<4>(int as u64, low);
    digits
}

/// 32 digits as 128 bits, unless any is bad.
#[inline]
pub(crate) fn hex_read(runs: Runs<16>, digits: &Digits) -> Option<u128> {
    let (high, low) = digits.split_at(16);
    let (high, low) = (runs.table.read::<4>(high)?, runs.table.read::<4>(low)?);
    Some(((high as u128) << 64) | low as u128)
}

/// 128 bits as digits and hyphens, 36 bytes.
#[inline]
pub(crate) fn hex_write_hyphenated(runs: Runs<16>, int: u128) -> [u8; 40] {
    let digits = hex_write(runs, int);
    let mut out = [0; 40];
    out[..8].copy_from_slice(&digits[..8]);
    out[9..13].copy_from_slice(&digits[8..12]);
    out[14..18].copy_from_slice(&digits[12..16]);
    out[19..23].copy_from_slice(&digits[16..20]);
    out[24..36].copy_from_slice(&digits[20..]);
    for at in HYPHENS {
        out[at] = b'-';
    }
    out
}

/// Digits and hyphens as 128 bits, unless any is bad or not at its place.
#[inline]
pub(crate) fn hex_read_hyphenated(runs: Runs<16>, text: &Hyphenated) -> Option<u128> {
    if HYPHENS.iter().any(|&at| text[at] != b'-') {
        return None;
    }
    let mut digits = [0; 32];
    digits[..8].copy_from_slice(&text[..8]);
    digits[8..12].copy_from_slice(&text[9..13]);
    digits[12..16].copy_from_slice(&text[14..18]);
    digits[16..20].copy_from_slice(&text[19..23]);
    digits[20..].copy_from_slice(&text[24..]);
    hex_read(runs, &digits)
}

/// The Bitcoin alphabet.
pub(crate) const BASE58: &Alphabet<58> =
    &Alphabet::new(b"123456789ABCDEFGHJKLMNPQRSTUVWXYZabcdefghijkmnopqrstuvwxyz");

/// 64 bits as eleven symbols.
#[inline]
pub(crate) fn base58_write(mut int: u64) -> [u8; 16] {
    let mut symbols = [0; 16];
    for symbol in symbols[..11].iter_mut().rev() {
        *symbol = BASE58.symbols[(int % 58) as usize];
        int /= 58;
    }
    symbols
}

/// Eleven symbols as 64 bits; 58^11 is larger than 2^64.
#[inline]
pub(crate) fn base58_read(symbols: &Symbols11) -> Result<u64, Refusal> {
    let (mut upper, mut seen) = (0u64, 0);
    for &symbol in &symbols[..10] {
        let value = BASE58.value(symbol);
        seen |= value;
        upper = upper.wrapping_mul(58).wrapping_add(value as u64);
    }
    let last = BASE58.value(symbols[10]);
    if (seen | last) & BAD != 0 {
        return Err(Refusal::BadSymbol);
    }
    // Ten symbols stay below 58^10 < 2^59, so only the last step can overflow.
    upper
        .checked_mul(58)
        .and_then(|int| int.checked_add(last as u64))
        .ok_or(Refusal::TooLarge)
}
