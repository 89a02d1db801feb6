//! Assigned nodes: no two generators of a family have the same one before all are used.

use super::subject::Subject;
use super::{Ask, Call, Checker};
use crate::sim::system::System;
use sortid_engine::layout::MOST_LISTED_BITS;
use sortid_reliability_common::product::{AnyId, Format};

/// The first generator with an assigned node.
pub(super) struct NodeSeen {
    family: u32,
    format: Format,
    node: u128,
    by: u64,
}

impl Checker {
    /// A new number for a generator in one process.
    pub(crate) fn next_generator(&mut self) -> u64 {
        self.generators += 1;
        self.generators
    }

    /// Whether another generator of the family has this node.
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

/// Whether nodes may collide by chance: those of cuid have 21 bits, followed by as many random
/// bits.
fn may_meet(drawn_bits: u8) -> bool {
    const NEVER_SEEN_TO_MEET: u8 = 40;
    (MOST_LISTED_BITS + 1..NEVER_SEEN_TO_MEET).contains(&drawn_bits)
}

impl System {
    /// Whether another call is reseeding the generator.
    fn is_being_reseeded(&self, call: &Call) -> bool {
        let threads = self.processes[self.process].threads.iter();
        let mut calls = threads.flat_map(|&thread| &self.threads[thread].calls);
        calls.any(|other| other.ask == Ask::Reseed && other.slot == call.slot)
    }

    pub(super) fn judge_node(&mut self, call: &Call, subject: &Subject, id: &AnyId) {
        let traits = &subject.traits;
        let Some(node) = traits.layout.node else {
            return;
        };
        let is_drawn = !subject.chosen && !subject.is_seeded && traits.file.is_none();
        if !is_drawn || may_meet(node.drawn_bits) || subject.is_unaware || subject.is_torn {
            return;
        }
        // It may be an earlier node that was seeded or chosen.
        if subject.reseeded >= call.begun || self.is_being_reseeded(call) {
            return;
        }
        // Drawn at random from few values, so two may collide; random bits follow.
        if node.drawn_bits > MOST_LISTED_BITS && traits.is_random {
            return;
        }
        // One generator after another may have a claimed node.
        let machine = &self.machines[self.machine];
        let mut tables = (machine.node_table.iter()).chain(&machine.lost_tables);
        if tables.any(|&table| self.has_claimed(table, traits, id)) {
            return;
        }
        let (family, format) = (self.process().family, traits.format);
        let node = node.place.read(id.value());
        if self.check.has_another(family, format, node, subject.number)
            && self.check.has_nodes_left(family, traits)
        {
            self.fail(format!(
                "node {node} of {format} has another generator: {id}"
            ));
        }
    }
}
