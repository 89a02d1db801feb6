//! Whether ids are of their time: never older than their call, never too far ahead of the clock.

use super::Call;
use super::subject::Subject;
use crate::id::Id;
use crate::sim::system::System;

/// For how long a reading of the clock serves, at most.
const GATE_NS: u64 = 10_000;

pub(super) fn judge(system: &mut System, call: &Call, subject: &mut Subject, ids: &[Id]) {
    let traits = subject.traits.clone();
    let (Some(first), Some(last)) = (ids.first(), ids.last()) else {
        return;
    };
    let (Some(first_ns), Some(last_ns)) = (traits.tick_ns(first), traits.tick_ns(last)) else {
        return;
    };
    if first_ns + 2 * traits.unit_ns <= call.manual.unwrap_or(call.wall) {
        judge_age(system, call, subject, first, first_ns);
    }
    // Readings from before a reset say nothing of what came after.
    if last_ns > subject.high + traits.lead_ns && call.epoch == subject.epoch {
        judge_lead(system, call, subject, last, last_ns);
    }
}

#[cold]
fn judge_age(system: &mut System, call: &Call, subject: &Subject, id: &Id, tick_ns: i128) {
    let traits = &subject.traits;
    let now = system.now;
    let clocks = &system.machine().clocks;
    let least = match call.manual {
        Some(manual) => manual,
        None => {
            let from = clocks.serves_from(call.begun, GATE_NS, subject.looked[0]);
            clocks.range(from, now).0
        }
    };
    let is_in_doubt = clocks.is_in_doubt(now);
    if tick_ns + 2 * traits.unit_ns <= least && !is_in_doubt {
        let old = least - tick_ns;
        system.fail(format!(
            "{old} ns older than its call: {id} of {}",
            traits.format
        ));
    }
}

#[cold]
fn judge_lead(system: &mut System, call: &Call, subject: &mut Subject, id: &Id, tick_ns: i128) {
    let traits = subject.traits.clone();
    let mut high = subject.high.max(system.readings_of_all(call).1);
    if let Some(inode) = subject.inode {
        high = high.max(system.high_of_file(inode));
    }
    if subject
        .inode
        .is_some_and(|inode| system.check.files[system.inodes[inode].scope as usize].is_forsaken)
    {
        return;
    }
    // Over the tick that no id has.
    if traits.layout.time.is_some_and(|time| {
        time.hole
            .is_some_and(|hole| time.read(id.value()) == hole + 1)
    }) {
        high += traits.unit_ns;
    }
    // A lead counts in whole ticks.
    if tick_ns > high + traits.lead_ns.max(0)
        && tick_ns > high + (traits.lead_ns / traits.unit_ns) * traits.unit_ns
    {
        let (ahead, lead) = (tick_ns - high, traits.lead_ns);
        system.fail(format!(
            "{ahead} ns ahead of the clock, {lead} are allowed: {id} of {}",
            traits.format
        ));
    }
    subject.high = high;
}
