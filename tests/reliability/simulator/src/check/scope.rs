//! The scope within which ids must be unique: the run, a family of processes, a file, or one
//! generator of one process.

use super::subject::{Subject, Traits};
use super::{Checker, Order};
use crate::sim::system::System;
use sortid_engine::value::Place;
use sortid_reliability_common::product::{AnyId, Format};

/// The whole run: random bits rule out repeats.
pub(super) const RUN: u64 = 0;

/// The first scope that is allocated individually.
pub(super) const FIRST_FREE: u64 = 1 << 40;

/// The first scopes of files, and of families by format and layout.
const FILES: u64 = 1 << 32;
const FAMILIES: u64 = 1 << 36;

/// A file, whatever its names.
pub(crate) struct FileScope {
    pub(crate) last: Option<AnyId>,
    /// The highest reading of a process that had it open.
    pub(crate) high: i128,
    /// Whether the library created it, and so must make its name durable.
    pub(crate) is_made: bool,
    /// Whether the file was overwritten or its locks were lost, which ends its guarantees.
    pub(crate) is_forsaken: bool,
    /// The loss of its name, with the high-water mark at that time.
    pub(crate) moved: Option<Moved>,
}

#[derive(Clone, Copy)]
pub(crate) struct Moved {
    pub(crate) at: u64,
    /// The last tick below the high-water mark, counted from the first tick of the format.
    pub(crate) mark_ticks: u64,
}

/// The maximum number of nodes of a format that a family uses.
pub(super) struct NodesGiven {
    family: u32,
    format: Format,
    count: u64,
}

/// The ids of a family with one layout: with another layout, the same bits may encode another node.
#[derive(PartialEq)]
pub(super) struct FamilyScope {
    family: u32,
    format: Format,
    time: Option<Place>,
    counter: Option<Place>,
    node: Option<Place>,
}

/// The last tick below a record's high-water mark.
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

impl System {
    /// Counts the nodes that generators of a machine may draw because its clock was set.
    pub(crate) fn may_renew(&mut self, machine: usize) {
        for process in &mut self.processes {
            if process.machine != machine || process.is_dead {
                continue;
            }
            let family = process.family;
            for subject in process
                .slots
                .iter()
                .filter_map(|slot| slot.subject.as_ref())
            {
                let is_drawn = !subject.chosen && !subject.is_seeded;
                if is_drawn && subject.traits.layout.node.is_some() {
                    self.check.give_nodes(family, &subject.traits, 2);
                }
            }
        }
    }
}

impl Checker {
    pub(crate) fn new_family(&mut self) -> u32 {
        self.families += 1;
        self.families
    }

    /// A family on a copied machine, with the nodes of the original.
    pub(crate) fn copied_family(&mut self, of: u32) -> u32 {
        let copy = self.new_family();
        let given: Vec<_> = (self.nodes.iter())
            .filter(|known| known.family == of)
            .map(|known| (known.format, known.count))
            .collect();
        for (format, count) in given {
            self.count_nodes(copy, format, count);
        }
        copy
    }

    pub(crate) fn new_file(&mut self) -> u32 {
        self.files.push(FileScope {
            last: None,
            high: i128::MIN,
            is_made: false,
            is_forsaken: false,
            moved: None,
        });
        self.files.len() as u32 - 1
    }

    /// Records a copy of a file, which starts with the readings of the original.
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

    /// Records that the file still has a name.
    pub(crate) fn found(&mut self, scope: u32) {
        self.files[scope as usize].moved = None;
    }

    /// Records that a power loss removed the name of a file. If the library created the file,
    /// generated ids and nobody removed its name, a later start cannot know of these ids.
    pub(crate) fn loses_name(&mut self, scope: u32, now: u64) {
        let file = &mut self.files[scope as usize];
        let is_used = file.is_made && file.last.is_some();
        let is_lost = is_used && file.moved.is_none() && !file.is_forsaken;
        if is_lost {
            let what = format!("file {scope} lost its name with the power at {now}");
            self.violation.get_or_insert(what);
        }
    }

    /// Records that a file lost its name: no ids are permitted beyond its current record.
    pub(crate) fn moved(&mut self, scope: u32, at: u64, record: &[u8]) {
        let mark_ticks = mark_ticks(record);
        let moved = &mut self.files[scope as usize].moved;
        moved.get_or_insert(Moved { at, mark_ticks });
    }

    /// Records a new high-water mark by a process that may write it although the file lost its
    /// name.
    pub(crate) fn moves_mark(&mut self, scope: u32, record: &[u8], may: impl FnOnce(u64) -> bool) {
        if let Some(moved) = &mut self.files[scope as usize].moved
            && may(moved.at)
        {
            moved.mark_ticks = moved.mark_ticks.max(mark_ticks(record));
        }
    }

    /// Counts nodes that may be used. Returns whether no unused one may be left.
    pub(crate) fn give_nodes(&mut self, family: u32, traits: &Traits, nodes: u64) -> bool {
        let Some(all) = traits.all_nodes() else {
            return false;
        };
        self.count_nodes(family, traits.format, nodes);
        self.nodes_given(family, traits.format) > all
    }

    fn count_nodes(&mut self, family: u32, format: Format, nodes: u64) {
        let mut known = self.nodes.iter_mut();
        let known = known.find(|known| known.family == family && known.format == format);
        match known {
            Some(known) => known.count += nodes,
            None => self.nodes.push(NodesGiven {
                family,
                format,
                count: nodes,
            }),
        }
    }

    /// The maximum number of used nodes, of all widths.
    fn nodes_given(&self, family: u32, format: Format) -> u128 {
        let mut known = self.nodes.iter();
        let known = known.find(|known| known.family == family && known.format == format);
        known.map_or(0, |known| known.count.into())
    }

    /// Whether no unused node may be left. Not every drawn node is visible from outside.
    pub(crate) fn may_lack_nodes(&self, family: u32, traits: &Traits) -> bool {
        let given = self.nodes_given(family, traits.format);
        (traits.all_nodes()).is_some_and(|all| given > 0 && given * 4 >= all)
    }

    /// Whether less than half of all nodes are used, at most.
    pub(super) fn has_nodes_left(&self, family: u32, traits: &Traits) -> bool {
        let given = self.nodes_given(family, traits.format);
        traits.all_nodes().is_some_and(|all| given * 2 < all)
    }

    pub(super) fn is_of_forsaken(&self, scope: u64) -> bool {
        let file = scope
            .checked_sub(FILES)
            .and_then(|file| self.files.get(file as usize));
        file.is_some_and(|file| file.is_forsaken)
    }

    /// Whether ids of a family may repeat because it has more generators than nodes.
    pub(super) fn lacks_nodes(&self, scope: u64, family: u32, traits: &Traits) -> bool {
        let given = self.nodes_given(family, traits.format);
        (FAMILIES..FIRST_FREE).contains(&scope) && traits.all_nodes().is_some_and(|all| given > all)
    }

    fn family_scope(&mut self, family: u32, traits: &Traits) -> u64 {
        let layout = &traits.layout;
        let scope = FamilyScope {
            family,
            format: traits.format,
            time: layout.time.map(|time| time.place),
            counter: layout.counter.map(|counter| counter.place),
            node: layout.node.map(|node| node.place),
        };
        let known = self.family_scopes.iter().position(|known| *known == scope);
        let number = known.unwrap_or_else(|| {
            self.family_scopes.push(scope);
            self.family_scopes.len() - 1
        });
        FAMILIES + number as u64
    }

    /// The scope of all generators with claims in a table.
    pub(super) fn claim_scope(&mut self, table: usize, traits: &Traits) -> u64 {
        self.family_scope(u32::MAX - table as u32, traits)
    }

    /// The scope of a generator after its creation, a fork or a reseeding.
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
            // A node is used anyway.
            self.give_nodes(family, traits, 2);
            return FILES + u64::from(file);
        }
        // An overwritten file has one node for all its users: the node of the file it was copied from.
        if file.is_some() && traits.layout.counter.is_some() {
            return self.own_scope();
        }
        if own_node && !subject.chosen && !subject.is_seeded {
            if self.give_nodes(family, traits, 2) {
                return self.own_scope();
            }
            return self.family_scope(family, traits);
        }
        self.own_scope()
    }

    /// Records a generator that a child inherits.
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
            // With a file their ids differ.
            subject.needs_identity |= alike && !has_file && !subject.traits.allow_fork;
        }
        let repeats = alike && !has_file;
        let by_file = has_file && !is_copied;
        if by_file {
            self.give_nodes(family, &subject.traits, 2);
        }
        subject.scope = match () {
            () if repeats || is_copied => self.own_scope(),
            () if by_file => subject.scope,
            () if subject.scope == RUN => RUN,
            () if subject.traits.order == Order::Ticks || subject.traits.layout.node.is_none() => {
                self.own_scope()
            }
            () if is_stranger || self.give_nodes(family, &subject.traits, 2) => self.own_scope(),
            () => subject.scope,
        };
    }
}
