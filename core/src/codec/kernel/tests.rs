//! Tests of the SIMD kernels against the reference, with corner cases and random input.
//!
//! They cover every set of kernels that the processor supports, not only the one in use. 10^5
//! random values; 10^7 with `SORTID_TESTS=all`.

pub(super) mod blocks;
#[path = "../../../tests/common/size.rs"]
mod size;
mod words;

use std::fmt::Debug;

use super::*;
use crate::codec::alphabet::{Alphabet, Runs, Symbols};
use crate::codec::text::Text;
use blocks::{check_integers, check_reading, check_writing};
use size::sized;
use words::check_words;

macro_rules! alphabets {
    ($($name:ident: $count:literal = $alphabet:expr;)*) => {$(
        struct $name;
        impl Symbols<$count> for $name {
            const RUNS: Runs<$count> = Runs::new(&$alphabet);
        }
    )*};
}

alphabets! {
    Hex: 16 = Alphabet::ignoring_case(b"0123456789abcdef");
    UpperHex: 16 = Alphabet::new(b"0123456789ABCDEF");
    Sortable: 32 = Alphabet::new(b"234567abcdefghijklmnopqrstuvwxyz");
    Base32Hex: 32 = Alphabet::ignoring_case(b"0123456789ABCDEFGHIJKLMNOPQRSTUV");
    Crockford: 32 = Alphabet::ignoring_case(b"0123456789ABCDEFGHJKMNPQRSTVWXYZ");
    LettersFirst: 32 = Alphabet::new(b"ABCDEFGHIJKLMNOPQRSTUVWXYZ234567");
}

/// A set of kernels. Defaults to the reference.
pub(super) trait Kernels {
    fn base32_write_64<A: Symbols<32>>(int: u64) -> Text {
        portable::base32_write_64::<A>(int)
    }
    fn base32_read_64<A: Symbols<32>>(symbols: &Symbols13) -> Option<u64> {
        portable::base32_read_64::<A>(symbols)
    }
    fn base32_write_160<A: Symbols<32>>(int: Int160) -> Text {
        portable::base32_write_160::<A, 32>(int)
    }
    fn base32_read_160<A: Symbols<32>>(first: &Half, last: &Half) -> Option<Int160> {
        portable::base32_read_160::<A>(first, last)
    }
    fn hex_write<A: Symbols<16>>(int: u128) -> Digits {
        portable::hex_write::<A>(int)
    }
    fn hex_read<A: Symbols<16>>(first: &Half, last: &Half) -> Option<u128> {
        portable::hex_read::<A>(first, last)
    }
    fn hex_write_hyphenated<A: Symbols<16>>(int: u128) -> Text {
        portable::hex_write_hyphenated::<A>(int)
    }
    fn hex_read_hyphenated<A: Symbols<16>>(text: &Hyphenated) -> Option<u128> {
        portable::hex_read_hyphenated::<A>(text)
    }
    fn base58_write(int: u64) -> Text {
        portable::base58_write(int)
    }
    fn base58_read(symbols: &Symbols11) -> Option<u64> {
        portable::base58_read(symbols)
    }
    blocks::loops!(portable);
    fn word_masks(blocks: &[Bytes64], masks: &mut [u64]) {
        portable::word_masks(blocks, masks);
    }
}

/// Defines a set of kernels from the functions of a module.
macro_rules! set {
    ($set:ident = $module:ident $({$($verbatim:tt)*})?: $(fn $name:ident
        $(<$alphabet:ident: $count:literal $(, $length:literal)?>)?
        ($($argument:ident: $type:ty),*) $(-> $returned:ty)?;
    )*) => {
        pub(crate) struct $set;
        impl $crate::codec::kernel::tests::Kernels for $set {
            $($($verbatim)*)?
            $(fn $name $(<$alphabet: Symbols<$count>>)? ($($argument: $type),*) $(-> $returned)? {
                // SAFETY: the tests run only the sets that the processor has.
                unsafe { $module::$name $(::<$alphabet $(, $length)?>)? ($($argument),*) }
            })*
            $crate::codec::kernel::tests::blocks::loops!($module);
        }
    };
}
pub(super) use set;

pub(super) struct Portable;
impl Kernels for Portable {}

macro_rules! tests {
    ($($test:ident by $of:ident;)*) => {$(
        #[test]
        fn $test() {
            this::sets::each_set!($of);
        }
    )*};
}

tests! {
    base32_of_64_bits by check_base32_64;
    base32_of_160_bits by check_base32_160;
    hex by check_hex;
    base58 by check_base58;
    base58_of_every_four_digits by check_four_digits;
    texts_of_blocks by check_reading;
    ids_of_blocks by check_writing;
    integers_of_blocks by check_integers;
    words_of_all_bytes by check_words;
}

/// A random number generator (splitmix64).
struct Random(u64);

impl Random {
    fn next(&mut self) -> u64 {
        self.0 = self.0.wrapping_add(0x9e37_79b9_7f4a_7c15);
        let mut int = self.0;
        int = (int ^ (int >> 30)).wrapping_mul(0xbf58_476d_1ce4_e5b9);
        int = (int ^ (int >> 27)).wrapping_mul(0x94d0_49bb_1331_11eb);
        int ^ (int >> 31)
    }
}

fn random_pairs() -> impl Iterator<Item = [u64; 2]> {
    let count = sized(100_000, 10_000_000);
    let mut random = Random(1);
    (0..count).map(move |_| [random.next(), random.next()])
}

/// Zero, all ones, single set and single clear bits, and values around powers of 2 and 58.
fn corners() -> impl Iterator<Item = u64> {
    let bits = (0..64).flat_map(|bit| [1 << bit, !(1 << bit), (1 << bit) - 1]);
    let powers = (0..11).flat_map(|exponent| {
        let power = 58u64.pow(exponent);
        [power - 1, power, power + 1, power.wrapping_mul(57)]
    });
    [0, u64::MAX].into_iter().chain(bits).chain(powers)
}

fn corner_pairs() -> impl Iterator<Item = [u64; 2]> {
    corners().flat_map(|a| [[a, 0], [0, a], [a, u64::MAX], [u64::MAX, a], [a, a]])
}

fn halves(text: &[u8; 32]) -> (&Half, &Half) {
    let (halves, _) = text.as_chunks();
    (&halves[0], &halves[1])
}

fn wide([high, low]: [u64; 2]) -> u128 {
    ((high as u128) << 64) | low as u128
}

/// Checks a text with each byte value at each position, also with a second byte replaced at random.
fn damaged<const N: usize>(text: [u8; N], mut check: impl FnMut([u8; N])) {
    let mut random = Random(2);
    for at in 0..N {
        for byte in 0..=u8::MAX {
            let mut one = text;
            one[at] = byte;
            check(one);
            let [other, byte, ..] = random.next().to_le_bytes();
            one[other as usize % N] = byte;
            check(one);
        }
    }
}

fn same<I: Debug, T: PartialEq + Debug>(input: I, fast: T, portable: T) -> T {
    assert_eq!(fast, portable, "{input:?}");
    fast
}

/// Returns the text that both wrote. The bytes after the text are not compared.
fn written<const N: usize, I: Debug>(int: I, fast: Text, portable: Text) -> [u8; N] {
    let text = same(int, fast.as_bytes(), portable.as_bytes());
    text.try_into().expect("a text of this length")
}

fn base32_64<K: Kernels, A: Symbols<32>>(int: u64) -> Symbols13 {
    let text = written(
        int,
        K::base32_write_64::<A>(int),
        Portable::base32_write_64::<A>(int),
    );
    assert_eq!(base32_text_64::<K, A>(&text), Some(int));
    text
}

fn base32_text_64<K: Kernels, A: Symbols<32>>(text: &Symbols13) -> Option<u64> {
    let read = Portable::base32_read_64::<A>(text);
    same(text, K::base32_read_64::<A>(text), read)
}

fn check_base32_64<K: Kernels>() {
    base32_64_with::<K, Sortable>();
    base32_64_with::<K, Base32Hex>();
    base32_64_with::<K, LettersFirst>();
}

fn base32_64_with<K: Kernels, A: Symbols<32>>() {
    for [a, b] in corner_pairs().chain(random_pairs()) {
        base32_64::<K, A>(a);
        base32_64::<K, A>(b);
    }
    for symbol in 0..32u64 {
        for place in 0..13 {
            let int = symbol.unbounded_shl(5 * place);
            base32_64::<K, A>(int);
            base32_64::<K, A>(!int);
        }
        // The first symbol holds four bits: larger values exceed 64 bits.
        let mut text = base32_64::<K, A>(0x0123_4567_89ab_cdef);
        text[0] = A::RUNS.table.symbols[symbol as usize];
        base32_text_64::<K, A>(&text);
    }
    for int in [0, 0x0123_4567_89ab_cdef, u64::MAX] {
        damaged(base32_64::<K, A>(int), |text| {
            base32_text_64::<K, A>(&text);
        });
    }
}

fn base32_160<K: Kernels, A: Symbols<32>>(int: Int160) -> [u8; 32] {
    let text = written(
        int,
        K::base32_write_160::<A>(int),
        Portable::base32_write_160::<A>(int),
    );
    assert_eq!(base32_text_160::<K, A>(&text), Some(int));
    text
}

fn base32_text_160<K: Kernels, A: Symbols<32>>(text: &[u8; 32]) -> Option<Int160> {
    let (first, last) = halves(text);
    let read = Portable::base32_read_160::<A>(first, last);
    same(text, K::base32_read_160::<A>(first, last), read)
}

fn check_base32_160<K: Kernels>() {
    base32_160_with::<K, Sortable>();
    base32_160_with::<K, Base32Hex>();
    base32_160_with::<K, Crockford>();
}

fn base32_160_with<K: Kernels, A: Symbols<32>>() {
    for [a, b] in corner_pairs().chain(random_pairs()) {
        for tail in [0, u32::MAX, (a ^ b) as u32] {
            base32_160::<K, A>((wide([a, b]), tail));
        }
    }
    for symbol in 0..32u128 {
        for place in 0..32 {
            // The tail is the lowest 32 bits.
            let tail = (symbol as u32).unbounded_shl(5 * place);
            let head = match (5 * place).checked_sub(32) {
                Some(shift) => symbol << shift,
                None => symbol >> (32 - 5 * place),
            };
            base32_160::<K, A>((head, tail));
            base32_160::<K, A>((!head, !tail));
        }
    }
    let int = (0x0123_4567_89ab_cdef_fedc_ba98_7654_3210, 0x1357_9bdf);
    for int in [(0, 0), int, (u128::MAX, u32::MAX)] {
        damaged(base32_160::<K, A>(int), |text| {
            base32_text_160::<K, A>(&text);
        });
    }
}

fn hex_int<K: Kernels, A: Symbols<16>>(int: u128) -> (Digits, Hyphenated) {
    let digits = same(int, K::hex_write::<A>(int), Portable::hex_write::<A>(int));
    assert_eq!(hex_text::<K, A>(&digits), Some(int));
    let text = written(
        int,
        K::hex_write_hyphenated::<A>(int),
        Portable::hex_write_hyphenated::<A>(int),
    );
    assert_eq!(hex_hyphenated::<K, A>(&text), Some(int));
    (digits, text)
}

fn hex_text<K: Kernels, A: Symbols<16>>(digits: &Digits) -> Option<u128> {
    let (first, last) = halves(digits);
    let read = Portable::hex_read::<A>(first, last);
    same(digits, K::hex_read::<A>(first, last), read)
}

fn hex_hyphenated<K: Kernels, A: Symbols<16>>(text: &Hyphenated) -> Option<u128> {
    let read = Portable::hex_read_hyphenated::<A>(text);
    same(text, K::hex_read_hyphenated::<A>(text), read)
}

fn check_hex<K: Kernels>() {
    hex_with::<K, Hex>();
    hex_with::<K, UpperHex>();
}

fn hex_with<K: Kernels, A: Symbols<16>>() {
    for int in corner_pairs().chain(random_pairs()).map(wide) {
        hex_int::<K, A>(int);
    }
    for digit in 0..16 {
        for place in 0..32 {
            hex_int::<K, A>(digit << (4 * place));
        }
    }
    for int in [0, 0x0123_4567_89ab_cdef_fedc_ba98_7654_3210, u128::MAX] {
        let (digits, text) = hex_int::<K, A>(int);
        damaged(digits, |digits| {
            hex_text::<K, A>(&digits);
        });
        damaged(text, |text| {
            hex_hyphenated::<K, A>(&text);
        });
        for at in HYPHENS {
            let mut text = text;
            text.swap(at, at + 1);
            assert_eq!(hex_hyphenated::<K, A>(&text), None);
        }
    }
}

fn base58_int<K: Kernels>(int: u64) -> Symbols11 {
    let text = written(int, K::base58_write(int), Portable::base58_write(int));
    assert_eq!(base58_text::<K>(&text), Some(int));
    text
}

fn base58_text<K: Kernels>(text: &Symbols11) -> Option<u64> {
    same(text, K::base58_read(text), Portable::base58_read(text))
}

fn check_base58<K: Kernels>() {
    for [a, b] in corner_pairs().chain(random_pairs()) {
        base58_int::<K>(a);
        base58_int::<K>(b);
        // Most of these exceed 64 bits.
        let symbols = wide([a, b]).to_le_bytes();
        base58_text::<K>(&core::array::from_fn(|i| {
            portable::BASE58.symbols[symbols[i] as usize % 58]
        }));
    }
    for place in 0..11 {
        for symbol in portable::BASE58.symbols {
            for other in [b'1', b'z'] {
                let mut text = [other; 11];
                text[place] = symbol;
                base58_text::<K>(&text);
            }
        }
    }
    // The largest 64-bit value plus one must be rejected.
    let mut text = base58_int::<K>(u64::MAX);
    text[10] += 1;
    assert_eq!(base58_text::<K>(&text), None);
    for int in [0, 0x0123_4567_89ab_cdef, u64::MAX] {
        damaged(base58_int::<K>(int), |text| {
            base58_text::<K>(&text);
        });
    }
}

/// Tests the reciprocals that replace divisions by powers of 58, with every dividend they can get.
/// Without `SORTID_TESTS=all`, with every 97th.
fn check_four_digits<K: Kernels>() {
    let step = sized(97, 1);
    for part in (0..58u64.pow(4)).step_by(step) {
        base58_int::<K>(part);
        base58_int::<K>(part * 58u64.pow(4));
        base58_int::<K>((part % 144_045) * 58u64.pow(8));
        // These four digits before the largest and the smallest two digits.
        base58_int::<K>(part * 58u64.pow(2) + (58u64.pow(2) - 1));
        base58_int::<K>(part * 58u64.pow(2));
    }
}
