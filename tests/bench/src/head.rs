//! The costs that the figures consist of, on this machine and in this run.

use std::hint::black_box;
use std::sync::atomic::{AtomicU32, Ordering};

use crate::counter;
use crate::measure::{Effort, alone};
use crate::rows::{NOW_V7, clock, now_v7};
use crate::side::Side;

/// A line with the costs of the counter, the clock, an uncontended lock and the peer's next id.
pub(crate) fn line() -> String {
    let counter = Side::repeated(|| {
        black_box(counter::now());
    });
    let lock = AtomicU32::new(0);
    let lock = Side::repeated(move || {
        let lock = black_box(&lock);
        // The lock is uncontended.
        let _ = lock.compare_exchange(0, 1, Ordering::Acquire, Ordering::Relaxed);
        lock.store(0, Ordering::Release);
    });
    let prices = [
        (counter::NAME.unwrap_or("no counter, the clock"), counter),
        ("clock", Side::repeated(clock)),
        ("uncontended lock", lock),
        (NOW_V7, Side::repeated(now_v7)),
    ];
    let prices = prices.map(|(what, mut side)| {
        let ns = alone(&mut side, &Effort::QUICK);
        format!("{what} {ns:.1}")
    });
    format!("ns on this machine: {}", prices.join(", "))
}
