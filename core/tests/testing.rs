//! A clock and a seed for tests.
#![cfg(feature = "testing")]

use std::sync::Arc;
use std::sync::atomic::{AtomicI64, Ordering};
use std::thread;
use std::time::Duration;

use sortid::options::{ClockSource, Epoch};
use sortid::testing::TestClock;
use sortid::{
    AnyId, ErrorCode, Format, Generator, IdType, Options, Timestamp, Uuid7, default_generator,
    new_id, try_tid, uuid7,
};

const TIME: Timestamp = Timestamp::from_unix_ms(1_700_000_000_000);

#[test]
fn ids_of_every_format_have_the_frozen_time_and_are_in_order() {
    let _clock = TestClock::freeze(TIME).start().expect("a scope");
    for &format in Format::ALL.iter().filter(|format| format.can_generate()) {
        let ids: Vec<_> = (0..3).map(|_| new_id(format).expect("an id")).collect();
        let Ok(time) = ids[0].timestamp() else {
            continue;
        };
        let min = AnyId::min_at(TIME, format).expect("a time");
        assert!(ids[0] >= min && time <= TIME, "{}", ids[0]);
        assert!(ids.is_sorted() || !format.is_ordered(), "{ids:?}");
    }
}

#[test]
fn seed_and_calls_determine_the_ids() {
    let ids = |seed: u8| {
        let clock = TestClock::freeze(TIME).seed([seed; 32]);
        let _clock = clock.start().expect("a scope");
        [uuid7(), uuid7(), Uuid7::at(TIME).expect("an id")]
    };
    assert_eq!(ids(1), ids(1));
    assert_ne!(ids(1), ids(2));

    // A generator with the same seed yields the same ids.
    let options = Options::new().clock(ClockSource::Manual).seed([1; 32]);
    let generator = Generator::<Uuid7>::with(&options).expect("a generator");
    assert_eq!(ids(1)[0], generator.next_at(TIME).expect("an id"));
}

#[test]
fn clock_moves_forward_and_back() {
    let clock = TestClock::freeze(TIME).start().expect("a scope");
    let before = uuid7();
    clock.advance(Duration::from_millis(5));
    assert_eq!(uuid7().unix_ts_ms(), 1_700_000_000_005);
    clock.set(TIME);
    assert_eq!(uuid7().timestamp(), TIME);
    clock.set(Timestamp::from_unix_ms(1_000_000_000_000));
    let (a, b) = [(); 2].map(|()| try_tid().expect("an id")).into();
    assert_eq!(a.timestamp_us(), 1_000_000_000_000_000);
    assert!(a < b && uuid7() < before);
    clock.advance(Duration::MAX);
    assert!(sortid::try_uuid7().is_err());
}

#[test]
fn fill_and_threads_use_the_clock() {
    let _clock = TestClock::freeze(TIME).start().expect("a scope");
    let mut ids = vec![AnyId::min_at(TIME, Format::Uuid7).expect("an id"); 5000];
    let generator = default_generator(Format::Uuid7).expect("a generator");
    assert_eq!(generator.fill(&mut ids).error, None);
    assert!(ids.is_sorted() && ids.iter().all(|id| id.timestamp() == Ok(TIME)));
    let other = thread::spawn(|| uuid7().timestamp());
    assert_eq!(other.join().expect("no panic"), TIME);
}

/// Waiting for a stopped clock would never end.
#[test]
fn exhausted_lead_is_an_error() {
    let _clock = TestClock::freeze(TIME).start().expect("a scope");
    let mut bytes = vec![0; 8 * 1_100_000];
    let generator = default_generator(Format::Tid).expect("a generator");
    let filled = generator.fill_bytes(&mut bytes);
    assert_eq!(
        filled.error.map(|error| error.code()),
        Some(ErrorCode::CounterExhausted)
    );
    assert!(filled.ids > 900_000, "{filled:?}");
}

#[test]
fn custom_clock_is_used() {
    let now = Arc::new(AtomicI64::new(1_700_000_000_000));
    let read = Arc::clone(&now);
    let follows = move || Timestamp::from_unix_ms(read.load(Ordering::SeqCst));
    let _clock = TestClock::follow(follows).start().expect("a scope");
    for time in [1_700_000_000_001, 1_600_000_000_000, 1_800_000_000_000] {
        now.store(time, Ordering::SeqCst);
        assert_eq!(uuid7().timestamp(), Timestamp::from_unix_ms(time));
    }
}

#[test]
fn nested_scopes_restore_the_clock() {
    let outer = TestClock::freeze(TIME).start().expect("a scope");
    {
        let earlier = Timestamp::from_unix_ms(1_500_000_000_000);
        let _inner = TestClock::freeze(earlier).start().expect("a scope");
        assert_eq!(uuid7().timestamp(), earlier);
    }
    assert_eq!(uuid7().timestamp(), TIME);
    drop(outer);
}

#[test]
fn end_of_test_restores_the_generator() {
    let _scope = TestClock::freeze(TIME).start().expect("a scope");
    // While this scope is active, no other test replaces the generators.
    let inside = default_generator(Format::Ksuid).expect("a generator");
    let nested = TestClock::freeze(TIME).start().expect("a scope");
    let deeper = default_generator(Format::Ksuid).expect("a generator");
    assert!(!std::ptr::eq(inside, deeper));
    drop(nested);
    assert!(std::ptr::eq(
        inside,
        default_generator(Format::Ksuid).expect("a generator")
    ));
}

/// Otherwise its ids would permanently have the test's time and seed.
#[test]
fn generator_that_outlives_the_scope_leaves_the_test() {
    for unix_ms in [1_400_000_000_000, 3_000_000_000_000] {
        let time = Timestamp::from_unix_ms(unix_ms);
        let scope = TestClock::freeze(time)
            .seed([9; 32])
            .start()
            .expect("a scope");
        let kept = [Format::Uuid7, Format::Snowflake, Format::Tid].map(|format| {
            let generator = default_generator(format).expect("a generator");
            generator.next().expect("an id");
            generator
        });
        drop(scope);
        for generator in kept {
            let (a, b) = (
                generator.next().expect("an id"),
                generator.next().expect("an id"),
            );
            let made = a.timestamp().expect("a time").seconds();
            assert!(made.abs_diff(Timestamp::now().seconds()) < 600, "{a}");
            assert!(a < b);
        }
    }
}

#[cfg(feature = "state-file")]
#[test]
fn state_file_is_rejected_during_a_test() {
    let folder = std::env::temp_dir().join(format!("sortid-testing-{}", std::process::id()));
    std::fs::create_dir_all(&folder).expect("a folder");
    let options = Options::new().state_file(folder.join("ids.state"));
    let clock = TestClock::freeze(TIME).start().expect("a scope");
    let refused = Generator::<Uuid7>::with(&options).map_err(|error| error.code());
    assert_eq!(refused.err(), Some(ErrorCode::NotApplicable));
    drop(clock);
    std::fs::remove_dir_all(&folder).expect("removed");
}

#[test]
fn frozen_clock_also_rules_declared_types() {
    let discord = Options::new().epoch(Epoch::Discord);
    let messages = IdType::new(Format::Snowflake)
        .with_options(&discord)
        .expect("a type");
    let before = messages.try_now().expect("an id");
    {
        let _clock = TestClock::freeze(TIME).start().expect("a scope");
        let id = messages.try_now().expect("an id");
        assert_eq!(messages.timestamp(id), Ok(TIME));
    }
    assert!(messages.try_now().expect("an id") > before);
}
