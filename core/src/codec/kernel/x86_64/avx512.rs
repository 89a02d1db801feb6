//! AVX-512 kernels with VBMI and IFMA: bit windows and table lookups, many at once.
//!
//! One instruction extracts eight 8-bit windows at any offset in 64 bits, one looks up 64 bytes in
//! a table of 64 or 128, and one multiplies to 104 bits. Intel supports them since Ice Lake, AMD
//! since Zen 4. These functions cost a call, so only kernels that gain more than that are here.
//!
//! Vectors hold texts in memory order, and integers in x86-64 byte order: lowest byte first.

use core::arch::x86_64::*;
use core::mem::transmute;

use super::super::each::loops;
use super::super::portable::BASE58;
use super::super::{HYPHENS, Half, Hyphenated, Int160, Symbols11, Symbols13};
use super::avx2::bytes32;
use super::place;
use super::sse2::{
    POWER2, POWER4, POWER8, base32_values_64, bytes, high_lane, load, low_lane, pair, part,
    symbols_of, text,
};
pub(crate) use super::words::avx512 as word_masks;
use crate::codec::alphabet::{Alphabet, BAD, Symbols};
use crate::codec::text::{LENGTH_AT, Memory, Text};

loops! { "avx512f,avx512bw,avx512vl,avx512vbmi,avx512ifma,bmi2" hyphenated }

/// Returns the result of `hex_read_hyphenated` as an `Option`, which costs nothing when inlined.
#[inline]
#[target_feature(enable = "avx512f,avx512bw,avx512vl,avx512vbmi,avx512ifma,bmi2")]
fn hyphenated<A: Symbols<16>>(text: &Hyphenated) -> Option<u128> {
    let mut int = 0;
    hex_read_hyphenated::<A>(text, &mut int).then_some(int)
}

pub(super) const fn vector(bytes: [u8; 64]) -> __m512i {
    // SAFETY: both are 64 bytes, and any bytes are a vector.
    unsafe { transmute(bytes) }
}

const fn words(words: [u64; 8]) -> __m512i {
    // SAFETY: both are 64 bytes, and any bytes are a vector.
    unsafe { transmute(words) }
}

/// Returns a table of symbols, repeated so that only the lower bits of an index matter.
const fn symbols_table<const N: usize>(alphabet: &Alphabet<N>) -> __m512i {
    let (mut table, mut i) = ([0; 64], 0);
    while i < 64 {
        table[i] = alphabet.symbols[i % N];
        i += 1;
    }
    vector(table)
}

/// Returns the values of the ASCII codes, in two halves. Bytes that are not symbols have the value
/// `other`, except for an optional additional symbol.
const fn values_table<const N: usize>(
    alphabet: &Alphabet<N>,
    other: u8,
    symbol: Option<(u8, u8)>,
) -> [__m512i; 2] {
    let (mut table, mut i) = ([[0; 64]; 2], 0);
    while i < 128 {
        let byte = i as u8;
        table[i / 64][i % 64] = if alphabet.has(byte) {
            alphabet.value(byte)
        } else {
            other
        };
        i += 1;
    }
    if let Some((symbol, value)) = symbol {
        table[symbol as usize / 64][symbol as usize % 64] = value;
    }
    [vector(table[0]), vector(table[1])]
}

/// Returns the values of 64 ASCII symbols. The lookup ignores the top bit of other bytes.
#[inline]
#[target_feature(enable = "avx512f,avx512bw,avx512vl,avx512vbmi,avx512ifma,bmi2")]
fn values_of([first, second]: [__m512i; 2], symbols: __m512i) -> __m512i {
    _mm512_permutex2var_epi8(first, symbols, second)
}

/// Returns the thirteen values of 64 bits. The first holds four bits.
#[inline]
#[target_feature(enable = "avx512f,avx512bw,avx512vl,avx512vbmi,avx512ifma,bmi2")]
fn base32_digits_64(int: u64) -> __m128i {
    let shifts = _mm_setr_epi8(60, 55, 50, 45, 40, 35, 30, 25, 20, 15, 10, 5, 0, 0, 0, 0);
    let windows = _mm_multishift_epi64_epi8(shifts, _mm_set1_epi64x(int as i64));
    let first = _mm_setr_epi8(
        0xf, 31, 31, 31, 31, 31, 31, 31, 31, 31, 31, 31, 31, 31, 31, 31,
    );
    _mm_and_si128(windows, first)
}

/// Writes 64 bits as thirteen symbols. The first holds four bits.
#[inline]
#[target_feature(enable = "avx512f,avx512bw,avx512vl,avx512vbmi,avx512ifma,bmi2")]
pub(crate) fn base32_write_64<A: Symbols<32>>(int: u64) -> Text {
    // Not by table: functions that use 32-byte vectors must clear them before they return.
    let symbols = symbols_of::<32, A>(base32_digits_64(int));
    text::<13>([symbols, _mm_setzero_si128()])
}

/// Writes many 64-bit integers as thirteen symbols each, one text after another.
#[target_feature(enable = "avx512f,avx512bw,avx512vl,avx512vbmi,avx512ifma,bmi2")]
pub(crate) fn base32_write_64_each<A: Symbols<32>>(
    mut ints: impl Iterator<Item = u64>,
    out: &mut [u8],
) {
    let table = _mm512_castsi512_si256(const { symbols_table(A::RUNS.table) });
    let symbols = |int| {
        let values = _mm256_castsi128_si256(base32_digits_64(int));
        bytes(_mm256_castsi256_si128(_mm256_permutexvar_epi8(
            values, table,
        )))
    };
    let mut rest = out;
    while let Some(text) = rest.first_chunk_mut() {
        let Some(int) = ints.next() else { return };
        // Writes three bytes too many, which the next text overwrites.
        *text = symbols(int);
        rest = &mut rest[13..];
    }
    if let (Some(text), Some(int)) = (rest.first_chunk_mut::<13>(), ints.next()) {
        text.copy_from_slice(&symbols(int)[..13]);
    }
}

/// Reads thirteen symbols as 64 bits. Returns `None` if a symbol is bad or the number is too large.
#[inline]
#[target_feature(enable = "avx512f,avx512bw,avx512vl,avx512vbmi,avx512ifma,bmi2")]
pub(crate) fn base32_read_64<A: Symbols<32>>(symbols: &Symbols13) -> Option<u64> {
    let raised = base32_values_64::<A>(symbols)?;
    let reversed = _mm_setr_epi8(7, 6, 5, 4, 3, 2, 1, 0, 15, 14, 13, 12, 11, 10, 9, 8);
    let raised = _mm_shuffle_epi8(raised, reversed);
    let joined = |values| _pext_u64(values, 0x1f1f_1f1f_1f1f_1f1f);
    // The halves overlap by three symbols.
    Some((joined(low_lane(raised)) << 25) | joined(high_lane(raised)))
}

/// Writes 160 bits as 32 symbols. The text is the first `LENGTH` of them.
#[inline]
#[target_feature(enable = "avx512f,avx512bw,avx512vl,avx512vbmi,avx512ifma,bmi2")]
pub(crate) fn base32_write_160<A: Symbols<32>, const LENGTH: u8>((head, tail): Int160) -> Text {
    // Every eight symbols come from five bytes. Bytes 16 to 19 are the lowest of the integer,
    // followed by 0 to 15.
    const GROUPS: __m512i = {
        let (mut indices, mut i) = ([0; 64], 0);
        while i < 32 {
            let (group, byte) = (i / 8, i % 8);
            let at = 5 * (3 - group) + byte;
            indices[i] = if at < 4 { 16 + at } else { at - 4 } as u8;
            i += 1;
        }
        vector(indices)
    };
    const SHIFTS: __m512i = words([u64::from_le_bytes([35, 30, 25, 20, 15, 10, 5, 0]); 8]);
    let int = _mm256_set_m128i(
        _mm_cvtsi32_si128(tail as i32),
        pair(head as u64, (head >> 64) as u64),
    );
    let groups = _mm256_permutexvar_epi8(_mm512_castsi512_si256(GROUPS), int);
    let windows = _mm256_multishift_epi64_epi8(_mm512_castsi512_si256(SHIFTS), groups);
    let table = _mm512_castsi512_si256(const { symbols_table(A::RUNS.table) });
    let symbols = _mm256_permutexvar_epi8(windows, table);
    text::<LENGTH>([
        _mm256_castsi256_si128(symbols),
        _mm256_extracti128_si256::<1>(symbols),
    ])
}

/// Reads 32 symbols as 160 bits. Returns `None` if a symbol is bad.
#[inline]
#[target_feature(enable = "avx512f,avx512bw,avx512vl,avx512vbmi,avx512ifma,bmi2")]
pub(crate) fn base32_read_160<A: Symbols<32>>(first: &Half, last: &Half) -> Option<Int160> {
    // The positions of the bytes of the upper 128 bits, then of the lower 32. Every eight symbols
    // fill the five lower bytes of a lane.
    const BYTES: __m512i = {
        let (mut indices, mut i) = ([0; 64], 0);
        while i < 20 {
            let at = (i + 4) % 20;
            indices[i] = (8 * (3 - at / 5) + at % 5) as u8;
            i += 1;
        }
        vector(indices)
    };
    let symbols = _mm256_set_m128i(load(*last), load(*first));
    let table = const { values_table(A::RUNS.table, BAD, None) };
    let values = _mm512_castsi512_si256(values_of(table, _mm512_castsi256_si512(symbols)));
    if _mm256_movemask_epi8(_mm256_or_si256(values, symbols)) != 0 {
        return None;
    }
    // Join neighbours: 10 bits, 20, 40.
    let x = _mm256_maddubs_epi16(values, _mm256_set1_epi16(1 << 8 | 32));
    let x = _mm256_madd_epi16(x, _mm256_set1_epi32((1 << 16) | (1 << 10)));
    let x = _mm256_or_si256(_mm256_slli_epi64::<20>(x), _mm256_srli_epi64::<32>(x));
    let int = _mm256_permutexvar_epi8(_mm512_castsi512_si256(BYTES), x);
    let head = _mm256_castsi256_si128(int);
    let tail = _mm_cvtsi128_si32(_mm256_extracti128_si256::<1>(int)) as u32;
    Some((
        ((high_lane(head) as u128) << 64) | low_lane(head) as u128,
        tail,
    ))
}

/// Writes 128 bits as digits and hyphens, 36 bytes.
#[inline]
#[target_feature(enable = "avx512f,avx512bw,avx512vl,avx512vbmi,avx512ifma,bmi2")]
pub(crate) fn hex_write_hyphenated<A: Symbols<16>>(int: u128) -> Text {
    // The first two groups of eight text bytes get the upper 64 bits, the last groups the lower 64.
    // The third group gets the lower 64 bits and, for its first two digits, the lowest byte of the
    // upper. Each digit is then a window of its group; a template provides all other bytes.
    const PLAN: [__m512i; 4] = {
        let (upper, mut shifts) = ([!0, !0, 0xff, 0, 0, 0, 0, 0], [0; 64]);
        let (mut digits, mut others) = ([0; 64], [0; 64]);
        let mut i = 0;
        while i < 32 {
            // The position within the digit's 64 bits. The window may wrap around.
            shifts[place(i)] = (4 * (15 - i % 16)) as u8;
            digits[place(i)] = 0xff;
            i += 1;
        }
        i = 0;
        while i < HYPHENS.len() {
            others[HYPHENS[i]] = b'-';
            i += 1;
        }
        others[LENGTH_AT] = size_of::<Hyphenated>() as u8;
        [words(upper), vector(shifts), vector(digits), vector(others)]
    };
    let [upper, shifts, digits, others] = PLAN;
    let [high, low] = [int >> 64, int].map(|part| _mm512_set1_epi64(part as i64));
    let groups = _mm512_ternarylogic_epi64::<CHOICE>(upper, high, low);
    let windows = _mm512_multishift_epi64_epi8(shifts, groups);
    let symbols = _mm512_permutexvar_epi8(windows, const { symbols_table(A::RUNS.table) });
    let text = _mm512_ternarylogic_epi64::<CHOICE>(digits, symbols, others);
    let mut memory = [0; size_of::<Memory>()];
    memory[..32].copy_from_slice(&bytes32(_mm512_castsi512_si256(text)));
    memory[32..].copy_from_slice(&bytes(_mm512_extracti32x4_epi32::<2>(text)));
    Text::from_memory(memory)
}

/// Ternary logic that selects bits of the second operand where the first has ones, else of the
/// third.
const CHOICE: i32 = 0b1100_1010;

/// Reads digits and hyphens as 128 bits. Returns `false` if any is bad or misplaced.
///
/// Returns no `Option` because that would be returned through memory.
#[inline]
#[target_feature(enable = "avx512f,avx512bw,avx512vl,avx512vbmi,avx512ifma,bmi2")]
pub(crate) fn hex_read_hyphenated<A: Symbols<16>>(text: &Hyphenated, int: &mut u128) -> bool {
    // The value of a hyphen, and the number subtracted where one is expected. An expected hyphen
    // then stays below 0x80, unlike digits in its place, hyphens elsewhere, and other bytes.
    const HYPHEN: u8 = 0x80;
    const NEITHER: u8 = 0xff;
    const EXPECTED: u8 = 0x60;
    /// The offset at which the last sixteen bytes of the text are loaded, and its distance from
    /// their offset in the text.
    const TAIL: usize = 32;
    const AHEAD: usize = TAIL - (size_of::<Hyphenated>() - 16);
    // The numbers to subtract, also from the zeros after the text; and for each byte of the integer
    // the positions of its upper and its lower digit.
    const PLAN: [__m512i; 3] = {
        let (mut expected, mut upper, mut lower) = ([0; 64], [0; 64], [0; 64]);
        let mut i = 0;
        while i < HYPHENS.len() {
            expected[HYPHENS[i]] = EXPECTED;
            if HYPHENS[i] + AHEAD >= TAIL {
                expected[HYPHENS[i] + AHEAD] = EXPECTED;
            }
            i += 1;
        }
        i = TAIL + 16;
        while i < 64 {
            expected[i] = NEITHER;
            i += 1;
        }
        i = 0;
        while i < 32 {
            let at = place(i);
            let at = if at < TAIL { at } else { at + AHEAD } as u8;
            let digits = if i % 2 == 0 { &mut upper } else { &mut lower };
            digits[15 - i / 2] = at;
            i += 1;
        }
        [vector(expected), vector(upper), vector(lower)]
    };
    let [expected, upper, lower] = PLAN;
    let [a, b, tail] = [
        part::<0, 16, 36>(text),
        part::<16, 16, 36>(text),
        part::<20, 16, 36>(text),
    ]
    .map(load);
    let text = _mm512_zextsi256_si512(_mm256_set_m128i(b, a));
    let text = _mm512_inserti32x4::<2>(text, tail);
    let table = const { values_table(A::RUNS.table, NEITHER, Some((b'-', HYPHEN))) };
    let values = _mm512_sub_epi8(values_of(table, text), expected);
    let bad = _mm512_movepi8_mask(_mm512_or_si512(values, text));
    // Not by `map`: compiled for size, that is a loop through memory.
    let digits = |indices| _mm512_castsi512_si128(_mm512_permutexvar_epi8(indices, values));
    let (upper, lower) = (digits(upper), digits(lower));
    // Also if a byte is bad: then it is not used.
    *int = u128::from_le_bytes(bytes(_mm_or_si128(_mm_slli_epi16::<4>(upper), lower)));
    bad == 0
}

/// Writes 64 bits as eleven symbols.
#[inline]
#[target_feature(enable = "avx512f,avx512bw,avx512vl,avx512vbmi,avx512ifma,bmi2")]
pub(crate) fn base58_write(int: u64) -> Text {
    const POWER6: u64 = POWER4 * POWER2;
    // Each lane computes the number above a pair of digits: three lanes for the upper six digits,
    // three for the lower six. The quotients are exact: the factors are too large by less than one,
    // the dividends below 2^36.
    const FACTORS: [u64; 3] = [
        0,
        ((1u128 << 75) / (POWER4 as u128)) as u64 + 1,
        ((1u128 << 63) / (POWER2 as u128)) as u64 + 1,
    ];
    let factors = const {
        let [a, b, c] = FACTORS;
        words([a, b, c, a, b, c, 0, 0])
    };
    const SHIFTS: __m512i = words([0, 23, 11, 0, 23, 11, 0, 0]);
    const UPPER: __m512i = words([!0, !0, !0, 0, 0, 0, 0, 0]);
    const LOWEST: __m512i = words([0, 0, !0, 0, 0, !0, 0, 0]);
    let (upper, lower) = (int / POWER6, int % POWER6);
    let [upper, lower] = [upper, lower].map(|part| _mm512_set1_epi64(part as i64));
    let parts = _mm512_ternarylogic_epi64::<CHOICE>(UPPER, upper, lower);
    let above = _mm512_madd52hi_epu64(_mm512_setzero_si512(), parts, factors);
    let above = _mm512_srlv_epi64(above, SHIFTS);
    // The number above the next pair ends with this pair.
    let here = _mm512_alignr_epi64::<1>(above, above);
    let here = _mm512_ternarylogic_epi64::<CHOICE>(LOWEST, parts, here);
    // The low 16 bits of `here` - 58² `above`.
    let minus = _mm512_set1_epi64(((1 << 52) - POWER2) as i64);
    let pairs = _mm512_madd52lo_epu64(here, above, minus);
    // Splits pairs into digits as in `sse2.rs`.
    let high = _mm512_mulhi_epu16(pairs, _mm512_set1_epi16(1130));
    let low = _mm512_slli_epi16::<8>(pairs);
    let digits = _mm512_add_epi16(
        low,
        _mm512_mullo_epi16(high, _mm512_set1_epi16(1 - 58 * 256)),
    );
    // The first of the twelve digits is always zero.
    const INDICES: __m512i = {
        let (mut indices, mut i) = ([0; 64], 1);
        while i < 12 {
            indices[i - 1] = (i / 2 * 8 + i % 2) as u8;
            i += 1;
        }
        vector(indices)
    };
    let digits = _mm512_permutexvar_epi8(INDICES, digits);
    let symbols = _mm512_permutexvar_epi8(digits, const { symbols_table(BASE58) });
    text::<11>([_mm512_castsi512_si128(symbols), _mm_setzero_si128()])
}

/// Reads eleven symbols as 64 bits. Returns `None` if a symbol is bad or the number is too large.
#[inline]
#[target_feature(enable = "avx512f,avx512bw,avx512vl,avx512vbmi,avx512ifma,bmi2")]
pub(crate) fn base58_read(symbols: &Symbols11) -> Option<u64> {
    let head = u64::from_le_bytes(part::<0, 8, 11>(symbols));
    let tail = u32::from_le_bytes(part::<7, 4, 11>(symbols));
    let symbols = pair(head, tail as u64);
    let table = const { values_table(BASE58, BAD, None) };
    let values = _mm512_castsi512_si128(values_of(table, _mm512_castsi128_si512(symbols)));
    if _mm_movemask_epi8(_mm_or_si128(values, symbols)) & 0xfff != 0 {
        return None;
    }
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
