//! One generator under many threads: nothing twice, each thread's ids increasing. And a race of no generator, by which what looks for races is tried:
//! if it sees none there, its silence says nothing.
#![cfg(feature = "std")]

mod common;
#[path = "common/size.rs"]
mod size;

use std::cell::UnsafeCell;
use std::collections::HashSet;
use std::sync::atomic::{AtomicBool, Ordering};
use std::thread;

use common::{assert_distinct, assert_increasing, at_us, made, manual};
use size::sized;
use sortid::{Format, Generator, Id, Options};

const THREADS: usize = 8;

/// What each thread gets from `make`, called `per_thread` times.
fn race(per_thread: usize, make: impl Fn() -> Id + Sync) -> Vec<Vec<Id>> {
    let one = || (0..per_thread).map(|_| make()).collect();
    thread::scope(|scope| {
        let running: Vec<_> = (0..THREADS).map(|_| scope.spawn(one)).collect();
        let joined = running.into_iter().map(|thread| thread.join());
        joined.map(|ids| ids.expect("no panic")).collect()
    })
}

#[test]
fn ids_of_the_default_generators_are_distinct_and_increase_in_each_thread() {
    for format in made() {
        let made = race(sized(4000, 20_000), || {
            sortid::new_id(format).expect("an id")
        });
        if format.is_ordered() {
            made.iter().for_each(|ids| assert_increasing(ids));
        }
        assert_distinct(made.into_iter().flatten().collect());
    }
}

#[test]
fn a_frozen_clock_leaves_no_gap() {
    let options = Options::new().machine(1).max_lead_ms(60_000);
    let generator = manual(Format::Uid11Snowish, options);
    let made = race(5000, || generator.next_at(at_us(0)).expect("an id"));
    let mut steps: Vec<i128> = made
        .iter()
        .flatten()
        .map(|id| {
            let field = |name| id.field(name).expect("a field");
            field("timestamp_ms") * 4096 + field("sequence")
        })
        .collect();
    steps.sort_unstable();
    let first = steps[0];
    assert!(
        steps
            .iter()
            .zip(first..)
            .all(|(&step, expected)| step == expected)
    );
}

#[test]
fn with_a_seed_the_set_is_that_of_one_thread() {
    for format in made() {
        let seeded = || manual(format, Options::new().seed([4; 32]).allow_fork(false));
        let (threads, one) = (seeded(), seeded());
        let made = race(500, || threads.next_at(at_us(0)).expect("an id"));
        let alone: HashSet<Id> = (0..THREADS * 500)
            .map(|_| one.next_at(at_us(0)).expect("an id"))
            .collect();
        assert_eq!(
            made.into_iter().flatten().collect::<HashSet<_>>(),
            alone,
            "{format}"
        );
    }
}

#[test]
fn fills_of_many_threads_do_not_meet() {
    let generator = Generator::dynamic(Format::Scru160, &Options::new()).expect("a generator");
    let first = generator.next().expect("an id");
    let fill = || {
        let mut ids = [first; 1000];
        generator.fill(&mut ids).complete().expect("filled");
        ids
    };
    let made: Vec<Id> = thread::scope(|scope| {
        let running: Vec<_> = (0..THREADS).map(|_| scope.spawn(fill)).collect();
        let joined = running.into_iter().map(|thread| thread.join());
        joined.flat_map(|ids| ids.expect("no panic")).collect()
    });
    assert_eq!(made.len(), THREADS * 1000);
    assert_distinct(made);
}

#[test]
fn drawn_nodes_differ_until_all_are_used() {
    let node = || {
        let generator = manual(Format::Timeid, Options::new());
        let id = generator.next_at(at_us(0)).expect("an id");
        id.field("node").expect("a field")
    };
    // Other tests of this binary draw timeid nodes too: fewer than half of the 32.
    let nodes: HashSet<_> = (0..16).map(|_| node()).collect();
    assert_eq!(nodes.len(), 16);
    assert!(nodes.iter().all(|&node| node < 32), "best effort alone");
}

/// A value that a thread hands to another, once with an order and once without.
struct Handed {
    value: UnsafeCell<u64>,
    wanted: AtomicBool,
    ready: AtomicBool,
}

// SAFETY: who reads the value waits for the flag; whether that is enough is what is tested.
unsafe impl Sync for Handed {}

#[allow(clippy::disallowed_methods, reason = "no test of the library")]
fn wait(flag: &AtomicBool, load: Ordering) {
    while !flag.load(load) {
        thread::yield_now();
    }
}

/// What the other thread reads.
fn handed(store: Ordering, load: Ordering) -> u64 {
    let handed = Handed {
        value: UnsafeCell::new(0),
        wanted: AtomicBool::new(false),
        ready: AtomicBool::new(false),
    };
    let handed = &handed;
    thread::scope(|scope| {
        scope.spawn(move || {
            wait(&handed.wanted, Ordering::Relaxed);
            // SAFETY: nobody reads it before the flag is set.
            unsafe { *handed.value.get() = 7 };
            handed.ready.store(true, store);
        });
        // What the beginning of a thread does for the order of both is over.
        handed.wanted.store(true, Ordering::Relaxed);
        wait(&handed.ready, load);
        // SAFETY: nobody writes it once the flag is set.
        unsafe { *handed.value.get() }
    })
}

#[test]
fn with_an_order_it_is_handed_over() {
    assert_eq!(handed(Ordering::Release, Ordering::Acquire), 7);
}

#[test]
#[ignore = "a race, for ThreadSanitizer to find: core/fuzz/sanitize"]
fn without_an_order_it_is_a_race() {
    // What nobody looks at need not be read, and then there is no race.
    std::hint::black_box(handed(Ordering::Relaxed, Ordering::Relaxed));
}
