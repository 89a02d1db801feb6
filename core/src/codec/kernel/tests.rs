//! The vector kernels against the reference: all corners, and random input.
//!
//! 10^5 random values; 10^7 with SORTID_LONG_TESTS=1.

use std::fmt::Debug;

use super::{HYPHENS, Hyphenated, Symbols8, portable};
use crate::codec::alphabet::{Alphabet, Runs};

/// Whatever is in use instead of the reference.
use super as fast;

const HEX: Runs<16> = Runs::new(&Alphabet::ignoring_case(b"0123456789abcdef"));
const UPPER_HEX: Runs<16> = Runs::new(&Alphabet::new(b"0123456789ABCDEF"));
const SORTABLE: Runs<32> = Runs::new(&Alphabet::new(b"234567abcdefghijklmnopqrstuvwxyz"));
const BASE32HEX: Runs<32> = Runs::new(&Alphabet::ignoring_case(
    b"0123456789ABCDEFGHIJKLMNOPQRSTUV",
));
const LETTERS_FIRST: Runs<32> = Runs::new(&Alphabet::new(b"ABCDEFGHIJKLMNOPQRSTUVWXYZ234567"));

/// A generator of random numbers (splitmix64).
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
    let long = std::env::var_os("SORTID_LONG_TESTS").is_some_and(|value| value == "1");
    let count = if long { 10_000_000 } else { 100_000 };
    let mut random = Random(1);
    (0..count).map(move |_| [random.next(), random.next()])
}

/// Zero, all ones, each bit, all but each bit, and the same around powers of 58.
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

fn wide([high, low]: [u64; 2]) -> u128 {
    ((high as u128) << 64) | low as u128
}

/// Each of 256 bytes at each place of a text, and at random two of them at once.
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

fn base32_pair(runs: Runs<32>, ints: [u64; 2]) -> [Symbols8; 2] {
    let text = same(
        ints,
        fast::base32_write(runs, ints),
        portable::base32_write(runs, ints),
    );
    let (groups, _) = text.as_chunks();
    let groups = [groups[0], groups[1]];
    let read = base32_text(runs, groups);
    assert_eq!(read, Some(ints.map(|int| int & 0xff_ffff_ffff)));
    groups
}

fn base32_text(runs: Runs<32>, text: [Symbols8; 2]) -> Option<[u64; 2]> {
    // A bad symbol in either of two pairs, too.
    let good = [[runs.second; 8]; 2];
    for pairs in [[text, good], [good, text]] {
        let read = portable::base32_read(runs, pairs);
        same(pairs, fast::base32_read(runs, pairs), read);
    }
    let read = portable::base32_read(runs, [text]);
    same(text, fast::base32_read(runs, [text]), read)?
        .first()
        .copied()
}

#[test]
fn base32() {
    for runs in [SORTABLE, BASE32HEX, LETTERS_FIRST] {
        for ints in corner_pairs().chain(random_pairs()) {
            base32_pair(runs, ints);
        }
        for symbol in 0..32 {
            for place in 0..8 {
                base32_pair(runs, [symbol << (5 * place), !(symbol << (5 * place))]);
            }
        }
        let text = base32_pair(runs, [0x01_2345_6789, 0xfe_dcba_9876]);
        damaged(text[0], |damaged| {
            base32_text(runs, [damaged, text[1]]);
            base32_text(runs, [text[1], damaged]);
        });
    }
}

fn hex_int(runs: Runs<16>, int: u128) -> ([u8; 32], Hyphenated) {
    let digits = same(
        int,
        fast::hex_write(runs, int),
        portable::hex_write(runs, int),
    );
    assert_eq!(hex_text(runs, &digits), Some(int));
    let [fast, reference] = [
        fast::hex_write_hyphenated(runs, int),
        portable::hex_write_hyphenated(runs, int),
    ];
    let text = *same(int, fast.first_chunk(), reference.first_chunk()).expect("40 bytes");
    assert_eq!(hex_hyphenated(runs, &text), Some(int));
    (digits, text)
}

fn hex_text(runs: Runs<16>, digits: &[u8; 32]) -> Option<u128> {
    let read = portable::hex_read(runs, digits);
    same(digits, fast::hex_read(runs, digits), read)
}

fn hex_hyphenated(runs: Runs<16>, text: &Hyphenated) -> Option<u128> {
    let read = portable::hex_read_hyphenated(runs, text);
    same(text, fast::hex_read_hyphenated(runs, text), read)
}

#[test]
fn hex() {
    for runs in [HEX, UPPER_HEX] {
        for int in corner_pairs().chain(random_pairs()).map(wide) {
            hex_int(runs, int);
        }
        for digit in 0..16 {
            for place in 0..32 {
                hex_int(runs, digit << (4 * place));
            }
        }
        let (digits, text) = hex_int(runs, 0x0123_4567_89ab_cdef_fedc_ba98_7654_3210);
        damaged(digits, |digits| {
            hex_text(runs, &digits);
        });
        damaged(text, |text| {
            hex_hyphenated(runs, &text);
        });
        for at in HYPHENS {
            let mut text = text;
            text.swap(at, at + 1);
            assert_eq!(hex_hyphenated(runs, &text), None);
        }
    }
}

fn base58_int(int: u64) -> [u8; 11] {
    let [fast, reference] = [fast::base58_write(int), portable::base58_write(int)];
    let text = *same(int, fast.first_chunk(), reference.first_chunk()).expect("16 bytes");
    base58_text(&text);
    assert_eq!(fast::base58_read(&text), Ok(int));
    text
}

fn base58_text(text: &[u8; 11]) {
    let _ = same(text, fast::base58_read(text), portable::base58_read(text));
}

#[test]
fn base58() {
    for [a, b] in corner_pairs().chain(random_pairs()) {
        base58_int(a);
        base58_int(b);
        // Most of these are larger than 64 bits.
        let symbols = wide([a, b]).to_le_bytes();
        base58_text(&core::array::from_fn(|i| {
            portable::BASE58.symbols[symbols[i] as usize % 58]
        }));
    }
    for place in 0..11 {
        for symbol in portable::BASE58.symbols {
            for other in [b'1', b'z'] {
                let mut text = [other; 11];
                text[place] = symbol;
                base58_text(&text);
            }
        }
    }
    for int in [0, 0x0123_4567_89ab_cdef, u64::MAX] {
        damaged(base58_int(int), |text| base58_text(&text));
    }
}

/// The factors that stand for divisions by 58² and 58, on every dividend they may meet.
#[test]
fn base58_of_every_four_digits() {
    let long = std::env::var_os("SORTID_LONG_TESTS").is_some_and(|value| value == "1");
    let step = if long { 1 } else { 97 };
    for part in (0..58u64.pow(4)).step_by(step) {
        base58_int(part);
        base58_int(part * 58u64.pow(4));
        base58_int((part % 144_045) * 58u64.pow(8));
    }
}
