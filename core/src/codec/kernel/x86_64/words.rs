//! Bit masks of word characters for each instruction set: one bit for each of 64 bytes, the first
//! byte lowest.

use core::arch::x86_64::*;

use super::super::Bytes64;
use super::sse2::{all8, load};

/// Returns the bit mask of sixteen bytes.
#[inline]
#[target_feature(enable = "sse2")]
fn sixteen(bytes: __m128i) -> u64 {
    // A byte is in a run if its distance from the first is at most that of the last.
    let within = |bytes, first, last: u8| {
        let beyond = _mm_sub_epi8(bytes, all8(first));
        _mm_cmpeq_epi8(_mm_min_epu8(beyond, all8(last - first)), beyond)
    };
    let letters = within(_mm_or_si128(bytes, all8(0x20)), b'a', b'z');
    let digits = within(bytes, b'0', b'9');
    let signs = [b'-', b'_'].map(|sign| _mm_cmpeq_epi8(bytes, all8(sign)));
    let signs = _mm_or_si128(signs[0], signs[1]);
    let is_of_word = _mm_or_si128(_mm_or_si128(letters, digits), signs);
    _mm_movemask_epi8(is_of_word) as u16 as u64
}

#[inline]
#[target_feature(enable = "sse2")]
pub(crate) fn sse2(blocks: &[Bytes64], masks: &mut [u64]) {
    for (block, mask) in blocks.iter().zip(masks) {
        let (quarters, _) = block.as_chunks();
        *mask = quarters
            .iter()
            .rev()
            .fold(0, |mask, quarter| mask << 16 | sixteen(load(*quarter)));
    }
}

/// Returns the bit mask of 32 bytes, like [`sixteen`].
#[inline]
#[target_feature(enable = "avx2")]
fn thirty_two(bytes: __m256i) -> u64 {
    let all8 = |byte: u8| _mm256_set1_epi8(byte as i8);
    let within = |bytes, first, last: u8| {
        let beyond = _mm256_sub_epi8(bytes, all8(first));
        _mm256_cmpeq_epi8(_mm256_min_epu8(beyond, all8(last - first)), beyond)
    };
    let letters = within(_mm256_or_si256(bytes, all8(0x20)), b'a', b'z');
    let digits = within(bytes, b'0', b'9');
    let signs = [b'-', b'_'].map(|sign| _mm256_cmpeq_epi8(bytes, all8(sign)));
    let signs = _mm256_or_si256(signs[0], signs[1]);
    let is_of_word = _mm256_or_si256(_mm256_or_si256(letters, digits), signs);
    _mm256_movemask_epi8(is_of_word) as u32 as u64
}

#[target_feature(enable = "avx2,bmi2")]
pub(crate) fn avx2(blocks: &[Bytes64], masks: &mut [u64]) {
    for (block, mask) in blocks.iter().zip(masks) {
        let (halves, _) = block.as_chunks::<32>();
        *mask = halves.iter().rev().fold(0, |mask, half| {
            // SAFETY: both are 32 bytes, and any bytes are a vector.
            mask << 32 | thirty_two(unsafe { core::mem::transmute::<[u8; 32], __m256i>(*half) })
        });
    }
}
