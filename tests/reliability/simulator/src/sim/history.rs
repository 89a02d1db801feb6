//! The last events, and a hash of all events: the same for the same seed.

use sortid_reliability_common::mix;

#[derive(Clone, Copy)]
struct Entry {
    now: u64,
    process: usize,
    thread: usize,
    what: &'static str,
    a: u64,
    b: u64,
}

pub(crate) struct History {
    last: Vec<Entry>,
    next: usize,
    hash: u64,
}

const KEPT: usize = 64;

impl History {
    pub(crate) fn new() -> Self {
        Self {
            last: Vec::with_capacity(KEPT),
            next: 0,
            hash: 0,
        }
    }

    pub(crate) fn note(
        &mut self,
        now: u64,
        process: usize,
        thread: usize,
        what: &'static str,
        a: u64,
        b: u64,
    ) {
        let entry = Entry {
            now,
            process,
            thread,
            what,
            a,
            b,
        };
        self.add(now ^ a.rotate_left(32) ^ b);
        if self.last.len() < KEPT {
            self.last.push(entry);
        } else {
            self.last[self.next % KEPT] = entry;
        }
        self.next += 1;
    }

    #[inline]
    pub(crate) fn add(&mut self, word: u64) {
        self.hash = mix(self.hash ^ word).wrapping_add(self.hash);
    }

    pub(crate) fn hash(&self) -> u64 {
        self.hash
    }

    /// One line per event.
    pub(crate) fn lines(&self) -> Vec<String> {
        let first = self.next.saturating_sub(KEPT);
        let entries = (first..self.next).map(|nth| self.last[nth % KEPT]);
        let line = |entry: Entry| {
            let ms = entry.now as f64 / 1e6;
            let Entry {
                process,
                thread,
                what,
                a,
                b,
                ..
            } = entry;
            format!("{ms:>14.6} ms  process {process:>2} thread {thread:>2}  {what}  {a} {b}")
        };
        entries.map(line).collect()
    }
}
