//! Comparison of the ids of successive processes on one file.

use sortid::Format;

use super::keys::Key;
use crate::facts;
use crate::run::Finding;

/// All issued ids of one file.
pub(crate) struct History {
    is_ordered: bool,
    /// The mask of the bits in which ids of two processes must differ: the time, for formats
    /// without an order inside a millisecond.
    significant: u64,
    last: Option<Key>,
    keys: Vec<Key>,
    pub(crate) tally: Tally,
}

/// The sum over several files.
#[derive(Clone, Copy, Default)]
pub(crate) struct Tally {
    pub(crate) lives: u64,
    pub(crate) ids: u64,
    /// The number of processes without ids.
    pub(crate) idle: u64,
    pub(crate) repeats: u64,
    /// Ids of a thread that were not greater than their predecessor.
    pub(crate) inversions: u64,
    /// Ids that were not greater than all ids of earlier processes.
    pub(crate) behind: u64,
}

impl History {
    pub(crate) fn of(format: Format) -> Self {
        Self {
            is_ordered: format.is_ordered(),
            significant: match format.is_ordered() {
                false => !(facts::random(format).mask as u64),
                true => !0,
            },
            last: None,
            keys: Vec::new(),
            tally: Tally::default(),
        }
    }

    /// Adds the ids of all threads of a process.
    pub(crate) fn add(&mut self, threads: &[Vec<Key>]) {
        self.tally.lives += 1;
        let of_order = |key: &Key| [key[0], key[1], key[2] & self.significant];
        let last = self.last;
        let mut idle = true;
        for keys in threads {
            idle &= keys.is_empty();
            self.tally.ids += keys.len() as u64;
            if self.is_ordered {
                let falls = keys.windows(2).filter(|pair| pair[0] >= pair[1]);
                self.tally.inversions += falls.count() as u64;
            }
            if let Some(last) = last {
                let behind = keys.iter().filter(|key| match self.is_ordered {
                    true => **key <= last,
                    false => of_order(key) < of_order(&last),
                });
                self.tally.behind += behind.count() as u64;
            }
            self.last = self.last.max(keys.iter().max().copied());
            self.keys.extend(keys);
        }
        self.tally.idle += u64::from(idle);
    }

    /// Counts the repeats and drops the ids.
    pub(crate) fn finish(mut self) -> Tally {
        // The keys are almost sorted already.
        self.keys.sort();
        let twice = self.keys.windows(2).filter(|pair| pair[0] == pair[1]);
        self.tally.repeats += twice.count() as u64;
        self.tally
    }
}

impl Tally {
    pub(crate) fn add(&mut self, other: Tally) {
        self.lives += other.lives;
        self.ids += other.ids;
        self.idle += other.idle;
        self.repeats += other.repeats;
        self.inversions += other.inversions;
        self.behind += other.behind;
    }

    /// The number of wrong ids.
    pub(crate) fn wrong(&self) -> u64 {
        self.repeats + self.inversions + self.behind
    }

    pub(crate) fn judge(&self, finding: &mut Finding) {
        finding.require(self.repeats == 0, format!("{} repeats", self.repeats));
        finding.require(
            self.behind == 0,
            format!("{} not above earlier lives", self.behind),
        );
        finding.never(
            self.inversions > 0,
            format!("{} inversions in a thread", self.inversions),
        );
        finding.require(self.ids > 0, format!("{} ids", self.ids));
    }
}
