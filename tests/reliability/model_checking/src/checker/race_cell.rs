//! A cell that detects data races for `shuttle`, which lacks one. Two accesses race if neither
//! thread's clock includes the other access.

use std::cell::RefCell;

use shuttle::current::{clock, me};
use shuttle::sync::atomic::{AtomicU64, Ordering};

/// The same methods as `loom`'s cell.
pub(crate) struct RaceCell<T> {
    data: T,
    uses: RefCell<Uses>,
}

/// The last write and all reads since, each as thread number and time of that thread.
#[derive(Default)]
struct Uses {
    changed: Vec<(usize, u32)>,
    read: Vec<(usize, u32)>,
}

// SAFETY: all threads of an execution run on one thread of the system.
unsafe impl<T: Send> Sync for RaceCell<T> {}

impl<T> RaceCell<T> {
    pub(crate) fn new(data: T) -> Self {
        let uses = RefCell::default();
        Self { data, uses }
    }

    pub(crate) fn with<R>(&self, act: impl FnOnce(*const T) -> R) -> R {
        let me = step();
        let mut uses = self.uses.borrow_mut();
        assert_known(&uses.changed);
        uses.read.push(me);
        act(&raw const self.data)
    }

    pub(crate) fn with_mut<R>(&self, act: impl FnOnce(*mut T) -> R) -> R {
        let me = step();
        let mut uses = self.uses.borrow_mut();
        assert_known(&uses.changed);
        assert_known(&uses.read);
        uses.changed = vec![me];
        uses.read.clear();
        act((&raw const self.data).cast_mut())
    }
}

/// Lets other threads run, then advances this thread's clock beyond the values that others know.
fn step() -> (usize, u32) {
    AtomicU64::new(0).store(0, Ordering::SeqCst);
    let me = usize::from(me());
    (me, clock().get(me))
}

fn assert_known(uses: &[(usize, u32)]) {
    let clock = clock();
    for &(thread, at) in uses {
        let known = clock.time.get(thread).copied().unwrap_or(0);
        assert!(
            known >= at,
            "used by two threads at once, the other one being {thread}"
        );
    }
}
