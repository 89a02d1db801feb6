//! A thread that makes ids by the million beside the one that is measured.

use std::hint::black_box;
use std::sync::atomic::{AtomicU8, AtomicU64, Ordering};
use std::thread;

use sortid::Format;

use crate::rows::now_v7;

/// How many ids a fill makes.
const FILL: usize = 1_000_000;

/// How many of the peer's, which cannot fill, are made between two looks for new orders.
const BETWEEN_LOOKS: usize = 1000;

/// What the thread is to do, and what it does.
#[derive(Clone, Copy, PartialEq)]
#[repr(u8)]
pub(super) enum Work {
    Rest,
    /// Fill a million, of the generator that is measured.
    Ours,
    /// As many of the peer's, one after another.
    Theirs,
    End,
}

/// The thread.
pub(super) struct Neighbour {
    ordered: AtomicU8,
    doing: AtomicU8,
    ours: AtomicU64,
    theirs: AtomicU64,
}

impl Neighbour {
    /// Does something beside the thread, and ends it.
    pub(super) fn beside<R>(measure: impl FnOnce(&Self) -> R) -> R {
        let neighbour = Self {
            ordered: AtomicU8::new(Work::Rest as u8),
            doing: AtomicU8::new(Work::Rest as u8),
            ours: AtomicU64::new(0),
            theirs: AtomicU64::new(0),
        };
        thread::scope(|scope| {
            let _end = EndOfWork(&neighbour);
            scope.spawn(|| neighbour.live());
            measure(&neighbour)
        })
    }

    /// Returns when the thread has begun with it, or ended on request.
    pub(super) fn order(&self, work: Work) {
        self.ordered.store(work as u8, Ordering::Release);
        while work != Work::End && self.doing.load(Ordering::Acquire) != work as u8 {
            thread::yield_now();
        }
    }

    /// How many ids it made, of ours and of the peer's.
    pub(super) fn made(&self) -> (u64, u64) {
        let read = |count: &AtomicU64| count.load(Ordering::Relaxed);
        (read(&self.ours), read(&self.theirs))
    }

    fn live(&self) {
        let mut bytes = vec![0; FILL * Format::Uuid7.byte_len()];
        let generator = sortid::default_generator(Format::Uuid7).expect("a generator");
        loop {
            let ordered = self.ordered.load(Ordering::Acquire);
            self.doing.store(ordered, Ordering::Release);
            if ordered == Work::Ours as u8 {
                let filled = generator.fill_bytes(&mut bytes);
                let made = filled.complete().expect("a million ids");
                black_box(&mut bytes);
                self.ours.fetch_add(made as u64, Ordering::Relaxed);
            } else if ordered == Work::Theirs as u8 {
                (0..BETWEEN_LOOKS).for_each(|_| now_v7());
                self.theirs
                    .fetch_add(BETWEEN_LOOKS as u64, Ordering::Relaxed);
            } else if ordered == Work::End as u8 {
                return;
            } else {
                thread::yield_now();
            }
        }
    }
}

/// Also where the measurement panics: the scope waits for the thread.
struct EndOfWork<'a>(&'a Neighbour);

impl Drop for EndOfWork<'_> {
    fn drop(&mut self) {
        self.0.order(Work::End);
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn neighbour_follows_its_instructions() {
        let (ours, theirs) = Neighbour::beside(|neighbour| {
            assert_eq!(neighbour.made(), (0, 0));
            neighbour.order(Work::Ours);
            // It has left what it did before.
            neighbour.order(Work::Theirs);
            let (ours, _) = neighbour.made();
            neighbour.order(Work::Rest);
            assert_eq!(neighbour.made().0, ours);
            neighbour.made()
        });
        assert!(
            ours >= FILL as u64 && ours.is_multiple_of(FILL as u64),
            "{ours}"
        );
        assert!(theirs >= BETWEEN_LOOKS as u64, "{theirs}");
    }
}
