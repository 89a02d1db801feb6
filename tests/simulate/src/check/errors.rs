//! Errors: each only where something is the matter that it names.

use super::subject::Subject;
use super::{Ask, Call};
use crate::error::{Error, ErrorCode};
use crate::sim::counters::Count;
use crate::sim::faults::Refusal;
use crate::sim::system::{System, sys};

/// What a call was refused with, when it began and what it was of.
pub(crate) fn refused(call: &Call, error: Error) {
    let system = sys();
    let code = error.code();
    if let Some(count) = count(code) {
        system.count(count);
    }
    if call.is_in_handler {
        system.count(Count::HandlerRefused);
    }
    system.history.add(u64::from(code as u8 as u32));
    let process = system.process;
    let Some(slot) = call.slot else {
        return;
    };
    let Some(subject) = system.processes[process].slots[slot].subject.take() else {
        return;
    };
    let draws = subject.traits.layout.node.is_some() && !subject.chosen && !subject.is_seeded;
    if code == ErrorCode::ClockRollback && subject.traits.resets && draws {
        let family = system.process().family;
        system
            .check
            .give_nodes(family, subject.traits.format, 1 << 10);
        system.count(Count::NodesUsedUp);
    }
    let is_known = system.is_called_for(call, &subject, code);
    if !is_known {
        let (ask, format) = (call.ask, subject.traits.format);
        system.fail(format!("{ask:?} of {format}: no reason for {error}"));
    }
    system.processes[process].slots[slot].subject = Some(subject);
}

fn count(code: ErrorCode) -> Option<Count> {
    Some(match code {
        ErrorCode::TimestampOutOfRange => Count::TimestampOutOfRange,
        ErrorCode::InvalidOption => Count::InvalidOption,
        ErrorCode::ClockRollback => Count::ClockRollback,
        ErrorCode::CounterExhausted => Count::CounterExhausted,
        ErrorCode::EntropyUnavailable => Count::EntropyUnavailable,
        ErrorCode::ForkedGenerator => Count::ForkedGenerator,
        ErrorCode::StoreIo => Count::StoreIo,
        ErrorCode::StoreCorrupt => Count::StoreCorrupt,
        ErrorCode::StoreForeign => Count::StoreForeign,
        ErrorCode::StoreLocked => Count::StoreLocked,
        ErrorCode::StoreReadOnly => Count::StoreReadOnly,
        ErrorCode::StoreFull => Count::StoreFull,
        _ => return None,
    })
}

impl System {
    /// A call to the world was refused so while this call, or one that it waited for, was under way.
    pub(crate) fn was_refused(&self, call: &Call, refusal: Refusal) -> bool {
        self.refusals[refusal as usize] >= call.begun.saturating_sub(3_500_000_000)
            && self.refusals[refusal as usize] > 0
    }

    pub(crate) fn was_entropy_refused(&self, call: &Call) -> bool {
        self.was_refused(call, Refusal::Entropy)
    }

    fn is_called_for(&mut self, call: &Call, subject: &Subject, code: ErrorCode) -> bool {
        let traits = subject.traits.clone();
        let (least, most) = self.readings_of_all(call);
        let mut high = subject.high.max(most);
        let (mut is_moved, mut is_forsaken) = (false, false);
        let mut is_remote = false;
        if let Some(inode) = subject.inode {
            high = high.max(self.high_of_file(inode));
            let file = &self.check.files[self.inodes[inode].scope as usize];
            is_moved = file.moved.is_some();
            is_forsaken = file.is_forsaken;
            is_remote = self.inodes[inode].is_remote;
        }
        let has_file = traits.file.is_some();
        match code {
            ErrorCode::ClockRollback => {
                let Some(tolerance) = traits.tolerance_ns else {
                    return false;
                };
                // A mark may be as far ahead as an id.
                let ahead = if has_file {
                    traits.lead_ns + 2_000_000_000
                } else {
                    0
                };
                let is_behind = high + ahead - least >= tolerance - traits.unit_ns;
                let family = self.process().family;
                let nodes_used_up =
                    subject.is_seeded || self.check.may_lack_nodes(family, traits.format);
                // What was passed stays closed to what draws too little.
                let is_closed =
                    !traits.is_random && (subject.chosen || traits.layout.node.is_none());
                is_behind && (!traits.resets || nodes_used_up || is_forsaken)
                    || is_closed && traits.resets
            }
            ErrorCode::CounterExhausted => {
                traits.fails_exhausted
                    || traits.is_manual
                    || call.is_in_handler
                    || call.is_inside_another
            }
            ErrorCode::TimestampOutOfRange => {
                matches!(call.ask, Ask::After) || !traits.carries(least, high.max(most))
            }
            ErrorCode::ForkedGenerator => {
                subject.needs_identity
                    || subject.is_torn
                    // The interrupted call may be amid a change of the record, under the lock of all generators that lock as a process.
                    || has_file && self.process().is_child && self.process().has_no_rights
                    || (subject.is_seeded || subject.only_node_differs())
                        && (subject.is_unaware
                            || self.process().is_child
                            || call.ask == Ask::Reseed
                            || self.counts.get(Count::ReseedAll) > 0)
            }
            ErrorCode::EntropyUnavailable => self.was_refused(call, Refusal::Entropy),
            ErrorCode::StoreIo => {
                has_file
                    && (is_moved
                        || is_forsaken
                        || is_remote
                        || self.was_refused(call, Refusal::Input)
                        || self.was_refused(call, Refusal::Memory))
            }
            ErrorCode::StoreFull => has_file && self.was_refused(call, Refusal::Full),
            ErrorCode::StoreReadOnly => has_file && self.was_refused(call, Refusal::Rights),
            ErrorCode::StoreCorrupt => has_file && (is_forsaken || is_moved),
            ErrorCode::StoreForeign => has_file && (is_moved || is_forsaken),
            ErrorCode::StoreLocked => {
                has_file
                    && !self.is_kept_by_the_idle(subject)
                    && (is_remote
                        || is_forsaken
                        || subject.chosen
                        || self.slow_until >= call.begun
                        || self.handlers_amid_calls > 0
                        // Nobody else runs then.
                        || self.twin != crate::sim::twin::Stage::Nothing
                        || self.was_refused(call, Refusal::Locked) && self.now - call.begun >= 2_900_000_000)
            }
            ErrorCode::InvalidOption => call.ask == Ask::Reseed,
            _ => false,
        }
    }
}
