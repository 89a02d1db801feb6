//! A value that a thread hands to another, once with an order and once without: what looks for races must see one here, or its silence says nothing.

use std::cell::UnsafeCell;
use std::sync::atomic::{AtomicBool, Ordering};
use std::thread;

struct Handed {
    value: UnsafeCell<u64>,
    wanted: AtomicBool,
    ready: AtomicBool,
}

// SAFETY: who reads the value waits for the flag; whether that is enough is what is tested.
unsafe impl Sync for Handed {}

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
