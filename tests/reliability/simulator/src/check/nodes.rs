//! Drawn nodes: of two generators of a family none has the other's, until all may be used.

use super::subject::Subject;
use super::{Ask, Call, Checker};
use crate::formats::Format;
use crate::id::Id;
use crate::node::MOST_LISTED_BITS;
use crate::sim::system::System;

/// Who was seen with a drawn node first.
pub(super) struct NodeSeen {
    family: u32,
    format: Format,
    node: u128,
    by: u64,
}

impl Checker {
    /// A number for a generator as one process has it.
    pub(crate) fn next_generator(&mut self) -> u64 {
        self.generators += 1;
        self.generators
    }

    /// Whether somebody else of the family was seen with this node.
    fn has_another(&mut self, family: u32, format: Format, node: u128, by: u64) -> bool {
        let mut seen = self.nodes_seen.iter();
        let seen =
            seen.find(|seen| (seen.family, seen.format, seen.node) == (family, format, node));
        match seen {
            Some(seen) => seen.by != by,
            None => {
                self.nodes_seen.push(NodeSeen {
                    family,
                    format,
                    node,
                    by,
                });
                false
            }
        }
    }
}

/// Numbers of their own, but so few that some meet by chance: of the 21 bits of cuid, behind which as many random ones stand.
fn may_meet(drawn_bits: u8) -> bool {
    const NEVER_SEEN_TO_MEET: u8 = 40;
    (MOST_LISTED_BITS + 1..NEVER_SEEN_TO_MEET).contains(&drawn_bits)
}

impl System {
    /// Whether another call gives its generator another seed or node.
    fn is_being_reseeded(&self, call: &Call) -> bool {
        let threads = self.processes[self.process].threads.iter();
        let mut calls = threads.flat_map(|&thread| &self.threads[thread].calls);
        calls.any(|other| other.ask == Ask::Reseed && other.slot == call.slot)
    }

    pub(super) fn judge_node(&mut self, call: &Call, subject: &Subject, id: &Id) {
        let traits = &subject.traits;
        let Some(node) = traits.layout.node else {
            return;
        };
        let is_drawn = !subject.chosen && !subject.is_seeded && traits.file.is_none();
        if !is_drawn || may_meet(node.drawn_bits) || subject.is_unaware || subject.is_torn {
            return;
        }
        // It may be that of a seed, or the one that was chosen, from before.
        if subject.reseeded >= call.begun || self.is_being_reseeded(call) {
            return;
        }
        // From no list, and few enough that two meet now and then: random bits stand behind it.
        if node.drawn_bits > MOST_LISTED_BITS && traits.is_random {
            return;
        }
        let (family, format) = (self.process().family, traits.format);
        let node = node.place.read(id.value());
        if self.check.has_another(family, format, node, subject.number)
            && self.check.has_nodes_left(family, format)
        {
            self.fail(format!(
                "node {node} of {format} has another generator: {id}"
            ));
        }
    }
}
