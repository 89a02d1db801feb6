//! One generator used by many threads: no id repeats, and each thread's ids increase.
//!
//! One test contains a deliberate data race, to validate the race detector: if it misses this race,
//! a clean run proves nothing about the library.
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
use sortid::{AnyId, ErrorCode, Format, Generator, Options, Uuid7};

const THREADS: usize = 8;

/// Calls `make` `per_thread` times in each thread. Returns the ids of each thread.
fn race(per_thread: usize, make: impl Fn() -> AnyId + Sync) -> Vec<Vec<AnyId>> {
    let one = || (0..per_thread).map(|_| make()).collect();
    thread::scope(|scope| {
        let running: Vec<_> = (0..THREADS).map(|_| scope.spawn(one)).collect();
        let joined = running.into_iter().map(|thread| thread.join());
        joined.map(|ids| ids.expect("no panic")).collect()
    })
}

#[test]
fn default_generators_yield_distinct_ids_increasing_per_thread() {
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
fn frozen_clock_leaves_no_gap() {
    let options = Options::new().node(1).max_lead_ms(60_000);
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
fn seeded_threads_yield_the_same_set_as_one_thread() {
    for format in made() {
        let seeded = || manual(format, Options::new().seed([4; 32]).allow_fork(false));
        let (threads, one) = (seeded(), seeded());
        let made = race(500, || threads.next_at(at_us(0)).expect("an id"));
        let single: HashSet<AnyId> = (0..THREADS * 500)
            .map(|_| one.next_at(at_us(0)).expect("an id"))
            .collect();
        assert_eq!(
            made.into_iter().flatten().collect::<HashSet<_>>(),
            single,
            "{format}"
        );
    }
}

#[test]
fn concurrent_fills_do_not_overlap() {
    let generator = Generator::dynamic(Format::Scru160, &Options::new()).expect("a generator");
    let first = generator.next().expect("an id");
    let fill = || {
        let mut ids = [first; 1000];
        generator.fill(&mut ids).complete().expect("filled");
        ids
    };
    let made: Vec<AnyId> = thread::scope(|scope| {
        let running: Vec<_> = (0..THREADS).map(|_| scope.spawn(fill)).collect();
        let joined = running.into_iter().map(|thread| thread.join());
        joined.flat_map(|ids| ids.expect("no panic")).collect()
    });
    assert_eq!(made.len(), THREADS * 1000);
    assert_distinct(made);
}

#[test]
fn drawn_nodes_differ_while_unused_ones_remain() {
    let node = || {
        let generator = manual(Format::Timeid, Options::new());
        let id = generator.next_at(at_us(0)).expect("an id");
        id.field("node").expect("a field")
    };
    // Other tests of this program draw timeid nodes, too, but fewer than half of the 32.
    let nodes: HashSet<_> = (0..16).map(|_| node()).collect();
    assert_eq!(nodes.len(), 16);
    assert!(
        nodes.iter().all(|&node| node < 32),
        "only best-effort nodes"
    );
}

/// A value passed between threads, with or without memory ordering.
struct Handed {
    value: UnsafeCell<u64>,
    wanted: AtomicBool,
    ready: AtomicBool,
}

// SAFETY: the reader waits for the flag; the tests check whether its ordering suffices.
unsafe impl Sync for Handed {}

fn wait(flag: &AtomicBool, load: Ordering) {
    while !flag.load(load) {
        thread::yield_now();
    }
}

/// Passes a value from a new thread to this one. Returns the value that this thread reads.
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
            // SAFETY: the value is only read after the flag is set.
            unsafe { *handed.value.get() = 7 };
            handed.ready.store(true, store);
        });
        // The write happens after this, so starting the thread does not order it.
        handed.wanted.store(true, Ordering::Relaxed);
        wait(&handed.ready, load);
        // SAFETY: the value is not written after the flag is set.
        unsafe { *handed.value.get() }
    })
}

#[test]
fn release_and_acquire_synchronize_the_value() {
    assert_eq!(handed(Ordering::Release, Ordering::Acquire), 7);
}

#[test]
#[ignore = "a race, for ThreadSanitizer to find: core/fuzz/sanitize"]
fn relaxed_handoff_is_a_race() {
    // Without `black_box` the compiler may drop the read, and with it the race.
    std::hint::black_box(handed(Ordering::Relaxed, Ordering::Relaxed));
}

#[test]
fn fill_ends_during_constant_reseeds() {
    let generator = Generator::<Uuid7>::new().expect("a generator");
    let mut ids = vec![sortid::uuid7(); 1_000_000];
    let is_done = AtomicBool::new(false);
    let filled = thread::scope(|scope| {
        scope.spawn(|| {
            while !is_done.load(Ordering::Relaxed) {
                sortid::reseed().expect("entropy");
                thread::yield_now();
            }
        });
        let filled = generator.fill(&mut ids);
        is_done.store(true, Ordering::Relaxed);
        filled
    });
    match filled.error {
        Some(error) => assert_eq!(error.code(), ErrorCode::CounterExhausted),
        None => assert_eq!(filled.ids, ids.len()),
    }
    assert!(filled.ids > 0);
    let ids = &ids[..filled.ids];
    assert!(ids.is_sorted_by(|a, b| a < b));
}
