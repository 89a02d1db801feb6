//! Models of the first use in a process, renewals and forks: `core/engine/src/sys/process.rs`.

use super::Model;
use crate::Sys;
use crate::model_os::{fork, spawn};
use crate::sys::process::{self, Generation};

pub(super) const MODELS: &[Model] = &[
    Model {
        name: "many threads initialize, reseed and fork",
        run: many,
        schedules: 1000,
    },
    Model {
        name: "many threads initialize at once",
        run: many_begin,
        schedules: 1000,
    },
];

fn many_begin() {
    let others = [(); 5].map(|()| spawn(process::generation::<Sys>));
    let first = process::generation::<Sys>();
    for other in others {
        assert_eq!(other.join().expect("joined"), first);
    }
    assert_eq!(process::generation::<Sys>(), first);
}

/// Generations never go backwards for a thread, and only reseeding advances them.
fn look(times: u32) -> Generation {
    let mut last = process::generation::<Sys>();
    for _ in 0..times {
        let now = process::generation::<Sys>();
        assert!(last.number() <= now.number() && last.forks() == now.forks());
        last = now;
    }
    last
}

fn process_of(renewals: u64, children: u32) -> u64 {
    let looking = [4, 4].map(|times| spawn(move || look(times)));
    let renewing = [renewals, renewals]
        .map(|times| spawn(move || (0..times).for_each(|_| process::reseed::<Sys>())));
    let own = process::generation::<Sys>();
    let child = (children > 0).then(|| fork(move || process_of(renewals, children - 1)));
    assert_eq!(look(3).forks(), own.forks());
    for thread in looking {
        assert_eq!(thread.join().expect("joined").forks(), own.forks());
    }
    for thread in renewing {
        thread.join().expect("joined");
    }
    if let Some(child) = child {
        assert!(child.join().expect("joined") > own.forks());
    }
    let now = process::generation::<Sys>();
    assert!(now.forks() == own.forks() && now.number() >= own.number());
    own.forks()
}

fn many() {
    process_of(3, 3);
}
