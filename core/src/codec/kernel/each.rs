//! Loops over kernels, for many texts at once.
//!
//! A kernel for better processors is not inlined unless its caller is compiled for the same
//! processors. So each file of kernels has its own loops, which are called once for many texts.

use super::ahead;
use crate::codec::text::Text;

/// The maximum number of texts per batch, one for each bit of a `u64`.
pub(crate) const BLOCK: usize = 64;

/// Reads the texts of `N` bytes that `read` accepts and returns a bit mask of them. Leaves the
/// other entries of `ids` unchanged.
#[inline(always)]
pub(crate) fn read<const N: usize, T>(
    texts: &[&[u8]],
    ids: &mut [T],
    read: impl Fn(&[u8; N]) -> Option<T>,
) -> u64 {
    let (mut read_ones, mut bit) = (0, 1);
    for (text, id) in texts.iter().zip(ids).take(BLOCK) {
        let text = <&[u8; N]>::try_from(*text)
            .ok()
            .inspect(|text| ahead(*text));
        if let Some(int) = text.and_then(&read) {
            *id = int;
            read_ones |= bit;
        }
        bit <<= 1;
    }
    read_ones
}

/// Writes texts of `N` bytes, one after another.
#[inline(always)]
pub(super) fn write<const N: usize, T: Copy>(ids: &[T], out: &mut [u8], write: impl Fn(T) -> Text) {
    let (texts, _) = out.as_chunks_mut::<N>();
    for (id, text) in ids.iter().zip(texts) {
        ahead(text);
        text.copy_from_slice(write(*id).head::<N>());
    }
}

/// Defines loops over the kernels in scope, compiled for the same processors.
macro_rules! loops {
    ($($features:literal)? $read_hyphenated:ident) => {
        /// Maps each integer with `of`, vectorized for the processor.
        $(#[target_feature(enable = $features)])?
        pub(crate) fn map_each(ints: &[u64], out: &mut [i64], of: impl Fn(u64) -> i64) {
            for (out, &int) in out.iter_mut().zip(ints) {
                *out = of(int);
            }
        }

        $(#[target_feature(enable = $features)])?
        pub(crate) fn base32_read_64_each<A: Symbols<32>>(texts: &[&[u8]], ints: &mut [u64]) -> u64 {
            $crate::codec::kernel::each::read(texts, ints, |symbols| base32_read_64::<A>(symbols))
        }

        /// Reads texts of `LENGTH` symbols, given their first and last sixteen.
        $(#[target_feature(enable = $features)])?
        pub(crate) fn base32_read_160_each<A: Symbols<32>, const LENGTH: usize>(
            texts: &[&[u8]],
            values: &mut [$crate::codec::value::Value],
            value: impl Fn(Int160) -> Option<$crate::codec::value::Value>,
        ) -> u64 {
            $crate::codec::kernel::each::read(texts, values, |symbols: &[u8; LENGTH]| {
                base32_read_160::<A>(symbols.first_chunk()?, symbols.last_chunk()?).and_then(&value)
            })
        }

        $(#[target_feature(enable = $features)])?
        pub(crate) fn hex_read_hyphenated_each<A: Symbols<16>>(
            texts: &[&[u8]],
            values: &mut [$crate::codec::value::Value],
        ) -> u64 {
            $crate::codec::kernel::each::read(texts, values, |text| {
                $read_hyphenated::<A>(text).map($crate::codec::value::Value::from_u128)
            })
        }

        $(#[target_feature(enable = $features)])?
        pub(crate) fn base58_read_each(texts: &[&[u8]], ints: &mut [u64]) -> u64 {
            $crate::codec::kernel::each::read(texts, ints, |symbols| base58_read(symbols))
        }

        $(#[target_feature(enable = $features)])?
        pub(crate) fn base32_write_160_each<A: Symbols<32>, const LENGTH: u8, const N: usize>(
            values: &[$crate::codec::value::Value],
            out: &mut [u8],
            parts: impl Fn($crate::codec::value::Value) -> Int160,
        ) {
            $crate::codec::kernel::each::write::<N, _>(values, out, |value| {
                base32_write_160::<A, LENGTH>(parts(value))
            })
        }

        $(#[target_feature(enable = $features)])?
        pub(crate) fn hex_write_hyphenated_each<A: Symbols<16>>(
            values: &[$crate::codec::value::Value],
            out: &mut [u8],
        ) {
            $crate::codec::kernel::each::write::<36, _>(values, out, |value| {
                hex_write_hyphenated::<A>(value.to_u128())
            })
        }

        $(#[target_feature(enable = $features)])?
        pub(crate) fn base58_write_each(values: &[$crate::codec::value::Value], out: &mut [u8]) {
            $crate::codec::kernel::each::write::<11, _>(values, out, |value| {
                base58_write(value.to_u64())
            })
        }
    };
}
pub(super) use loops;

/// Defines the loops for all callers, through a macro that calls the best version.
#[allow(unused_macros, reason = "the reference is called by itself")]
macro_rules! calls {
    ($best:ident) => {
        pub(crate) fn map_each(ints: &[u64], out: &mut [i64], of: impl Fn(u64) -> i64) {
            $best!(map_each(ints, out, of))
        }

        pub(crate) fn base32_read_64_each<A: Symbols<32>>(texts: &[&[u8]], ints: &mut [u64]) -> u64 {
            $best!(base32_read_64_each<A>(texts, ints))
        }

        pub(crate) fn base32_read_160_each<A: Symbols<32>, const LENGTH: usize>(
            texts: &[&[u8]],
            values: &mut [$crate::codec::value::Value],
            value: impl Fn(Int160) -> Option<$crate::codec::value::Value>,
        ) -> u64 {
            $best!(base32_read_160_each<A, LENGTH>(texts, values, value))
        }

        pub(crate) fn hex_read_hyphenated_each<A: Symbols<16>>(
            texts: &[&[u8]],
            values: &mut [$crate::codec::value::Value],
        ) -> u64 {
            $best!(hex_read_hyphenated_each<A>(texts, values))
        }

        pub(crate) fn base58_read_each(texts: &[&[u8]], ints: &mut [u64]) -> u64 {
            $best!(base58_read_each(texts, ints))
        }

        pub(crate) fn base32_write_160_each<A: Symbols<32>, const LENGTH: u8, const N: usize>(
            values: &[$crate::codec::value::Value],
            out: &mut [u8],
            parts: impl Fn($crate::codec::value::Value) -> Int160,
        ) {
            $best!(base32_write_160_each<A, LENGTH, N>(values, out, parts))
        }

        pub(crate) fn hex_write_hyphenated_each<A: Symbols<16>>(
            values: &[$crate::codec::value::Value],
            out: &mut [u8],
        ) {
            $best!(hex_write_hyphenated_each<A>(values, out))
        }

        pub(crate) fn base58_write_each(values: &[$crate::codec::value::Value], out: &mut [u8]) {
            $best!(base58_write_each(values, out))
        }
    };
}
#[allow(unused_imports, reason = "as above")]
pub(super) use calls;
