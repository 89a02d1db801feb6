//! The duration of calls: no longer than their permitted waits.

use super::subject::Subject;
use super::{Ask, Call};
use crate::program::Spec;
use crate::sim::coverage::Count;
use crate::sim::process::Process;
use crate::sim::system::{System, sys};

/// The sum of scheduling delays, late wake-ups and short waits.
const SLACK_NS: i128 = 400_000_000;

/// The maximum total wait for a file.
const FILE_NS: i128 = 3_000_000_000;

/// Checks the duration of a call.
pub(crate) fn judge(call: &Call) {
    let system = sys();
    let took = system.now - call.begun;
    if took < 200_000_000 {
        return;
    }
    let Some(slot) = call.slot else {
        return;
    };
    let process = system.process;
    let Some(subject) = system.processes[process].slots[slot].subject.take() else {
        return;
    };
    let traits = subject.traits.clone();
    let (least, most) = system.readings(call);
    let mut high = subject.high.max(most);
    let mut may_take = SLACK_NS + i128::from(call.excused) + traits.unit_ns;
    if traits.file.is_some() {
        may_take += FILE_NS;
        if traits.is_leased {
            may_take += traits.lead_ns;
        }
        if let Some(inode) = subject.inode {
            if system.check.files[system.inodes[inode].scope as usize].is_forsaken {
                // An overwritten file may have any position. Calls wait for it as long as for the
                // largest lead.
                may_take += traits.lead_ns + traits.tolerance_ns.unwrap_or(0) + traits.unit_ns;
            }
            high = high.max(system.high_of_file(inode));
            if traits.is_leased {
                high = high.max(system.mark_ns(inode, &subject));
            }
        }
    }
    // Setting the clock back lengthens a wait, slewing slows it.
    let set_back = system.machine().clocks.set_back - call.set_back;
    may_take += i128::from(took) / 1000;
    match call.ask {
        Ask::Within(patience) => may_take += i128::from(patience),
        Ask::At => {}
        // Until the clock passes the highest reading or the position of the file.
        _ if traits.file.is_some() => may_take += (high - least).max(0) + set_back + 2_000_000_000,
        _ => may_take += (high - least).max(0) + set_back,
    }
    if took > 100_000_000 && most > least {
        system.count(Count::Wait);
    }
    if i128::from(took) > may_take {
        let (ask, format) = (call.ask, traits.format);
        system.fail(format!(
            "{ask:?} of {format} took {took} ns, {may_take} are allowed"
        ));
    }
    system.processes[process].slots[slot].subject = Some(subject);
}

impl System {
    /// Whether the file lock is never released: its holders are older than the call that locked it,
    /// and are not in any call.
    pub(super) fn is_kept_by_the_idle(&self, subject: &Subject) -> bool {
        // In these files, a child has a copy of the description that its parent opens for changes.
        let is_unmapped = |spec: &Spec| spec.is_unmapped && Some(spec.name) == subject.traits.file;
        if self.specs.iter().any(is_unmapped) {
            return false;
        }
        let held = subject
            .inode
            .and_then(|inode| self.locks.holder_alone(inode, 0));
        let Some((description, since)) = held else {
            return false;
        };
        let is_idle = |thread: &usize| self.threads[*thread].calls.is_empty();
        let mut users = (self.processes.iter()).filter(|process| {
            !process.is_dead && process.has_file(|file| *file == Some(description))
        });
        let is_waiting = |user: &Process| user.born < since && user.threads.iter().all(is_idle);
        // A file whose last user is closing it has no users, and disappears with it.
        users.next().is_some_and(is_waiting) && users.all(is_waiting)
    }
}
