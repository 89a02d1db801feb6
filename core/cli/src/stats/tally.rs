//! What is counted: in the order of the input, and in the order of the ids.

use std::collections::HashMap;

use foldhash::fast::RandomState;
use sortid::{Id, Role, Timestamp};

use super::counts::Counts;
use super::histogram::Histogram;
use crate::stream::{Found, Key};

/// Maximum number of distinct numbers of each kind, which bounds the memory. Later ones are counted
/// together.
const MOST_NUMBERS: usize = 16 << 10;

/// Number of gaps in the report.
const GAPS: usize = 3;
/// Maximum number of bars, each on its own line.
const BARS: i128 = 20;

/// The frequency of each number.
#[derive(Default)]
pub(super) struct Numbers {
    counts: HashMap<u128, u64, RandomState>,
    /// The number of ids whose number exceeds that maximum.
    pub(super) beyond: u64,
}

impl Numbers {
    fn add(&mut self, number: u128) {
        let has_room = self.counts.len() < MOST_NUMBERS;
        match self.counts.get_mut(&number) {
            Some(count) => *count += 1,
            None if has_room => {
                self.counts.insert(number, 1);
            }
            None => self.beyond += 1,
        }
    }

    /// Returns how many distinct numbers were counted.
    pub(super) fn distinct(&self) -> usize {
        self.counts.len()
    }

    /// Returns the `count` most frequent numbers; of equally frequent ones the smaller first.
    pub(super) fn most(&self, count: usize) -> Vec<(u128, u64)> {
        let mut all: Vec<(u128, u64)> = self
            .counts
            .iter()
            .map(|(number, count)| (*number, *count))
            .collect();
        all.sort_unstable_by_key(|&(number, count)| (std::cmp::Reverse(count), number));
        all.truncate(count);
        all
    }
}

/// An id with everything that can be computed without other ids.
pub(super) struct Seen {
    id: Id,
    time: Option<Timestamp>,
    node: Option<u128>,
    counter: Option<u128>,
    pub(super) key: Key,
}

impl Seen {
    pub(super) fn new(Found { id, time, .. }: &Found) -> Self {
        Self {
            id: *id,
            time: *time,
            node: id.number_of(Role::Node),
            counter: id.number_of(Role::Counter),
            key: Key::new(id, *time),
        }
    }
}

/// The numbers of one format.
#[derive(Default)]
pub(super) struct NumbersOf {
    pub(super) nodes: Numbers,
    pub(super) counters: Numbers,
}

/// All counts that are made while ids arrive.
pub(super) type Tally = Counts<NumbersOf>;

impl Tally {
    pub(super) fn see(&mut self, seen: &Seen) {
        let of = self.add(seen.id, seen.time);
        for (number, numbers) in [(seen.node, &mut of.nodes), (seen.counter, &mut of.counters)] {
            if let Some(number) = number {
                numbers.add(number);
            }
        }
    }
}

/// Statistics of the ids in sorted order.
pub(super) struct Ordered {
    before: Option<Key>,
    /// How many ids equal the one before them.
    pub(super) duplicates: u64,
    /// The longest times without an id, longest first, each with its start and end.
    pub(super) gaps: Vec<(i128, Timestamp, Timestamp)>,
    pub(super) histogram: Option<Histogram>,
}

impl Ordered {
    pub(super) fn new(tally: &Tally) -> Self {
        Self {
            before: None,
            duplicates: 0,
            gaps: Vec::new(),
            histogram: tally
                .times()
                .map(|(first, last)| Histogram::new(first, last, BARS)),
        }
    }

    pub(super) fn add(&mut self, key: &Key) {
        if let (Some(time), Some(histogram)) = (key.time(), &mut self.histogram) {
            histogram.add(time);
        }
        if self.before.as_ref() == Some(key) {
            self.duplicates += 1;
        }
        let before = self.before.as_ref().and_then(Key::time);
        if let (Some(from), Some(to)) = (before, key.time()) {
            self.gap(from, to);
        }
        self.before = Some(*key);
    }

    fn gap(&mut self, from: Timestamp, to: Timestamp) {
        let long = to.unix_ns() - from.unix_ns();
        let shortest = self.gaps.get(GAPS - 1).map_or(0, |(long, ..)| *long);
        if long > shortest {
            let at = self.gaps.partition_point(|(other, ..)| *other >= long);
            self.gaps.insert(at, (long, from, to));
            self.gaps.truncate(GAPS);
        }
    }
}

#[cfg(test)]
mod tests {
    use sortid::Format;

    use super::*;

    #[test]
    fn numbers_are_counted_up_to_the_limit() {
        let mut numbers = Numbers::default();
        for number in 0..MOST_NUMBERS as u128 + 10 {
            numbers.add(number);
        }
        numbers.add(7);
        assert_eq!((numbers.distinct(), numbers.beyond), (MOST_NUMBERS, 10));
        assert_eq!(numbers.most(2), [(7, 2), (0, 1)]);
    }

    #[test]
    fn numbers_are_counted_per_format() {
        let mut tally = Tally::new();
        for text in ["3jzfcijpj2z2a", "3jzfcijpj2z2b", "3jzfcijpj2z2a"] {
            let id = Id::parse(text, Format::Tid).expect(text);
            tally.see(&Seen::new(&Found {
                place: 0..text.len(),
                id,
                time: id.timestamp().ok(),
            }));
        }
        let of = &tally.formats[&Format::Tid];
        assert_eq!((of.ids, of.more.nodes.distinct()), (3, 2));
        assert_eq!(of.more.counters.distinct(), 0);
    }
}
