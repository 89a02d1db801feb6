//! SSE2 kernels, sixteen symbols at once, for every x86-64 processor.
//!
//! Symbols are decoded by comparison instead of tables: an alphabet of two runs of bytes takes two
//! saturating subtractions and a minimum (after Muła and Langdale), and base58 takes five steps.
//! Vectors hold texts in memory order; lanes count from the lowest byte.

mod holes;

use core::arch::x86_64::*;

use super::super::each::loops;
pub(crate) use super::words::sse2 as word_masks;
use super::{Digits, Half, Hyphenated, Int160, Symbols11, Symbols13};
use crate::codec::alphabet::Symbols;
use crate::codec::text::{Memory, Text};

loops! { "sse2" hex_read_hyphenated }

#[inline(always)]
pub(super) fn load(bytes: [u8; 16]) -> __m128i {
    // SAFETY: both are 16 bytes, and any bytes are a value of either.
    unsafe { core::mem::transmute(bytes) }
}

#[inline(always)]
pub(super) fn bytes(vector: __m128i) -> [u8; 16] {
    // SAFETY: both are 16 bytes, and any bytes are a value of either.
    unsafe { core::mem::transmute(vector) }
}

#[inline]
#[target_feature(enable = "sse2")]
pub(super) fn pair(low: u64, high: u64) -> __m128i {
    _mm_set_epi64x(high as i64, low as i64)
}

#[inline]
#[target_feature(enable = "sse2")]
pub(super) fn low_lane(vector: __m128i) -> u64 {
    _mm_cvtsi128_si64(vector) as u64
}

#[inline]
#[target_feature(enable = "sse2")]
pub(super) fn high_lane(vector: __m128i) -> u64 {
    low_lane(_mm_unpackhi_epi64(vector, vector))
}

#[inline]
#[target_feature(enable = "sse2")]
pub(super) fn all8(byte: u8) -> __m128i {
    _mm_set1_epi8(byte as i8)
}

/// Returns a text of at most 32 symbols, made of three whole vectors.
#[inline]
#[target_feature(enable = "sse2")]
pub(super) fn text<const LENGTH: u8>([first, second]: [__m128i; 2]) -> Text {
    let last = _mm_set_epi8(LENGTH as i8, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0);
    let mut memory = [0; size_of::<Memory>()];
    let (vectors, _) = memory.as_chunks_mut();
    vectors.copy_from_slice(&[bytes(first), bytes(second), bytes(last)]);
    Text::from_memory(memory)
}

/// Returns `LENGTH` bytes of `text`, starting at `AT`.
#[inline(always)]
pub(super) fn part<const AT: usize, const LENGTH: usize, const N: usize>(
    text: &[u8; N],
) -> [u8; LENGTH] {
    const { assert!(AT + LENGTH <= N) };
    // The part exists, so the compiler drops the default.
    *text[AT..].first_chunk().unwrap_or(&[0; LENGTH])
}

/// Returns the symbols of sixteen values below `N`.
#[inline]
#[target_feature(enable = "sse2")]
pub(super) fn symbols_of<const N: usize, A: Symbols<N>>(values: __m128i) -> __m128i {
    let runs = const { A::RUNS };
    let mut symbols = _mm_add_epi8(values, all8(runs.first));
    for (from, gap) in runs.gaps {
        let beyond = || _mm_cmpgt_epi8(values, all8(from - 1));
        symbols = match gap {
            0 => symbols,
            // The mask is -1 there: subtracting it adds one.
            1 => _mm_sub_epi8(symbols, beyond()),
            _ => _mm_add_epi8(symbols, _mm_and_si128(beyond(), all8(gap))),
        };
    }
    symbols
}

/// Returns the values of sixteen symbols, each plus `0x80 - N`, so that the top bit marks other
/// bytes.
#[inline]
#[target_feature(enable = "sse2")]
pub(super) fn raised_values_of<const N: usize, A: Symbols<N>>(symbols: __m128i) -> __m128i {
    let runs = const { A::RUNS };
    let (size, count) = (N as u8, runs.count);
    // Move the first run to 0, then up to end just below 0x80; everything else ends at 0x80 or
    // more. A signed subtraction then moves the run to its values and leaves everything else at
    // 0x80 or more.
    let first = _mm_sub_epi8(symbols, all8(runs.first));
    let first = _mm_adds_epu8(first, all8(0x80 - count));
    let first = _mm_subs_epi8(first, all8(size - count));
    // Move the second run to 0, then up to its values; everything else ends above it.
    let (folded, second) = if const { A::RUNS.any_case } {
        let upper = runs.second.to_ascii_uppercase();
        (_mm_and_si128(symbols, all8(!0x20)), upper)
    } else {
        (symbols, runs.second)
    };
    let second = _mm_sub_epi8(folded, all8(second));
    let second = _mm_adds_epu8(second, all8(0x80 - size + count));
    _mm_min_epu8(first, second)
}

/// Whether any of sixteen values, raised or not, has its top bit set.
#[inline]
#[target_feature(enable = "sse2")]
pub(super) fn any_bad(values: __m128i) -> bool {
    _mm_movemask_epi8(values) != 0
}

/// Writes two 40-bit integers as eight symbols each. Ignores higher bits.
#[inline]
#[target_feature(enable = "sse2")]
fn base32_symbols<A: Symbols<32>>(ints: [u64; 2]) -> __m128i {
    // Halve the bits three times. The upper half goes to the lower lane, in text order; halves are
    // at the top of their lanes.
    let [first, second] = ints.map(|int| u64::from((int >> 8) as u32 & 0xffff_f000) | (int << 44));
    let x = pair(first, second);
    let x = _mm_or_si128(_mm_srli_epi32::<16>(x), _mm_slli_epi32::<10>(x));
    let lower = _mm_and_si128(_mm_slli_epi16::<2>(x), _mm_set1_epi16(0x1f << 8));
    symbols_of::<32, A>(_mm_or_si128(_mm_srli_epi16::<11>(x), lower))
}

/// Joins sixteen raised values into two 40-bit integers.
#[inline]
#[target_feature(enable = "sse2")]
fn base32_ints(raised: __m128i) -> __m128i {
    // Join neighbours, the lower lane above the higher: 10 bits, 20, 40.
    let x = _mm_and_si128(raised, all8(0x1f));
    let upper = _mm_and_si128(_mm_slli_epi16::<5>(x), _mm_set1_epi16(0x3e0));
    let x = _mm_or_si128(upper, _mm_srli_epi16::<8>(x));
    let x = _mm_madd_epi16(x, _mm_set1_epi32((1 << 16) | (1 << 10)));
    let upper = _mm_mul_epu32(x, _mm_set1_epi64x(1 << 20));
    _mm_or_si128(upper, _mm_srli_epi64::<32>(x))
}

/// Writes 64 bits as thirteen symbols. The first holds four bits.
#[inline]
#[target_feature(enable = "sse2")]
pub(crate) fn base32_write_64<A: Symbols<32>>(int: u64) -> Text {
    Text::new(bytes(base32_symbols::<A>([int >> 25, int << 15])), 13)
}

/// Returns the raised values of the first eight and the last eight of thirteen symbols. Returns
/// `None` if a symbol is bad or the number is too large.
#[inline]
#[target_feature(enable = "sse2")]
pub(super) fn base32_values_64<A: Symbols<32>>(symbols: &Symbols13) -> Option<__m128i> {
    let groups = [part::<0, 8, 13>(symbols), part::<5, 8, 13>(symbols)];
    let [first, last] = groups.map(u64::from_le_bytes);
    let raised = raised_values_of::<32, A>(pair(first, last));
    // The first symbol must be below 16: adding 16 sets the top bit of larger raised values.
    let raised = _mm_adds_epu8(raised, _mm_cvtsi32_si128(16));
    (!any_bad(raised)).then_some(raised)
}

/// Reads thirteen symbols as 64 bits. Returns `None` if a symbol is bad or the number is too large.
#[inline]
#[target_feature(enable = "sse2")]
pub(crate) fn base32_read_64<A: Symbols<32>>(symbols: &Symbols13) -> Option<u64> {
    let ints = base32_ints(base32_values_64::<A>(symbols)?);
    // The halves overlap by three symbols.
    Some((low_lane(ints) << 25) | high_lane(ints))
}

/// Writes 160 bits as 32 symbols. The text is the first `LENGTH` of them.
#[inline]
#[target_feature(enable = "sse2")]
pub(crate) fn base32_write_160<A: Symbols<32>, const LENGTH: u8>((head, tail): Int160) -> Text {
    let (high, low) = ((head >> 64) as u64, head as u64);
    let first = base32_symbols::<A>([high >> 24, (high << 16) | (low >> 48)]);
    let last = base32_symbols::<A>([low >> 8, (low << 32) | tail as u64]);
    text::<LENGTH>([first, last])
}

/// Reads 32 symbols as 160 bits. Returns `None` if a symbol is bad.
#[inline]
#[target_feature(enable = "sse2")]
pub(crate) fn base32_read_160<A: Symbols<32>>(first: &Half, last: &Half) -> Option<Int160> {
    let [first, last] = [first, last].map(|half| match const { A::RUNS.gaps[1].1 == 0 } {
        true => raised_values_of::<32, A>(load(*half)),
        false => holes::raised_values_of::<A>(load(*half)),
    });
    if any_bad(_mm_or_si128(first, last)) {
        return None;
    }
    let (first, last) = (base32_ints(first), base32_ints(last));
    let (a, b) = (low_lane(first), high_lane(first));
    let (c, d) = (low_lane(last), high_lane(last));
    let (high, low) = ((a << 24) | (b >> 16), (b << 48) | (c << 8) | (d >> 32));
    Some((((high as u128) << 64) | low as u128, d as u32))
}

/// Returns the 32 digits of 128 bits as two vectors.
#[inline]
#[target_feature(enable = "sse2")]
fn hex_digits<A: Symbols<16>>(int: u128) -> (__m128i, __m128i) {
    let x = pair(((int >> 64) as u64).swap_bytes(), (int as u64).swap_bytes());
    let upper = _mm_and_si128(_mm_srli_epi16::<4>(x), all8(0xf));
    let lower = _mm_and_si128(x, all8(0xf));
    (
        symbols_of::<16, A>(_mm_unpacklo_epi8(upper, lower)),
        symbols_of::<16, A>(_mm_unpackhi_epi8(upper, lower)),
    )
}

/// Reads 128 bits from two vectors of digits. Returns `None` if a digit is bad.
#[inline]
#[target_feature(enable = "sse2")]
fn hex_int<A: Symbols<16>>(a: __m128i, b: __m128i) -> Option<u128> {
    let (a, b) = (raised_values_of::<16, A>(a), raised_values_of::<16, A>(b));
    if any_bad(_mm_or_si128(a, b)) {
        return None;
    }
    // Join two digits per 16-bit lane, the lower byte above the higher; the shift drops the raise.
    let joined = |x| {
        let lower = _mm_and_si128(x, all8(0xf));
        _mm_srli_epi16::<8>(_mm_or_si128(_mm_slli_epi16::<12>(x), lower))
    };
    let x = _mm_packus_epi16(joined(a), joined(b));
    let (high, low) = (low_lane(x).swap_bytes(), high_lane(x).swap_bytes());
    Some(((high as u128) << 64) | low as u128)
}

/// Writes 128 bits as 32 digits.
#[inline]
#[target_feature(enable = "sse2")]
pub(crate) fn hex_write<A: Symbols<16>>(int: u128) -> Digits {
    let (a, b) = hex_digits::<A>(int);
    let mut digits = [0; 32];
    digits[..16].copy_from_slice(&bytes(a));
    digits[16..].copy_from_slice(&bytes(b));
    digits
}

/// Reads 32 digits as 128 bits. Returns `None` if a digit is bad.
#[inline]
#[target_feature(enable = "sse2")]
pub(crate) fn hex_read<A: Symbols<16>>(first: &Half, last: &Half) -> Option<u128> {
    hex_int::<A>(load(*first), load(*last))
}

/// Writes 128 bits as digits and hyphens, 36 bytes.
#[inline]
#[target_feature(enable = "sse2")]
pub(crate) fn hex_write_hyphenated<A: Symbols<16>>(int: u128) -> Text {
    let (a, b) = hex_digits::<A>(int);
    let low_half = |vector| (_mm_cvtsi128_si32(vector) as u32).to_le_bytes();
    let mut text = [b'-'; 40];
    text[..8].copy_from_slice(&low_lane(a).to_le_bytes());
    text[9..13].copy_from_slice(&low_half(_mm_srli_si128::<8>(a)));
    text[14..18].copy_from_slice(&low_half(_mm_srli_si128::<12>(a)));
    text[19..23].copy_from_slice(&low_half(b));
    text[24..].copy_from_slice(&bytes(_mm_srli_si128::<4>(b)));
    Text::new(text, 36)
}

/// Reads digits and hyphens as 128 bits. Returns `None` if any is bad or misplaced.
#[inline]
#[target_feature(enable = "sse2")]
pub(crate) fn hex_read_hyphenated<A: Symbols<16>>(text: &Hyphenated) -> Option<u128> {
    let middle = load(part::<8, 16, 36>(text));
    let hyphens = _mm_movemask_epi8(_mm_cmpeq_epi8(middle, all8(b'-')));
    const PLACES: i32 = 1 | 1 << 5 | 1 << 10 | 1 << 15;
    if hyphens & PLACES != PLACES {
        return None;
    }
    let first_two = _mm_unpacklo_epi32(_mm_srli_si128::<1>(middle), _mm_srli_si128::<6>(middle));
    let head = pair(u64::from_le_bytes(part::<0, 8, 36>(text)), 0);
    let a = _mm_unpacklo_epi64(head, first_two);
    // The fourth group replaces the first four of the last sixteen bytes.
    let tail = load(part::<20, 16, 36>(text));
    let b = _mm_castps_si128(_mm_move_ss(
        _mm_castsi128_ps(tail),
        _mm_castsi128_ps(_mm_srli_si128::<11>(middle)),
    ));
    hex_int::<A>(a, b)
}

pub(super) const POWER2: u64 = 58 * 58;
pub(super) const POWER4: u64 = POWER2 * POWER2;
pub(super) const POWER8: u64 = POWER4 * POWER4;

/// Returns the symbols of sixteen values below 58, which are six runs of bytes.
#[inline]
#[target_feature(enable = "sse2")]
fn base58_symbols(values: __m128i) -> __m128i {
    let above = |value| _mm_cmpgt_epi8(values, all8(value));
    let mut symbols = _mm_add_epi8(values, all8(b'1'));
    symbols = _mm_add_epi8(symbols, _mm_and_si128(above(8), all8(b'A' - b'9' - 1)));
    symbols = _mm_sub_epi8(symbols, above(16)); // no I
    symbols = _mm_sub_epi8(symbols, above(21)); // no O
    symbols = _mm_add_epi8(symbols, _mm_and_si128(above(32), all8(b'a' - b'Z' - 1)));
    _mm_sub_epi8(symbols, above(43)) // no l
}

/// Splits 64 bits into six numbers of two digits each, in order from the lowest 16-bit lane.
#[inline]
#[target_feature(enable = "sse2")]
pub(super) fn base58_pairs(int: u64) -> __m128i {
    // Split into three numbers of four digits, then each into two of two.
    let upper = int / POWER4;
    let highest = upper / POWER4;
    let [b, c] = [upper - highest * POWER4, int - upper * POWER4];
    let parts = pair(highest | (b << 32), c);
    // Exact below 58^4 (tested).
    let reciprocal = _mm_set1_epi32(((1u64 << 40) / POWER2 + 1) as i32);
    let even = _mm_srli_epi64::<40>(_mm_mul_epu32(parts, reciprocal));
    let odd = _mm_srli_epi64::<40>(_mm_mul_epu32(_mm_srli_epi64::<32>(parts), reciprocal));
    let high = _mm_or_si128(even, _mm_slli_epi64::<32>(odd));
    // The low 16 bits of `parts` - 58² `high`.
    let minus = _mm_mullo_epi16(high, _mm_set1_epi16((POWER2 as i16).wrapping_neg()));
    let low = _mm_slli_epi32::<16>(_mm_add_epi16(parts, minus));
    _mm_or_si128(low, high)
}

/// Writes 64 bits as eleven symbols.
#[inline]
#[target_feature(enable = "sse2")]
pub(crate) fn base58_write(int: u64) -> Text {
    // The first of the twelve digits is always zero.
    let symbols = base58_symbols(base58_digits(base58_pairs(int)));
    text::<11>([_mm_srli_si128::<1>(symbols), _mm_setzero_si128()])
}

/// Splits numbers of two digits into their digits.
#[inline]
#[target_feature(enable = "sse2")]
pub(super) fn base58_digits(pairs: __m128i) -> __m128i {
    // 1130 / 2^16 is a little more than 1 / 58; exact below 58².
    let high = _mm_mulhi_epu16(pairs, _mm_set1_epi16(1130));
    // high + ((pairs - 58 high) << 8)
    let low = _mm_slli_epi16::<8>(pairs);
    _mm_add_epi16(low, _mm_mullo_epi16(high, _mm_set1_epi16(1 - 58 * 256)))
}

/// Reads eleven symbols as 64 bits. Returns `None` if a symbol is bad or the number is too large.
#[inline]
#[target_feature(enable = "sse2")]
pub(crate) fn base58_read(symbols: &Symbols11) -> Option<u64> {
    // Prepend a zero to get twelve digits.
    let head = u64::from_le_bytes(part::<0, 8, 11>(symbols));
    let tail = u32::from_le_bytes(part::<7, 4, 11>(symbols));
    let symbols = pair((head << 8) | b'1' as u64, tail as u64);

    const RAISE: u8 = 0x80 - 58;
    let digits = holes::places(symbols, *b"19", RAISE, &[]);
    let upper = holes::places(symbols, *b"AZ", RAISE + 9, b"IO");
    let lower = holes::places(symbols, *b"az", RAISE + 33, b"l");
    let raised = _mm_min_epu8(digits, _mm_min_epu8(upper, lower));
    if _mm_movemask_epi8(raised) & 0xfff != 0 {
        return None;
    }
    let values = _mm_sub_epi8(raised, all8(RAISE));

    // Join neighbours, the lower lane above the higher: two digits, then four.
    let high = _mm_mullo_epi16(
        _mm_and_si128(values, _mm_set1_epi16(0xff)),
        _mm_set1_epi16(58),
    );
    let pairs = _mm_add_epi16(high, _mm_srli_epi16::<8>(values));
    let parts = _mm_madd_epi16(pairs, _mm_set1_epi32((1 << 16) | POWER2 as i32));
    let (a, b) = (low_lane(parts) & 0xffff_ffff, low_lane(parts) >> 32);
    let c = high_lane(parts) & 0xffff_ffff;
    if a > u64::MAX / POWER8 {
        return None;
    }
    (a * POWER8).checked_add(b * POWER4 + c)
}
