//! Ids for given times from the process-wide state: exact, distinct, and ordered within a tick.
#![cfg(feature = "std")]

use std::collections::{HashMap, HashSet};
use std::thread;

use sortid::{AnyId, ErrorCode, Format, Timestamp, Ulid, Uuid7, new_id_at};

/// Formats with a counter of 40 bits or more, as the documentation of `new_id_at` lists them.
const ANY_ORDER: [Format; 8] = [
    Format::Uuid7,
    Format::Ulid,
    Format::Ksuid,
    Format::Scru128,
    Format::PushId,
    Format::Sid,
    Format::CombGuid,
    Format::OrderedUuid,
];

fn at(format: Format, unix_ms: i64) -> Result<AnyId, ErrorCode> {
    new_id_at(Timestamp::from_unix_ms(unix_ms), format).map_err(|error| error.code())
}

/// A generator with a manual clock rejects this: times that go back and return.
#[test]
fn times_may_come_in_any_order() {
    for format in ANY_ORDER {
        let (mut last, mut ids) = (HashMap::new(), HashSet::new());
        for i in 0..2000_i64 {
            // Steps through ten seconds, back and forth.
            let second = i * 7 % 10;
            let id = at(format, 1_600_000_000_000 + second * 1000).expect("an id");
            assert!(ids.insert(id), "{id} repeats");
            if let Some(before) = last.insert(second, id) {
                assert!(before < id, "{before} before {id}");
            }
        }
    }
}

/// One test, because these times must not decrease within the process.
#[test]
fn other_formats_count_up_and_reject_earlier_times() {
    let time = Timestamp::from_unix_ms(1_700_000_000_000);
    let mut any_order = HashSet::new();
    for &format in Format::ALL.iter().filter(|format| format.can_generate()) {
        let id = match new_id_at(time, format) {
            Ok(id) => id,
            Err(error) => {
                assert_eq!(error.code(), ErrorCode::NotApplicable, "{format}: {error}");
                let timeless = [Format::Uid11Fullrand, Format::Uuid4];
                assert!(timeless.contains(&format), "{format}");
                continue;
            }
        };
        // The bits of a uuid8 and a custom64 have no defined time.
        if format.resolution_ns().is_some() {
            let min = AnyId::min_at(time, format).expect("a time");
            let max = AnyId::max_at(time, format).expect("a time");
            assert!((min..=max).contains(&id), "{id} of {format}");
        }
        match at(format, 1_600_000_000_000) {
            Ok(_) => assert!(any_order.insert(format)),
            Err(code) => assert_eq!(code, ErrorCode::ClockRollback, "{format}"),
        }
    }
    assert_eq!(any_order, HashSet::from(ANY_ORDER));

    let full = [(); 5000].map(|()| at(Format::Snowflake, 1_900_000_000_000));
    let made: HashSet<_> = full.iter().flatten().collect();
    assert!(made.len() >= 2048, "{} ids in a tick", made.len());
    assert_eq!(full[4999], Err(ErrorCode::CounterExhausted));
    // A tid has no counter.
    let tids = [(); 2].map(|()| at(Format::Tid, 1_900_000_000_000).is_ok());
    assert_eq!(tids, [true, false]);
}

#[test]
fn threads_get_distinct_ids() {
    let time = Timestamp::from_unix_ms(1_650_000_000_000);
    let ids: HashSet<Uuid7> = thread::scope(|scope| {
        let threads: Vec<_> = (0..4)
            .map(|_| scope.spawn(move || [(); 500].map(|()| Uuid7::at(time).expect("an id"))))
            .collect();
        threads
            .into_iter()
            .flat_map(|thread| thread.join().expect("no panic"))
            .collect()
    });
    assert_eq!(ids.len(), 2000);
}

#[test]
fn time_outside_the_format_is_rejected() {
    let refused = Ulid::at(Timestamp::from_unix_ms(-1)).map_err(|error| error.code());
    assert_eq!(refused, Err(ErrorCode::TimestampOutOfRange));
}
