//! Random bits are random: each is set half of the time, within five standard deviations.
#![cfg(feature = "std")]

mod common;

use common::{at_us, manual};
use sortid::{Format, Id, Options};

/// Counts how often each bit is set, over generators' whole random parts.
fn assert_fair(format: Format, options: Options, bits: &[(usize, usize)], fresh_tick: bool) {
    const IDS: u32 = 100_000;
    let options = match format {
        Format::Uid11Fullrand | Format::Uuid4 => options,
        _ => options.max_lead_ms(1_000_000_000),
    };
    let generator = manual(format, options);
    let mut set = [0u32; 160];
    for i in 0..IDS {
        let time = at_us(if fresh_tick { i64::from(i) * 1000 } else { 0 });
        let id: Id = generator.next_at(time).expect("an id");
        for (byte, count) in id.to_bytes().iter().zip(set.chunks_mut(8)) {
            for (bit, count) in count.iter_mut().enumerate() {
                *count += u32::from(byte >> (7 - bit) & 1);
            }
        }
    }
    let sigma = f64::from(IDS).sqrt() / 2.0;
    for bit in bits.iter().flat_map(|&(first, end)| first..end) {
        let off = (f64::from(set[bit]) - f64::from(IDS) / 2.0).abs();
        assert!(
            off < 5.0 * sigma,
            "{format}: bit {bit} is set {} times of {IDS}",
            set[bit]
        );
    }
}

#[test]
fn every_bit_drawn_for_each_id_is_fair() {
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
fn every_bit_drawn_for_each_tick_is_fair() {
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
fn xid_is_fair_inside_a_millisecond() {
    assert_fair(Format::Uid11Xid, Options::new(), &[(42, 64)], false);
}
