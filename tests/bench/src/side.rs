//! A side of a comparison: an operation, and how to run and time a batch of it.

use std::hint::black_box;
use std::sync::atomic::{AtomicU32, Ordering};
use std::thread;
use std::time::{Duration, Instant, SystemTime, UNIX_EPOCH};

/// A repeatable operation that measures its own time.
pub(crate) struct Side {
    run: Box<dyn FnMut(u64) -> Duration>,
    size: Size,
}

/// The number of operations of a batch.
#[derive(Clone, Copy)]
enum Size {
    /// As many as fill the duration of a batch, but a multiple of this.
    Fitted(u64),
    /// This many.
    Fixed(u64),
}

impl Side {
    /// An operation without input; it black-boxes its result.
    pub(crate) fn repeated(mut operation: impl FnMut() + 'static) -> Self {
        Self::timed(1, move |count| {
            for _ in 0..count {
                operation();
            }
        })
    }

    /// An operation on each sample in turn; it black-boxes its result.
    pub(crate) fn over<T: 'static>(
        samples: Vec<T>,
        mut operation: impl FnMut(&T) + 'static,
    ) -> Self {
        let step = samples.len() as u64;
        Self::timed(step, move |count| {
            for _ in 0..count / step {
                for sample in &samples {
                    operation(black_box(sample));
                }
            }
        })
    }

    /// A call that performs `ids` operations at once.
    pub(crate) fn bulk(ids: u64, mut call: impl FnMut() + 'static) -> Self {
        Self::timed(ids, move |count| {
            for _ in 0..count / ids {
                call();
            }
        })
    }

    /// An operation in two threads, half of the batch each; timed from first start to last end.
    pub(crate) fn two_threads(operation: impl Fn() + Sync + 'static) -> Self {
        let run = move |count| {
            let arrived = AtomicU32::new(0);
            let half = || {
                // Excludes the setup of a thread's first id.
                operation();
                arrived.fetch_add(1, Ordering::AcqRel);
                while arrived.load(Ordering::Acquire) < 2 {
                    thread::yield_now();
                }
                let begun = Instant::now();
                for _ in 0..count / 2 {
                    operation();
                }
                (begun, Instant::now())
            };
            let (mine, other) = thread::scope(|scope| {
                let other = scope.spawn(half);
                (half(), other.join())
            });
            let other = other.expect("the operations do not panic");
            mine.1.max(other.1) - mine.0.min(other.0)
        };
        Self {
            run: Box::new(run),
            size: Size::Fitted(2),
        }
    }

    /// Batches of exactly `count` operations, timed by `run`.
    pub(crate) fn run_by(count: u64, run: impl FnMut(u64) -> Duration + 'static) -> Self {
        Self {
            run: Box::new(run),
            size: Size::Fixed(count),
        }
    }

    /// Bursts of `count` operations that begin at a clock tick; the wait is not timed.
    pub(crate) fn bursts(
        count: u64,
        tick: Duration,
        mut operation: impl FnMut() + 'static,
    ) -> Self {
        Self::run_by(count, move |count| {
            wait_for_next(tick);
            let begun = Instant::now();
            for _ in 0..count {
                operation();
            }
            begun.elapsed()
        })
    }

    fn timed(step: u64, mut batch: impl FnMut(u64) + 'static) -> Self {
        let run = move |count| {
            let begun = Instant::now();
            batch(count);
            begun.elapsed()
        };
        Self {
            run: Box::new(run),
            size: Size::Fitted(step),
        }
    }

    /// Uses batches of exactly `count` operations.
    pub(crate) fn in_bursts_of(self, count: u64) -> Self {
        Self {
            size: Size::Fixed(count),
            ..self
        }
    }

    /// Runs a batch; returns the nanoseconds per operation.
    pub(crate) fn ns_per_operation(&mut self, count: u64) -> f64 {
        (self.run)(count).as_nanos() as f64 / count as f64
    }

    /// The number of operations that take about as long as `batch`; also warms them up.
    pub(crate) fn batch_size(&mut self, batch: Duration) -> u64 {
        let step = match self.size {
            Size::Fixed(count) => {
                (self.run)(count);
                return count;
            }
            Size::Fitted(step) => step,
        };
        // Excludes the setup at first use.
        (self.run)(step);
        let mut count = step;
        loop {
            let taken = (self.run)(count);
            // This is long enough to extrapolate from.
            if taken >= batch / 4 {
                let fitting = count as f64 * batch.as_secs_f64() / taken.as_secs_f64();
                return (fitting as u64 / step).max(1) * step;
            }
            count *= 2;
        }
    }
}

/// Spins until a new tick since 1970 begins: a sleep changes caches and clock rate.
fn wait_for_next(tick: Duration) {
    let now = || {
        let since = SystemTime::now().duration_since(UNIX_EPOCH);
        since.map_or(0, |since| since.as_nanos() / tick.as_nanos())
    };
    let begun = now();
    while now() == begun {
        std::hint::spin_loop();
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use std::sync::Arc;
    use std::sync::atomic::AtomicU64;

    #[test]
    fn batch_is_a_multiple_of_the_step() {
        let calls = Arc::new(AtomicU64::new(0));
        let counted = calls.clone();
        let mut side = Side::over(vec![1, 2, 3], move |sample| {
            counted.fetch_add(*black_box(sample), Ordering::Relaxed);
        });
        let size = side.batch_size(Duration::from_micros(10));
        assert_eq!(size % 3, 0);
        calls.store(0, Ordering::Relaxed);
        side.ns_per_operation(size);
        assert_eq!(calls.load(Ordering::Relaxed), size / 3 * 6);
    }

    #[test]
    fn slow_first_operation_does_not_shorten_the_batch() {
        let mut first = true;
        let mut side = Side::repeated(move || {
            if std::mem::take(&mut first) {
                thread::sleep(Duration::from_millis(1));
            }
        });
        assert!(side.batch_size(Duration::from_micros(100)) > 100);
    }

    #[test]
    fn two_threads_share_a_batch() {
        let calls = Arc::new(AtomicU64::new(0));
        let counted = calls.clone();
        let mut side = Side::two_threads(move || {
            counted.fetch_add(1, Ordering::Relaxed);
        });
        side.ns_per_operation(1000);
        // Plus one operation per thread to warm up.
        assert_eq!(calls.load(Ordering::Relaxed), 1002);
    }

    #[test]
    fn burst_has_the_given_size() {
        let mut side = Side::repeated(|| {}).in_bursts_of(77);
        assert_eq!(side.batch_size(Duration::from_millis(1)), 77);
    }

    #[test]
    fn burst_begins_at_a_tick() {
        let since = || {
            SystemTime::now()
                .duration_since(UNIX_EPOCH)
                .expect("a clock after 1970")
        };
        let begun = Arc::new(AtomicU64::new(0));
        let at = begun.clone();
        let tick = Duration::from_millis(10);
        let mut side = Side::bursts(1, tick, move || {
            at.store((since().as_nanos() % 10_000_000) as u64, Ordering::Relaxed);
        });
        // A preempted thread may be late.
        let soon = (0..20).any(|_| {
            side.ns_per_operation(1);
            begun.load(Ordering::Relaxed) < 1_000_000
        });
        assert!(soon);
    }
}
