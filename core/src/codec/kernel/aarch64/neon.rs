//! NEON kernels, sixteen symbols at once. One instruction looks up tables of up to 64 bytes, both
//! to write and to read.
//!
//! Vectors hold texts in memory order; lanes count from the lowest byte.

mod numbers;

use core::arch::aarch64::*;
use core::mem::transmute;

use crate::codec::alphabet::{Alphabet, BAD, Symbols};
use crate::codec::kernel::each::loops;
use crate::codec::kernel::{Digits, HYPHENS, Half, Hyphenated, Int160, Symbols13};
use crate::codec::text::{Memory, Text};

pub(crate) use super::words::word_masks;
pub(super) use numbers::{
    base36_read_12, base36_write_12, base36_write_24, base58_read, base58_write,
};

loops! { "neon" hex_read_hyphenated }

pub(super) const fn vector(bytes: [u8; 16]) -> uint8x16_t {
    // SAFETY: both are 16 bytes, and any bytes are a vector.
    unsafe { transmute(bytes) }
}

const fn lanes16(lanes: [u16; 8]) -> uint16x8_t {
    // SAFETY: both are 16 bytes, and any bytes are a vector.
    unsafe { transmute(lanes) }
}

fn bytes(vector: uint8x16_t) -> [u8; 16] {
    // SAFETY: both are 16 bytes, and any bytes are a value of either.
    unsafe { transmute(vector) }
}

/// A lookup table of 64 bytes. Its unused entries are never looked up, or are no valid values.
#[derive(Clone, Copy)]
struct Table([[u8; 16]; 4]);

impl Table {
    const fn of_symbols<const N: usize>(alphabet: &Alphabet<N>) -> Self {
        let (mut table, mut i) = ([[0; 16]; 4], 0);
        while i < N {
            table[i / 16][i % 16] = alphabet.symbols[i];
            i += 1;
        }
        Self(table)
    }

    /// Returns the values of the 64 bytes starting with `from`.
    const fn of_values<const N: usize>(alphabet: &Alphabet<N>, from: u8) -> Self {
        let (mut table, mut i) = ([[0; 16]; 4], 0);
        while i < 64 {
            table[i / 16][i % 16] = alphabet.value(from + i as u8);
            i += 1;
        }
        Self(table)
    }

    #[inline(always)]
    fn vectors(self) -> uint8x16x4_t {
        let [a, b, c, d] = self.0.map(vector);
        uint8x16x4_t(a, b, c, d)
    }
}

/// The starts of the ASCII ranges that contain digits and letters.
const DIGITS: u8 = 0x30;
const LETTERS: u8 = 0x40;

/// Returns the symbols of sixteen values below `N`.
#[inline]
#[target_feature(enable = "neon")]
fn symbols_of<const N: usize, A: Symbols<N>>(values: uint8x16_t) -> uint8x16_t {
    let table = const { Table::of_symbols(A::RUNS.table) }.vectors();
    match N {
        ..=16 => vqtbl1q_u8(table.0, values),
        17..=32 => vqtbl2q_u8(uint8x16x2_t(table.0, table.1), values),
        _ => vqtbl4q_u8(table, values),
    }
}

/// Returns the values of sixteen symbols, which are digits or letters. Other bytes get a value with
/// the top bit set.
#[inline]
#[target_feature(enable = "neon")]
fn values_of(tables: &[Table; 2], symbols: uint8x16_t) -> uint8x16_t {
    let [digits, letters] = tables;
    let among_digits = vsubq_u8(symbols, vdupq_n_u8(DIGITS));
    let values = vqtbx1q_u8(vdupq_n_u8(BAD), vector(digits.0[0]), among_digits);
    let among_letters = vsubq_u8(symbols, vdupq_n_u8(LETTERS));
    vqtbx4q_u8(values, letters.vectors(), among_letters)
}

const fn values_tables<const N: usize>(alphabet: &Alphabet<N>) -> [Table; 2] {
    [
        Table::of_values(alphabet, DIGITS),
        Table::of_values(alphabet, LETTERS),
    ]
}

/// Whether any of sixteen values has its top bit set.
#[inline]
#[target_feature(enable = "neon")]
fn any_bad(values: uint8x16_t) -> bool {
    vmaxvq_u8(values) & BAD != 0
}

/// Returns a text of at most 32 symbols.
#[inline(always)]
fn text(first: uint8x16_t, second: uint8x16_t, length: u8) -> Text {
    let mut last = [0; 16];
    last[15] = length;
    let mut memory = [0; size_of::<Memory>()];
    let (vectors, _) = memory.as_chunks_mut();
    vectors.copy_from_slice(&[bytes(first), bytes(second), last]);
    Text::from_memory(memory)
}

/// Extracts sixteen 5-bit values, two from each 16-bit window. `up` is the left shift that moves
/// the first value of a window to the top.
#[inline]
#[target_feature(enable = "neon")]
fn base32_digits(windows: uint8x16_t, up: uint16x8_t) -> uint8x16_t {
    let x = vshlq_u16(vreinterpretq_u16_u8(windows), vreinterpretq_s16_u16(up));
    let second = vandq_u16(vshlq_n_u16::<2>(x), vdupq_n_u16(0x1f00));
    vreinterpretq_u8_u16(vorrq_u16(vshrq_n_u16::<11>(x), second))
}

/// Joins sixteen 5-bit values into two integers of 40 bits.
#[inline]
#[target_feature(enable = "neon")]
fn base32_ints(values: uint8x16_t) -> [u64; 2] {
    // Join neighbours, the lower lane above the higher: 10 bits, 20, 40.
    let (high, low) = (vuzp1q_u8(values, values), vuzp2q_u8(values, values));
    let tens = vmlal_u8(vmovl_u8(vget_low_u8(low)), vget_low_u8(high), vdup_n_u8(32));
    let (high, low) = (vuzp1q_u16(tens, tens), vuzp2q_u16(tens, tens));
    let twenties = vmlal_n_u16(vmovl_u16(vget_low_u16(low)), vget_low_u16(high), 1 << 10);
    let (high, low) = (
        vuzp1q_u32(twenties, twenties),
        vuzp2q_u32(twenties, twenties),
    );
    let forties = vmlal_n_u32(vmovl_u32(vget_low_u32(low)), vget_low_u32(high), 1 << 20);
    [vgetq_lane_u64::<0>(forties), vgetq_lane_u64::<1>(forties)]
}

/// Writes 64 bits as thirteen symbols. The first holds four bits.
#[inline]
#[target_feature(enable = "neon")]
pub(crate) fn base32_write_64<A: Symbols<32>>(int: u64) -> Text {
    const WINDOWS: [u8; 16] = [6, 7, 5, 6, 4, 5, 3, 4, 1, 2, 0, 1, 8, 9, 16, 16];
    const UP: [u16; 8] = [0, 2, 4, 6, 0, 2, 11, 0];
    let int = u128::from(int) << 64 | u128::from(int >> 1);
    let x = vqtbl1q_u8(vector(int.to_le_bytes()), vector(WINDOWS));
    let symbols = symbols_of::<32, A>(base32_digits(x, lanes16(UP)));
    text(symbols, vdupq_n_u8(0), 13)
}

/// Reads thirteen symbols as 64 bits. Returns `None` if a symbol is bad or the number is too large.
#[inline]
#[target_feature(enable = "neon")]
pub(crate) fn base32_read_64<A: Symbols<32>>(symbols: &Symbols13) -> Option<u64> {
    let (mut both, last) = ([0; 16], symbols.last_chunk::<8>()?);
    both[..8].copy_from_slice(symbols.first_chunk::<8>()?);
    both[8..].copy_from_slice(last);
    let tables = const { values_tables(A::RUNS.table) };
    let values = values_of(&tables, vector(both));
    // The first symbol must be below 16: adding 0x70 sets the top bit of larger values.
    let mut more = [0; 16];
    more[0] = 0x70;
    if any_bad(vaddq_u8(values, vector(more))) {
        return None;
    }
    let [first, last] = base32_ints(values);
    // The halves overlap by three symbols.
    Some((first << 25) | last)
}

/// Writes 160 bits as 32 symbols. The text is the first `LENGTH` of them.
#[inline]
#[target_feature(enable = "neon")]
pub(crate) fn base32_write_160<A: Symbols<32>, const LENGTH: u8>((head, tail): Int160) -> Text {
    // Windows of ten bits, first in the upper 80 bits, then in the lower 80.
    const WINDOWS: [u8; 16] = [8, 9, 7, 8, 6, 7, 5, 6, 3, 4, 2, 3, 1, 2, 0, 1];
    const UP: [u16; 8] = [0, 2, 4, 6, 0, 2, 4, 6];
    let rest = (head << 32) | u128::from(tail);
    let [first, second] = [head >> 48, rest].map(|part| {
        let x = vqtbl1q_u8(vector(part.to_le_bytes()), vector(WINDOWS));
        symbols_of::<32, A>(base32_digits(x, lanes16(UP)))
    });
    text(first, second, LENGTH)
}

/// Reads 32 symbols as 160 bits. Returns `None` if a symbol is bad.
#[inline]
#[target_feature(enable = "neon")]
pub(crate) fn base32_read_160<A: Symbols<32>>(first: &Half, last: &Half) -> Option<Int160> {
    let tables = const { values_tables(A::RUNS.table) };
    let [first, last] = [first, last].map(|half| values_of(&tables, vector(*half)));
    if any_bad(vorrq_u8(first, last)) {
        return None;
    }
    let ([a, b], [c, d]) = (base32_ints(first), base32_ints(last));
    let (high, low) = ((a << 24) | (b >> 16), (b << 48) | (c << 8) | (d >> 32));
    Some((u128::from(high) << 64 | u128::from(low), d as u32))
}

/// Returns the 32 digits of 128 bits as two vectors.
#[inline]
#[target_feature(enable = "neon")]
fn hex_digits<A: Symbols<16>>(int: u128) -> [uint8x16_t; 2] {
    let x = vector(int.to_be_bytes());
    let (upper, lower) = (vshrq_n_u8::<4>(x), vandq_u8(x, vdupq_n_u8(0xf)));
    [vzip1q_u8(upper, lower), vzip2q_u8(upper, lower)].map(|digits| symbols_of::<16, A>(digits))
}

/// Writes 128 bits as 32 digits.
#[inline]
#[target_feature(enable = "neon")]
pub(crate) fn hex_write<A: Symbols<16>>(int: u128) -> Digits {
    let [a, b] = hex_digits::<A>(int);
    let mut digits = [0; 32];
    digits[..16].copy_from_slice(&bytes(a));
    digits[16..].copy_from_slice(&bytes(b));
    digits
}

/// Reads 32 digits as 128 bits. Returns `None` if a digit is bad.
#[inline]
#[target_feature(enable = "neon")]
pub(crate) fn hex_read<A: Symbols<16>>(first: &Half, last: &Half) -> Option<u128> {
    hex_int::<A>(vector(*first), vector(*last))
}

#[inline]
#[target_feature(enable = "neon")]
fn hex_int<A: Symbols<16>>(first: uint8x16_t, last: uint8x16_t) -> Option<u128> {
    let tables = const { values_tables(A::RUNS.table) };
    let [a, b] = [first, last].map(|half| values_of(&tables, half));
    if any_bad(vorrq_u8(a, b)) {
        return None;
    }
    let joined = vsliq_n_u8::<4>(vuzp2q_u8(a, b), vuzp1q_u8(a, b));
    Some(u128::from_be_bytes(bytes(joined)))
}

/// For each byte of the hyphenated text, the index of its digit; out of range for all other bytes.
const FROM_DIGITS: [[u8; 16]; 3] = {
    let (mut from, mut digit, mut at) = ([[0xff; 16]; 3], 0, 0);
    while digit < 32 {
        if at != HYPHENS[0] && at != HYPHENS[1] && at != HYPHENS[2] && at != HYPHENS[3] {
            from[at / 16][at % 16] = digit;
            digit += 1;
        }
        at += 1;
    }
    from
};

/// For each digit, its index in the hyphenated text. The last sixteen bytes of the text are loaded
/// after the first 32.
const FROM_TEXT: [[u8; 16]; 2] = {
    let (mut from, mut at) = ([[0; 16]; 2], 0);
    while at < 36 {
        let digit = FROM_DIGITS[at / 16][at % 16] as usize;
        if digit < 32 {
            from[digit / 16][digit % 16] = if at < 32 { at } else { at + 12 } as u8;
        }
        at += 1;
    }
    from
};

/// Writes 128 bits as digits and hyphens, 36 bytes.
#[inline]
#[target_feature(enable = "neon")]
pub(crate) fn hex_write_hyphenated<A: Symbols<16>>(int: u128) -> Text {
    let [a, b] = hex_digits::<A>(int);
    let digits = uint8x16x2_t(a, b);
    let hyphens = vdupq_n_u8(b'-');
    let [first, second, last] =
        FROM_DIGITS.map(|from| bytes(vqtbx2q_u8(hyphens, digits, vector(from))));
    let mut memory = [0; size_of::<Memory>()];
    let (vectors, _) = memory.as_chunks_mut();
    vectors.copy_from_slice(&[first, second, last]);
    let [text @ .., _] = memory;
    Text::new(text, size_of::<Hyphenated>())
}

/// Reads digits and hyphens as 128 bits. Returns `None` if any is bad or misplaced.
#[inline]
#[target_feature(enable = "neon")]
pub(crate) fn hex_read_hyphenated<A: Symbols<16>>(text: &Hyphenated) -> Option<u128> {
    if HYPHENS.iter().any(|&at| text[at] != b'-') {
        return None;
    }
    let (halves, _) = text.as_chunks();
    let all = uint8x16x3_t(
        vector(halves[0]),
        vector(halves[1]),
        vector(*text.last_chunk()?),
    );
    let [first, last] = FROM_TEXT.map(|from| vqtbl3q_u8(all, vector(from)));
    hex_int::<A>(first, last)
}
