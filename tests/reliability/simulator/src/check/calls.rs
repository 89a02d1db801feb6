//! The start and end of calls, and the clock readings that each may have used.

use super::{Ask, Call};
use crate::sim::coverage::Count;
use crate::sim::faults::Refusals;
use crate::sim::system::{System, sys};
use sortid_reliability_common::product::AnyId;

/// Records the start of a call.
pub(crate) fn begin(slot: Option<usize>, ask: Ask, manual: Option<i128>, after: Option<AnyId>) {
    let system = sys();
    let (now, index) = (system.now, system.thread);
    let wall = system.machine().clocks.wall(now);
    let set_back = system.machine().clocks.set_back;
    let monotonic = system.machine().clocks.monotonic(now);
    let (mut floor, mut file_floor, mut epoch, mut scope) = (None, None, 0, 0);
    let mut read = None;
    let (mut needs_identity, mut is_unaware) = (false, false);
    let (mut high, mut lease_end) = (i128::MIN, i128::MIN);
    if let Some(slot) = slot {
        let slot = &mut system.processes[system.process].slots[slot];
        slot.users += 1;
        let subject = slot.subject();
        subject.high = subject.high.max(manual.unwrap_or(wall));
        (floor, epoch, scope) = (subject.last, subject.epoch, subject.scope);
        (needs_identity, is_unaware) = (subject.needs_identity, subject.is_unaware);
        (high, read) = (subject.high, subject.read);
        if let Some(inode) = subject.inode {
            let file = &mut system.check.files[system.inodes[inode].scope as usize];
            file.high = file.high.max(manual.unwrap_or(wall));
            file_floor = file.last;
            if subject.traits.is_leased {
                lease_end = system.lease_end_ns(inode);
            }
        }
    }
    system.tell(|| format!("begins {} of {slot:?}, clock {wall}", ask.name()));
    let thread = &mut system.threads[index];
    if !thread.calls.is_empty() {
        system.counts.add(Count::SignalInCall, 1);
    }
    let is_inside_another = thread
        .calls
        .iter()
        .any(|call| call.slot == slot || slot.is_none());
    thread.calls.push(Call {
        slot,
        ask,
        begun: now,
        wall,
        set_back,
        manual,
        floor,
        file_floor,
        after,
        epoch,
        scope,
        is_unaware,
        needs_identity,
        looks: thread.looks,
        read,
        high,
        is_in_handler: thread.handlers > 0,
        is_inside_another,
        excused: 0,
        refusals: Refusals::default(),
        monotonic,
        lease_end,
    });
}

/// Records the lease that an agent has written.
pub(crate) fn lease_written(inode: usize) {
    let system = sys();
    let end = system.lease_end_ns(inode);
    for process in &system.processes {
        for &thread in &process.threads {
            for call in &mut system.threads[thread].calls {
                let subject = call
                    .slot
                    .and_then(|slot| process.slots[slot].subject.as_ref());
                if subject.is_some_and(|subject| subject.inode == Some(inode)) {
                    call.lease_end = call.lease_end.min(end);
                }
            }
        }
    }
}

/// Records the end of a call.
pub(crate) fn end() -> Call {
    let system = sys();
    let index = system.thread;
    let call = system.threads[index]
        .calls
        .pop()
        .expect("a call that began");
    if let Some(slot) = call.slot {
        system.processes[system.process].slots[slot].users -= 1;
        if call.manual.is_none() {
            let (process, machine) = (system.process, system.machine);
            system.raise(process, machine, slot, call.begun);
        }
    }
    call
}

impl System {
    /// From now on, readings of a call that began at `since` count for the generator.
    fn raise(&mut self, process: usize, machine: usize, slot: usize, since: u64) {
        let subject = self.processes[process].slots[slot].subject();
        let clocks = &self.machines[machine].clocks;
        if since < subject.anew_since && clocks.was_turned(since) {
            let (_, most) = clocks.range(since, self.now);
            subject.brought = subject.brought.max(most);
        }
        // Readings from before a restart of the order do not count for calls after it.
        let since = since.max(subject.anew_since);
        let most = match clocks.was_turned(since) {
            true => clocks.range(since, self.now).1,
            false => clocks.wall(self.now),
        };
        subject.high = subject.high.max(most);
        if let Some(inode) = subject.inode {
            let file = &mut self.check.files[self.inodes[inode].scope as usize];
            file.high = file.high.max(most);
        }
    }

    /// The same for all running calls of a process that is killed or copied.
    pub(crate) fn raise_all(&mut self, process: usize) {
        let machine = self.processes[process].machine;
        for nth in 0..self.processes[process].threads.len() {
            let thread = self.processes[process].threads[nth];
            for call in 0..self.threads[thread].calls.len() {
                let call = &self.threads[thread].calls[call];
                if let (Some(slot), None) = (call.slot, call.manual) {
                    let begun = call.begun;
                    self.raise(process, machine, slot, begun);
                }
            }
        }
    }

    /// Applies a parent's running calls to its child; they may have taken effect or not.
    pub(crate) fn take_over(&mut self, parent: usize, child: usize) {
        for nth in 0..self.processes[parent].threads.len() {
            let thread = self.processes[parent].threads[nth];
            for call in 0..self.threads[thread].calls.len() {
                let call = self.threads[thread].calls[call].clone();
                let Some(slot) = call.slot else {
                    if call.ask == Ask::Reseed {
                        // Its generators may have detected the fork or not.
                        for slot in &mut self.processes[child].slots {
                            slot.subject().is_interrupted = true;
                        }
                    }
                    continue;
                };
                let Some(mut subject) = self.processes[child].slots[slot].subject.take() else {
                    continue;
                };
                subject.is_torn = true;
                if call.ask == Ask::Reseed {
                    // It may already have its new identity.
                    (subject.needs_identity, subject.is_interrupted) = (false, true);
                    subject.scope = self.check.own_scope();
                }
                if call.manual.is_some()
                    || self.machines[self.processes[parent].machine]
                        .clocks
                        .was_turned(call.begun)
                {
                    (subject.last, subject.epoch) = (None, subject.epoch + 1);
                }
                self.processes[child].slots[slot].subject = Some(subject);
            }
        }
    }
}
