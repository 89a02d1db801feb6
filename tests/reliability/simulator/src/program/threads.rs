//! The life of threads, forked children and signal handlers.

use super::{actions, ids};
use crate::check::{Ask, Call, NO_READING};
use crate::sim::coverage::Count;
use crate::sim::fork::{self, Way};
use crate::sim::handler_fork;
use crate::sim::process;
use crate::sim::schedule;
use crate::sim::system::{System, sys};
use crate::sim::tampering;

/// The maximum number of nested handlers.
const MOST_HANDLERS: u32 = 2;

/// A thread of a process.
pub(super) fn main() {
    let system = sys();
    let most = system.config.most_actions;
    let actions = system.rng.magnitude(2, 50).min(most);
    for _ in 0..actions {
        if sys().is_healed {
            break;
        }
        if !actions::act() {
            end_thread();
            return;
        }
    }
    schedule::rest();
    finish();
}

/// A forked child.
pub(super) fn child() {
    if sys().rng.once_in(8) {
        // A daemon.
        tampering::close_all();
    }
    let system = sys();
    if system.rng.once_in(6) {
        // It sleeps to the end of the run, with all inherited resources.
        schedule::rest();
    } else if system.rng.once_in(3) {
        // It waits for a while with all inherited resources.
        let time = system.rng.magnitude(1000, 5_000_000_000);
        schedule::sleep(time);
    }
    main();
}

/// A child forked in a handler, which only finishes the handler.
pub(super) fn brief() {
    let times = sys().rng.between(1, 4);
    for _ in 0..times {
        make_some();
    }
    process::kill(sys().process);
}

fn end_thread() {
    sys().count(Count::ThreadEnd);
}

/// After the end of all faults: every working generator generates ids. Then the process ends.
fn finish() {
    if std::mem::replace(&mut sys().process().is_finishing, true) {
        return;
    }
    schedule::sleep(4_000_000_000);
    for slot in 0..sys().process().slots.len() {
        if actions::is_usable(slot, false) {
            ids::next(slot);
        }
    }
    if sys().rng.once_in(4) {
        process::kill(sys().process);
        schedule::switch();
    }
    sys().count(Count::End);
    for slot in 0..sys().process().slots.len() {
        actions::drop_generator(slot);
    }
    process::kill(sys().process);
    schedule::switch();
}

/// Runs a signal handler in the running thread.
pub(crate) fn signal() {
    let system = sys();
    if !system.process().has_handlers || system.thread().handlers >= MOST_HANDLERS {
        return;
    }
    let process = system.process();
    if process.is_finishing || process.is_untold || system.thread().is_resting {
        return;
    }
    system.count(Count::Signal);
    if system.thread().handlers > 0 {
        system.count(Count::NestedSignal);
    }
    let (begun, last) = (system.now, system.thread().last);
    let interrupted = system.thread().checked_before.len();
    system.thread().handlers += 1;
    system.thread().checked_before.extend(last.checked);
    let is_amid_call = !system.thread().calls.is_empty();
    system.process().handlers_amid_calls += u32::from(is_amid_call);
    handle();
    let system = sys();
    let took = system.now - begun;
    if is_amid_call {
        // Threads that wait for a lock of the interrupted call were also delayed.
        let (now, process) = (system.now, system.process);
        // A child forked in the handler starts without an interrupted call.
        let amid_calls = &mut system.process().handlers_amid_calls;
        *amid_calls = amid_calls.saturating_sub(1);
        system.hold_files_up(process, now);
    }
    let thread = system.thread();
    thread.handlers -= 1;
    thread.last = last;
    thread.checked_before.truncate(interrupted);
    for call in &mut thread.calls {
        call.excused += took;
    }
}

fn handle() {
    let times = sys().rng.between(1, 3);
    for _ in 0..times {
        match sys().rng.below(8) {
            0..2 => fork_here(),
            _ => make_some(),
        }
    }
}

fn fork_here() {
    let system = sys();
    if !actions::may_fork() {
        return;
    }
    system.count(Count::ForkInHandler);
    if !system.thread().calls.is_empty() {
        system.count(Count::ForkInCall);
    }
    let way = actions::way(system);
    if may_go_on(system) && !system.rng.once_in(4) {
        if handler_fork::fork(way) {
            for _ in 0..3 {
                make_some();
            }
        }
        return;
    }
    let (parent, thread) = (system.process, system.thread);
    let under_way: Vec<_> = system.threads[thread]
        .calls
        .iter()
        .filter_map(|call| call.slot)
        .collect();
    let child = fork::copy(parent, thread, way, brief);
    let child = &mut sys().processes[child];
    child.is_brief = true;
    for slot in under_way {
        child.slots[slot].subject().is_interrupted = true;
    }
}

/// Whether a child can continue the interrupted call: only calls that use nothing but their
/// generator and the memory that they fill.
fn may_go_on(system: &mut System) -> bool {
    let (process, thread) = (system.process, system.thread);
    let slots = &system.processes[process].slots;
    let is_plain = |call: &Call| {
        let subject = call.slot.and_then(|slot| slots[slot].subject.as_ref());
        let asks = match call.ask {
            Ask::Next | Ask::Within(_) | Ask::After | Ask::Fill => true,
            Ask::At => call.manual != Some(NO_READING),
            Ask::Make | Ask::Reseed | Ask::Drop | Ask::Keep => false,
        };
        asks && subject.is_some_and(|subject| subject.traits.file.is_none())
    };
    let calls = &system.threads[thread].calls;
    !calls.is_empty() && calls.iter().all(is_plain)
}

/// Generates a few ids, usually with the interrupted generator.
fn make_some() {
    let system = sys();
    let interrupted = system.thread().calls.last().and_then(|call| call.slot);
    let slots = system.process().slots.len() as u64;
    if slots == 0 {
        return;
    }
    let slot = match interrupted {
        Some(slot) if system.rng.once_in(2) => slot,
        _ => system.rng.below(slots) as usize,
    };
    if !actions::is_usable(slot, false) {
        return;
    }
    // Two handlers that wait for each other's interrupted calls would deadlock.
    let calls = &sys().thread().calls;
    let may_wait = calls.iter().all(|call| call.slot == Some(slot));
    let times = sys().rng.between(1, 5);
    for _ in 0..times {
        let patience = *sys().rng.pick(&[0, 0, 1_000_000]);
        match may_wait && !sys().rng.once_in(3) {
            true => ids::next(slot),
            false => ids::within(slot, patience),
        };
    }
}

/// Forks, in a way that is possible here.
pub(super) fn fork(way: Way) {
    let system = sys();
    let (parent, thread) = (system.process, system.thread);
    let beside = |index: &usize| *index != thread && !system.threads[*index].calls.is_empty();
    if system.processes[parent].threads.iter().any(beside) {
        sys().count(Count::ForkBesideCall);
    }
    if sys().process().is_child {
        sys().count(Count::ForkOfFork);
    }
    fork::copy(parent, thread, way, child);
}
