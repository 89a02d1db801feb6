//! The test clock in the form of the packages.

use std::sync::Arc;
use std::sync::atomic::{AtomicI64, Ordering};

use sortid::{ErrorCode, try_uuid7, uuid7};
use sortid_uniffi::error::Failure;
use sortid_uniffi::testing::{RawClock, RawTestClock};
use sortid_uniffi::value::UnixTime;

const TIME: UnixTime = UnixTime {
    seconds: 1_700_000_000,
    nanos: 0,
};

fn seconds() -> i64 {
    uuid7().timestamp().seconds()
}

struct Followed(Arc<AtomicI64>);

impl RawClock for Followed {
    fn now(&self) -> UnixTime {
        let seconds = self.0.load(Ordering::SeqCst);
        UnixTime { seconds, ..TIME }
    }
}

/// A single test: scopes of other tests would wait for the last one, which never ends.
#[test]
fn clock_applies_until_it_ends() {
    let clock = RawTestClock::freeze(TIME, Some(vec![7; 32])).expect("a scope");
    let first = uuid7();
    assert_eq!(first.unix_ts_ms(), 1_700_000_000_000);
    clock.advance(1, 500_000_000);
    assert_eq!(uuid7().unix_ts_ms(), 1_700_000_001_500);
    clock.set(TIME).expect("a time");
    assert_eq!(seconds(), 1_700_000_000);
    clock.end();
    clock.end();
    clock.set(TIME).expect("no effect");
    assert!(seconds() > 1_700_000_001);

    let now = Arc::new(AtomicI64::new(1_600_000_000));
    let clock = RawTestClock::follow(Box::new(Followed(Arc::clone(&now))), None);
    let clock = clock.expect("a scope");
    assert_eq!(seconds(), 1_600_000_000);
    // The time of a clock that has failed.
    now.store(i64::MAX, Ordering::SeqCst);
    let refused = try_uuid7().map_err(|error| error.code());
    assert_eq!(refused, Err(ErrorCode::TimestampOutOfRange));
    now.store(1_500_000_000, Ordering::SeqCst);
    assert_eq!(seconds(), 1_500_000_000);
    clock.end();

    let clock = RawTestClock::freeze(TIME, Some(vec![7; 32])).expect("a scope");
    assert_eq!(uuid7(), first);
    drop(clock);
    assert_eq!(seconds(), 1_700_000_000);
}

#[test]
fn freeze_rejects_seed_of_another_length() {
    let refused = RawTestClock::freeze(TIME, Some(vec![7; 31])).map(drop);
    let Err(Failure::Refused { refusal }) = refused else {
        panic!("expected an error")
    };
    assert_eq!(refusal.message, "invalid_option: seed must be 32 bytes");
}
