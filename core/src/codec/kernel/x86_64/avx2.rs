//! AVX2 kernels, sixteen or 32 symbols at once, with byte shuffles and lookups in tables of sixteen
//! bytes.
//!
//! Intel supports AVX2 since Haswell, AMD since Excavator. `pdep` and `pext` are avoided because
//! AMD implements them in microcode before Zen 3. These functions cost a call.

mod hex;

use core::arch::x86_64::*;
use core::mem::transmute;

use super::super::each::loops;
use super::super::portable::BASE58;
use super::super::{Half, Hyphenated, Int160, Symbols11, Symbols13};
use super::sse2::{
    POWER2, POWER4, POWER8, all8, base32_values_64, base58_digits, base58_pairs, bytes, high_lane,
    load, low_lane, pair, part, symbols_of, text,
};
pub(crate) use super::words::avx2 as word_masks;
use crate::codec::alphabet::{BAD, Symbols};
use crate::codec::text::{Memory, Text};

pub(super) use hex::{hex_read_hyphenated, hex_write_hyphenated};

loops! { "avx2,bmi2" hyphenated }

/// Returns the result of `hex_read_hyphenated` as an `Option`, which costs nothing when inlined.
#[inline]
#[target_feature(enable = "avx2,bmi2")]
fn hyphenated<A: Symbols<16>>(text: &Hyphenated) -> Option<u128> {
    let mut int = 0;
    hex_read_hyphenated::<A>(text, &mut int).then_some(int)
}

const fn vector(bytes: [u8; 32]) -> __m256i {
    // SAFETY: both are 32 bytes, and any bytes are a vector.
    unsafe { transmute(bytes) }
}

const fn half(bytes: [u8; 16]) -> __m128i {
    // SAFETY: both are 16 bytes, and any bytes are a vector.
    unsafe { transmute(bytes) }
}

pub(super) fn bytes32(vector: __m256i) -> [u8; 32] {
    // SAFETY: both are 32 bytes, and any bytes are a value of either.
    unsafe { transmute(vector) }
}

/// Repeats a table for both halves of a vector, which are looked up separately.
const fn twice(table: [u8; 16]) -> __m256i {
    // SAFETY: any bytes are a vector.
    unsafe { transmute([table, table]) }
}

/// The index that looks up zero.
const NONE: u8 = 0x80;

#[inline]
#[target_feature(enable = "avx2,bmi2")]
fn all32(byte: u8) -> __m256i {
    _mm256_set1_epi8(byte as i8)
}

/// Returns thirteen values of 64 bits, the first of them of four bits, and three unused ones.
#[inline]
#[target_feature(enable = "avx2,bmi2")]
fn base32_digits_64(int: u64) -> __m128i {
    // Each 16-bit window holds two values, and a multiplication moves the first to the top. The
    // windows come from `int >> 1`, whose top five bits are the first value; only the last comes
    // from `int`.
    let windows = _mm_setr_epi8(6, 7, 5, 6, 4, 5, 3, 4, 1, 2, 0, 1, 8, 9, -1, -1);
    let x = _mm_shuffle_epi8(pair(int >> 1, int), windows);
    let x = _mm_mullo_epi16(x, _mm_setr_epi16(1, 4, 16, 64, 1, 4, 1 << 11, 0));
    let second = _mm_and_si128(_mm_slli_epi16::<2>(x), _mm_set1_epi16(0x1f00));
    _mm_or_si128(_mm_srli_epi16::<11>(x), second)
}

/// Writes 64 bits as thirteen symbols. The first holds four bits.
#[inline]
#[target_feature(enable = "avx2,bmi2")]
pub(crate) fn base32_write_64<A: Symbols<32>>(int: u64) -> Text {
    let symbols = symbols_of::<32, A>(base32_digits_64(int));
    text::<13>([symbols, _mm_setzero_si128()])
}

/// Reads thirteen symbols as 64 bits. Returns `None` if a symbol is bad or the number is too large.
#[inline]
#[target_feature(enable = "avx2,bmi2")]
pub(crate) fn base32_read_64<A: Symbols<32>>(symbols: &Symbols13) -> Option<u64> {
    let raised = base32_values_64::<A>(symbols)?;
    // Join neighbours: 10 bits, 20, 40.
    let x = _mm_and_si128(raised, all8(0x1f));
    let x = _mm_maddubs_epi16(x, _mm_set1_epi16(1 << 8 | 32));
    let x = _mm_madd_epi16(x, _mm_set1_epi32((1 << 16) | (1 << 10)));
    let upper = _mm_mul_epu32(x, _mm_set1_epi64x(1 << 20));
    let ints = _mm_or_si128(upper, _mm_srli_epi64::<32>(x));
    // The halves overlap by three symbols.
    Some((low_lane(ints) << 25) | high_lane(ints))
}

/// Writes 160 bits as 32 symbols. The text is the first `LENGTH` of them.
#[inline]
#[target_feature(enable = "avx2,bmi2")]
pub(crate) fn base32_write_160<A: Symbols<32>, const LENGTH: u8>((head, tail): Int160) -> Text {
    // The first half takes bytes 6 to 15 of the upper 128 bits. The second half takes bytes 0 to 5,
    // above the lower 32 bits.
    const WINDOWS: __m256i = {
        let (mut indices, mut i) = ([0; 32], 0);
        while i < 16 {
            let at = (70 - i / 2 * 10) / 8 + i % 2;
            indices[i] = at as u8 + 6;
            indices[16 + i] = if at < 4 { at + 8 } else { at - 4 } as u8;
            i += 1;
        }
        vector(indices)
    };
    let [low, high] = [head as u64, (head >> 64) as u64];
    let int = _mm256_set_m128i(pair(low, tail.into()), pair(low, high));
    let x = _mm256_shuffle_epi8(int, WINDOWS);
    let x = _mm256_mullo_epi16(x, _mm256_set1_epi64x(0x0040_0010_0004_0001));
    let second = _mm256_and_si256(_mm256_slli_epi16::<2>(x), _mm256_set1_epi16(0x1f00));
    let values = _mm256_or_si256(_mm256_srli_epi16::<11>(x), second);
    let symbols = symbols_of_32::<A>(values);
    let last = _mm_set_epi8(LENGTH as i8, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0);
    let mut memory = [0; size_of::<Memory>()];
    memory[..32].copy_from_slice(&bytes32(symbols));
    memory[32..].copy_from_slice(&bytes(last));
    Text::from_memory(memory)
}

/// Returns the symbols of 32 values.
#[inline]
#[target_feature(enable = "avx2,bmi2")]
fn symbols_of_32<A: Symbols<32>>(values: __m256i) -> __m256i {
    let runs = const { A::RUNS };
    if const { A::RUNS.gaps[1].1 == 0 } {
        let (from, gap) = runs.gaps[0];
        let beyond = _mm256_cmpgt_epi8(values, all32(from - 1));
        let symbols = _mm256_add_epi8(values, all32(runs.first));
        return _mm256_add_epi8(symbols, _mm256_and_si256(beyond, all32(gap)));
    }
    let [lower, upper] = const {
        let (table, mut halves, mut i) = (A::RUNS.table, [[0; 16]; 2], 0);
        while i < 32 {
            halves[i / 16][i % 16] = table.symbols[i];
            i += 1;
        }
        [twice(halves[0]), twice(halves[1])]
    };
    // The fifth bit of a value selects the half of the table: move it to the top of the byte.
    _mm256_blendv_epi8(
        _mm256_shuffle_epi8(lower, values),
        _mm256_shuffle_epi8(upper, values),
        _mm256_slli_epi16::<3>(values),
    )
}

/// Returns the values of 32 symbols, each plus `0x80 - N`, so that the top bit marks other bytes.
/// Works like the function for sixteen symbols in `sse2.rs`.
#[inline]
#[target_feature(enable = "avx2,bmi2")]
fn raised_values_of<const N: usize, A: Symbols<N>>(symbols: __m256i) -> __m256i {
    let runs = const { A::RUNS };
    let (size, count) = (N as u8, runs.count);
    let first = _mm256_sub_epi8(symbols, all32(runs.first));
    let first = _mm256_adds_epu8(first, all32(0x80 - count));
    let first = _mm256_subs_epi8(first, all32(size - count));
    let (folded, second) = if const { A::RUNS.any_case } {
        let upper = runs.second.to_ascii_uppercase();
        (_mm256_and_si256(symbols, all32(!0x20)), upper)
    } else {
        (symbols, runs.second)
    };
    let second = _mm256_sub_epi8(folded, all32(second));
    let second = _mm256_adds_epu8(second, all32(0x80 - size + count));
    _mm256_min_epu8(first, second)
}

/// For alphabets of more than two runs: returns the values of the bytes whose upper four bits are
/// `row`, with the top bit set, and zero for all other bytes.
#[inline]
#[target_feature(enable = "avx2,bmi2")]
fn values_in_row<A: Symbols<32>>(row: u8, values: [u8; 16], symbols: __m256i) -> __m256i {
    let inside = _mm256_xor_si256(symbols, all32(row << 4));
    // Only bytes of the row end below 0x80; all others look up zero.
    let inside = _mm256_adds_epu8(inside, all32(0x70));
    _mm256_shuffle_epi8(twice(values), inside)
}

/// Returns the 5-bit values of 32 symbols, or `None` if any is bad.
#[inline]
#[target_feature(enable = "avx2,bmi2")]
fn base32_values<A: Symbols<32>>(symbols: __m256i) -> Option<__m256i> {
    let five = all32(0x1f);
    if const { A::RUNS.gaps[1].1 == 0 } {
        let raised = raised_values_of::<32, A>(symbols);
        return (_mm256_movemask_epi8(raised) == 0).then_some(_mm256_and_si256(raised, five));
    }
    // One table for digits and two for upper-case letters: these alphabets have no other symbols.
    let rows = const {
        let mut rows = [[0; 16]; 3];
        let mut i = 0;
        while i < 48 {
            let value = A::RUNS.table.value(0x30 + i as u8);
            rows[i / 16][i % 16] = if value == BAD { 0 } else { 0x80 | value };
            i += 1;
        }
        rows
    };
    const { assert!(A::RUNS.any_case || A::RUNS.gaps[1].1 == 0) };
    let folded = _mm256_and_si256(symbols, all32(!0x20));
    let values = _mm256_or_si256(
        values_in_row::<A>(3, rows[0], symbols),
        _mm256_or_si256(
            values_in_row::<A>(4, rows[1], folded),
            values_in_row::<A>(5, rows[2], folded),
        ),
    );
    (_mm256_movemask_epi8(values) == -1).then_some(_mm256_and_si256(values, five))
}

/// Reads 32 symbols as 160 bits. Returns `None` if a symbol is bad.
#[inline]
#[target_feature(enable = "avx2,bmi2")]
pub(crate) fn base32_read_160<A: Symbols<32>>(first: &Half, last: &Half) -> Option<Int160> {
    // Every eight symbols fill the five lower bytes of a lane. The first half provides the upper 64
    // bits and the top sixteen of the next 64; the second half provides the 48 bits below them and
    // the lower 32.
    const BYTES: __m256i = {
        let (mut indices, mut i) = ([NONE; 32], 0);
        while i < 10 {
            let from = if i < 5 { 8 + i } else { i - 5 } as u8;
            indices[if i < 2 { 14 + i } else { i - 2 }] = from;
            indices[16 + if i < 4 { 8 + i } else { i - 4 }] = from;
            i += 1;
        }
        vector(indices)
    };
    let symbols = _mm256_set_m128i(load(*last), load(*first));
    let x = base32_values::<A>(symbols)?;
    // Join neighbours: 10 bits, 20, 40.
    let x = _mm256_maddubs_epi16(x, _mm256_set1_epi16(1 << 8 | 32));
    let x = _mm256_madd_epi16(x, _mm256_set1_epi32((1 << 16) | (1 << 10)));
    let x = _mm256_or_si256(_mm256_slli_epi64::<20>(x), _mm256_srli_epi64::<32>(x));
    let x = _mm256_shuffle_epi8(x, BYTES);
    let (upper, lower) = (_mm256_castsi256_si128(x), _mm256_extracti128_si256::<1>(x));
    let head = ((low_lane(upper) as u128) << 64) | (high_lane(upper) | low_lane(lower)) as u128;
    Some((head, high_lane(lower) as u32))
}

/// Writes 64 bits as eleven symbols.
#[inline]
#[target_feature(enable = "avx2,bmi2")]
pub(crate) fn base58_write(int: u64) -> Text {
    // For each group of four consecutive digits: the offset from digit to symbol, and the digit
    // after which the offset is one more. The groups start at digit 1.
    const TABLES: [__m128i; 2] = {
        let ([mut offsets, mut breaks], mut digit) = ([[0; 16]; 2], 0_usize);
        while digit < 58 {
            let (four, offset) = (digit.div_ceil(4), BASE58.symbols[digit] - digit as u8);
            if offsets[four] == 0 {
                (offsets[four], breaks[four]) = (offset, 0x7f);
            } else if offset != offsets[four] && breaks[four] == 0x7f {
                assert!(offset == offsets[four] + 1);
                breaks[four] = digit as u8 - 1;
            }
            digit += 1;
        }
        [half(offsets), half(breaks)]
    };
    let [offsets, breaks] = TABLES;
    let digits = base58_digits(base58_pairs(int));
    // Averaging with zero twice yields (digit + 3) / 4, the index of the group.
    let zero = _mm_setzero_si128();
    let fours = _mm_avg_epu8(_mm_avg_epu8(digits, zero), zero);
    let symbols = _mm_sub_epi8(
        _mm_add_epi8(digits, _mm_shuffle_epi8(offsets, fours)),
        _mm_cmpgt_epi8(digits, _mm_shuffle_epi8(breaks, fours)),
    );
    text::<11>([_mm_srli_si128::<1>(symbols), zero])
}

/// Reads eleven symbols as 64 bits. Returns `None` if a symbol is bad or the number is too large.
#[inline]
#[target_feature(enable = "avx2,bmi2")]
pub(crate) fn base58_read(symbols: &Symbols11) -> Option<u64> {
    // For the lower four bits of a symbol: a bit for each row (upper four bits) that has such a
    // symbol. For each row: its bit, the offset from symbol to value, and the symbol after which
    // the offset is one less.
    const TABLES: [__m128i; 4] = {
        let [mut bits, mut rows, mut offsets, mut breaks] = [[0; 16]; 4];
        let mut row = 0;
        while row < 8 {
            let (mut low, mut is_first) = (0, true);
            breaks[row] = 0x7f;
            while low < 16 {
                let symbol = (row * 16 + low) as u8;
                if BASE58.has(symbol) {
                    let offset = BASE58.value(symbol).wrapping_sub(symbol);
                    if is_first {
                        offsets[row] = offset;
                    } else if offset != offsets[row] && breaks[row] == 0x7f {
                        breaks[row] = symbol - 1;
                    }
                    rows[row] = 1 << row;
                    bits[low] |= 1 << row;
                    is_first = false;
                }
                low += 1;
            }
            row += 1;
        }
        [half(bits), half(rows), half(offsets), half(breaks)]
    };
    let [bits, rows, offsets, breaks] = TABLES;
    let head = u64::from_le_bytes(part::<0, 8, 11>(symbols));
    let tail = u32::from_le_bytes(part::<7, 4, 11>(symbols));
    let symbols = pair(head, tail as u64);
    let row = _mm_and_si128(_mm_srli_epi16::<4>(symbols), all8(0xf));
    let found = _mm_and_si128(_mm_shuffle_epi8(bits, symbols), _mm_shuffle_epi8(rows, row));
    if _mm_movemask_epi8(_mm_cmpeq_epi8(found, _mm_setzero_si128())) & 0xfff != 0 {
        return None;
    }
    let values = _mm_add_epi8(
        _mm_add_epi8(symbols, _mm_shuffle_epi8(offsets, row)),
        _mm_cmpgt_epi8(symbols, _mm_shuffle_epi8(breaks, row)),
    );
    // Prepend a zero to get twelve digits: three numbers of four digits each.
    let indices = _mm_setr_epi8(-1, 0, 1, 2, 3, 4, 5, 6, 7, 9, 10, 11, -1, -1, -1, -1);
    let values = _mm_shuffle_epi8(values, indices);
    let pairs = _mm_maddubs_epi16(values, _mm_set1_epi16(1 << 8 | 58));
    let parts = _mm_madd_epi16(pairs, _mm_set1_epi32((1 << 16) | POWER2 as i32));
    let (a, b) = (low_lane(parts) & 0xffff_ffff, low_lane(parts) >> 32);
    let c = high_lane(parts);
    if a > u64::MAX / POWER8 {
        return None;
    }
    (a * POWER8).checked_add(b * POWER4 + c)
}
