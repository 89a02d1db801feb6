//! Checks that each id is unique, in order, and has a valid time.

use super::scope::RUN;
use super::subject::Subject;
use super::{Call, Checker, NO_READING, Order};
use crate::sim::coverage::Count;
use crate::sim::system::{System, sys};
use sortid_reliability_common::mix;
use sortid_reliability_common::product::AnyId;

/// The 64 bits stored for an id and its scope.
#[inline]
fn print(scope: u64, id: &AnyId) -> u64 {
    let (head, tail) = id.value().to_parts();
    let low = mix(head as u64 ^ scope.wrapping_mul(0x9e37_79b9_7f4a_7c15));
    mix(low ^ (head >> 64) as u64).wrapping_add(mix(u64::from(tail)
        ^ u64::from(id.format().code()) << 40
        ^ low))
}

impl Checker {
    #[inline]
    fn is_new(&mut self, scope: u64, id: &AnyId) -> bool {
        self.seen.insert(print(scope, id))
    }
}

/// Whether the id must be greater than `floor` and is not.
fn is_out_of_order(subject: &Subject, floor: Option<AnyId>, id: &AnyId) -> bool {
    let Some(floor) = floor else {
        return false;
    };
    match subject.traits.order {
        Order::All => *id <= floor,
        Order::Ticks => subject.traits.tick_ns(id) < subject.traits.tick_ns(&floor),
        Order::None => false,
    }
}

/// Whether an id is so far below the readings before its call that the order was restarted.
#[inline]
fn is_far_behind(call: &Call, subject: &Subject, last: &AnyId) -> bool {
    let traits = &subject.traits;
    let (Some(tolerance), true, Some(tick)) =
        (traits.tolerance_ns, traits.resets, traits.tick_ns(last))
    else {
        return false;
    };
    call.high.saturating_sub(tick) > tolerance + traits.unit_ns
}

/// Checks the ids of one call, in this order.
pub(crate) fn judge(call: &Call, ids: &[AnyId]) {
    let system = sys();
    let Some(slot) = call.slot.filter(|_| !ids.is_empty()) else {
        return;
    };
    system.counts.add(Count::Ids, ids.len() as u64);
    system.tell(|| {
        let (first, last) = (ids[0], ids[ids.len() - 1]);
        format!(
            "  {} of {slot}: {} ids, {first} to {last}",
            call.ask.name(),
            ids.len()
        )
    });
    if call.looks == system.thread().looks && call.manual.is_none() {
        system.counts.add(Count::Gated, 1);
    }
    if call.is_in_handler {
        system.counts.add(Count::HandlerId, ids.len() as u64);
    }
    if let Some(first) = ids.first() {
        system
            .history
            .add(first.value().to_parts().0 as u64 ^ (first.value().to_parts().0 >> 64) as u64);
    }
    let process = system.process;
    let Some(mut subject) = system.processes[process].slots[slot].subject.take() else {
        return;
    };
    system.judge_order(call, &mut subject, ids);
    super::times::judge(system, call, &mut subject, ids);
    system.processes[process].slots[slot].subject = Some(subject);
}

impl System {
    /// Whether no other generator with a claim in the same table generated this id.
    fn is_new_among_claims(&mut self, subject: &Subject, id: &AnyId) -> bool {
        let traits = &subject.traits;
        let is_drawn = !subject.chosen && !subject.is_seeded && traits.file.is_none();
        let has_lost_tables = !self.machine().lost_tables.is_empty();
        let Some(table) = self
            .machine()
            .node_table
            .filter(|_| is_drawn && !has_lost_tables)
        else {
            return true;
        };
        // Otherwise the node may be drawn, and claimed by a generator of another format.
        let family = self.process().family;
        if !self.has_claimed(table, traits, id) || !self.check.has_nodes_left(family, traits) {
            return true;
        }
        self.count(Count::Claimed);
        let scope = self.check.claim_scope(table, traits);
        self.check.is_new(scope, id)
    }

    fn judge_order(&mut self, call: &Call, subject: &mut Subject, ids: &[AnyId]) {
        // After a fork during a reseeding, the child may have the old or the new identity.
        if call.needs_identity && subject.needs_identity && !subject.is_interrupted {
            let of = subject.traits.format;
            self.fail(format!(
                "an id of a child without an identity of its own: {of}"
            ));
        }
        if let Some(after) = call.after
            && ids
                .iter()
                .any(|id| is_out_of_order(subject, Some(after), id))
        {
            self.fail(format!(
                "{} is not after the id that was given: {after}",
                ids[0]
            ));
        }
        let mut before: Option<AnyId> = None;
        let mut was_reset = false;
        // Restarts that other calls have observed during this one.
        let mut resets = subject.epoch - call.epoch;
        for id in ids {
            let scope = match self.draws_apart(call, subject) {
                true => RUN,
                false => subject.scope,
            };
            let is_seen = match self.lease_scope(subject, id) {
                Some(scope) => !self.check.is_new(scope, id),
                None => {
                    !self.check.is_new(scope, id)
                        && (call.scope == scope || !self.check.is_new(call.scope, id))
                }
            };
            if !self.is_new_among_claims(subject, id) {
                self.fail(format!(
                    "twice with a claim: {id} of {}",
                    subject.traits.format
                ));
            }
            if is_seen && !self.lacks_nodes(subject) {
                self.fail(format!(
                    "twice: {id} of {} in {:x}",
                    subject.traits.format, subject.scope
                ));
            }
            if before.is_some_and(|before| is_out_of_order(subject, Some(before), id)) {
                was_reset = resets == 0;
                resets = resets.saturating_sub(1);
                if was_reset && !self.resets(call, subject) {
                    let of = subject.traits.format;
                    self.fail(format!("a fill out of order: {id} of {of}"));
                }
            }
            before = Some(*id);
        }
        let (Some(first), Some(last)) = (ids.first(), before) else {
            return;
        };
        self.judge_node(call, subject, &last);
        self.judge_resumed(call, subject, &last);
        // A restart that this call cannot have caused, but calls that run at the same time can.
        let begins_anew = was_reset || is_far_behind(call, subject, &last);
        if call.epoch == subject.epoch && begins_anew {
            self.began_anew(call, subject, last);
            return;
        }
        let is_of_this_epoch = call.epoch == subject.epoch;
        // A reading from before the clock was set back may arrive after the first id of the
        // restarted order.
        let is_below = is_out_of_order(subject, subject.last, &last);
        if !is_of_this_epoch && is_below && is_far_behind(call, subject, &last) {
            self.began_anew(call, subject, last);
        }
        let is_forsaken = subject
            .inode
            .is_some_and(|inode| self.check.files[self.inodes[inode].scope as usize].is_forsaken);
        if is_of_this_epoch && !is_forsaken && is_out_of_order(subject, call.floor, first) {
            if self.resets(call, subject) {
                self.began_anew(call, subject, last);
                return;
            }
            let floor = call.floor.map_or(String::new(), |floor| floor.to_string());
            self.fail(format!(
                "out of order: {first} after {floor} of {}",
                subject.traits.format
            ));
        }
        if is_of_this_epoch && subject.last.is_none_or(|known| known < last) {
            subject.last = Some(last);
        }
        self.judge_file_order(call, subject, first, &last);
    }

    /// Whether the family may have used all nodes, or its file is no longer trusted. Only the file
    /// separates the ids of processes with the same seed.
    fn lacks_nodes(&mut self, subject: &Subject) -> bool {
        let family = self.process().family;
        let inode = subject.inode.filter(|_| subject.is_seeded);
        self.check.is_of_forsaken(subject.scope)
            || inode.is_some_and(|inode| {
                self.check.files[self.inodes[inode].scope as usize].is_forsaken
            })
            || self
                .check
                .lacks_nodes(subject.scope, family, &subject.traits)
    }

    fn judge_file_order(&mut self, call: &Call, subject: &Subject, first: &AnyId, last: &AnyId) {
        let Some(inode) = subject.inode else {
            return;
        };
        let scope = self.inodes[inode].scope as usize;
        let file = &mut self.check.files[scope];
        if file.is_forsaken || subject.is_unaware {
            return;
        }
        if subject.traits.orders_file && is_out_of_order(subject, call.file_floor, first) {
            let floor = call
                .file_floor
                .map_or(String::new(), |floor| floor.to_string());
            self.fail(format!(
                "out of the file's order: {first} after {floor} of {}",
                subject.traits.format
            ));
            return;
        }
        if file.last.is_none_or(|known| known < *last) {
            file.last = Some(*last);
        }
        if let (Some(moved), Some(time)) = (file.moved, subject.traits.layout.time)
            && time.read(last.value()) - time.first > i128::from(moved.mark_ticks)
        {
            let of = subject.traits.format;
            self.fail(format!("the file lost its name before: {last} of {of}"));
        }
    }

    /// Whether the clock was set back far enough to restart the order, as read by this call or a
    /// running one.
    pub(super) fn resets(&mut self, call: &Call, subject: &Subject) -> bool {
        let traits = &subject.traits;
        let Some(tolerance) = traits.tolerance_ns.filter(|_| traits.resets) else {
            return false;
        };
        let (least, most) = self.readings_of_all(call);
        subject.high.max(subject.brought).max(most) - least >= tolerance - traits.unit_ns
    }

    fn began_anew(&mut self, call: &Call, subject: &mut Subject, last: AnyId) {
        self.count(Count::Reset);
        subject.epoch += 1;
        subject.last = Some(last);
        let now = self.now;
        let wall = call
            .manual
            .unwrap_or_else(|| self.machine().clocks.wall(now));
        // The clock may have been set again after the reading.
        let read = subject
            .traits
            .tick_ns(&last)
            .map_or(wall, |tick| tick + subject.traits.unit_ns);
        (subject.high, subject.brought) = (wall.max(read), i128::MIN);
        let back = subject.traits.tolerance_ns.unwrap_or(0) - subject.traits.unit_ns;
        let set_back = self
            .machine()
            .clocks
            .set_back_last(back)
            .filter(|_| call.manual.is_none());
        subject.anew_since = call.begun.max(set_back.unwrap_or(0));
        // Other calls that have finished may have raised it since.
        let clocks = &self.machine().clocks;
        if call.manual.is_none() && clocks.was_turned(subject.anew_since) {
            let (_, most) = clocks.range(subject.anew_since, now);
            subject.high = subject.high.max(most);
        }
        // Running calls also count.
        let process = self.process;
        for nth in 0..self.processes[process].threads.len() {
            let thread = self.processes[process].threads[nth];
            for under_way in self.threads[thread]
                .calls
                .iter()
                .filter(|other| other.slot == call.slot)
            {
                subject.high = subject.high.max(under_way.manual.unwrap_or(subject.high));
            }
        }
        let family = self.process().family;
        if subject.traits.layout.node.is_some()
            && !subject.chosen
            && self.check.give_nodes(family, &subject.traits, 1)
        {
            self.count(Count::NodesUsedUp);
        }
    }

    /// The highest reading that anyone can have written to a file.
    pub(crate) fn high_of_file(&mut self, inode: usize) -> i128 {
        let mut high = self.check.files[self.inodes[inode].scope as usize].high;
        for thread in &self.threads {
            for call in &thread.calls {
                let slot = call
                    .slot
                    .map(|slot| &self.processes[thread.process].slots[slot]);
                let subject = slot.and_then(|slot| slot.subject.as_ref());
                if !thread.is_ended && subject.is_some_and(|subject| subject.inode == Some(inode)) {
                    let clocks = &self.machines[thread.machine].clocks;
                    let most = call
                        .manual
                        .unwrap_or_else(|| clocks.range(call.begun, self.now).1);
                    high = high.max(most);
                }
            }
        }
        high
    }

    /// The lowest and highest possible reading of a call and of running calls on the same
    /// generator.
    pub(crate) fn readings_of_all(&mut self, call: &Call) -> (i128, i128) {
        let (mut least, mut most) = self.readings(call);
        let process = self.process;
        for nth in 0..self.processes[process].threads.len() {
            let thread = self.processes[process].threads[nth];
            for other in 0..self.threads[thread].calls.len() {
                let other = &self.threads[thread].calls[other];
                if other.slot == call.slot && other.manual != Some(NO_READING) {
                    let other = other.clone();
                    let (low, high) = self.readings(&other);
                    (least, most) = (least.min(low), most.max(high));
                }
            }
        }
        (least, most)
    }

    /// The lowest and highest possible reading of a call.
    pub(crate) fn readings(&mut self, call: &Call) -> (i128, i128) {
        if let Some(manual) = call.manual {
            return (manual, manual);
        }
        let now = self.now;
        self.machine().clocks.range(call.begun, now)
    }
}
