//! Kernels for 64-bit ARM. Every such processor has NEON, so they are chosen at compile time and
//! inlined.

mod neon;
mod words;

#[cfg(test)]
pub(super) mod sets;

use super::each::calls;
use super::{Bytes64, Digits, Fours3, Fours6, Half, Hyphenated, Int160, Symbols11, Symbols13};
use crate::codec::alphabet::Symbols;
use crate::codec::text::Text;

macro_rules! inlined {
    ($(fn $name:ident $(<$alphabet:ident: $count:literal $(, $length:ident)?>)?
        ($($argument:ident: $type:ty),*) -> $returned:ty;
    )*) => {$(
        #[inline(always)]
        pub(crate) fn $name $(<$alphabet: Symbols<$count> $(, const $length: u8)?>)?
            ($($argument: $type),*) -> $returned
        {
            // SAFETY: compiled only where every processor that may run this has NEON.
            unsafe { neon::$name $(::<$alphabet $(, $length)?>)? ($($argument),*) }
        }
    )*};
}

inlined! {
    fn base32_write_64<A: 32>(int: u64) -> Text;
    fn base32_read_64<A: 32>(symbols: &Symbols13) -> Option<u64>;
    fn base32_write_160<A: 32, LENGTH>(int: Int160) -> Text;
    fn base32_read_160<A: 32>(first: &Half, last: &Half) -> Option<Int160>;
    fn hex_write<A: 16>(int: u128) -> Digits;
    fn hex_read<A: 16>(first: &Half, last: &Half) -> Option<u128>;
    fn hex_write_hyphenated<A: 16>(int: u128) -> Text;
    fn hex_read_hyphenated<A: 16>(text: &Hyphenated) -> Option<u128>;
    fn base58_write(int: u64) -> Text;
    fn base58_read(symbols: &Symbols11) -> Option<u64>;
    fn base36_write_24(before: u8, numbers: Fours6) -> Text;
    fn base36_write_12(numbers: Fours3) -> Text;
    fn base36_read_12<A: 36>(digits: &[u8; 12]) -> Option<Fours3>;
    fn word_masks(blocks: &[Bytes64], masks: &mut [u64]) -> ();
}

/// Calls a function of `neon.rs`.
macro_rules! neon {
    ($name:ident $(<$($generic:tt),*>)? ($($argument:expr),*)) => {
        // SAFETY: compiled only where every processor that may run this has NEON.
        unsafe { neon::$name $(::<$($generic),*>)? ($($argument),*) }
    };
}

calls! { neon }

/// Does nothing: the processor prefetches well enough without hints.
#[inline(always)]
pub(crate) fn ahead<T>(_here: &T) {}
