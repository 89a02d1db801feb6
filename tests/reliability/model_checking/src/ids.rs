//! What programs of the models do with generators, and what must hold of their ids.

use std::sync::Arc;
use std::sync::atomic::Ordering;

use crate::generator::Generator;
use crate::modelled::time;
use crate::options::Options;
use crate::world::World;
use crate::{Format, Here, Id};

pub(crate) fn options() -> Options {
    Options::new().state_file("/state".into()).max_lead_ms(5000)
}

/// A generator of ids that differ by their ticks alone.
pub(crate) fn opened() -> Arc<Generator<Id>> {
    let options = options().clock_id(7);
    Arc::new(Generator::dynamic(Format::Tid, &options).expect("a generator"))
}

/// From now on readings of the clock serve for several ids in this process: a step of the counter is a nanosecond.
pub(crate) fn open_gate() {
    let measured = time().counter >> 20 << 24 | 1 << 20;
    Here::statics().gate.rate.store(measured, Ordering::Relaxed);
}

pub(crate) fn some(generator: &Generator<Id>, ids: usize) -> Vec<Id> {
    (0..ids).map(|_| generator.next().expect("an id")).collect()
}

pub(crate) fn assert_distinct_and_sorted(threads: &[Vec<Id>]) {
    for thread in threads {
        assert!(thread.is_sorted(), "{thread:?}");
    }
    let mut all: Vec<Id> = threads.concat();
    all.sort_unstable();
    let count = all.len();
    all.dedup();
    assert_eq!(all.len(), count, "{threads:?}");
}
