//! Bits and symbols by table, many at once, with AVX-512 VBMI and IFMA.
//!
//! One instruction fetches eight windows of eight bits from anywhere in 64 bits, one looks up 64
//! bytes in a table of 64 or 128, and one multiplies to 104 bits: Intel has them from Ice Lake, AMD
//! from Zen 4 on. These functions cost a call, so only what gains more by it stands here.
//!
//! Vectors hold texts in the order of memory, and integers as x86-64 has them: lowest byte first.

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
use crate::text::{LENGTH_AT, Memory, Text};

loops! { "avx512f,avx512bw,avx512vl,avx512vbmi,avx512ifma,bmi2" hyphenated }

/// As an option, where it is inlined.
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
    // SAFETY: as above.
    unsafe { transmute(words) }
}

/// The symbols as often as they fit, so that only the lower bits of an index count.
const fn symbols_table<const N: usize>(alphabet: &Alphabet<N>) -> __m512i {
    let (mut table, mut i) = ([0; 64], 0);
    while i < 64 {
        table[i] = alphabet.symbols[i % N];
        i += 1;
    }
    vector(table)
}

/// The values of the ASCII codes, in two halves; what is no symbol has `other`, but there may be
/// one more symbol.
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

/// The values of 64 symbols of ASCII; of other bytes, those of their lower seven bits.
#[inline]
#[target_feature(enable = "avx512f,avx512bw,avx512vl,avx512vbmi,avx512ifma,bmi2")]
fn values_of([first, second]: [__m512i; 2], symbols: __m512i) -> __m512i {
    _mm512_permutex2var_epi8(first, symbols, second)
}

/// The thirteen values of 64 bits, of which the first holds four.
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

/// 64 bits as thirteen symbols, of which the first holds four bits.
#[inline]
#[target_feature(enable = "avx512f,avx512bw,avx512vl,avx512vbmi,avx512ifma,bmi2")]
pub(crate) fn base32_write_64<A: Symbols<32>>(int: u64) -> Text {
    // Not by table: vectors of 32 bytes have to be cleared before a return.
    let symbols = symbols_of::<32, A>(base32_digits_64(int));
    text::<13>([symbols, _mm_setzero_si128()])
}

/// The same for many, one text after another.
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
        // Three bytes too many, which the next text overwrites.
        *text = symbols(int);
        rest = &mut rest[13..];
    }
    if let (Some(text), Some(int)) = (rest.first_chunk_mut::<13>(), ints.next()) {
        text.copy_from_slice(&symbols(int)[..13]);
    }
}

/// Thirteen symbols as 64 bits, unless any is bad or they are too large.
#[inline]
#[target_feature(enable = "avx512f,avx512bw,avx512vl,avx512vbmi,avx512ifma,bmi2")]
pub(crate) fn base32_read_64<A: Symbols<32>>(symbols: &Symbols13) -> Option<u64> {
    let raised = base32_values_64::<A>(symbols)?;
    let reversed = _mm_setr_epi8(7, 6, 5, 4, 3, 2, 1, 0, 15, 14, 13, 12, 11, 10, 9, 8);
    let raised = _mm_shuffle_epi8(raised, reversed);
    let joined = |values| _pext_u64(values, 0x1f1f_1f1f_1f1f_1f1f);
    // Three symbols are in both.
    Some((joined(low_lane(raised)) << 25) | joined(high_lane(raised)))
}

/// 160 bits as 32 symbols, of which the first `LENGTH` are the text.
#[inline]
#[target_feature(enable = "avx512f,avx512bw,avx512vl,avx512vbmi,avx512ifma,bmi2")]
pub(crate) fn base32_write_160<A: Symbols<32>, const LENGTH: u8>((head, tail): Int160) -> Text {
    // Bytes 16 to 19 are the lowest of the integer, then come 0 to 15; each eight symbols need five.
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

/// 32 symbols as 160 bits, unless any is bad.
#[inline]
#[target_feature(enable = "avx512f,avx512bw,avx512vl,avx512vbmi,avx512ifma,bmi2")]
pub(crate) fn base32_read_160<A: Symbols<32>>(first: &Half, last: &Half) -> Option<Int160> {
    // Where the bytes of the upper 128 bits are, then those of the lower 32; each eight symbols make
    // the five lower bytes of eight.
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

/// 128 bits as digits and hyphens, 36 bytes.
#[inline]
#[target_feature(enable = "avx512f,avx512bw,avx512vl,avx512vbmi,avx512ifma,bmi2")]
pub(crate) fn hex_write_hyphenated<A: Symbols<16>>(int: u128) -> Text {
    // The upper 64 bits go where the first two groups of eight bytes are made, the lower where the
    // last two are; the one between has two digits of the upper. Then there is a window for each
    // digit, and everything else comes from a text that has all but the digits.
    const PLAN: [__m512i; 4] = {
        let (upper, mut shifts) = ([!0, !0, 0xff, 0, 0, 0, 0, 0], [0; 64]);
        let (mut digits, mut others) = ([0; 64], [0; 64]);
        let mut i = 0;
        while i < 32 {
            // Of the 64 bits that it is in; the window may go on at their other end.
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

/// The ternary logic that takes the bits of the second where the first has ones, else of the third.
const CHOICE: i32 = 0b1100_1010;

/// Digits and hyphens as 128 bits; whether they are, with each at its place.
///
/// Not as an option, which would come back through memory with all its parts.
#[inline]
#[target_feature(enable = "avx512f,avx512bw,avx512vl,avx512vbmi,avx512ifma,bmi2")]
pub(crate) fn hex_read_hyphenated<A: Symbols<16>>(text: &Hyphenated, int: &mut u128) -> bool {
    // The hyphen among the values, and what is subtracted where it shall be: it then stays below
    // 0x80, but digits, hyphens elsewhere and what is neither do not.
    const HYPHEN: u8 = 0x80;
    const NEITHER: u8 = 0xff;
    const EXPECTED: u8 = 0x60;
    /// Where the last sixteen bytes of the text are loaded to, and what they are then ahead.
    const TAIL: usize = 32;
    const AHEAD: usize = TAIL - (size_of::<Hyphenated>() - 16);
    // What is subtracted, also from the zeros behind the text; and where the digits are, so that
    // each byte of the integer has its upper digit and then its lower one.
    const PLAN: [__m512i; 2] = {
        let (mut expected, mut indices) = ([0; 64], [0; 64]);
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
            let at = place(if i % 2 == 0 { 30 - i } else { 32 - i });
            indices[i] = if at < TAIL { at } else { at + AHEAD } as u8;
            i += 1;
        }
        [vector(expected), vector(indices)]
    };
    const EVEN: __m512i = {
        let (mut indices, mut i) = ([0; 64], 0);
        while i < 16 {
            indices[i] = 2 * i as u8;
            i += 1;
        }
        vector(indices)
    };
    let [expected, indices] = PLAN;
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
    if _mm512_movepi8_mask(_mm512_or_si512(values, text)) != 0 {
        return false;
    }
    let digits = _mm512_castsi512_si256(_mm512_permutexvar_epi8(indices, values));
    let joined = _mm256_maddubs_epi16(digits, _mm256_set1_epi16(0x0110));
    let bytes = _mm256_permutexvar_epi8(_mm512_castsi512_si256(EVEN), joined);
    *int = u128::from_le_bytes(self::bytes(_mm256_castsi256_si128(bytes)));
    true
}

/// 64 bits as eleven symbols.
#[inline]
#[target_feature(enable = "avx512f,avx512bw,avx512vl,avx512vbmi,avx512ifma,bmi2")]
pub(crate) fn base58_write(int: u64) -> Text {
    const POWER6: u64 = POWER4 * POWER2;
    // Lanes of what is above each two digits, the upper six in the first three. Quotients are
    // exact: the factors are too large by less than one, the dividends below 2^36.
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
    // What is above the next two digits is these two and what is above them.
    let here = _mm512_alignr_epi64::<1>(above, above);
    let here = _mm512_ternarylogic_epi64::<CHOICE>(LOWEST, parts, here);
    // The low 16 bits of here - 58² above.
    let minus = _mm512_set1_epi64(((1 << 52) - POWER2) as i64);
    let pairs = _mm512_madd52lo_epu64(here, above, minus);
    // As in `sse2.rs`.
    let high = _mm512_mulhi_epu16(pairs, _mm512_set1_epi16(1130));
    let low = _mm512_slli_epi16::<8>(pairs);
    let digits = _mm512_add_epi16(
        low,
        _mm512_mullo_epi16(high, _mm512_set1_epi16(1 - 58 * 256)),
    );
    // Of the twelve, the first is always zero.
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

/// Eleven symbols as 64 bits, unless any is bad or they are too large.
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
    // A leading zero makes them twelve: three numbers of four digits each.
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
