//! Within which ids must be unique: the run, a family of processes, a file, or one generator of one process.

use super::subject::Subject;
use super::{Checker, Order};
use crate::formats::Format;
use crate::id::Id;

/// Random bits rule out a repeat over all that is run.
const RUN: u64 = 0;

/// From here on scopes are given out one by one.
pub(super) const FIRST_FREE: u64 = 1 << 40;

/// Of files, and of families by format.
const FILES: u64 = 1 << 32;
const FAMILIES: u64 = 1 << 36;

/// How many nodes a format's generators may draw.
fn all_nodes(format: Format) -> Option<u128> {
    let node = format.row().layout.node?;
    Some(1 << node.drawn_bits)
}

/// What is known of a file, whatever its names.
pub(crate) struct FileScope {
    pub(crate) last: Option<Id>,
    /// The highest reading of who had it open.
    pub(crate) high: i128,
    /// It was copied over, or its system has lost its locks: nothing is promised of it.
    pub(crate) is_forsaken: bool,
    /// It lost its name: with the mark that it had then.
    pub(crate) moved: Option<Moved>,
}

#[derive(Clone, Copy)]
pub(crate) struct Moved {
    pub(crate) at: u64,
    /// The last tick, as ticks since the format's first, that the mark covers.
    pub(crate) mark_ticks: u64,
}

/// How many nodes of a format a family has been given, at most.
pub(super) struct NodesGiven {
    family: u32,
    format: Format,
    count: u64,
}

/// Of a record, the last tick that its mark covers.
pub(crate) fn mark_ticks(record: &[u8]) -> u64 {
    let mut word = [0; 8];
    word.copy_from_slice(&record[104..112]);
    let (time_bits, counter_bits) = (record[80], record[81]);
    let below = match time_bits + counter_bits <= 64 {
        true => counter_bits,
        false => 0,
    };
    u64::from_le_bytes(word).saturating_sub(1) >> below
}

impl Checker {
    pub(crate) fn new_family(&mut self) -> u32 {
        self.families += 1;
        self.families
    }

    /// That of a copied machine: what its processes were given, they have been given.
    pub(crate) fn copied_family(&mut self, of: u32) -> u32 {
        let copy = self.new_family();
        let given: Vec<_> = (self.nodes.iter())
            .filter(|known| known.family == of)
            .map(|known| (known.format, known.count))
            .collect();
        for (format, count) in given {
            self.give_nodes(copy, format, count);
        }
        copy
    }

    pub(crate) fn new_file(&mut self) -> u32 {
        self.files.push(FileScope {
            last: None,
            high: i128::MIN,
            is_forsaken: false,
            moved: None,
        });
        self.files.len() as u32 - 1
    }

    /// A copy of a file, that begins where the original was read, and knows as high a reading.
    pub(crate) fn copied_file(&mut self, number: u32, high: i128, goes_on: bool) -> u32 {
        let copy = self.new_file();
        let is_forsaken = self.files[number as usize].is_forsaken;
        let of = &self.files[number as usize];
        let (last, moved) = (of.last.filter(|_| goes_on), of.moved.filter(|_| goes_on));
        let file = &mut self.files[copy as usize];
        (file.high, file.last, file.moved) = (high, last, moved);
        file.is_forsaken = is_forsaken;
        if goes_on {
            self.leases.file_is_copied(number, copy);
        }
        copy
    }

    pub(super) fn own_scope(&mut self) -> u64 {
        self.scopes += 1;
        self.scopes
    }

    pub(crate) fn forsake(&mut self, scope: u32) {
        self.files[scope as usize].is_forsaken = true;
    }

    /// It has a name, after all.
    pub(crate) fn found(&mut self, scope: u32) {
        self.files[scope as usize].moved = None;
    }

    /// A file has lost its name: what it says now is the last that anyone may make use of.
    pub(crate) fn moved(&mut self, scope: u32, at: u64, record: &[u8]) {
        let mark_ticks = mark_ticks(record);
        let moved = &mut self.files[scope as usize].moved;
        moved.get_or_insert(Moved { at, mark_ticks });
    }

    /// The mark is moved by who may do so though the file lost its name then.
    pub(crate) fn moves_mark(&mut self, scope: u32, record: &[u8], may: impl FnOnce(u64) -> bool) {
        if let Some(moved) = &mut self.files[scope as usize].moved
            && may(moved.at)
        {
            moved.mark_ticks = moved.mark_ticks.max(mark_ticks(record));
        }
    }

    /// Counts nodes that may be given; whether there may be none left that is new.
    pub(crate) fn give_nodes(&mut self, family: u32, format: Format, nodes: u64) -> bool {
        let Some(all) = all_nodes(format) else {
            return false;
        };
        let mut known = self.nodes.iter_mut();
        let known = known.find(|known| known.family == family && known.format == format);
        let count = match known {
            Some(known) => {
                known.count += nodes;
                known.count
            }
            None => {
                self.nodes.push(NodesGiven {
                    family,
                    format,
                    count: nodes,
                });
                nodes
            }
        };
        u128::from(count) > all
    }

    /// Whether there may be no node left that a generator's process has not used. Not all that were drawn are seen from outside.
    pub(crate) fn may_lack_nodes(&self, family: u32, format: Format) -> bool {
        let Some(all) = all_nodes(format) else {
            return false;
        };
        let mut known = self.nodes.iter();
        let known = known.find(|known| known.family == family && known.format == format);
        known.is_some_and(|known| u128::from(known.count) * 4 >= all)
    }

    /// Whether the nodes that generators were given, were they as many as they may be, are less than half of all.
    pub(super) fn has_nodes_left(&self, family: u32, format: Format) -> bool {
        let mut known = self.nodes.iter();
        let known = known.find(|known| known.family == family && known.format == format);
        let count = known.map_or(0, |known| known.count);
        all_nodes(format).is_some_and(|all| u128::from(count) * 2 < all)
    }

    pub(super) fn is_of_forsaken(&self, scope: u64) -> bool {
        let file = scope
            .checked_sub(FILES)
            .and_then(|file| self.files.get(file as usize));
        file.is_some_and(|file| file.is_forsaken)
    }

    /// Whether ids of a family's scope may be the same since it has more generators than nodes.
    pub(super) fn lacks_nodes(&self, scope: u64, family: u32, format: Format) -> bool {
        let Some(all) = all_nodes(format) else {
            return false;
        };
        let mut known = self.nodes.iter();
        let known = known.find(|known| known.family == family && known.format == format);
        (FAMILIES..FIRST_FREE).contains(&scope)
            && known.is_some_and(|known| u128::from(known.count) > all)
    }

    /// Where ids of a generator must be unique, once it is made, forked or reseeded.
    pub(crate) fn scope_of(&mut self, subject: &Subject, family: u32, file: Option<u32>) -> u64 {
        let traits = &subject.traits;
        let own_node = traits.layout.node.is_some();
        if subject.is_unaware {
            return self.own_scope();
        }
        if traits.is_random
            && !subject.needs_identity
            && !(subject.chosen && traits.layout.random.width() == 0)
        {
            return RUN;
        }
        if let Some(file) = file
            && !self.files[file as usize].is_forsaken
        {
            // One is drawn all the same.
            self.give_nodes(family, traits.format, 2);
            return FILES + u64::from(file);
        }
        // What was copied over has a node for all who use it: the same as what it was copied from.
        if file.is_some() && traits.layout.counter.is_some() {
            return self.own_scope();
        }
        if own_node && !subject.chosen && !subject.is_seeded {
            if self.give_nodes(family, traits.format, 2) {
                return self.own_scope();
            }
            return FAMILIES + (u64::from(family) << 8) + u64::from(traits.format.code());
        }
        self.own_scope()
    }

    /// A generator that a child has from its parent.
    pub(crate) fn forked(
        &mut self,
        subject: &mut Subject,
        family: u32,
        is_copied: bool,
        is_stranger: bool,
    ) {
        subject.number = self.next_generator();
        let has_file = subject.traits.file.is_some();
        if is_copied {
            subject.is_unaware = true;
        }
        let alike = subject.is_seeded || subject.only_node_differs();
        if !is_copied {
            // A file tells their ids apart.
            subject.needs_identity |= alike && !has_file && !subject.traits.allow_fork;
        }
        let repeats = alike && !has_file;
        let by_file = has_file && !is_copied;
        if by_file {
            self.give_nodes(family, subject.traits.format, 2);
        }
        subject.scope = match () {
            () if repeats || is_copied => self.own_scope(),
            () if by_file => subject.scope,
            () if subject.scope == RUN => RUN,
            () if subject.traits.order == Order::Ticks || subject.traits.layout.node.is_none() => {
                self.own_scope()
            }
            () if is_stranger || self.give_nodes(family, subject.traits.format, 2) => {
                self.own_scope()
            }
            () => subject.scope,
        };
    }
}
