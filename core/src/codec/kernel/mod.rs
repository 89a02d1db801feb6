//! SIMD kernels, the codecs' inner loops: fixed numbers of symbols to and from integers, without
//! errors or forms.
//!
//! [`portable`] is the reference: table lookups, one symbol after another. Architectures with
//! faster instructions have a folder each, with the same results. Only this file chooses one, at
//! compile time.
//!
//! One kernel does not decode symbols: `word_masks` finds the words of a longer text, so that only
//! words of the right length are parsed as ids.
//!
//! Kernels return a [`Text`](crate::codec::text::Text) by value, so that it is built directly in the
//! caller's memory.
//!
//! To benchmark the kernels of older processors:
//! `cargo suite bench core --kernel avx2,sse2,portable`.
//!
//! See docs/decisions/0008-simd.md.

mod base36;
mod each;
mod portable;
#[cfg(test)]
mod tests;
#[cfg_attr(
    all(
        target_arch = "x86_64",
        target_feature = "sse2",
        not(sortid_kernel = "portable")
    ),
    path = "x86_64/mod.rs"
)]
#[cfg_attr(
    all(
        target_arch = "aarch64",
        target_feature = "neon",
        target_endian = "little",
        not(sortid_kernel = "portable")
    ),
    path = "aarch64/mod.rs"
)]
mod this;

pub(crate) use base36::{Base36, Base36AnyCase, POWER4, POWER12, fours};
pub(crate) use each::{BLOCK, read as read_each};
pub(crate) use portable::{BASE58, is_of_word};
pub(crate) use this::{
    ahead, base32_read_64, base32_read_64_each, base32_read_160, base32_read_160_each,
    base32_write_64, base32_write_160, base32_write_160_each, base36_read_12, base36_write_12,
    base36_write_24, base58_read, base58_read_each, base58_write, base58_write_each, hex_read,
    hex_read_hyphenated, hex_read_hyphenated_each, hex_write, hex_write_hyphenated,
    hex_write_hyphenated_each, map_each, word_masks,
};

/// The first 128 and the last 32 of 160 bits.
pub(crate) type Int160 = (u128, u32);
/// One half of 32 symbols. The halves of shorter texts overlap.
pub(crate) type Half = [u8; 16];
/// A 64-bit integer in base32; the first symbol holds four bits.
pub(crate) type Symbols13 = [u8; 13];
/// The digits of a UUID.
pub(crate) type Digits = [u8; 32];
/// The digits of a UUID with hyphens after 8, 12, 16 and 20 of them.
pub(crate) type Hyphenated = [u8; 36];
/// A 64-bit integer in base58.
pub(crate) type Symbols11 = [u8; 11];
/// base36 numbers of four digits each: three for twelve digits, six for the 24 digits after a
/// leading symbol.
pub(crate) type Fours3 = [u64; 3];
pub(crate) type Fours6 = [u64; 6];

/// A block of bytes that [`word_masks`] examines at once.
pub(crate) type Bytes64 = [u8; 64];

/// The prefetch distance in bytes: processing this much takes as long as a fetch. A quarter or
/// twice the distance costs a tenth of the speed.
#[allow(dead_code, reason = "used on processors with a prefetch instruction")]
const AHEAD: usize = 2048;

/// The offsets of the hyphens in a UUID.
pub(crate) const HYPHENS: [usize; 4] = [8, 13, 18, 23];
