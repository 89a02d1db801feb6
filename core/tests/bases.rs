//! Clocks that jump by 2^63 ticks or more, some so far that a generator counts from another base.
#![cfg(feature = "std")]

#[cfg(all(feature = "state-file", target_os = "linux"))]
#[path = "common/folder.rs"]
mod folder;

mod common;

use common::{assert_distinct, assert_increasing, manual};
use sortid::options::{OnRollback, Precision, RollbackTolerance};
use sortid::{AnyId, ErrorCode, Format, Generator, Options, Timestamp};

const OUT_OF_RANGE: Result<AnyId, ErrorCode> = Err(ErrorCode::TimestampOutOfRange);
const SET_BACK: Result<AnyId, ErrorCode> = Err(ErrorCode::ClockRollback);

/// Layouts whose ticks do not all fit above one base, with the length of a tick in nanoseconds.
fn layouts() -> [(Format, Options, u64); 2] {
    let draft01 = Options::new().precision(Precision::Ns);
    [
        (Format::Flake, Options::new(), 1_000_000),
        (Format::Uuid7Draft01, draft01, 1),
    ]
}

/// Returns the time at which a tick begins, counted from 1970.
fn at(tick: u128, unit_ns: u64) -> Timestamp {
    Timestamp::from_unix_ns(tick as i128 * i128::from(unit_ns)).expect("a time")
}

/// The last tick of flake.
const LAST: u128 = u64::MAX as u128;

fn next(generator: &Generator, time: Timestamp) -> Result<AnyId, ErrorCode> {
    generator.next_at(time).map_err(|error| error.code())
}

/// Ticks on both sides of each base.
const FAR: [u128; 4] = [LAST, (1 << 63) + 5, 1 << 63, LAST - 1];

#[test]
fn clock_set_back_below_base_is_followed() {
    for (format, options, unit_ns) in layouts() {
        let generator = manual(format, options.clone());
        let mut ids = Vec::new();
        for (nth, far) in FAR.into_iter().enumerate() {
            for tick in [1 << 40, far, 1 << 40, (1 << 40) + 1, far, 77_000_000_000] {
                let time = at(tick, unit_ns);
                let id = next(&generator, time).unwrap_or_else(|code| {
                    panic!("{format}, {nth}: {code} at tick {tick}");
                });
                assert_eq!(id.timestamp_with(&options), Ok(time), "{format}");
                ids.push(id);
            }
        }
        assert_eq!(generator.status().rollbacks, 2 * 4);
        assert_distinct(ids);
    }
}

#[test]
fn clock_moving_between_higher_bases_is_followed() {
    let options = Options::new().precision(Precision::Ns);
    let generator = manual(Format::Uuid7Draft01, options.clone());
    let ticks = [
        3 << 64,
        (1 << 64) + 5,
        (1_000_000_000 << 36) - 1,
        1 << 65,
        1 << 63,
        5,
    ];
    for tick in ticks {
        let id = next(&generator, at(tick, 1)).expect("an id");
        assert_eq!(id.timestamp_with(&options), Ok(at(tick, 1)));
    }
    assert_eq!(generator.status().rollbacks, 4);
}

#[test]
fn passed_ticks_stay_closed_from_every_base() {
    let options = Options::new().node(5).on_rollback(OnRollback::Reset);
    let generator = manual(Format::Flake, options);
    let next = |tick: u128| next(&generator, at(tick, 1_000_000));
    let mut ids = vec![next(1 << 40), next(LAST)];
    for passed in [1 << 40, (1 << 40) + 99_999, 1 << 63, LAST - 99_999] {
        assert_eq!(next(passed), SET_BACK, "{passed}");
    }
    // Ticks below all passed ones are usable, up to the first passed one.
    ids.extend([next(1 << 39), next((1 << 39) + 1), next((1 << 40) - 1)]);
    for passed in [1 << 40, 1 << 50, 1 << 63, LAST] {
        assert_eq!(next(passed), SET_BACK, "{passed}");
    }
    assert_distinct(ids.into_iter().map(|id| id.expect("an id")).collect());
}

#[test]
fn refused_or_tolerated_rollback_keeps_base() {
    for (format, options, unit_ns) in layouts() {
        let generator = manual(format, options.clone().on_rollback(OnRollback::Error));
        let last = next(&generator, at(LAST, unit_ns)).expect("an id");
        assert_eq!(next(&generator, at(1 << 40, unit_ns)), SET_BACK);
        let again = next(&generator, at(LAST, unit_ns)).expect("an id");
        assert_increasing(&[last, again]);

        let tolerant = options.rollback_tolerance_ms(RollbackTolerance::Unlimited);
        let generator = manual(format, tolerant);
        let ids = [LAST, 1 << 40, LAST, 7].map(|tick| at(tick, unit_ns));
        assert_increasing(&ids.map(|time| next(&generator, time).expect("an id")));
    }
}

#[test]
fn time_below_first_tick_is_rejected_from_any_base() {
    for (format, options, unit_ns) in layouts() {
        let generator = manual(format, options);
        next(&generator, at(LAST, unit_ns)).expect("an id");
        let early = Timestamp::from_unix_ns(-1).expect("a time");
        assert_eq!(next(&generator, early), OUT_OF_RANGE, "{format}");
        assert!(next(&generator, at(LAST, unit_ns)).is_ok());
        assert_eq!(generator.status().rollbacks, 1);
    }
}

#[test]
fn next_after_exceeds_known_id_above_lower_base() {
    for (format, options, unit_ns) in layouts() {
        let low = at(1 << 40, unit_ns);
        let ahead = at((1 << 40) + 1, unit_ns);
        let known = next(&manual(format, options.clone()), ahead).expect("an id");
        let generator = manual(format, options);
        next(&generator, at(LAST, unit_ns)).expect("an id");
        let id = generator.next_after_at(known, low).expect("an id");
        assert!(id > known, "{format}");
    }
}

#[cfg(all(feature = "state-file", target_os = "linux"))]
#[test]
fn state_file_rejects_tick_without_a_64_bit_position() {
    for (format, options, unit_ns) in layouts() {
        let folder = folder::Folder::new();
        let generator = manual(format, options.state_file(folder.file()));
        let first = next(&generator, at(1 << 40, unit_ns)).expect("an id");
        assert_eq!(next(&generator, at(LAST, unit_ns)), OUT_OF_RANGE);
        // The rejected reading does not count as the highest one.
        let second = next(&generator, at((1 << 40) + 1, unit_ns)).expect("an id");
        assert_increasing(&[first, second]);
    }
}
