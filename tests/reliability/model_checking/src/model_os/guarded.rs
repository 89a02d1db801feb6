//! Data behind a lock. The checker observes each access, and a forked child gets a copy.

use std::alloc::{Layout, alloc, dealloc};
use std::cell::UnsafeCell;
use std::collections::HashMap;
use std::rc::Rc;

use sortid_engine::sys;

use super::execution;
use super::threads;
use crate::checker::RaceCell;

/// An [`UnsafeCell`] whose accesses the checker observes.
pub(crate) struct LockCell<T> {
    name: u32,
    home: u32,
    /// Detects accesses that race with the creation. A forked child has observed it.
    made: Rc<RaceCell<()>>,
    data: Box<UnsafeCell<T>>,
}

/// The cells of an execution, and their copies in forked children.
#[derive(Default)]
pub(super) struct Copies {
    /// The original and the process that created it.
    originals: HashMap<u32, (u32, *mut u8, Layout)>,
    copies: HashMap<(u32, u32), *mut u8>,
    watched: HashMap<(u32, u32), Rc<RaceCell<()>>>,
}

impl<T> sys::LockCell<T> for LockCell<T> {
    fn new(data: T) -> Self {
        let data = Box::new(UnsafeCell::new(data));
        let home = threads::process();
        let original = (home, data.get().cast(), Layout::new::<T>());
        let name = execution::with(|now| {
            let name = now.name();
            now.copies.originals.insert(name, original);
            name
        });
        let made = Rc::new(RaceCell::new(()));
        Self {
            name,
            home,
            made,
            data,
        }
    }

    /// The data, to which the caller must have exclusive access.
    fn get(&self) -> *mut T {
        let process = threads::process();
        if process == self.home {
            self.made.with(|_| ());
        }
        let key = (process, self.name);
        let watched = execution::with(|now| match now.copies.watched.get(&key) {
            Some(known) => known.clone(),
            None => {
                let fresh = now.unused_cell();
                now.copies.watched.insert(key, fresh.clone());
                fresh
            }
        });
        watched.with_mut(|_| ());
        if process == self.home {
            return self.data.get();
        }
        execution::with(|now| now.copies.copies.get(&key).copied())
            .expect("a process that was forked after this was made")
            .cast()
    }
}

impl<T> Drop for LockCell<T> {
    fn drop(&mut self) {
        execution::with(|now| now.copies.originals.remove(&self.name));
    }
}

impl Copies {
    /// Copies all guarded data of a process for its child.
    pub(super) fn fork(&mut self, parent: u32, child: u32) {
        for (&name, &(home, original, layout)) in &self.originals {
            let from = match home == parent {
                true => Some(original),
                false => self.copies.get(&(parent, name)).copied(),
            };
            let Some(from) = from.filter(|_| layout.size() > 0) else {
                continue;
            };
            // SAFETY: the original is live, or a copy with the same layout, and never dropped.
            let copy = unsafe {
                let copy = alloc(layout);
                from.copy_to_nonoverlapping(copy, layout.size());
                copy
            };
            self.copies.insert((child, name), copy);
        }
    }
}

impl Drop for Copies {
    fn drop(&mut self) {
        for ((_, name), copy) in self.copies.drain() {
            // Leaks copies whose original was dropped, since their layout is unknown.
            if let Some(&(_, _, layout)) = self.originals.get(&name) {
                // SAFETY: allocated with this layout; no thread of the execution is left.
                unsafe { dealloc(copy, layout) };
            }
        }
    }
}
