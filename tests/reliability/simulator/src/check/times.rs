//! The time of ids: not older than their call, nor too far ahead of the clock.

use super::subject::{Look, Subject};
use super::{Ask, Call};
use crate::sim::clock::Clocks;
use crate::sim::system::System;
use sortid_reliability_common::product::AnyId;

/// 1/50: the undetected error of a measured frequency, minus a safety margin.
const SPARE: u64 = 50;

/// The time within which a generator detects a slower counter after its first clock read.
const FOUND_OUT_NS: u64 = 20_000_000;

pub(super) fn judge(system: &mut System, call: &Call, subject: &mut Subject, ids: &[AnyId]) {
    let traits = subject.traits.clone();
    let (Some(first), Some(last)) = (ids.first(), ids.last()) else {
        return;
    };
    let (Some(first_ns), Some(last_ns)) = (traits.tick_ns(first), traits.tick_ns(last)) else {
        return;
    };
    let now = system.now;
    // Clock reads of a fill, or of a call without an id, are not compared.
    if call.looks < system.thread().looks && call.ask != Ask::Fill {
        let slowed = system.machine().clocks.slowed_lately(now);
        if slowed.is_some_and(|slowed| subject.first_look < slowed) {
            subject.first_look = now;
        }
    }
    if first_ns + traits.unit_ns <= call.manual.unwrap_or(call.wall) {
        judge_age(system, call, subject, first, first_ns);
    }
    // Readings from before a restart do not limit ids after it.
    if last_ns > subject.high + traits.lead_ns && call.epoch == subject.epoch {
        judge_lead(system, call, subject, last, last_ns);
    }
}

#[cold]
fn judge_age(system: &mut System, call: &Call, subject: &Subject, id: &AnyId, tick_ns: i128) {
    let traits = &subject.traits;
    let now = system.now;
    let trusts_counter = system.process().trusts_counter;
    let clocks = &system.machine().clocks;
    let least = match call.manual {
        Some(manual) => manual,
        None => least_reading(clocks, call, subject, now),
    };
    let over = tick_ns + traits.unit_ns;
    if over <= least && !clocks.is_in_doubt(now, trusts_counter) {
        let old = least - tick_ns;
        system.fail(format!(
            "{old} ns older than its call: {id} of {}",
            traits.format
        ));
    }
}

/// The lowest time that the generator may have assumed.
fn least_reading(clocks: &Clocks, call: &Call, subject: &Subject, now: u64) -> i128 {
    let begun = call.begun;
    let serves_ns = match clocks.is_known_unfit() {
        true => 0,
        false => serves_ns(subject.traits.unit_ns),
    };
    let read = call.read.filter(|_| serves_ns > 0);
    let is_fresh = |look: &Look| begun - look.read <= serves_ns + serves_ns / SPARE;
    if let Some(Look { read, counted }) = read.filter(is_fresh) {
        let is_plain = !clocks.were_turned(counted) && clocks.slowed_lately(begun).is_none();
        return match is_plain {
            // No tick ends within that time.
            true => clocks.wall(begun) - clocks.grain_ns(),
            false => clocks.range(read, now).0,
        };
    }
    // A counter that jumps or slows down is detected by a later clock read.
    let is_held = |look: &Look| {
        let steps = clocks.steps(look.counted, begun);
        let slowed = clocks.slowed_lately(begun);
        steps.is_some_and(|steps| steps <= clocks.most_steps(serves_ns))
            && (clocks.were_turned(look.counted)
                || slowed.is_some_and(|slowed| {
                    let longest = clocks.takes(clocks.most_steps(serves_ns));
                    subject.may_go_by_old_speed(slowed, longest, begun)
                }))
    };
    let held = read.filter(is_held);
    clocks.range(held.map_or(begun, |look| look.read), now).0
}

/// How long a clock reading is cached.
fn serves_ns(unit_ns: i128) -> u64 {
    match unit_ns {
        ..1000 => 0,
        1000..100_000 => 1000,
        _ => (unit_ns / 100).min(10_000) as u64,
    }
}

#[cold]
fn judge_lead(system: &mut System, call: &Call, subject: &mut Subject, id: &AnyId, tick_ns: i128) {
    let traits = subject.traits.clone();
    let most = system.readings_of_all(call).1;
    let mut high = subject.high.max(subject.brought).max(most);
    if let Some(inode) = subject.inode {
        high = high.max(system.high_of_file(inode));
        if traits.is_leased {
            high = high.max(system.lease_begin_ns(inode, subject));
        }
    }
    if subject
        .inode
        .is_some_and(|inode| system.check.files[system.inodes[inode].scope as usize].is_forsaken)
    {
        return;
    }
    // Skip the tick that no id has.
    if traits.layout.time.is_some_and(|time| {
        time.hole
            .is_some_and(|hole| time.read(id.value()) == hole + 1)
    }) {
        high += traits.unit_ns;
    }
    // The lead counts whole ticks.
    if tick_ns > high + traits.lead_ns.max(0)
        && tick_ns > high + (traits.lead_ns / traits.unit_ns) * traits.unit_ns
    {
        let (ahead, lead) = (tick_ns - high, traits.lead_ns);
        system.fail(format!(
            "{ahead} ns ahead of the clock, {lead} are allowed: {id} of {}",
            traits.format
        ));
    }
}

impl Subject {
    /// Whether the cached clock window may still use the previous frequency. The first reading
    /// cannot be compared with an earlier one, so it is used for its whole window.
    fn may_go_by_old_speed(&self, slowed: u64, longest: u64, now: u64) -> bool {
        self.first_look < slowed || now - self.first_look < FOUND_OUT_NS.max(longest)
    }
}

impl System {
    /// Records a clock read by the running call.
    pub(crate) fn looked(&mut self) {
        let process = self.process;
        let look = Look {
            counted: self.thread().last.counted,
            read: self.now,
        };
        let call = self.thread().calls.last();
        let Some(slot) = call.and_then(|call| call.slot) else {
            return;
        };
        if let Some(subject) = self.processes[process].slots[slot].subject.as_mut() {
            // A claim reads the clock without the counter, and caches nothing.
            let is_cached = subject.read.is_none_or(|last| last.counted != look.counted);
            if is_cached {
                subject.read = Some(look);
            }
        }
    }
}
