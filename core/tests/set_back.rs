//! Clock rollbacks: order within the tolerance, and new draws beyond it.
//!
//! A separate test program, since other tests in its process would leave too few unused nodes.
#![cfg(feature = "std")]

mod common;

use common::{NOON_US, assert_distinct, assert_increasing, at_us, ids_at, manual, ordered, timed};
use sortid::options::{OnRollback, Precision, RollbackTolerance};
use sortid::{Error, ErrorCode, Format, Generator, Options, Reseed, Timestamp};

const SECOND: i64 = 1_000_000;

fn code<T>(result: Result<T, Error>) -> Option<ErrorCode> {
    result.err().map(|error| error.code())
}

#[test]
fn ids_stay_ordered_through_tolerated_rollbacks() {
    for format in ordered() {
        let generator = manual(format, Options::new());
        let steps = [
            0,
            0,
            1,
            -1,
            -SECOND,
            -9 * SECOND,
            0,
            2,
            -10 * SECOND + 2,
            3,
            3,
            5 * SECOND,
        ];
        let ids = ids_at(&generator, steps);
        assert_increasing(&ids);
        assert_eq!(generator.status().rollbacks, 0, "{format}");
        assert_eq!(generator.status().ids, ids.len() as u64);
    }
}

#[test]
fn rollback_beyond_tolerance_resets_or_is_rejected() {
    for format in timed() {
        let generator = manual(format, Options::new());
        let first = ids_at(&generator, [0])[0];
        let back = generator.next_at(at_us(-11 * SECOND));
        match format {
            Format::Uid11Xid | Format::Uid11TsSeqRand | Format::Mastodon => {
                assert_eq!(code(back), Some(ErrorCode::ClockRollback), "{format}");
                // The next call detects the same rollback, which ends when the clock is back.
                assert!(generator.next_at(at_us(-11 * SECOND)).is_err());
                assert_eq!(generator.status().rollbacks, 1);
                assert!(generator.next_at(at_us(0)).is_ok());
            }
            _ => {
                let back = back.expect("a reset");
                assert!(back < first, "{format}: a reset breaks the order");
                assert_eq!(generator.status().rollbacks, 1);
                assert_increasing(&[back, ids_at(&generator, [-11 * SECOND])[0]]);
            }
        }
    }
}

#[test]
fn unlimited_tolerance_keeps_order_back_to_before_1970() {
    for format in ordered() {
        let options = Options::new()
            .rollback_tolerance_ms(RollbackTolerance::Unlimited)
            .max_lead_ms(1000);
        let generator = manual(format, options);
        let year = 365 * 86_400 * SECOND;
        let ids = ids_at(&generator, [0, -year, -NOON_US - SECOND, 0]);
        assert_increasing(&ids);
    }
}

#[test]
fn reset_draws_new_node_or_clock_sequence() {
    let back = [0, -20 * SECOND, -40 * SECOND, -60 * SECOND];
    let nodes = |format, field| {
        let ids = ids_at(&manual(format, Options::new()), back);
        let nodes: Vec<_> = ids
            .iter()
            .map(|id| id.field(field).expect("a field"))
            .collect();
        nodes
    };
    for (format, field) in [
        (Format::Tid, "clock_id"),
        (Format::Timeid, "node"),
        (Format::Uid11Snowish, "machine"),
    ] {
        let mut drawn = nodes(format, field);
        drawn.sort_unstable();
        drawn.dedup();
        assert_eq!(drawn.len(), back.len(), "{format} drew a node twice");
    }
    // Four equal starts among 2^13 do not happen by chance.
    let mut sequences = nodes(Format::Uuid6, "clock_seq");
    sequences.dedup();
    assert!(sequences.len() > 1);
}

#[test]
fn resets_never_repeat_a_node_and_fail_once_all_are_used() {
    let seeded = Options::new().seed([5; 32]);
    let generator = manual(Format::Timeid, seeded);
    let mut ids = Vec::new();
    for round in 0..32 {
        ids.push(
            generator
                .next_at(at_us(-20 * SECOND * round))
                .expect("a node is left"),
        );
    }
    let refused = generator.next_at(at_us(-20 * SECOND * 32));
    assert_eq!(code(refused), Some(ErrorCode::ClockRollback));
    let mut nodes: Vec<_> = ids.iter().map(|id| id.field("node")).collect();
    nodes.sort_unstable_by_key(|node| node.unwrap_or(-1));
    nodes.dedup();
    assert_eq!(nodes.len(), 32);
    assert!(nodes.iter().all(|node| node.is_ok_and(|node| node < 32)));
}

#[test]
fn passed_ticks_stay_closed_after_reset_without_new_node() {
    // After a reset, ticks that were passed before stay closed.
    let reset = || Options::new().on_rollback(OnRollback::Reset);
    for (format, options) in [
        (Format::Tid, reset().node(7)),
        (Format::Uid11Snowish, reset().node(7)),
        (Format::Uid11Xid, reset()),
        (Format::Uid11TsSeqRand, reset()),
    ] {
        let generator = manual(format, options);
        let mut ids = ids_at(&generator, [0, 100_000, 200_000]);
        ids.extend(ids_at(&generator, [-30 * SECOND, -30 * SECOND + 1000]));
        for offset in [0, 100_000, 150_000, 200_000] {
            let passed = generator.next_at(at_us(offset));
            assert_eq!(
                code(passed),
                Some(ErrorCode::ClockRollback),
                "{format}, {offset} µs"
            );
        }
        ids.extend(ids_at(&generator, [201_000, 201_000]));
        assert_distinct(ids);
    }
}

#[test]
fn former_node_given_after_reset_repeats_no_tick() {
    let generator = manual(Format::Tid, Options::new());
    let first = ids_at(&generator, [0])[0];
    // The reset draws another node. If assigned again, the first one must not repeat its ticks.
    ids_at(&generator, [-20 * SECOND]);
    let node = first.field("clock_id").expect("a field");
    let with = Reseed::new().node(node.try_into().expect("a node"));
    generator.reseed(with).expect("reseeded");
    assert_eq!(
        code(generator.next_at(at_us(0))),
        Some(ErrorCode::ClockRollback)
    );
    assert!(generator.next_at(at_us(1)).is_ok());
}

#[test]
fn rollback_is_refused_by_default_if_ids_could_repeat() {
    let fixed = [
        (Format::Tid, Options::new().node(1)),
        (Format::Timeid, Options::new().node(1)),
        (Format::Uid11Snowish, Options::new().node(1)),
        (Format::Uuid8, Options::new().node(1)),
        (Format::Mastodon, Options::new()),
        (Format::Tsid, Options::new().node(1)),
        (Format::Tsid, Options::new().node_bits(0)),
        (Format::Scru64, Options::new().node(1)),
        (Format::Custom64, Options::new().node(1)),
        (Format::Custom64, Options::new().node_bits(0)),
    ];
    for (format, options) in fixed {
        let generator = manual(format, options);
        ids_at(&generator, [0]);
        let refused = generator.next_at(at_us(-11 * SECOND));
        assert_eq!(code(refused), Some(ErrorCode::ClockRollback), "{format}");
    }
}

#[test]
fn reading_before_first_tick_counts_as_rollback() {
    let early = Timestamp::new(-(1 << 40), 0).expect("a time");
    for (format, error) in [
        (Format::Uuid7, ErrorCode::TimestampOutOfRange),
        (Format::Uid11Xid, ErrorCode::ClockRollback),
    ] {
        let generator = manual(format, Options::new());
        ids_at(&generator, [0]);
        assert_eq!(code(generator.next_at(early)), Some(error), "{format}");
        assert_eq!(generator.status().rollbacks, 1);
        assert!(generator.next_at(at_us(0)).is_ok());
    }
}

#[test]
fn ticks_before_two_resets_stay_closed_to_first_node() {
    let generator = manual(Format::Tid, Options::new());
    let first = ids_at(&generator, [0, 100 * SECOND])[0];
    // Each reset draws a new node, which may pass these ticks again.
    ids_at(&generator, [50 * SECOND, 30 * SECOND]);
    let node = first.field("clock_id").expect("a field");
    let with = Reseed::new().node(node.try_into().expect("a node"));
    generator.reseed(with).expect("reseeded");
    let passed = generator.next_at(at_us(0));
    assert_eq!(code(passed), Some(ErrorCode::ClockRollback));
}

/// The first nanosecond that draft-01 UUIDs count from another base, in the year 2554.
const BASE_NS: i128 = 1 << 64;
const SECOND_NS: i128 = 1_000_000_000;

fn at_ns(unix_ns: i128) -> Timestamp {
    Timestamp::from_unix_ns(unix_ns).expect("a time")
}

fn nanoseconds(options: Options) -> Generator {
    manual(Format::Uuid7Draft01, options.precision(Precision::Ns))
}

#[test]
fn rollback_below_base_is_measured_in_full() {
    let generator = nanoseconds(Options::new().on_rollback(OnRollback::Error));
    let first = generator
        .next_at(at_ns(BASE_NS + SECOND_NS))
        .expect("an id");
    let tolerated = generator.next_at(at_ns(BASE_NS - 9 * SECOND_NS));
    assert!(tolerated.expect("10 s are tolerated") > first);
    let refused = generator.next_at(at_ns(BASE_NS - 14 * SECOND_NS));
    assert_eq!(code(refused), Some(ErrorCode::ClockRollback));
}

#[test]
fn reset_below_base_follows_the_clock() {
    let generator = nanoseconds(Options::new());
    generator.next_at(at_ns(BASE_NS)).expect("an id");
    let reset = generator.next_at(at_us(0)).expect("a reset");
    let options = Options::new().precision(Precision::Ns);
    let time = reset.timestamp_with(&options).expect("a time");
    assert_eq!(time, at_us(0));
}

#[test]
fn refused_rollback_of_centuries_keeps_order() {
    let generator = nanoseconds(Options::new().on_rollback(OnRollback::Error));
    // More ticks after today than a generator counts from one base.
    let late = 3 * (BASE_NS / 2) + SECOND_NS;
    let before = generator.next_at(at_ns(late)).expect("an id");
    let refused = generator.next_at(at_us(0));
    assert_eq!(code(refused), Some(ErrorCode::ClockRollback));
    let after = generator.next_at(at_ns(late - SECOND_NS)).expect("an id");
    assert!(after > before);
}

#[test]
fn ticks_below_a_later_base_stay_closed() {
    let options = Options::new().node(7).on_rollback(OnRollback::Reset);
    let generator = manual(Format::Flake, options);
    let first = ids_at(&generator, [0])[0];
    let last_ms = i128::from(u64::MAX);
    let last = generator.next_at(at_ns(last_ms * 1_000_000));
    assert!(last.expect("the last millisecond") > first);
    let passed = generator.next_at(at_us(0));
    assert_eq!(code(passed), Some(ErrorCode::ClockRollback));
}
