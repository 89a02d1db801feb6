//! `scru128` and `scru64`, the reference implementations of their specifications.

use std::str::FromStr;
use std::time::SystemTime;

use scru64::Scru64Generator;
use scru64::generator::counter_mode::DefaultCounterMode;
use scru128::generator::{RandSource, StdSystemTime};
use sortid::{AnyId, ErrorCode, Format, Generator, Options, Timestamp};

use super::{
    COUNT, assert_in_order, assert_now, assert_refused, assert_same_order, field, floored,
    instants, ours, read, system,
};

/// The random bits of their own generator, for a generator with a given time.
struct Entropy;

impl RandSource for Entropy {
    fn next_u32(&mut self) -> u32 {
        scru128::new().entropy()
    }
}

fn assert_scru128(theirs: &scru128::Id, id: &AnyId) {
    assert_eq!(id.to_u128(), Ok(theirs.to_u128()));
    assert_eq!(field(id, "timestamp_ms"), theirs.timestamp().into());
    assert_eq!(field(id, "counter_hi"), theirs.counter_hi().into());
    assert_eq!(field(id, "counter_lo"), theirs.counter_lo().into());
    assert_eq!(field(id, "entropy"), theirs.entropy().into());
}

#[test]
fn peer_ids_of_128_bits_have_right_fields_and_order() {
    let mut generator = scru128::Generator::with_rand_and_time_sources(Entropy, StdSystemTime);
    let mut both = Vec::new();
    for (seconds, nanos) in instants() {
        let millis = seconds * 1000 + u64::from(nanos / 1_000_000);
        // The second id of a millisecond increments the first.
        for _ in 0..2 {
            let theirs = generator.generate_or_reset_with_ts(millis);
            let id = read(&theirs.to_string(), Format::Scru128);
            assert_scru128(&theirs, &id);
            assert_eq!(id.timestamp(), Ok(floored(seconds, nanos, 1_000_000)));
            both.push((theirs, id));
        }
    }
    assert_same_order(both);
}

#[test]
fn peer_reads_our_ids_of_128_bits_in_order() {
    let read = ours(Format::Scru128).into_iter().map(|id| {
        let theirs = scru128::Id::from_str(&id.to_string()).expect("a SCRU128");
        assert_scru128(&theirs, &id);
        let millis = theirs.timestamp();
        assert_now(system(millis / 1000, (millis % 1000) as u32 * 1_000_000));
        theirs
    });
    assert_in_order(&read.collect::<Vec<_>>());
}

/// The time of a number of 256 ms ticks.
fn of_256ms(ticks: u64) -> SystemTime {
    let millis = ticks * 256;
    system(millis / 1000, (millis % 1000) as u32 * 1_000_000)
}

fn assert_scru64(theirs: scru64::Scru64Id, id: &AnyId) {
    assert_eq!(id.to_u64(), Ok(theirs.to_u64()));
    assert_eq!(field(id, "timestamp_256ms"), theirs.timestamp().into());
    assert_eq!(field(id, "node_ctr"), theirs.node_ctr().into());
    assert_eq!(
        id.timestamp(),
        Ok(Timestamp::from(of_256ms(theirs.timestamp())))
    );
}

#[test]
fn peer_ids_of_64_bits_have_right_fields_and_order() {
    let node = "42/8".parse().expect("a node");
    // Half of the counter is initially unused: at its end the time would advance.
    let mut generator = Scru64Generator::with_counter_mode(node, DefaultCounterMode::new(1));
    let mut both = Vec::new();
    for (seconds, nanos) in instants() {
        let millis = seconds * 1000 + u64::from(nanos / 1_000_000);
        for _ in 0..2 {
            let theirs = generator.generate_or_reset_core(millis, 10_000);
            let id = read(&theirs.to_string(), Format::Scru64);
            assert_scru64(theirs, &id);
            assert_eq!(field(&id, "timestamp_256ms"), (millis / 256).into());
            assert_eq!(field(&id, "node_ctr") >> 16, 42);
            both.push((theirs, id));
        }
    }
    assert_same_order(both);
}

#[test]
fn peer_reads_our_ids_of_64_bits_in_order() {
    for (node_id, node_bits) in [(42, 8), (1, 1), (1023, 10)] {
        let options = Options::new().node(node_id).node_bits(node_bits);
        let generator = Generator::dynamic(Format::Scru64, &options).expect("a generator");
        let read = generator.ids().take(COUNT).map(|id| {
            let id = id.expect("an id");
            let theirs = scru64::Scru64Id::from_str(&id.to_string()).expect("a SCRU64");
            assert_scru64(theirs, &id);
            assert_eq!(u64::from(theirs.node_ctr()) >> (24 - node_bits), node_id);
            assert_now(of_256ms(theirs.timestamp()));
            theirs
        });
        assert_in_order(&read.collect::<Vec<_>>());
    }
}

#[test]
fn both_reject_invalid_digits_and_large_values() {
    for (text, format, code, offset) in [
        (
            "f5lxx1zz5pnorynqglhzmsp34",
            Format::Scru128,
            ErrorCode::OutOfRange,
            None,
        ),
        (
            "0372hg16csmsm50l8dik-vukc",
            Format::Scru128,
            ErrorCode::InvalidCharacter,
            Some(20),
        ),
        (
            "+372hg16csmsm50l8dikcvukc",
            Format::Scru128,
            ErrorCode::InvalidCharacter,
            Some(0),
        ),
        (
            "0u375nxqh5c_",
            Format::Scru64,
            ErrorCode::InvalidCharacter,
            Some(11),
        ),
        (
            "0u375nxqh5c",
            Format::Scru64,
            ErrorCode::InvalidLength,
            Some(11),
        ),
    ] {
        let taken = scru128::Id::from_str(text).is_ok() || scru64::Scru64Id::from_str(text).is_ok();
        assert!(!taken, "{text}");
        assert_refused(text, format, code, offset);
    }
}
