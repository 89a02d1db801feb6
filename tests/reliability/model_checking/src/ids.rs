//! Generators for the models, and checks of their ids.

use std::sync::Arc;
use std::sync::atomic::Ordering;

use sortid_reliability_common::order;
use sortid_reliability_common::product::{self, AnyId, ClockSource, Format, Options, Timestamp};

use crate::Sys;
use crate::model_os::time;
use crate::sys::{Atomic, Os};

/// A generator of a process of a model.
pub(crate) type Generator = product::Generator<Sys>;

/// The time that generators with a manual clock use.
pub(crate) fn manual_time() -> Timestamp {
    Timestamp::from_unix_us(1_720_000_000_000_000)
}

pub(crate) fn options() -> Options {
    Options::new().state_file("/state").max_lead_ms(5000)
}

/// A generator with a state file. Its ids differ only by their ticks.
pub(crate) fn opened() -> Arc<Generator> {
    opened_as(Format::Tid, &options().node(7))
}

pub(crate) fn opened_as(format: Format, options: &Options) -> Arc<Generator> {
    Arc::new(Generator::new(format, options).expect("a generator"))
}

/// A generator with a manual clock.
pub(crate) fn manual(format: Format) -> Generator {
    let options = Options::new().clock(ClockSource::Manual);
    Generator::new(format, &options).expect("a generator")
}

/// The first id of a new generator with a manual clock.
pub(crate) fn first_id(format: Format) -> AnyId {
    manual(format).next_at(manual_time()).expect("an id")
}

/// Lets this process cache clock readings: one step of the cycle counter is a nanosecond.
pub(crate) fn cache_clock() {
    let measured = time().counter >> 20 << 24 | 1 << 20;
    Sys::statics()
        .cycle_counter
        .rate
        .store(measured, Ordering::Relaxed);
}

pub(crate) fn some(generator: &Generator, ids: usize) -> Vec<AnyId> {
    (0..ids).map(|_| generator.next().expect("an id")).collect()
}

pub(crate) fn assert_distinct(mut ids: Vec<AnyId>) {
    assert_eq!(order::repeats(&mut ids), 0, "{ids:?}");
}

/// Checks that each thread's ids ascend, and that no two threads have the same id.
pub(crate) fn assert_distinct_and_sorted(threads: &[Vec<AnyId>]) {
    for thread in threads {
        assert!(thread.is_sorted(), "{thread:?}");
    }
    assert_distinct(threads.concat());
}
