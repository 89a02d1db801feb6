//! The inner loops: fixed numbers of symbols to and from integers, without errors or forms.
//!
//! [`portable`] is the reference: tables, one symbol after another. [`sse2`] gives the same
//! answers by comparing and shifting 16 symbols at once. SSE2 is part of every x86-64 processor,
//! so the choice falls when compiling: nothing is detected at run time and everything can be
//! inlined.
//!
//! What is written comes as an array of whole vectors, of which the text is the first part. Its
//! parts do not overlap, so that the compiler keeps them in registers and stores them once.
//!
//! See docs/decisions/0008-simd.md.

#[cfg(all(target_arch = "x86_64", target_feature = "sse2"))]
use crate::codec::alphabet::Runs;

#[cfg_attr(
    all(target_arch = "x86_64", target_feature = "sse2"),
    allow(dead_code, reason = "the reference for the tests")
)]
mod portable;
#[cfg(all(target_arch = "x86_64", target_feature = "sse2"))]
mod sse2;

pub(crate) use portable::BASE58;
#[cfg(not(all(target_arch = "x86_64", target_feature = "sse2")))]
pub(crate) use portable::{
    base32_read, base32_write, base58_read, base58_write, hex_read, hex_read_hyphenated, hex_write,
    hex_write_hyphenated,
};

#[cfg(all(target_arch = "x86_64", target_feature = "sse2"))]
macro_rules! by_sse2 {
    ($(fn $name:ident($($argument:ident: $type:ty),*) -> $returned:ty;)*) => {$(
        #[inline(always)]
        pub(crate) fn $name($($argument: $type),*) -> $returned {
            // SAFETY: compiled only where every processor that may run this has SSE2.
            unsafe { sse2::$name($($argument),*) }
        }
    )*};
}

#[cfg(all(target_arch = "x86_64", target_feature = "sse2"))]
by_sse2! {
    fn base32_write(runs: Runs<32>, ints: [u64; 2]) -> [u8; 16];
    fn hex_write(runs: Runs<16>, int: u128) -> Digits;
    fn hex_read(runs: Runs<16>, digits: &Digits) -> Option<u128>;
    fn hex_write_hyphenated(runs: Runs<16>, int: u128) -> [u8; 40];
    fn hex_read_hyphenated(runs: Runs<16>, text: &Hyphenated) -> Option<u128>;
    fn base58_write(int: u64) -> [u8; 16];
    fn base58_read(symbols: &Symbols11) -> Result<u64, Refusal>;
}

// Not in the list above because of its parameter.
#[cfg(all(target_arch = "x86_64", target_feature = "sse2"))]
#[inline(always)]
pub(crate) fn base32_read<const PAIRS: usize>(
    runs: Runs<32>,
    symbols: [[Symbols8; 2]; PAIRS],
) -> Option<[[u64; 2]; PAIRS]> {
    // SAFETY: as above.
    unsafe { sse2::base32_read(runs, symbols) }
}

/// Eight symbols of base32 hold 40 bits.
pub(crate) type Symbols8 = [u8; 8];
/// The digits of a UUID.
pub(crate) type Digits = [u8; 32];
/// The same with hyphens after 8, 12, 16 and 20 of them.
pub(crate) type Hyphenated = [u8; 36];
/// A 64-bit integer in base58.
pub(crate) type Symbols11 = [u8; 11];

/// Why symbols are no integer.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Refusal {
    /// One of them is not of the alphabet, or not at its place.
    BadSymbol,
    /// The integer has more bits than there are.
    TooLarge,
}

/// Where the hyphens of a UUID stand.
pub(crate) const HYPHENS: [usize; 4] = [8, 13, 18, 23];

#[cfg(all(test, target_arch = "x86_64", target_feature = "sse2"))]
mod tests;
