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

/// What is known of a file, whatever its names.
pub(crate) struct FileScope {
    pub(crate) last: Option<Id>,
    /// The highest reading of who had it open.
    pub(crate) high: i128,
    /// It was copied over, or its system has lost its locks: nothing is promised of it.
    pub(crate) is_forsaken: bool,
    /// It lost its name: with the mark that it had then.
    pub(crate) moved: Option<Moved>,
    pub(crate) format: Option<Format>,
}

#[derive(Clone, Copy)]
pub(crate) struct Moved {
    pub(crate) at: u64,
    /// The first tick, as ticks since the format's first, that the mark does not cover.
    pub(crate) mark_ticks: u64,
}

/// How many nodes of a format a family has been given, at most.
pub(super) struct NodesGiven {
    family: u32,
    format: Format,
    count: u64,
}

impl Checker {
    pub(crate) fn new_family(&mut self) -> u32 {
        self.families += 1;
        self.families
    }

    pub(crate) fn new_file(&mut self) -> u32 {
        self.files.push(FileScope {
            last: None,
            high: i128::MIN,
            is_forsaken: false,
            moved: None,
            format: None,
        });
        self.files.len() as u32 - 1
    }

    fn own_scope(&mut self) -> u64 {
        self.scopes += 1;
        self.scopes
    }

    pub(crate) fn forsake(&mut self, scope: u32) {
        self.files[scope as usize].is_forsaken = true;
    }

    /// A file has lost its name: what it says now is the last that anyone may make use of.
    pub(crate) fn moved(&mut self, scope: u32, at: u64, record: &[u8]) {
        let word = |at: usize| {
            let mut bytes = [0; 8];
            bytes.copy_from_slice(&record[at..at + 8]);
            u64::from_le_bytes(bytes)
        };
        let (time_bits, counter_bits) = (record[80], record[81]);
        let below = if time_bits + counter_bits <= 64 { counter_bits } else { 0 };
        self.files[scope as usize].moved.get_or_insert(Moved {
            at,
            mark_ticks: (word(104) >> below) + 1,
        });
    }

    /// Counts nodes that may be given; whether there may be none left that is new.
    pub(crate) fn give_nodes(&mut self, family: u32, format: Format, nodes: u64) -> bool {
        let row = &format.row().layout;
        let Some(node) = row.node else {
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
        count > 1 << node.drawn_bits
    }

    /// Where ids of a generator must be unique, once it is made, forked or reseeded.
    pub(crate) fn scope_of(&mut self, subject: &Subject, family: u32, file: Option<u32>) -> u64 {
        let traits = &subject.traits;
        let own_node = traits.layout.node.is_some();
        if subject.is_unaware {
            return self.own_scope();
        }
        if traits.is_random && !subject.needs_identity && !(subject.chosen && traits.layout.random.width() == 0) {
            return RUN;
        }
        if let Some(file) = file
            && !self.files[file as usize].is_forsaken
        {
            return FILES + u64::from(file);
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
    pub(crate) fn forked(&mut self, subject: &mut Subject, family: u32, is_copied: bool) {
        let has_file = subject.traits.file.is_some();
        if is_copied {
            subject.is_unaware = true;
        }
        let alike = subject.is_seeded || subject.only_node_differs();
        if alike && !is_copied && !has_file && !subject.traits.is_manual {
            subject.needs_identity = !subject.traits.allow_fork;
        }
        let repeats = alike && !has_file;
        let by_file = has_file && !is_copied;
        subject.scope = match () {
            () if repeats || is_copied => self.own_scope(),
            () if by_file => subject.scope,
            () if subject.scope == RUN => RUN,
            () if subject.traits.order == Order::Ticks || subject.traits.layout.node.is_none() => {
                self.own_scope()
            }
            () if self.give_nodes(family, subject.traits.format, 2) => self.own_scope(),
            () => subject.scope,
        };
    }
}
