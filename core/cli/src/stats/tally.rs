//! What is counted while ids come.

use std::collections::{BTreeMap, HashMap};

use foldhash::fast::RandomState;
use sortid::{Format, Id, Role, Timestamp};

use crate::stream::{Found, Key};

/// So many numbers are told apart of each kind, so that memory stays bounded: those that come later are counted together.
const MOST_NUMBERS: usize = 16 << 10;

/// How often each number was seen.
#[derive(Default)]
pub(super) struct Numbers {
    counts: HashMap<u128, u64, RandomState>,
    /// Ids with a number beyond those that are told apart.
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

    /// How many there are.
    pub(super) fn distinct(&self) -> usize {
        self.counts.len()
    }

    /// Those that were seen most often, the smaller one first of two.
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

/// An id, with all that can be told of it without another.
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

/// What is counted of one format.
#[derive(Default)]
pub(super) struct OfFormat {
    pub(super) ids: u64,
    /// How many are smaller than the id before them.
    pub(super) out_of_order: u64,
    pub(super) nodes: Numbers,
    pub(super) counters: Numbers,
    last: Option<Id>,
}

/// What is counted of all.
#[derive(Default)]
pub(super) struct Tally {
    pub(super) formats: BTreeMap<Format, OfFormat>,
    pub(super) timed: u64,
    times: Option<(Timestamp, Timestamp)>,
}

impl Tally {
    pub(super) fn add(&mut self, seen: &Seen) {
        let Seen { id, time, .. } = seen;
        let format = self.formats.entry(id.format()).or_default();
        format.ids += 1;
        format.out_of_order += u64::from(format.last.is_some_and(|last| *id < last));
        format.last = Some(*id);
        for (number, numbers) in [
            (seen.node, &mut format.nodes),
            (seen.counter, &mut format.counters),
        ] {
            if let Some(number) = number {
                numbers.add(number);
            }
        }
        if let Some(time) = *time {
            self.timed += 1;
            let (first, last) = self.times.unwrap_or((time, time));
            self.times = Some((first.min(time), last.max(time)));
        }
    }

    pub(super) fn is_empty(&self) -> bool {
        self.formats.is_empty()
    }

    pub(super) fn ids(&self) -> u64 {
        self.formats.values().map(|format| format.ids).sum()
    }

    /// The first time and the last.
    pub(super) fn times(&self) -> Option<(Timestamp, Timestamp)> {
        self.times
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn numbers_are_told_apart_as_far_as_there_is_room() {
        let mut numbers = Numbers::default();
        for number in 0..MOST_NUMBERS as u128 + 10 {
            numbers.add(number);
        }
        numbers.add(7);
        assert_eq!((numbers.distinct(), numbers.beyond), (MOST_NUMBERS, 10));
        assert_eq!(numbers.most(2), [(7, 2), (0, 1)]);
    }

    #[test]
    fn ids_are_out_of_order_within_their_format() {
        let mut tally = Tally::default();
        for (text, format) in [
            ("3jzfcijpj2z2a", Format::Tid),
            ("017f22e2-79b0-7cc3-98c4-dc0c0c07398f", Format::Uuid7),
            ("3jzfcijpj2z2b", Format::Tid),
            ("3jzfcijpj2z2a", Format::Tid),
            ("3jzfcijpj2z2a", Format::Tid),
        ] {
            let id = Id::parse(text, format).expect(text);
            let time = id.timestamp().ok();
            tally.add(&Seen::new(&Found {
                place: 0..text.len(),
                id,
                time,
            }));
        }
        assert_eq!((tally.ids(), tally.timed), (5, 5));
        assert_eq!(tally.formats[&Format::Tid].out_of_order, 1);
        assert_eq!(tally.formats[&Format::Tid].nodes.distinct(), 2);
    }
}
