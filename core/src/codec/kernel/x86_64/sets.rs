//! The sets of kernels to test: all that this processor supports.

use super::{avx2, sse2};
use crate::codec::alphabet::Symbols;
use crate::codec::kernel::tests::set;
use crate::codec::kernel::{Bytes64, Digits, Half, Hyphenated, Int160, Symbols11, Symbols13};
use crate::codec::text::Text;

set! { Sse2 = sse2:
    fn base32_write_64<A: 32>(int: u64) -> Text;
    fn base32_read_64<A: 32>(symbols: &Symbols13) -> Option<u64>;
    fn base32_write_160<A: 32, 32>(int: Int160) -> Text;
    fn base32_read_160<A: 32>(first: &Half, last: &Half) -> Option<Int160>;
    fn hex_write<A: 16>(int: u128) -> Digits;
    fn hex_read<A: 16>(first: &Half, last: &Half) -> Option<u128>;
    fn hex_write_hyphenated<A: 16>(int: u128) -> Text;
    fn hex_read_hyphenated<A: 16>(text: &Hyphenated) -> Option<u128>;
    fn base58_write(int: u64) -> Text;
    fn base58_read(symbols: &Symbols11) -> Option<u64>;
    fn word_masks(blocks: &[Bytes64], masks: &mut [u64]);
}

set! { Avx2 = avx2 {
        fn hex_read_hyphenated<A: Symbols<16>>(text: &Hyphenated) -> Option<u128> {
            let mut int = 0;
            // SAFETY: the tests run only the sets that the processor has.
            unsafe { avx2::hex_read_hyphenated::<A>(text, &mut int) }.then_some(int)
        }
    }:
    fn base32_write_64<A: 32>(int: u64) -> Text;
    fn base32_read_64<A: 32>(symbols: &Symbols13) -> Option<u64>;
    fn base32_write_160<A: 32, 32>(int: Int160) -> Text;
    fn base32_read_160<A: 32>(first: &Half, last: &Half) -> Option<Int160>;
    fn hex_write_hyphenated<A: 16>(int: u128) -> Text;
    fn base58_write(int: u64) -> Text;
    fn base58_read(symbols: &Symbols11) -> Option<u64>;
    fn word_masks(blocks: &[Bytes64], masks: &mut [u64]);
}

/// Runs a test with each set.
macro_rules! each_set {
    ($test:ident) => {{
        use $crate::codec::kernel::this::level::{Level, level};
        use $crate::codec::kernel::this::sets::{Avx2, Sse2};
        $test::<Sse2>();
        if level() == Level::Avx2 {
            $test::<Avx2>();
        }
    }};
}
pub(in crate::codec::kernel) use each_set;
