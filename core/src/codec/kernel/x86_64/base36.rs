//! base36 kernels, similar to those for base58, but never dividing by more than 36².

use core::arch::x86_64::*;

use super::sse2::{
    all8, any_bad, high_lane, low_lane, pair, part, raised_values_of, symbols_of, text,
};
use crate::codec::alphabet::Symbols;
use crate::codec::kernel::Base36;
use crate::codec::text::Text;

const POWER2: u64 = 36 * 36;

/// Splits two numbers of four digits into two pairs of digits each, packed in order from the lowest
/// 16 bits.
#[inline(always)]
fn pairs(first: u64, second: u64) -> u64 {
    const RECIPROCAL: u64 = (1 << 32) / POWER2 + 1;
    let [first, second] = [first, second].map(|number| {
        // Exact below 2^27.
        let high = (number * RECIPROCAL) >> 32;
        (number - high * POWER2) << 16 | high
    });
    second << 32 | first
}

/// Returns the symbols of eight pairs of digits.
#[inline]
#[target_feature(enable = "sse2")]
fn symbols(pairs: __m128i) -> __m128i {
    // 1821 / 2^16 is a little more than 1 / 36; exact below 36².
    let high = _mm_mulhi_epu16(pairs, _mm_set1_epi16(1821));
    // high + ((pairs - 36 high) << 8)
    let low = _mm_slli_epi16::<8>(pairs);
    let digits = _mm_mullo_epi16(high, _mm_set1_epi16(1 - 36 * 256));
    symbols_of::<36, Base36>(_mm_add_epi16(low, digits))
}

#[inline]
#[target_feature(enable = "sse2")]
pub(super) fn write_24(before: u8, [a, b, c, d, e, f]: [u64; 6]) -> Text {
    let first = symbols(pair(pairs(a, b), pairs(c, d)));
    let last = symbols(pair(pairs(e, f), 0));
    let across = _mm_srli_si128::<15>(first);
    text::<25>([
        _mm_or_si128(_mm_slli_si128::<1>(first), _mm_cvtsi32_si128(before.into())),
        _mm_or_si128(_mm_slli_si128::<1>(last), across),
    ])
}

#[inline]
#[target_feature(enable = "sse2")]
pub(super) fn write_12([a, b, c]: [u64; 3]) -> Text {
    let symbols = symbols(pair(pairs(a, b), pairs(c, 0)));
    text::<12>([symbols, _mm_setzero_si128()])
}

#[inline]
#[target_feature(enable = "sse2")]
pub(super) fn read_12<A: Symbols<36>>(digits: &[u8; 12]) -> Option<[u64; 3]> {
    let head = u64::from_le_bytes(part::<0, 8, 12>(digits));
    let tail = u32::from_le_bytes(part::<8, 4, 12>(digits));
    // Pad the digits with zeros.
    const ZEROS: u64 = u32::from_le_bytes([b'0'; 4]) as u64;
    let raised = raised_values_of::<36, A>(pair(head, ZEROS << 32 | u64::from(tail)));
    if any_bad(raised) {
        return None;
    }
    // Join neighbours, the lower lane above the higher: two digits, then four.
    let values = _mm_sub_epi8(raised, all8(0x80 - 36));
    let low = _mm_and_si128(values, _mm_set1_epi16(0xff));
    let high = _mm_mullo_epi16(low, _mm_set1_epi16(36));
    let pairs = _mm_add_epi16(high, _mm_srli_epi16::<8>(values));
    let parts = _mm_madd_epi16(pairs, _mm_set1_epi32((1 << 16) | POWER2 as i32));
    let low = low_lane(parts);
    Some([low & 0xffff_ffff, low >> 32, high_lane(parts) & 0xffff_ffff])
}
