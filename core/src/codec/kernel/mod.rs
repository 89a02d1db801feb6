//! The inner loops: fixed numbers of symbols to and from integers, without errors or forms.
//!
//! [`portable`] is the reference: tables, one symbol after another. `sse2` gives the same answers
//! by comparing and shifting 16 symbols at once; it is part of every x86-64 processor, so that it is
//! chosen when compiling and inlined. `avx512` is called where `level` finds that the processor has
//! it. What each of them has is listed below.
//!
//! Texts are returned whole, as [`Text`](crate::text::Text), by the function that makes them: they
//! are then made in the caller's memory.
//!
//! To measure those of lesser processors: `RUSTFLAGS='--cfg sortid_kernel="portable"'`, or `"sse2"`.
//!
//! See docs/decisions/0008-simd.md.

#[cfg(all(
    target_arch = "x86_64",
    target_feature = "sse2",
    not(sortid_kernel = "portable")
))]
mod avx512;
mod base36;
#[cfg(all(
    target_arch = "x86_64",
    target_feature = "sse2",
    not(sortid_kernel = "portable")
))]
mod level;
#[cfg_attr(
    all(
        target_arch = "x86_64",
        target_feature = "sse2",
        not(sortid_kernel = "portable")
    ),
    allow(dead_code, reason = "the reference for the tests")
)]
mod portable;
#[cfg(all(
    target_arch = "x86_64",
    target_feature = "sse2",
    not(sortid_kernel = "portable")
))]
mod sse2;

#[cfg(any(
    feature = "std",
    all(
        target_arch = "x86_64",
        target_feature = "sse2",
        not(sortid_kernel = "portable")
    )
))]
use crate::codec::alphabet::Symbols;
#[cfg(all(
    target_arch = "x86_64",
    target_feature = "sse2",
    not(sortid_kernel = "portable")
))]
use crate::text::Text;

pub(crate) use base36::{
    Base36, Base36AnyCase, POWER4, POWER12, base36_read_12, base36_write_12, base36_write_24, fours,
};
pub(crate) use portable::BASE58;
#[cfg(not(all(
    target_arch = "x86_64",
    target_feature = "sse2",
    not(sortid_kernel = "portable")
)))]
pub(crate) use portable::{
    base32_read_64, base32_read_160, base32_write_64, base32_write_160, base58_read, base58_write,
    hex_read, hex_read_hyphenated, hex_write, hex_write_hyphenated,
};

/// Declares functions of `sse2.rs`, or those that stand in a file for better processors too.
#[cfg(all(
    target_arch = "x86_64",
    target_feature = "sse2",
    not(sortid_kernel = "portable")
))]
macro_rules! kernels {
    ($(fn $name:ident $(<$alphabet:ident: $count:literal>)?
        ($($argument:ident: $type:ty),*) $(-> $returned:ty)?;
    )*) => {$(
        #[inline(always)]
        pub(crate) fn $name $(<$alphabet: Symbols<$count>>)? ($($argument: $type),*) $(-> $returned)? {
            // SAFETY: compiled only where every processor that may run this has SSE2.
            unsafe { sse2::$name $(::<$alphabet>)? ($($argument),*) }
        }
    )*};
    ($better:ident: $(fn $name:ident $(<$alphabet:ident: $count:literal $(, $length:ident)?>)?
        ($($argument:ident: $type:ty),*) $(-> $returned:ty)?;
    )*) => {$(
        #[inline(always)]
        pub(crate) fn $name $(<$alphabet: Symbols<$count> $(, const $length: u8)?>)?
            ($($argument: $type),*) $(-> $returned)?
        {
            if level::$better() {
                // SAFETY: this processor has the instructions.
                unsafe { $better::$name $(::<$alphabet $(, $length)?>)? ($($argument),*) }
            } else {
                level::rare();
                // SAFETY: as above.
                unsafe { sse2::$name $(::<$alphabet $(, $length)?>)? ($($argument),*) }
            }
        }
    )*};
}

#[cfg(all(
    target_arch = "x86_64",
    target_feature = "sse2",
    not(sortid_kernel = "portable")
))]
kernels! {
    fn hex_write<A: 16>(int: u128) -> Digits;
    fn hex_read<A: 16>(first: &Half, last: &Half) -> Option<u128>;
}

#[cfg(all(
    target_arch = "x86_64",
    target_feature = "sse2",
    not(sortid_kernel = "portable")
))]
kernels! { avx512:
    fn base32_write_64<A: 32>(int: u64) -> Text;
    fn base32_read_64<A: 32>(symbols: &Symbols13) -> Option<u64>;
    fn base32_write_160<A: 32, LENGTH>(int: Int160) -> Text;
    fn base32_read_160<A: 32>(first: &Half, last: &Half) -> Option<Int160>;
    fn hex_write_hyphenated<A: 16>(int: u128) -> Text;
    fn base58_write(int: u64) -> Text;
    fn base58_read(symbols: &Symbols11) -> Option<u64>;
}

// Not in the list above because of its parameters.
#[cfg(all(
    target_arch = "x86_64",
    target_feature = "sse2",
    not(sortid_kernel = "portable")
))]
#[inline(always)]
pub(crate) fn hex_read_hyphenated<A: Symbols<16>>(text: &Hyphenated) -> Option<u128> {
    if level::avx512() {
        let mut int = 0;
        // SAFETY: this processor has the instructions.
        unsafe { avx512::hex_read_hyphenated::<A>(text, &mut int) }.then_some(int)
    } else {
        level::rare();
        // SAFETY: compiled only where every processor that may run this has SSE2.
        unsafe { sse2::hex_read_hyphenated::<A>(text) }
    }
}

/// Writes texts of 64 bits each one after another, if there is a quicker way than one by one.
#[cfg(feature = "std")]
#[inline]
pub(crate) fn base32_write_64_each<A: Symbols<32>>(
    ints: impl Iterator<Item = u64>,
    out: &mut [u8],
) -> bool {
    #[cfg(all(
        target_arch = "x86_64",
        target_feature = "sse2",
        not(sortid_kernel = "portable")
    ))]
    if level::avx512() {
        // SAFETY: this processor has the instructions.
        unsafe { avx512::base32_write_64_each::<A>(ints, out) };
        return true;
    }
    let _ = (ints, out);
    false
}

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

/// Where the hyphens of a UUID stand.
pub(crate) const HYPHENS: [usize; 4] = [8, 13, 18, 23];

#[cfg(all(
    test,
    target_arch = "x86_64",
    target_feature = "sse2",
    not(sortid_kernel = "portable")
))]
mod tests;
