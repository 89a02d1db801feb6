//! The reference kernels: table lookups, one symbol after another.

#![allow(dead_code, reason = "where there is better, the tests alone use it")]

use super::each::loops;
use super::{Bytes64, Digits, HYPHENS, Half, Hyphenated, Int160, Symbols11, Symbols13};
use crate::codec::alphabet::{Alphabet, BAD, Symbols};
use crate::codec::text::Text;

loops! { hex_read_hyphenated }

/// Writes 64 bits as thirteen symbols. The first holds four bits.
#[inline]
pub(crate) fn base32_write_64<A: Symbols<32>>(int: u64) -> Text {
    let mut symbols = [0; 13];
    A::RUNS.table.write::<5>(int, &mut symbols);
    Text::new(symbols, 13)
}

/// Reads thirteen symbols as 64 bits. Returns `None` if a symbol is bad or the number is too large.
#[inline]
pub(crate) fn base32_read_64<A: Symbols<32>>(symbols: &Symbols13) -> Option<u64> {
    let int = A::RUNS.table.read::<5>(symbols)?;
    (A::RUNS.table.value(symbols[0]) < 16).then_some(int)
}

/// Writes 160 bits as 32 symbols. The text is the first `LENGTH` of them.
#[inline]
pub(crate) fn base32_write_160<A: Symbols<32>, const LENGTH: u8>((head, tail): Int160) -> Text {
    // Four groups of eight symbols of 40 bits each.
    let low = ((head as u64) << 32) | tail as u64;
    let mut out = [0; 32];
    let groups = [
        (head >> 88) as u64,
        (head >> 48) as u64,
        (head >> 8) as u64,
        low,
    ];
    for (int, symbols) in groups.into_iter().zip(out.chunks_exact_mut(8)) {
        A::RUNS.table.write::<5>(int, symbols);
    }
    Text::new(out, LENGTH.into())
}

/// Reads 32 symbols as 160 bits. Returns `None` if a symbol is bad.
#[inline]
pub(crate) fn base32_read_160<A: Symbols<32>>(first: &Half, last: &Half) -> Option<Int160> {
    let (mut head, mut tail) = (0, 0);
    for symbols in [first, last]
        .into_iter()
        .flat_map(|half| half.chunks_exact(8))
    {
        let int = A::RUNS.table.read::<5>(symbols)?;
        head = (head << 40) | ((tail as u128) << 8) | (int >> 32) as u128;
        tail = int as u32;
    }
    Some((head, tail))
}

/// Writes 128 bits as 32 digits.
#[inline]
pub(crate) fn hex_write<A: Symbols<16>>(int: u128) -> Digits {
    let mut digits = [0; 32];
    let (high, low) = digits.split_at_mut(16);
    A::RUNS.table.write::<4>((int >> 64) as u64, high);
    A::RUNS.table.write::<4>(int as u64, low);
    digits
}

/// Reads 32 digits as 128 bits. Returns `None` if a digit is bad.
#[inline]
pub(crate) fn hex_read<A: Symbols<16>>(first: &Half, last: &Half) -> Option<u128> {
    let (high, low) = (
        A::RUNS.table.read::<4>(first)?,
        A::RUNS.table.read::<4>(last)?,
    );
    Some(((high as u128) << 64) | low as u128)
}

/// Writes 128 bits as digits and hyphens, 36 bytes.
#[inline]
pub(crate) fn hex_write_hyphenated<A: Symbols<16>>(int: u128) -> Text {
    let digits = hex_write::<A>(int);
    let mut out = [0; 36];
    out[..8].copy_from_slice(&digits[..8]);
    out[9..13].copy_from_slice(&digits[8..12]);
    out[14..18].copy_from_slice(&digits[12..16]);
    out[19..23].copy_from_slice(&digits[16..20]);
    out[24..].copy_from_slice(&digits[20..]);
    for at in HYPHENS {
        out[at] = b'-';
    }
    Text::new(out, 36)
}

/// Reads digits and hyphens as 128 bits. Returns `None` if any is bad or misplaced.
#[inline]
pub(crate) fn hex_read_hyphenated<A: Symbols<16>>(text: &Hyphenated) -> Option<u128> {
    if HYPHENS.iter().any(|&at| text[at] != b'-') {
        return None;
    }
    let [mut first, mut last] = [[0; 16]; 2];
    first[..8].copy_from_slice(&text[..8]);
    first[8..12].copy_from_slice(&text[9..13]);
    first[12..].copy_from_slice(&text[14..18]);
    last[..4].copy_from_slice(&text[19..23]);
    last[4..].copy_from_slice(&text[24..]);
    hex_read::<A>(&first, &last)
}

/// The Bitcoin alphabet.
pub(crate) const BASE58: &Alphabet<58> =
    &Alphabet::new(b"123456789ABCDEFGHJKLMNPQRSTUVWXYZabcdefghijkmnopqrstuvwxyz");

/// Writes 64 bits as eleven symbols.
#[inline]
pub(crate) fn base58_write(mut int: u64) -> Text {
    let mut symbols = [0; 11];
    for symbol in symbols.iter_mut().rev() {
        *symbol = BASE58.symbols[(int % 58) as usize];
        int /= 58;
    }
    Text::new(symbols, 11)
}

/// Reads eleven symbols as 64 bits. Returns `None` if a symbol is bad or the number is too large.
#[inline]
pub(crate) fn base58_read(symbols: &Symbols11) -> Option<u64> {
    let (mut upper, mut seen) = (0u64, 0);
    for &symbol in &symbols[..10] {
        let value = BASE58.value(symbol);
        seen |= value;
        upper = upper.wrapping_mul(58).wrapping_add(value as u64);
    }
    let last = BASE58.value(symbols[10]);
    if (seen | last) & BAD != 0 {
        return None;
    }
    // Ten symbols are below 58^10 < 2^59, so only the last step can overflow.
    upper.checked_mul(58)?.checked_add(last as u64)
}

/// Whether a byte is an ASCII letter or digit, `_` or `-`.
pub(crate) const fn is_of_word(byte: u8) -> bool {
    byte.is_ascii_alphanumeric() || byte == b'_' || byte == b'-'
}

/// Returns a bit mask of the word characters of each block. The first byte is the lowest bit.
#[inline]
pub(crate) fn word_masks(blocks: &[Bytes64], masks: &mut [u64]) {
    for (block, mask) in blocks.iter().zip(masks) {
        let (eighths, _) = block.as_chunks();
        *mask = eighths.iter().rev().fold(0, |mask, eighth| {
            mask << 8 | eight_of_words(u64::from_le_bytes(*eighth))
        });
    }
}

/// Returns the bit mask of eight bytes.
#[inline]
fn eight_of_words(bytes: u64) -> u64 {
    const EACH: u64 = u64::MAX / 0xff;
    const TOP: u64 = EACH << 7;
    // Without the top bits, additions do not carry into the next byte.
    let low = bytes & !TOP;
    let from = |bytes: u64, first: u8| bytes + EACH * (0x80 - first as u64);
    let within = |bytes, first, last: u8| from(bytes, first) & !from(bytes, last + 1);
    let letters = within(low | (EACH << 5), b'a', b'z');
    let digits = within(low, b'0', b'9');
    let signs = within(low, b'-', b'-') | within(low, b'_', b'_');
    let found = (letters | digits | signs) & !bytes & TOP;
    // Gather the bits in the highest byte.
    (found >> 7).wrapping_mul(0x0102_0408_1020_4080) >> 56
}
