//! Snapshots resumed twice, by programs that do not know it.

use super::subject::{Copied, Subject};
use super::{Ask, Call};
use crate::sim::system::System;
use sortid_engine::layout::MOST_LISTED_BITS;
use sortid_reliability_common::product::AnyId;

/// Ids of calls this long after the snapshot differ: random keys are used for a millisecond.
const APART_NS: u64 = 3_000_000;

/// With fewer random bits per id, ids of two processes may collide.
const ENOUGH_BITS: u8 = 32;

impl System {
    /// The snapshot that a generator was resumed from, if it must have noticed the elapsed time.
    fn resumed_from(&mut self, call: &Call, subject: &Subject) -> Option<Copied> {
        let copied = subject.copied.filter(|_| subject.is_unaware)?;
        let is_plain = !subject.is_seeded && !subject.is_torn && !subject.is_interrupted;
        let is_late = call.begun >= copied.at + APART_NS;
        // A changed clock may hide the elapsed time, and without entropy an old key remains in use.
        let is_undisturbed = !self.machine().clocks.were_turned(copied.at + 1)
            && self.faults.entropy_fails_until <= copied.at;
        (is_plain && is_late && is_undisturbed && call.manual.is_none()).then_some(copied)
    }

    /// Whether ids of a copied generator must differ from the original's without a notification.
    pub(super) fn draws_apart(&mut self, call: &Call, subject: &Subject) -> bool {
        subject.traits.layout.random.width() >= ENOUGH_BITS
            && self.resumed_from(call, subject).is_some()
    }

    /// Checks that a drawn node is not the snapshot's, if the clock was set to the present.
    pub(super) fn judge_resumed(&mut self, call: &Call, subject: &Subject, id: &AnyId) {
        let traits = &subject.traits;
        let Some(layout) = traits.layout.node.filter(|_| traits.file.is_none()) else {
            return;
        };
        let is_drawn = !subject.chosen && (1..=MOST_LISTED_BITS).contains(&layout.drawn_bits);
        let family = self.process().family;
        if !is_drawn || self.is_windows() || !self.check.has_nodes_left(family, traits) {
            return;
        }
        let copied = self
            .resumed_from(call, subject)
            .filter(|copied| copied.is_set);
        let node = copied.and_then(|copied| copied.node);
        if node.is_some() && node == traits.node(id) && call.ask != Ask::At {
            let of = traits.format;
            self.fail(format!("the node of a snapshot: {id} of {of}"));
        }
    }
}
