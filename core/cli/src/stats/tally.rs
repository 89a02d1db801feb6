//! What is counted: in the order of the input, and in the order of the ids.

use std::collections::HashMap;

use foldhash::fast::RandomState;
use sortid::{AnyId, Role, Timestamp};

use super::counts::{Counts, OfFormat};
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
    fn add(&mut self, number: u128, ids: u64) {
        let has_room = self.counts.len() < MOST_NUMBERS;
        match self.counts.get_mut(&number) {
            Some(count) => *count += ids,
            None if has_room => {
                self.counts.insert(number, ids);
            }
            None => self.beyond += ids,
        }
    }

    fn append(&mut self, runs: &Runs) {
        for (number, ids) in &runs.0 {
            self.add(*number, *ids);
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
        let order = |&(number, count): &(u128, u64)| (std::cmp::Reverse(count), number);
        if count < all.len() {
            all.select_nth_unstable_by_key(count, order);
            all.truncate(count);
        }
        all.sort_unstable_by_key(order);
        all
    }
}

/// Numbers in the order of their ids, with how often each is repeated.
#[derive(Default)]
struct Runs(Vec<(u128, u64)>);

impl Runs {
    fn add(&mut self, number: Option<u128>) {
        match (number, self.0.last_mut()) {
            (None, _) => {}
            (Some(number), Some((last, ids))) if *last == number => *ids += 1,
            (Some(number), _) => self.0.push((number, 1)),
        }
    }
}

/// The ids of one format in a block.
#[derive(Default)]
struct BlockOf {
    first: Option<AnyId>,
    nodes: Runs,
    counters: Runs,
}

/// The ids of a block: everything that can be computed without other blocks.
pub(super) struct Block {
    counts: Counts<BlockOf>,
    pub(super) keys: Vec<Key>,
}

impl Default for Block {
    fn default() -> Self {
        Self {
            counts: Counts::new(),
            keys: Vec::new(),
        }
    }
}

impl Block {
    pub(super) fn add(&mut self, Found { id, time, .. }: &Found) {
        let of = self.counts.add(*id, *time);
        of.first.get_or_insert(*id);
        of.nodes.add(id.number_of(Role::Node));
        of.counters.add(id.number_of(Role::Counter));
        self.keys.push(Key::new(id, *time));
    }
}

/// The numbers of one format.
#[derive(Default)]
pub(super) struct NumbersOf {
    pub(super) nodes: Numbers,
    pub(super) counters: Numbers,
}

/// All counts that do not need the sorted ids.
pub(super) type Tally = Counts<NumbersOf>;

impl Tally {
    /// Moves the counts of a block to the end of these.
    pub(super) fn append(&mut self, block: &mut Block) {
        let block = std::mem::replace(&mut block.counts, Counts::new());
        self.timed += block.timed;
        self.times = match (self.times, block.times) {
            (Some(all), Some(times)) => Some((all.0.min(times.0), all.1.max(times.1))),
            (all, times) => all.or(times),
        };
        for (format, of) in block.formats {
            let first = of.more.first.unwrap_or(of.last);
            let all = self.formats.entry(format).or_insert_with(|| OfFormat {
                ids: 0,
                out_of_order: 0,
                last: first,
                more: NumbersOf::default(),
            });
            all.ids += of.ids;
            all.out_of_order += of.out_of_order + u64::from(first < all.last);
            all.last = of.last;
            all.more.nodes.append(&of.more.nodes);
            all.more.counters.append(&of.more.counters);
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
            numbers.add(number, 1);
        }
        numbers.add(7, 1);
        assert_eq!((numbers.distinct(), numbers.beyond), (MOST_NUMBERS, 10));
        assert_eq!(numbers.most(2), [(7, 2), (0, 1)]);
    }

    #[test]
    fn blocks_are_counted_as_one_stream() {
        let texts = [
            "3jzfcijpj2z2a",
            "3jzfcijpj2z2b",
            "3jzfcijpj2z2a",
            "3jzfcijpj2z2a",
        ];
        for len in 1..=texts.len() {
            let (mut tally, mut block) = (Tally::new(), Block::default());
            for texts in texts.chunks(len) {
                for text in texts {
                    let id = AnyId::parse(text, Format::Tid).expect(text);
                    let time = id.timestamp().ok();
                    let place = 0..text.len();
                    block.add(&Found { place, id, time });
                }
                tally.append(&mut block);
            }
            assert_eq!((tally.timed, tally.out_of_order()), (4, 1));
            let of = &tally.formats[&Format::Tid];
            assert_eq!((of.ids, of.more.nodes.most(1)[0].1), (4, 3), "{len}");
            assert_eq!(
                (of.more.nodes.distinct(), of.more.counters.distinct()),
                (2, 0)
            );
            let (first, last) = tally.times().expect("both");
            assert_eq!(first, last, "in one microsecond");
            assert_eq!(block.keys.len(), 4);
        }
    }
}
