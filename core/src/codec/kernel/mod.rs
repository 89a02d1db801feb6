//! The inner loops: fixed numbers of symbols to and from integers, without errors or forms.
//!
//! [`portable`] is the reference: tables, one symbol after another. Each kind of processor that has better has a folder of its own, which gives the same
//! answers; which one that is, is known when compiling, and stands here alone.
//!
//! And one that reads no symbols: which bytes of a longer text are of words, so that only words of the right length are read as ids.
//!
//! Texts are returned whole, as [`Text`](crate::text::Text), by the function that makes them: they
//! are then made in the caller's memory.
//!
//! To measure those of lesser processors: `cargo suite bench core --kernel avx512,avx2,sse2,portable`.
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
    base32_write_64, base32_write_64_each, base32_write_160, base32_write_160_each, base36_read_12,
    base36_write_12, base36_write_24, base58_read, base58_read_each, base58_write,
    base58_write_each, hex_read, hex_read_hyphenated, hex_read_hyphenated_each, hex_write,
    hex_write_hyphenated, hex_write_hyphenated_each, map_each, word_masks,
};

/// The first 128 and the last 32 of 160 bits.
pub(crate) type Int160 = (u128, u32);
/// Half of 32 symbols: of shorter texts some are in both.
pub(crate) type Half = [u8; 16];
/// A 64-bit integer in base32; the first symbol holds four bits.
pub(crate) type Symbols13 = [u8; 13];
/// The digits of a UUID.
pub(crate) type Digits = [u8; 32];
/// The same with hyphens after 8, 12, 16 and 20 of them.
pub(crate) type Hyphenated = [u8; 36];
/// A 64-bit integer in base58.
pub(crate) type Symbols11 = [u8; 11];
/// Numbers of four digits of base36, of twelve digits and of 24 behind another symbol.
pub(crate) type Fours3 = [u64; 3];
pub(crate) type Fours6 = [u64; 6];

/// Bytes that are told at once whether they are of words.
pub(crate) type Bytes64 = [u8; 64];

/// How many bytes before it is read or written memory is fetched: as much as takes as long as a fetch. Four times less or twice more cost a tenth.
#[allow(dead_code, reason = "of processors that are asked to fetch")]
const AHEAD: usize = 2048;

/// Where the hyphens of a UUID stand.
pub(crate) const HYPHENS: [usize; 4] = [8, 13, 18, 23];
