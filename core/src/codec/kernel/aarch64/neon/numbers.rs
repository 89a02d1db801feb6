//! NEON kernels for base58 and base36, in vectors of four-digit numbers.

use core::arch::aarch64::*;
use core::mem::transmute;

use super::{Table, any_bad, symbols_of, text, values_of, values_tables, vector};
use crate::codec::alphabet::Symbols;
use crate::codec::kernel::portable::BASE58;
use crate::codec::kernel::{Base36, Fours3, Fours6, Symbols11};
use crate::codec::text::Text;

/// Splits numbers below `BASE`^4 into four digits each. `SQUARE` is `BASE`^2; `PART` is 2^16 /
/// `BASE`, rounded up.
#[inline]
#[target_feature(enable = "neon")]
fn four_digits<const BASE: u16, const SQUARE: u32, const PART: u16>(
    numbers: [u32; 4],
) -> uint8x16_t {
    // SAFETY: both are 16 bytes, and any bytes are a vector.
    let numbers: uint32x4_t = unsafe { transmute(numbers) };
    // Exact below BASE^4 (tested).
    let reciprocal = const { ((1u64 << 40) / SQUARE as u64 + 1) as u32 };
    let upper = |half| vmovn_u64(vshrq_n_u64::<40>(vmull_n_u32(half, reciprocal)));
    let high = vcombine_u32(upper(vget_low_u32(numbers)), upper(vget_high_u32(numbers)));
    let low = vmlsq_n_u32(numbers, high, SQUARE);
    // Two digits per lane.
    let pairs = vreinterpretq_u16_u32(vsliq_n_u32::<16>(high, low));
    let upper = |half| vshrn_n_u32::<16>(vmull_n_u16(half, PART));
    let high = vcombine_u16(upper(vget_low_u16(pairs)), upper(vget_high_u16(pairs)));
    let low = vmlsq_n_u16(pairs, high, BASE);
    vreinterpretq_u8_u16(vsliq_n_u16::<8>(high, low))
}

/// Joins each group of four digits into a number.
#[inline]
#[target_feature(enable = "neon")]
fn four_numbers<const BASE: u8, const SQUARE: u16>(digits: uint8x16_t) -> [u64; 3] {
    let (high, low) = (vuzp1q_u8(digits, digits), vuzp2q_u8(digits, digits));
    let pairs = vmlal_u8(
        vmovl_u8(vget_low_u8(low)),
        vget_low_u8(high),
        vdup_n_u8(BASE),
    );
    let (high, low) = (vuzp1q_u16(pairs, pairs), vuzp2q_u16(pairs, pairs));
    let numbers = vmlal_n_u16(vmovl_u16(vget_low_u16(low)), vget_low_u16(high), SQUARE);
    [
        vgetq_lane_u32::<0>(numbers).into(),
        vgetq_lane_u32::<1>(numbers).into(),
        vgetq_lane_u32::<2>(numbers).into(),
    ]
}

const POWER4: u64 = 58 * 58 * 58 * 58;
const POWER8: u64 = POWER4 * POWER4;

/// Writes 64 bits as eleven symbols.
#[inline]
#[target_feature(enable = "neon")]
pub(crate) fn base58_write(int: u64) -> Text {
    let upper = int / POWER4;
    let numbers = [upper / POWER4, upper % POWER4, int % POWER4, 0];
    let digits = four_digits::<58, 3364, 1130>(numbers.map(|number| number as u32));
    let table = const { Table::of_symbols(BASE58) }.vectors();
    let symbols = vqtbl4q_u8(table, digits);
    // The first of the twelve digits is always zero.
    let zero = vdupq_n_u8(0);
    text(vextq_u8::<1>(symbols, zero), zero, 11)
}

/// Reads eleven symbols as 64 bits. Returns `None` if a symbol is bad or the number is too large.
#[inline]
#[target_feature(enable = "neon")]
pub(crate) fn base58_read(symbols: &Symbols11) -> Option<u64> {
    // Pad to sixteen symbols: one zero before them, four after.
    let mut all = [BASE58.symbols[0]; 16];
    all[1..12].copy_from_slice(symbols);
    let tables = const { values_tables(BASE58) };
    let values = values_of(&tables, vector(all));
    if any_bad(values) {
        return None;
    }
    let [a, b, c] = four_numbers::<58, 3364>(values);
    a.checked_mul(POWER8)
        .and_then(|int| int.checked_add(b * POWER4 + c))
}

/// Returns the symbols of four numbers of four base36 digits each.
#[inline]
#[target_feature(enable = "neon")]
fn base36_symbols(numbers: [u64; 4]) -> uint8x16_t {
    let digits = four_digits::<36, 1296, 1821>(numbers.map(|number| number as u32));
    symbols_of::<36, Base36>(digits)
}

#[inline]
#[target_feature(enable = "neon")]
pub(crate) fn base36_write_24(before: u8, [a, b, c, d, e, f]: Fours6) -> Text {
    let (first, last) = (base36_symbols([a, b, c, d]), base36_symbols([e, f, 0, 0]));
    text(
        vextq_u8::<15>(vdupq_n_u8(before), first),
        vextq_u8::<15>(first, last),
        25,
    )
}

#[inline]
#[target_feature(enable = "neon")]
pub(crate) fn base36_write_12([a, b, c]: Fours3) -> Text {
    text(base36_symbols([a, b, c, 0]), vdupq_n_u8(0), 12)
}

#[inline]
#[target_feature(enable = "neon")]
pub(crate) fn base36_read_12<A: Symbols<36>>(digits: &[u8; 12]) -> Option<Fours3> {
    let mut all = [A::RUNS.table.symbols[0]; 16];
    all[..12].copy_from_slice(digits);
    let tables = const { values_tables(A::RUNS.table) };
    let values = values_of(&tables, vector(all));
    (!any_bad(values)).then(|| four_numbers::<36, 1296>(values))
}
