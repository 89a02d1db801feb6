//! The lead of ids over the clock, and exhausted ticks.

use std::time::Duration;

use crate::common::{NOON_US, assert_distinct, at_us, ids_at, manual, timed};
use crate::{SECOND, code, reading, unix_us};
use sortid::options::{ClockSource, OnExhausted, Precision, Usage};
use sortid::{AnyId, ErrorCode, Format, Generator, Options, Tid, Timestamp, Uuid8};

#[test]
fn lead_never_exceeds_its_limit() {
    for format in timed() {
        if format == Format::Uuid6 {
            continue; // ten ticks a microsecond: tested in `fields`
        }
        let unit_us = i128::from(format.resolution_ns().unwrap_or(1_000_000) / 1000);
        let generator = manual(format, Options::new().max_lead_ms(3));
        let mut last = None;
        for _ in 0..3100 {
            match generator.next_at(at_us(0)) {
                Ok(id) => {
                    let ahead = unix_us(id, &reading(format)) - i128::from(NOON_US);
                    assert!(ahead <= 3000, "{format} is {ahead} µs ahead");
                    last = Some(ahead);
                }
                Err(error) => {
                    assert_eq!(error.code(), ErrorCode::CounterExhausted, "{format}");
                    assert!(last >= Some(3000 - unit_us), "{format} stopped at {last:?}");
                    break;
                }
            }
        }
        assert!(generator.status().lead_ns <= 3_000_000);
    }
}

#[test]
fn exhausted_counters_of_draft01_systems_advance_or_fail() {
    let (plain, machine) = (Options::new, || Options::new().node(1));
    for (format, options, room) in [
        (Format::LexicalUuid, plain(), 1),
        (Format::Snowflake, machine(), 4096),
        (Format::Flake, plain(), 65_536),
        (Format::ShardingId, plain().node(1), 1024),
        (Format::FlakeIdgen, machine(), 4096),
        (Format::Sonyflake, plain(), 256),
        (Format::Cuid, plain(), 631_040),
    ] {
        let refusing = options.clone().on_exhausted(OnExhausted::Error);
        let (refusing, going_on) = (manual(format, refusing), manual(format, options));
        let noon = ids_at(&refusing, std::iter::repeat_n(0, room));
        let first = ids_at(&going_on, std::iter::repeat_n(0, room))[0];
        assert!(
            noon.iter().all(|id| id.timestamp() == noon[0].timestamp()),
            "{format}"
        );
        match refusing.next_at(at_us(0)) {
            // Its counter starts at random, so a tick may hold more than `room` ids.
            Ok(_) => assert_eq!(format, Format::Cuid),
            refused => assert_eq!(code(refused), Some(ErrorCode::CounterExhausted), "{format}"),
        }
        if format != Format::Cuid {
            let next = ids_at(&going_on, [0])[0];
            let unit_ns = i128::from(format.resolution_ns().expect("a time"));
            let at = |id: AnyId| id.timestamp().expect("a time").unix_ns();
            // In lexical_uuid each id takes a new tick.
            assert_eq!(at(next) - at(first), unit_ns, "{format}");
        }
    }
}

#[test]
fn lead_is_measured_from_highest_reading() {
    // A rollback within the tolerance keeps the highest reading: R-GEN-1.
    let generator = manual(Format::Tid, Options::new().max_lead_ms(0));
    ids_at(&generator, [0]);
    assert_eq!(
        code(generator.next_at(at_us(0))),
        Some(ErrorCode::CounterExhausted)
    );
    assert_eq!(
        code(generator.next_at(at_us(-SECOND))),
        Some(ErrorCode::CounterExhausted)
    );
    assert!(generator.next_at(at_us(1)).is_ok());
}

#[test]
fn exhausted_counter_fails_if_on_exhausted_is_error() {
    let error = || Options::new().on_exhausted(OnExhausted::Error);
    let full = |format, options: Options, ids: usize| {
        let generator = manual(format, options);
        let made = ids_at(&generator, std::iter::repeat_n(0, ids));
        assert_distinct(made);
        let refused = generator.next_at(at_us(0));
        assert_eq!(code(refused), Some(ErrorCode::CounterExhausted), "{format}");
        assert!(
            generator.next_at(at_us(SECOND)).is_ok(),
            "a new tick is a new counter"
        );
    };
    full(Format::Tid, error(), 1);
    full(Format::Timeid, error(), 1);
    full(Format::Uid11Snowish, error().node(1), 4096);
    full(Format::Uid11TsSeqRand, error(), 4096);
    full(Format::Uuid7Draft01, error(), 1 << 14);
    full(
        Format::Uuid7Draft01,
        error().precision(Precision::Ms),
        1 << 12,
    );
    full(
        Format::Uuid7Draft01,
        error().precision(Precision::Ns),
        1 << 8,
    );
    full(Format::Uuid8, error(), 1 << 12);
    full(Format::Uuid8, error().timestamp_bits(60), 1 << 8);
    full(Format::Scru160, error().counter_seed_bits(0), 1 << 16);
    let microsecond = error().usage(Usage::Microsecond).counter_seed_bits(0);
    full(Format::Scru160, microsecond, 1 << 6);
}

#[test]
fn id_is_at_most_one_unit_older_than_its_call() {
    for format in timed().filter(|format| format.resolution_ns().is_some()) {
        let generator = Generator::dynamic(format, &Options::new()).expect("a generator");
        let unit_ns = i128::from(format.resolution_ns().expect("a time"));
        let until = Timestamp::now().unix_ns() + 20_000_000;
        while Timestamp::now().unix_ns() < until {
            // Bursts generate most ids without reading the clock.
            for _ in 0..20 {
                let before = Timestamp::now().unix_ns();
                let id = generator.next().expect("an id");
                let time = id.timestamp().expect("a time").unix_ns();
                assert!(before - time <= unit_ns, "{format}: {} ns", before - time);
                let _ = generator.next();
            }
        }
    }
}

#[test]
fn zero_max_lead_waits_for_the_clock() {
    let generator = Generator::<Tid>::with(&Options::new().max_lead_ms(0)).expect("a generator");
    for _ in 0..2000 {
        let before = Timestamp::now();
        let id = AnyId::from(generator.next().expect("an id"));
        let after = Timestamp::now();
        let time = id.timestamp().expect("a time");
        assert!(
            time.unix_ns() + 1000 > before.unix_ns(),
            "no older than the call"
        );
        assert!(time <= after, "not ahead of the clock");
    }
}

#[test]
fn next_within_zero_returns_none_instead_of_waiting() {
    // Few ids in a long tick: even a slow machine uses up the lead before the clock advances.
    let options = Options::new()
        .timestamp_bits(60)
        .unit_ns(500_000_000)
        .max_lead_ms(1000);
    let generator = Generator::<Uuid8>::with(&options).expect("a generator");
    let none = Duration::ZERO;
    let mut last = generator.next().expect("an id");
    let refused = (0..10_000).find(|_| {
        let id = generator.next_within(none).expect("no error");
        id.is_none_or(|id| {
            assert!(id > last);
            last = id;
            false
        })
    });
    assert!(refused.is_some(), "the lead is never used up");
    let id = generator.next_within(Duration::from_secs(60));
    assert!(id.expect("no error").expect("the clock advances") > last);
    let manual =
        Generator::<Tid>::with(&Options::new().clock(ClockSource::Manual)).expect("a generator");
    assert_eq!(
        code(manual.next_within(none)),
        Some(ErrorCode::InvalidOption)
    );
}

#[test]
fn status_reports_lead_in_nanoseconds() {
    let generator = manual(Format::Tid, Options::new());
    ids_at(&generator, [0, 0, 0]);
    assert_eq!(generator.status().lead_ns, 2000);
}

#[test]
fn next_after_last_tick_is_out_of_range() {
    let last_us = (1 << 53) - 1;
    let tid = manual(Format::Tid, Options::new());
    let last = Timestamp::from_unix_us(last_us);
    tid.next_at(last).expect("the last tid");
    let refused = tid.next_at(last);
    assert_eq!(code(refused), Some(ErrorCode::TimestampOutOfRange));

    let uuid = manual(Format::Uuid7, Options::new());
    let last = Timestamp::from_unix_ms((1 << 48) - 1);
    let id = uuid.next_at(last).expect("an id of the last millisecond");
    let refused = uuid.next_after_at(id, last);
    assert_eq!(code(refused), Some(ErrorCode::TimestampOutOfRange));
}
