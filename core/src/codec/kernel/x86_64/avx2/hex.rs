//! AVX2 kernels for UUIDs: 32 digits with hyphens between them.

use core::arch::x86_64::*;

use super::super::place;
use super::super::sse2::{bytes, load, pair, part};
use super::{NONE, all32, bytes32, half, raised_values_of, twice, vector};
use crate::codec::alphabet::Symbols;
use crate::codec::kernel::{HYPHENS, Hyphenated};
use crate::codec::text::{LENGTH_AT, Memory, Text};

/// For each byte of the hyphenated text: the byte of the integer that it comes from, and masks that
/// select the upper or the lower digit of that byte.
const HEX_PLAN: [[u8; 48]; 3] = {
    let (mut from, mut upper, mut lower) = ([NONE; 48], [0; 48], [0; 48]);
    let mut digit = 0;
    while digit < 32 {
        let at = place(digit);
        from[at] = 15 - digit as u8 / 2;
        *if digit % 2 == 0 {
            &mut upper[at]
        } else {
            &mut lower[at]
        } = 0xf;
        digit += 1;
    }
    [from, upper, lower]
};

/// Splits 48 bytes into the first 32 and the last sixteen.
const fn parts(bytes: [u8; 48]) -> (__m256i, __m128i) {
    let (mut first, mut last, mut i) = ([0; 32], [0; 16], 0);
    while i < 48 {
        *if i < 32 {
            &mut first[i]
        } else {
            &mut last[i - 32]
        } = bytes[i];
        i += 1;
    }
    (vector(first), half(last))
}

/// Writes 128 bits as digits and hyphens, 36 bytes.
#[inline]
#[target_feature(enable = "avx2,bmi2")]
pub(crate) fn hex_write_hyphenated<A: Symbols<16>>(int: u128) -> Text {
    // Bytes that hold no digit become the symbol of zero first; the XOR then replaces it.
    let (others, last_others) = const {
        let (mut others, mut i) = ([0; 48], 0);
        while i < HYPHENS.len() {
            others[HYPHENS[i]] = b'-' ^ A::RUNS.table.symbols[0];
            i += 1;
        }
        others[LENGTH_AT] = size_of::<Hyphenated>() as u8 ^ A::RUNS.table.symbols[0];
        parts(others)
    };
    let (from, last_from) = const { parts(HEX_PLAN[0]) };
    let (upper, last_upper) = const { parts(HEX_PLAN[1]) };
    let (lower, last_lower) = const { parts(HEX_PLAN[2]) };
    let table = const { A::RUNS.table.symbols };
    let int = pair(int as u64, (int >> 64) as u64);

    let x = _mm256_shuffle_epi8(_mm256_set_m128i(int, int), from);
    let high = _mm256_and_si256(_mm256_srli_epi16::<4>(x), upper);
    let digits = _mm256_or_si256(high, _mm256_and_si256(x, lower));
    let first = _mm256_xor_si256(_mm256_shuffle_epi8(twice(table), digits), others);

    let x = _mm_shuffle_epi8(int, last_from);
    let high = _mm_and_si128(_mm_srli_epi16::<4>(x), last_upper);
    let digits = _mm_or_si128(high, _mm_and_si128(x, last_lower));
    let last = _mm_xor_si128(_mm_shuffle_epi8(half(table), digits), last_others);

    let mut memory = [0; size_of::<Memory>()];
    memory[..32].copy_from_slice(&bytes32(first));
    memory[32..].copy_from_slice(&bytes(last));
    Text::from_memory(memory)
}

/// Reads digits and hyphens as 128 bits. Returns `false` if any is bad or misplaced.
///
/// Returns no `Option` because that would be returned through memory.
#[inline]
#[target_feature(enable = "avx2,bmi2")]
pub(crate) fn hex_read_hyphenated<A: Symbols<16>>(text: &Hyphenated, int: &mut u128) -> bool {
    // Each half of the first 32 bytes of the text holds seven bytes of the integer, in order but
    // with a gap. The gap takes one of the last two bytes.
    const GAPS: [usize; 2] = [12, 30];
    const PLAN: [__m256i; 4] = {
        let (mut hyphens, mut digits) = ([0; 32], [NONE; 32]);
        let (mut gaps, mut order) = ([0; 32], [NONE; 32]);
        let mut i = 0;
        while i < HYPHENS.len() {
            hyphens[HYPHENS[i]] = 0xff;
            i += 1;
        }
        let (mut byte, mut at) = (0, 0);
        while byte < 14 {
            if at == GAPS[0] || at == GAPS[1] {
                at += 2;
            }
            digits[at] = (place(2 * byte) % 16) as u8;
            digits[at + 1] = (place(2 * byte + 1) % 16) as u8;
            order[at / 16 * 16 + 15 - byte] = (at % 16) as u8;
            byte += 1;
            at += 2;
        }
        i = 0;
        while i < 2 {
            gaps[GAPS[i]] = 0xff;
            gaps[GAPS[i] + 1] = 0xff;
            order[GAPS[i] / 16 * 16 + 1 - i] = (GAPS[i] % 16) as u8;
            i += 1;
        }
        [vector(hyphens), vector(digits), vector(gaps), vector(order)]
    };
    let [hyphens, digits, gaps, order] = PLAN;
    let [a, b] = [part::<0, 16, 36>(text), part::<16, 16, 36>(text)].map(load);
    let all = _mm256_set_m128i(b, a);
    // Puts the first two of the last four text bytes at bytes 12 and 13 of each half, and the other
    // two at bytes 14 and 15, where the gaps are.
    let last = _mm256_set1_epi32(i32::from_le_bytes(part::<32, 4, 36>(text)));
    let all_digits = _mm256_or_si256(
        _mm256_shuffle_epi8(all, digits),
        _mm256_and_si256(last, gaps),
    );
    let raised = raised_values_of::<16, A>(all_digits);
    let are_there = _mm256_testz_si256(_mm256_xor_si256(all, all32(b'-')), hyphens);
    if _mm256_movemask_epi8(raised) != 0 || are_there == 0 {
        return false;
    }
    let values = _mm256_and_si256(raised, all32(0xf));
    let joined = _mm256_maddubs_epi16(values, _mm256_set1_epi16(0x0110));
    let x = _mm256_shuffle_epi8(joined, order);
    let x = _mm_or_si128(_mm256_castsi256_si128(x), _mm256_extracti128_si256::<1>(x));
    *int = u128::from_le_bytes(bytes(x));
    true
}
