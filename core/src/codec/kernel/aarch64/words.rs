//! Bit masks of word characters: one bit for each of 64 bytes, the first byte lowest.

use core::arch::aarch64::*;

use super::neon::vector;
use crate::codec::kernel::Bytes64;

/// The bit of each byte in a mask of eight.
const BITS: uint8x16_t = vector([1, 2, 4, 8, 16, 32, 64, 128, 1, 2, 4, 8, 16, 32, 64, 128]);

/// Replaces each word character by the bit of its position, and other bytes by zero.
#[inline]
#[target_feature(enable = "neon")]
fn sixteen(bytes: uint8x16_t) -> uint8x16_t {
    let within = |bytes, first, last: u8| {
        let beyond = vsubq_u8(bytes, vdupq_n_u8(first));
        vcleq_u8(beyond, vdupq_n_u8(last - first))
    };
    let letters = within(vorrq_u8(bytes, vdupq_n_u8(0x20)), b'a', b'z');
    let digits = within(bytes, b'0', b'9');
    let signs = [b'-', b'_'].map(|sign| vceqq_u8(bytes, vdupq_n_u8(sign)));
    let signs = vorrq_u8(signs[0], signs[1]);
    vandq_u8(vorrq_u8(vorrq_u8(letters, digits), signs), BITS)
}

#[inline]
#[target_feature(enable = "neon")]
pub(crate) fn word_masks(blocks: &[Bytes64], masks: &mut [u64]) {
    for (block, mask) in blocks.iter().zip(masks) {
        let (quarters, _) = block.as_chunks();
        let quarter = |at: usize| sixteen(vector(quarters[at]));
        // Add neighbours until eight bytes hold the 64 bits.
        let (a, b) = (
            vpaddq_u8(quarter(0), quarter(1)),
            vpaddq_u8(quarter(2), quarter(3)),
        );
        let eighths = vpaddq_u8(a, b);
        let eighths = vpaddq_u8(eighths, eighths);
        *mask = vgetq_lane_u64::<0>(vreinterpretq_u64_u8(eighths));
    }
}
