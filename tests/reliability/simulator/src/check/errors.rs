//! Errors, each justified only by the conditions that it names.

use super::subject::Subject;
use super::{Ask, Call};
use crate::sim::coverage::Count;
use crate::sim::faults::Refusal;
use crate::sim::handler_fork::Stage;
use crate::sim::system::{System, sys};
use sortid_reliability_common::product::{Error, ErrorCode};

/// The byte that is locked by the members of a session.
const MEMBER_BYTE: u64 = 1;

/// How long a call waits for a file.
const FILE_NS: u64 = 3_000_000_000;

/// Checks that an error is justified by the call and the state of the system.
pub(crate) fn refused(call: &Call, error: Error) {
    let system = sys();
    let code = error.code();
    system.tell(|| format!("  {} of {:?}: {error}", call.ask.name(), call.slot));
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
    let Some(mut subject) = system.processes[process].slots[slot].subject.take() else {
        return;
    };
    let draws = subject.traits.layout.node.is_some() && !subject.chosen && !subject.is_seeded;
    if code == ErrorCode::ClockRollback && subject.traits.resets && draws {
        let family = system.process().family;
        system.check.give_nodes(family, &subject.traits, 1 << 10);
        system.count(Count::NodesUsedUp);
    }
    let is_known = system.is_called_for(call, &subject, code);
    if system.resets(call, &subject) {
        // It may have taken effect before failing.
        (subject.last, subject.epoch) = (None, subject.epoch + 1);
    }
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
        ErrorCode::LeaseExpired => Count::LeaseExpired,
        ErrorCode::CounterExhausted => Count::CounterExhausted,
        ErrorCode::LeadExceeded => Count::LeadExceeded,
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
    /// Whether the file has another format.
    fn is_foreign(&mut self, subject: &Subject) -> bool {
        let machine = self.machine;
        let of = subject.inode.map(|inode| &self.inodes[inode]);
        of.is_some_and(|of| {
            of.format(machine) != subject.traits.format.name()
                || of.has_lease(machine) != subject.traits.is_leased
        })
    }

    /// Whether others block the call from the file, or have done so for as long as a call waits.
    fn is_kept_out(&mut self, call: &Call, subject: &Subject) -> bool {
        let now = self.now;
        let waited = self.machine().clocks.monotonic(now) - call.monotonic;
        let met = |refusal| call.refusals.have(refusal);
        met(Refusal::Flocked)
            || met(Refusal::Remote)
            || met(Refusal::Orphaned)
            || self.interrupts_change(call)
            || met(Refusal::Locked) && self.is_kept_exclusive(subject)
            || waited >= FILE_NS && self.is_held_up(call, subject)
    }

    /// Whether a process that owns its locks could not downgrade its exclusive member lock to a
    /// shared one, because the system had no memory for a lock. It blocks other processes until its
    /// next attempt.
    fn is_kept_exclusive(&self, subject: &Subject) -> bool {
        (subject.inode).is_some_and(|inode| self.locks.is_kept_by_process(inode, MEMBER_BYTE))
    }

    /// Whether the process was reseeded during the call: the call may have come before or after.
    pub(crate) fn was_reseeded(&self, call: &Call) -> bool {
        self.processes[self.process].reseeded >= call.begun || self.is_reseeding()
    }

    /// Whether another thread is reseeding the process.
    fn is_reseeding(&self) -> bool {
        let threads = self.processes[self.process].threads.iter();
        let mut calls = threads.flat_map(|&thread| &self.threads[thread].calls);
        calls.any(|call| call.slot.is_none() && call.ask == Ask::Reseed)
    }

    /// Whether this process was forked in a signal handler.
    fn is_forked_in_handler(&mut self) -> bool {
        self.process().is_brief || self.twin == Stage::Child
    }

    /// Whether this is a call in a signal handler, and the interrupted call may be changing a file
    /// under a process-owned lock.
    fn interrupts_change(&mut self, call: &Call) -> bool {
        let (process, thread) = (self.process, self.thread);
        let process = &self.processes[process];
        let has_file = |slot: usize| {
            let subject = process.slots[slot].subject.as_ref();
            subject.is_none_or(|subject| subject.traits.file.is_some())
        };
        let mut interrupted = self.threads[thread].calls.iter();
        call.is_in_handler
            && process.is_child
            && interrupted.any(|call| call.slot.is_none_or(has_file))
    }

    /// Whether this process, or one that has the file open, was stopped during the call, or has ended.
    fn is_held_up(&self, call: &Call, subject: &Subject) -> bool {
        let Some(inode) = subject.inode else {
            return false;
        };
        let handles = |process: usize| {
            self.processes[process].handlers_amid_calls > 0 && self.has_open(process, inode)
        };
        self.inodes[inode].slow_until >= call.begun
            || self.processes[self.process].stopped_until >= call.begun
            || (0..self.processes.len()).any(handles)
            // No other process runs meanwhile.
            || self.twin != Stage::Nothing
    }

    fn is_called_for(&mut self, call: &Call, subject: &Subject, code: ErrorCode) -> bool {
        let traits = subject.traits.clone();
        let (least, most) = self.readings_of_all(call);
        let given = call.after.and_then(|id| traits.tick_ns(&id));
        let mut high = subject.high.max(subject.brought).max(most);
        let (mut is_moved, mut is_forsaken) = (false, false);
        if let Some(inode) = subject.inode {
            high = high.max(self.high_of_file(inode));
            let file = &self.check.files[self.inodes[inode].scope as usize];
            is_moved = file.moved.is_some() || self.inodes[inode].is_replaced;
            if traits.is_leased {
                // A lease term may begin ahead of the clock.
                high = high.max(self.mark_ns(inode, subject));
            }
            let file = &self.check.files[self.inodes[inode].scope as usize];
            // A copy of a truncated file is truncated as well.
            is_forsaken = file.is_forsaken || self.inodes[inode].cut_at.is_some();
        }
        let has_file = traits.file.is_some();
        // With a file, no call waits for longer than its own lead: the clock was set back, or
        // another generator has a longer lead.
        let waits_long = |tolerance: i128| {
            !traits.is_manual && high + 2_000_000_000 - least >= traits.lead_ns + tolerance
        };
        match code {
            ErrorCode::ClockRollback => {
                let Some(tolerance) = traits.tolerance_ns else {
                    // With a file, no call waits for a clock that was set back for longer.
                    return is_forsaken || has_file && waits_long(0);
                };
                // A high-water mark may be as far ahead as an id.
                let ahead = if has_file {
                    traits.lead_ns + 2_000_000_000
                } else {
                    0
                };
                let is_behind = high + ahead - least >= tolerance - traits.unit_ns;
                let family = self.process().family;
                let nodes_used_up = subject.is_seeded || self.check.may_lack_nodes(family, &traits);
                // Formats with too few random bits never reuse a tick.
                let is_closed =
                    !traits.is_random && (subject.chosen || traits.layout.node.is_none());
                // An overwritten file may contain any time.
                is_forsaken
                    || has_file && waits_long(tolerance)
                    || is_behind && (!traits.resets || nodes_used_up)
                    || is_closed && traits.resets
            }
            ErrorCode::CounterExhausted => {
                // Interrupted repeatedly by reseeds, or by clock jumps, which have the same effect.
                let is_interrupted = call.ask == Ask::Fill
                    && (self.was_reseeded(call) || most - least > 1_000_000_000);
                is_interrupted
                    || traits.fails_exhausted
                    || traits.is_manual
                    || call.is_in_handler
                    || call.is_inside_another
            }
            ErrorCode::LeadExceeded => {
                // Rounding of the given time, the clock and the lead, and a tick that no id has.
                given.is_some_and(|given| given + 4 * traits.unit_ns > least + traits.lead_ns)
            }
            ErrorCode::TimestampOutOfRange => {
                let last = given.map_or(most, |given| given.max(most));
                let is_beyond = call.after.is_some_and(|after| traits.is_beyond(after));
                is_forsaken || is_beyond || !traits.carries(least, high.max(last))
            }
            ErrorCode::ForkedGenerator => {
                let alike = subject.is_seeded || subject.only_node_differs();
                let was_reseeded = self.was_reseeded(call);
                subject.needs_identity
                    || call.needs_identity
                    || subject.is_interrupted
                    || subject.goes_on_with_call
                    // The interrupted call may be changing the record under a process-owned lock.
                    || has_file && self.is_forked_in_handler()
                    || subject.is_seeded && subject.is_torn
                    || alike && was_reseeded
                    || subject.only_node_differs() && call.ask == Ask::Reseed
            }
            ErrorCode::EntropyUnavailable => call.refusals.have(Refusal::Entropy),
            ErrorCode::LeaseExpired => {
                let runs_out = |inode| {
                    // It may have checked before the lease was renewed.
                    let end = self.lease_end_ns(inode).min(call.lease_end);
                    high.max(most) + traits.lead_ns + traits.unit_ns >= end
                };
                traits.is_leased && (is_forsaken || subject.inode.is_none_or(runs_out))
            }
            ErrorCode::StoreIo => {
                has_file
                    && (is_moved
                        || traits.is_leased && !self.machine().has_boot_name
                        || is_forsaken
                        || call.refusals.have(Refusal::Input)
                        || call.refusals.have(Refusal::Descriptors)
                        || call.refusals.have(Refusal::Lock)
                        || call.refusals.have(Refusal::Memory))
            }
            ErrorCode::StoreFull => has_file && call.refusals.have(Refusal::Full),
            ErrorCode::StoreReadOnly => has_file && call.refusals.have(Refusal::Rights),
            ErrorCode::StoreCorrupt => has_file && (is_forsaken || is_moved),
            ErrorCode::StoreForeign => has_file && (is_forsaken || self.is_foreign(subject)),
            ErrorCode::StoreLocked => {
                has_file
                    && !self.is_kept_by_the_idle(subject)
                    && (is_forsaken || self.is_kept_out(call, subject))
            }
            ErrorCode::InvalidOption => call.ask == Ask::Reseed,
            _ => false,
        }
    }
}
