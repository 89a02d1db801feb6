//! The names of files in errors, which are `Copy` and so cannot own them: each is kept once, for ever.

use std::sync::atomic::{AtomicPtr, AtomicUsize, Ordering};

/// So many different ones are kept; files beyond that stay unnamed, so that errors cannot fill the memory.
const MOST: usize = 1024;

/// A list without a lock, which a fork could leave shut.
struct Names {
    first: AtomicPtr<Kept>,
    count: AtomicUsize,
}

struct Kept {
    name: &'static str,
    next: *mut Kept,
}

static NAMES: Names = Names::new();

/// The name, kept.
#[cold]
pub(super) fn of(name: &str) -> &'static str {
    NAMES.kept(name)
}

impl Names {
    const fn new() -> Self {
        Self {
            first: AtomicPtr::new(std::ptr::null_mut()),
            count: AtomicUsize::new(0),
        }
    }

    fn kept(&self, name: &str) -> &'static str {
        let mut next = self.first.load(Ordering::Acquire);
        if let Some(known) = Self::find(next, name) {
            return known;
        }
        if self.count.fetch_add(1, Ordering::Relaxed) >= MOST {
            self.count.store(MOST, Ordering::Relaxed);
            return "a state file";
        }
        let name: &'static str = Box::leak(Box::from(name));
        let fresh = Box::leak(Box::new(Kept { name, next }));
        // Another thread may add the same name: it is in the list twice then, which does no harm.
        while let Err(first) =
            self.first
                .compare_exchange(next, fresh, Ordering::AcqRel, Ordering::Acquire)
        {
            (next, fresh.next) = (first, first);
        }
        name
    }

    fn find(first: *mut Kept, name: &str) -> Option<&'static str> {
        let mut next = first;
        // SAFETY: null, or one of the list, whose members are never freed nor changed.
        while let Some(kept) = unsafe { next.as_ref() } {
            if kept.name == name {
                return Some(kept.name);
            }
            next = kept.next;
        }
        None
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn names_are_interned_once_up_to_the_limit() {
        static OTHERS: Names = Names::new();
        let names = &OTHERS;
        let first = names.kept("/a/state");
        assert_eq!(first, "/a/state");
        assert!(std::ptr::eq(first, names.kept("/a/state")));
        for number in 0..2 * MOST {
            names.kept(&number.to_string());
        }
        assert_eq!(names.kept("/a/state"), "/a/state");
        assert_eq!(names.kept("/one more"), "a state file");
    }
}
