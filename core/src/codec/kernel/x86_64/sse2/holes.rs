//! Decoding of runs of letters with holes, as in base58 and Crockford's base32.

use core::arch::x86_64::*;

use super::all8;
use crate::codec::alphabet::Symbols;

/// Maps the symbols of a run to consecutive numbers from `place` on, which end below `0x80`. Maps
/// holes and bytes outside of the run to `0x80` or more.
#[inline(always)]
pub(super) fn places(symbols: __m128i, [first, last]: [u8; 2], place: u8, holes: &[u8]) -> __m128i {
    // SAFETY: compiled only where every processor that may run this has SSE2.
    unsafe {
        // Move the run to end just below 0x80, subtract one per hole before a symbol, then move it
        // to `place`.
        let below = 0x7f - (last - first);
        let inside = _mm_adds_epu8(_mm_sub_epi8(symbols, all8(first)), all8(below));
        let (mut bad, mut places) = (_mm_setzero_si128(), inside);
        for hole in holes {
            let hole = all8(hole - first + below);
            bad = _mm_or_si128(bad, _mm_cmpeq_epi8(inside, hole));
            places = _mm_add_epi8(places, _mm_cmpgt_epi8(inside, hole));
        }
        places = match place >= below {
            true => _mm_adds_epu8(places, all8(place - below)),
            // Signed saturation leaves bytes outside of the run at 0x80 or more.
            false => _mm_subs_epi8(places, all8(below - place)),
        };
        _mm_or_si128(places, bad)
    }
}

/// Returns the values of sixteen symbols, each plus `0x80 - 32`, so that the top bit marks other
/// bytes. Like the function for alphabets of two runs.
#[inline]
#[target_feature(enable = "sse2")]
pub(super) fn raised_values_of<A: Symbols<32>>(symbols: __m128i) -> __m128i {
    const RAISE: u8 = 0x80 - 32;
    const { assert!(A::RUNS.any_case || A::RUNS.gaps[1].1 == 0) };
    // A hole is the letter before each symbol that starts a new run of letters.
    let (holes, count) = const {
        let (mut holes, mut count, mut i) = ([0; 4], 0, 1);
        while i < 5 {
            let (from, gap) = A::RUNS.gaps[i];
            if gap > 0 {
                holes[count] = A::RUNS.table.symbols[from as usize].to_ascii_uppercase() - 1;
                count += 1;
            }
            i += 1;
        }
        (holes, count)
    };
    let runs = const { A::RUNS };
    let digits = [runs.first, runs.first + runs.count - 1];
    let letters = [runs.second, runs.table.symbols[31]].map(|letter| letter.to_ascii_uppercase());
    let folded = _mm_and_si128(symbols, all8(!0x20));
    _mm_min_epu8(
        places(symbols, digits, RAISE, &[]),
        places(folded, letters, RAISE + runs.count, &holes[..count]),
    )
}
