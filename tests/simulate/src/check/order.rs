//! Each id: seen before, in order, of its time.

use super::subject::Subject;
use super::{Ask, Call, Checker, Order};
use crate::id::Id;
use crate::sim::counters::Count;
use crate::sim::rng::mix;
use crate::sim::system::{System, sys};

/// Of an id in a scope, what is kept.
#[inline]
fn print(scope: u64, id: &Id) -> u64 {
    let (head, tail) = id.value().to_parts();
    let low = mix(head as u64 ^ scope.wrapping_mul(0x9e37_79b9_7f4a_7c15));
    mix(low ^ (head >> 64) as u64).wrapping_add(mix(u64::from(tail) ^ u64::from(id.format().code()) << 40 ^ low))
}

impl Checker {
    #[inline]
    fn is_new(&mut self, scope: u64, id: &Id) -> bool {
        self.seen.insert(print(scope, id))
    }
}

/// Whether one must be greater than the other, and is not.
fn is_out_of_order(subject: &Subject, floor: Option<Id>, id: &Id) -> bool {
    let Some(floor) = floor else {
        return false;
    };
    match subject.traits.order {
        Order::All => *id <= floor,
        Order::Ticks => subject.traits.tick_ns(id) < subject.traits.tick_ns(&floor),
        Order::None => false,
    }
}

/// A call begins.
pub(crate) fn begin(slot: Option<usize>, ask: Ask, manual: Option<i128>, after: Option<Id>) {
    let system = sys();
    let (now, index) = (system.now, system.thread);
    let wall = system.machine().clocks.wall(now);
    system.check.high = system.check.high.max(wall);
    let (mut floor, mut file_floor, mut epoch) = (None, None, 0);
    if let Some(slot) = slot {
        let slot = &mut system.processes[system.process].slots[slot];
        slot.users += 1;
        let subject = slot.subject();
        subject.high = subject.high.max(manual.unwrap_or(wall));
        (floor, epoch) = (subject.last, subject.epoch);
        if let Some(inode) = subject.inode {
            let file = &mut system.check.files[system.inodes[inode].scope as usize];
            file.high = file.high.max(manual.unwrap_or(wall));
            file_floor = file.last;
        }
    }
    let thread = &mut system.threads[index];
    if !thread.calls.is_empty() {
        system.counts.add(Count::SignalInCall, 1);
    }
    let is_inside_another = thread.calls.iter().any(|call| call.slot == slot || slot.is_none());
    thread.calls.push(Call {
        slot,
        ask,
        begun: now,
        wall,
        manual,
        floor,
        file_floor,
        after,
        epoch,
        is_in_handler: thread.handlers > 0,
        is_inside_another,
        excused: 0,
    });
}

/// A call is over.
pub(crate) fn end() -> Call {
    let system = sys();
    let index = system.thread;
    let call = system.threads[index].calls.pop().expect("a call that began");
    if let Some(slot) = call.slot {
        system.processes[system.process].slots[slot].users -= 1;
    }
    call
}

/// Judges ids that one call has answered, in this order.
pub(crate) fn judge(call: &Call, ids: &[Id]) {
    let system = sys();
    let Some(slot) = call.slot else {
        return;
    };
    system.counts.add(Count::Ids, ids.len() as u64);
    if call.is_in_handler {
        system.counts.add(Count::HandlerId, ids.len() as u64);
    }
    if let Some(first) = ids.first() {
        system.history.add(first.value().to_parts().0 as u64 ^ (first.value().to_parts().0 >> 64) as u64);
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
    fn judge_order(&mut self, call: &Call, subject: &mut Subject, ids: &[Id]) {
        if subject.needs_identity {
            let of = subject.traits.format;
            self.fail(format!("an id of a child without an identity of its own: {of}"));
        }
        if let Some(after) = call.after
            && ids.iter().any(|id| is_out_of_order(subject, Some(after), id))
        {
            self.fail(format!("{} is not after the id that was given: {after}", ids[0]));
        }
        let mut before: Option<Id> = None;
        for id in ids {
            if !self.check.is_new(subject.scope, id) {
                self.fail(format!("twice: {id} of {}", subject.traits.format));
            }
            if before.is_some_and(|before| is_out_of_order(subject, Some(before), id)) && !self.resets(call, subject, id) {
                self.fail(format!("a fill out of order: {id} of {}", subject.traits.format));
            }
            before = Some(*id);
        }
        let (Some(first), Some(last)) = (ids.first(), before) else {
            return;
        };
        let is_of_this_epoch = call.epoch == subject.epoch;
        if is_of_this_epoch && is_out_of_order(subject, call.floor, first) {
            if self.resets(call, subject, first) {
                self.count(Count::Reset);
                subject.epoch += 1;
                subject.last = Some(last);
                self.began_anew(call, subject);
                return;
            }
            let floor = call.floor.map_or(String::new(), |floor| floor.to_string());
            self.fail(format!("out of order: {first} after {floor} of {}", subject.traits.format));
        }
        if is_of_this_epoch && subject.last.is_none_or(|known| known < last) {
            subject.last = Some(last);
        }
        self.judge_file_order(call, subject, first, &last);
    }

    fn judge_file_order(&mut self, call: &Call, subject: &Subject, first: &Id, last: &Id) {
        let Some(inode) = subject.inode else {
            return;
        };
        let scope = self.inodes[inode].scope as usize;
        let file = &mut self.check.files[scope];
        if file.is_forsaken || subject.is_unaware {
            return;
        }
        if subject.traits.orders_file && is_out_of_order(subject, call.file_floor, first) {
            let floor = call.file_floor.map_or(String::new(), |floor| floor.to_string());
            self.fail(format!("out of the file's order: {first} after {floor} of {}", subject.traits.format));
            return;
        }
        if file.last.is_none_or(|known| known < *last) {
            file.last = Some(*last);
        }
        if let (Some(moved), Some(time)) = (file.moved, subject.traits.layout.time) {
            // Whoever was moving the mark just then may have looked at the name before.
            let slack = 1 + 3_000_000_000 / time.scale.unit_ns.max(1);
            let ticks = time.read(first.value()) - time.first;
            if call.begun > moved.at + 10_000_000_000 && ticks > i128::from(moved.mark_ticks) + slack {
                self.fail(format!("the file lost its name long ago: {first} of {}", subject.traits.format));
            }
        }
    }

    /// Whether the clock was set back so far that the order may begin anew.
    fn resets(&mut self, call: &Call, subject: &Subject, _id: &Id) -> bool {
        let traits = &subject.traits;
        let Some(tolerance) = traits.tolerance_ns.filter(|_| traits.resets) else {
            return false;
        };
        let (least, most) = self.readings(call);
        subject.high.max(most) - least >= tolerance - traits.unit_ns
    }

    fn began_anew(&mut self, call: &Call, subject: &mut Subject) {
        let (least, _) = self.readings(call);
        let now = self.now;
        subject.high = call.manual.unwrap_or_else(|| least.max(self.machine().clocks.wall(now)));
        let family = self.process().family;
        if subject.traits.layout.node.is_some()
            && !subject.chosen
            && self.check.give_nodes(family, subject.traits.format, 1)
        {
            self.count(Count::NodesUsedUp);
        }
    }

    /// The least and the greatest that a call can have read.
    pub(crate) fn readings(&mut self, call: &Call) -> (i128, i128) {
        if let Some(manual) = call.manual {
            return (manual, manual);
        }
        let now = self.now;
        self.machine().clocks.range(call.begun, now)
    }
}
