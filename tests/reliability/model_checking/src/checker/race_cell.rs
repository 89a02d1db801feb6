//! A cell that must not be used by two threads of which neither knows what the other did. `shuttle` has none.

use std::cell::RefCell;

use shuttle::current::{clock, me};
use shuttle::sync::atomic::{AtomicU64, Ordering};

/// `new`, `with` and `with_mut`, as `loom`'s has them.
pub(crate) struct RaceCell<T> {
    data: T,
    uses: RefCell<Uses>,
}

/// Which thread used it last, by its number and how far it was then; of those who only read all since.
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

/// Others may go on here; then this thread is further than anyone can know who has not heard of it since.
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
