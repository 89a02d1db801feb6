//! Fairness of random bits: each is set in half of all ids.
//!
//! Seeds make the counts the same in every run, except in [`bits_from_system_entropy_are_fair`].
#![cfg(feature = "std")]

mod common;
#[path = "common/size.rs"]
mod size;

use common::{at_us, manual};
use size::sized;
use sortid::{AnyId, Format, Options};

/// Asserts that each of these bits of seeded ids is set half of the time, within five standard
/// deviations.
fn assert_fair(format: Format, options: Options, bits: &[(usize, usize)], fresh_tick: bool) {
    assert_fair_within(5.0, format, options.seed([7; 32]), bits, fresh_tick);
}

fn assert_fair_within(
    sigmas: f64,
    format: Format,
    options: Options,
    bits: &[(usize, usize)],
    fresh_tick: bool,
) {
    let count: u32 = sized(20_000, 100_000);
    let options = match format {
        Format::Uid11Fullrand | Format::Uuid4 => options,
        _ => options.max_lead_ms(1_000_000_000),
    };
    let generator = manual(format, options);
    let mut set = [0u32; 160];
    for i in 0..count {
        let time = at_us(if fresh_tick { i64::from(i) * 1000 } else { 0 });
        let id: AnyId = generator.next_at(time).expect("an id");
        for (byte, count) in id.to_bytes().iter().zip(set.chunks_mut(8)) {
            for (bit, count) in count.iter_mut().enumerate() {
                *count += u32::from(byte >> (7 - bit) & 1);
            }
        }
    }
    let sigma = f64::from(count).sqrt() / 2.0;
    for bit in bits.iter().flat_map(|&(first, end)| first..end) {
        let off = (f64::from(set[bit]) - f64::from(count) / 2.0).abs();
        assert!(
            off < sigmas * sigma,
            "{format}: bit {bit} is set {} times of {count}",
            set[bit]
        );
    }
}

/// Fails by chance once in 10^11 runs: by Hoeffding's inequality, a fair bit is 8 standard
/// deviations off with a probability below 2 exp(-8^2 / 2) = 2.6e-14, and there are 244 bits.
#[test]
fn bits_from_system_entropy_are_fair() {
    let options = Options::new;
    let bits = [(0, 48), (52, 64), (66, 128)];
    assert_fair_within(8.0, Format::Uuid4, options(), &bits, false);
    assert_fair_within(8.0, Format::Uid11Fullrand, options(), &[(0, 64)], false);
    let bits = [(53, 64), (66, 96), (96, 113)];
    assert_fair_within(8.0, Format::Uuid7, options(), &bits, true);
}

#[test]
fn bits_drawn_per_id_are_fair() {
    let plain = Options::new;
    assert_fair(Format::Uid11Fullrand, plain(), &[(0, 64)], false);
    assert_fair(Format::Uid11TsSeqRand, plain(), &[(54, 64)], false);
    assert_fair(Format::Uuid6, plain(), &[(80, 128)], false);
    assert_fair(Format::Uuid7, plain(), &[(96, 128)], false);
    assert_fair(Format::Uuid7Draft01, plain(), &[(80, 128)], false);
    assert_fair(Format::Uuid8, plain(), &[(66, 128)], false);
    assert_fair(Format::Scru160, plain(), &[(64, 160)], false);
    assert_fair(Format::Uuid1, plain(), &[(80, 128)], false);
    let around_marks = [(0, 48), (52, 64), (66, 128)];
    assert_fair(Format::Uuid4, plain(), &around_marks, false);
    assert_fair(Format::Scru128, plain(), &[(96, 128)], false);
}

#[test]
fn bits_drawn_per_tick_are_fair() {
    let plain = Options::new;
    assert_fair(Format::Uid11Xid, plain(), &[(42, 64)], true);
    // The top bit of a counter starts clear.
    assert_fair(Format::Uuid7, plain(), &[(53, 64), (66, 96)], true);
    assert_fair(Format::Scru160, plain(), &[(49, 64)], true);
    assert_fair(Format::Mastodon, plain(), &[(49, 64)], true);
    assert_fair(Format::Tsid, plain(), &[(53, 64)], true);
    assert_fair(Format::Scru128, plain(), &[(49, 96)], true);
}

#[test]
fn xid_bits_are_fair_within_a_millisecond() {
    assert_fair(Format::Uid11Xid, Options::new(), &[(42, 64)], false);
}
