//! Interned paths for errors, which are `Copy` and so cannot own them.

use std::sync::atomic::{AtomicPtr, AtomicUsize, Ordering};

use crate::error::FILE_NOTE;

/// The maximum number of paths, so that errors cannot exhaust the memory. Errors about further
/// files have no path.
const MAX_PATHS: usize = 1024;

/// A lock-free list: a fork could leave a lock locked.
struct Paths {
    first: AtomicPtr<Node>,
    count: AtomicUsize,
}

struct Node {
    text: &'static str,
    next: *mut Node,
}

static PATHS: Paths = Paths::new();

/// Returns a copy of the path, [`FILE_NOTE`] and the note that lives forever. The zero byte makes
/// the path a string of C.
#[cold]
pub(super) fn intern(path: &str, note: &str) -> &'static str {
    PATHS.intern(path, note)
}

impl Paths {
    const fn new() -> Self {
        Self {
            first: AtomicPtr::new(std::ptr::null_mut()),
            count: AtomicUsize::new(0),
        }
    }

    fn intern(&self, path: &str, note: &str) -> &'static str {
        let mut next = self.first.load(Ordering::Acquire);
        if let Some(known) = Self::find(next, path, note) {
            return known;
        }
        if self.count.fetch_add(1, Ordering::Relaxed) >= MAX_PATHS {
            self.count.store(MAX_PATHS, Ordering::Relaxed);
            return "a state file\0";
        }
        let text = format!("{path}{FILE_NOTE}{note}").into_boxed_str();
        let text: &'static str = Box::leak(text);
        let node = Box::leak(Box::new(Node { text, next }));
        // Another thread may add the same path at the same time. A duplicate does no harm.
        while let Err(first) =
            self.first
                .compare_exchange(next, node, Ordering::AcqRel, Ordering::Acquire)
        {
            (next, node.next) = (first, first);
        }
        text
    }

    fn find(first: *mut Node, path: &str, note: &str) -> Option<&'static str> {
        let mut next = first;
        // SAFETY: null or a node of the list. Nodes are never freed or changed.
        while let Some(node) = unsafe { next.as_ref() } {
            if node.text.split_once(FILE_NOTE) == Some((path, note)) {
                return Some(node.text);
            }
            next = node.next;
        }
        None
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn names_are_interned_once_up_to_the_limit() {
        static OTHERS: Paths = Paths::new();
        let paths = &OTHERS;
        let first = paths.intern("/a/state", "");
        assert_eq!(first, "/a/state\0");
        assert!(std::ptr::eq(first, paths.intern("/a/state", "")));
        assert_eq!(paths.intern("/a/state", "a note"), "/a/state\0a note");
        for number in 0..2 * MAX_PATHS {
            paths.intern(&number.to_string(), "");
        }
        assert_eq!(paths.intern("/a/state", ""), "/a/state\0");
        assert_eq!(paths.intern("/one more", ""), "a state file\0");
    }
}
