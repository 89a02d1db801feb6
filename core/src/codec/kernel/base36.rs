//! Six numbers of four base36 digits each, as 24 digits behind a letter.

#[cfg(all(
    target_arch = "x86_64",
    target_feature = "sse2",
    not(sortid_kernel = "portable")
))]
use core::arch::x86_64::*;

#[cfg(all(
    target_arch = "x86_64",
    target_feature = "sse2",
    not(sortid_kernel = "portable")
))]
use super::sse2::{pair, symbols_of, text};
use crate::codec::alphabet::{Runs, Symbols};
use crate::codec::number::{self, BASE36};
use crate::text::Text;

/// The digits, as a type.
struct Base36;

impl Symbols<36> for Base36 {
    const RUNS: Runs<36> = Runs::new(BASE36);
}

const LENGTH: u8 = 25;
const POWER2: u64 = 36 * 36;

/// The reference: one digit after another.
#[cfg_attr(
    all(
        target_arch = "x86_64",
        target_feature = "sse2",
        not(sortid_kernel = "portable")
    ),
    allow(dead_code, reason = "the reference for the test")
)]
fn portable<const LETTER: u8>(numbers: [u64; 6]) -> Text {
    let mut text = [LETTER; LENGTH as usize];
    for (digits, number) in text[1..].chunks_exact_mut(4).zip(numbers) {
        number::write(Base36::RUNS.table, number.into(), digits);
    }
    Text::new(text, LENGTH.into())
}

/// As for base58, but without a division by anything larger.
#[cfg(all(
    target_arch = "x86_64",
    target_feature = "sse2",
    not(sortid_kernel = "portable")
))]
#[inline]
#[target_feature(enable = "sse2")]
fn sse2<const LETTER: u8>(numbers: [u64; 6]) -> Text {
    const RECIPROCAL: u64 = (1 << 32) / POWER2 + 1;
    let [a, b, c, d, e, f] = numbers.map(|number| {
        // Exact below 2^27.
        let high = (number * RECIPROCAL) >> 32;
        (number - high * POWER2) << 16 | high
    });
    let symbols = [pair(a | b << 32, c | d << 32), pair(e | f << 32, 0)].map(|pairs| {
        // 1821 / 2^16 is a little more than 1 / 36; exact below 36².
        let high = _mm_mulhi_epu16(pairs, _mm_set1_epi16(1821));
        // high + ((pairs - 36 high) << 8)
        let low = _mm_slli_epi16::<8>(pairs);
        let digits = _mm_mullo_epi16(high, _mm_set1_epi16(1 - 36 * 256));
        symbols_of::<36, Base36>(_mm_add_epi16(low, digits))
    });
    let [first, last] = symbols;
    let across = _mm_srli_si128::<15>(first);
    text::<LENGTH>([
        _mm_or_si128(_mm_slli_si128::<1>(first), _mm_cvtsi32_si128(LETTER.into())),
        _mm_or_si128(_mm_slli_si128::<1>(last), across),
    ])
}

/// Six numbers below 36^4, as four digits each behind a letter.
#[inline(always)]
pub(crate) fn base36_write_behind<const LETTER: u8>(numbers: [u64; 6]) -> Text {
    #[cfg(all(
        target_arch = "x86_64",
        target_feature = "sse2",
        not(sortid_kernel = "portable")
    ))]
    {
        // SAFETY: compiled only where every processor that may run this has SSE2.
        unsafe { sse2::<LETTER>(numbers) }
    }
    #[cfg(not(all(
        target_arch = "x86_64",
        target_feature = "sse2",
        not(sortid_kernel = "portable")
    )))]
    portable::<LETTER>(numbers)
}

#[cfg(test)]
mod tests {
    use super::*;

    /// Every number at one place or another, and what is around it.
    #[test]
    fn digits_are_those_of_the_numbers() {
        const LARGEST: u64 = POWER2 * POWER2 - 1;
        for number in 0..=LARGEST {
            let mut numbers = [LARGEST - number; 6];
            numbers[number as usize % 6] = number;
            let text = base36_write_behind::<b'c'>(numbers);
            assert_eq!(text, portable::<b'c'>(numbers), "{numbers:?}");
        }
    }
}
