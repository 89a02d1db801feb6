//! Kernels for x86-64. Kernels that need only the baseline are chosen at compile time and inlined;
//! better ones are functions, called if `level` detects their instructions.

mod avx2;
mod base36;
pub(super) mod level;
#[cfg(test)]
pub(super) mod sets;
mod sse2;
mod words;

use core::arch::x86_64::{_MM_HINT_T0, _mm_prefetch};

use super::each::calls;
use super::{
    AHEAD, Bytes64, Digits, Fours3, Fours6, HYPHENS, Half, Hyphenated, Int160, Symbols11, Symbols13,
};
use crate::codec::alphabet::Symbols;
use crate::codec::text::Text;
use level::Level;

/// Defines inlined calls of kernels that every processor can run.
macro_rules! inlined {
    ($from:ident: $(fn $name:ident as $kernel:ident $(<$alphabet:ident: $count:literal>)?
        ($($argument:ident: $type:ty),*) -> $returned:ty;
    )*) => {$(
        #[inline(always)]
        pub(crate) fn $name $(<$alphabet: Symbols<$count>>)? ($($argument: $type),*) -> $returned {
            // SAFETY: compiled only where every processor that may run this has SSE2.
            unsafe { $from::$kernel $(::<$alphabet>)? ($($argument),*) }
        }
    )*};
}

/// Calls the best version of a kernel that has several.
macro_rules! best {
    ($name:ident $(<$($generic:tt),*>)? ($($argument:expr),*)) => {
        match level::level() {
            // SAFETY: this processor has the instructions.
            Level::Avx2 => unsafe { avx2::$name $(::<$($generic),*>)? ($($argument),*) },
            Level::Sse2 => {
                level::rare();
                // SAFETY: compiled only where every processor that may run this has SSE2.
                unsafe { sse2::$name $(::<$($generic),*>)? ($($argument),*) }
            }
        }
    };
}

/// Defines kernels that call the best version.
macro_rules! chosen {
    ($(fn $name:ident $(<$alphabet:ident: $count:literal $(, $length:ident)?>)?
        ($($argument:ident: $type:ty),*) -> $returned:ty;
    )*) => {$(
        #[inline(always)]
        pub(crate) fn $name $(<$alphabet: Symbols<$count> $(, const $length: u8)?>)?
            ($($argument: $type),*) -> $returned
        {
            best!($name $(<$alphabet $(, $length)?>)? ($($argument),*))
        }
    )*};
}

inlined! { sse2:
    fn hex_write as hex_write<A: 16>(int: u128) -> Digits;
    fn hex_read as hex_read<A: 16>(first: &Half, last: &Half) -> Option<u128>;
}

inlined! { base36:
    fn base36_write_24 as write_24(before: u8, numbers: Fours6) -> Text;
    fn base36_write_12 as write_12(numbers: Fours3) -> Text;
    fn base36_read_12 as read_12<A: 36>(digits: &[u8; 12]) -> Option<Fours3>;
}

chosen! {
    fn base32_write_64<A: 32>(int: u64) -> Text;
    fn base32_read_64<A: 32>(symbols: &Symbols13) -> Option<u64>;
    fn base32_write_160<A: 32, LENGTH>(int: Int160) -> Text;
    fn base32_read_160<A: 32>(first: &Half, last: &Half) -> Option<Int160>;
    fn hex_write_hyphenated<A: 16>(int: u128) -> Text;
    fn base58_write(int: u64) -> Text;
    fn base58_read(symbols: &Symbols11) -> Option<u64>;
    fn word_masks(blocks: &[Bytes64], masks: &mut [u64]) -> ();
}

// Not in the list above because the better versions have other parameters.
#[inline(always)]
pub(crate) fn hex_read_hyphenated<A: Symbols<16>>(text: &Hyphenated) -> Option<u128> {
    let mut int = 0;
    let is_good = match level::level() {
        // SAFETY: this processor has the instructions.
        Level::Avx2 => unsafe { avx2::hex_read_hyphenated::<A>(text, &mut int) },
        Level::Sse2 => {
            level::rare();
            // SAFETY: compiled only where every processor that may run this has SSE2.
            return unsafe { sse2::hex_read_hyphenated::<A>(text) };
        }
    };
    is_good.then_some(int)
}

calls! { best }

/// Prefetches the memory [`AHEAD`] bytes after `here`. In large batches, the processor would start
/// to prefetch too late.
#[inline(always)]
pub(crate) fn ahead<T>(here: &T) {
    let line = core::ptr::from_ref(here).cast::<i8>().wrapping_add(AHEAD);
    // SAFETY: every x86-64 processor has SSE, and a prefetch has no visible effect at any address.
    unsafe { _mm_prefetch::<_MM_HINT_T0>(line) };
}

/// Returns the offset of a digit in the hyphenated text.
const fn place(digit: usize) -> usize {
    let (mut at, mut i) = (digit, 0);
    while i < HYPHENS.len() {
        at += (HYPHENS[i] <= at) as usize;
        i += 1;
    }
    at
}
