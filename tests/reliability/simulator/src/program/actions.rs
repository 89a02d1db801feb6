//! The actions of a thread.

use super::generators::{make, make_default, reseed, reseed_process};
use super::{Spec, ids, routines, threads};
use crate::check::{Ask, calls};
use crate::focus::Focus;
use crate::sim::coverage::Count;
use crate::sim::fork::{self, Way};
use crate::sim::handler_fork::Stage;
use crate::sim::process::{self, Slot};
use crate::sim::schedule;
use crate::sim::system::{System, pass, sys};
use crate::sim::tampering;
use sortid_reliability_common::Rng;
use sortid_reliability_common::product::AnyId;

/// Performs one action. Returns `false` if the thread ends.
pub(super) fn act() -> bool {
    let system = sys();
    if !system.servers.is_empty() && system.rng.once_in(12) {
        super::lease_agent::tend(system.machine);
    }
    let system = sys();
    let stretch_ns = system.specs.first().and_then(Spec::stretch_ns);
    if let Some(stretch_ns) = stretch_ns
        && !system.process().slots.is_empty()
        && system.rng.once_in(4)
    {
        routines::tenancy(stretch_ns);
        return true;
    }
    if system.process().keeps_none && !system.rng.once_in(4) {
        routines::errands();
        return true;
    }
    if system.process().slots.is_empty() {
        make();
        return true;
    }
    // Late enough that other threads have running calls.
    if system.process().is_unaware && system.rng.once_in(8) {
        reseed_process();
    }
    if sys().config.focus == Some(Focus::Rights) && sys().rng.once_in(12) {
        fork();
        return true;
    }
    if sys().config.focus == Some(Focus::Rights) && sys().rng.once_in(12) {
        tampering::close_all();
    }
    match sys().rng.below(80) {
        0..24 => burst(),
        24..34 => fill(),
        34..38 => patient(),
        38..41 => after(),
        41..46 => drop(make()),
        46..48 => drop_one(),
        48..51 => fork(),
        51 => start_thread(),
        52..54 => reseed(),
        54 => reseed_process(),
        55..57 => make_default(),
        57 if sys().servers.is_empty() || sys().rng.once_in(3) => clone_machine(),
        57 => start_image(),
        58 => return sys().rng.once_in(2),
        59..66 => routines::routine(),
        66..72 => routines::errands(),
        72..76 => routines::restart(),
        76 => tampering::close_all(),
        _ => routines::pause(),
    }
    true
}

/// Whether a generator exists and has a clock of this kind.
pub(super) fn is_usable(slot: usize, manual: bool) -> bool {
    let slot = &mut sys().process().slots[slot];
    !slot.is_gone && slot.subject().traits.is_manual == manual
}

pub(super) fn some_slot() -> usize {
    let system = sys();
    let slots = system.process().slots.len() as u64;
    // The last generator is often shared.
    match system.rng.once_in(2) {
        true => slots as usize - 1,
        false => system.rng.below(slots) as usize,
    }
}

fn burst() {
    let slot = some_slot();
    sys().note("burst", slot as u64, 0);
    if is_usable(slot, true) {
        return manual_burst(slot);
    }
    let times = sys().rng.magnitude(1, 300);
    // The pause between two ids.
    let between = match sys().rng.once_in(2) {
        true => sys().rng.magnitude(100, 40_000),
        false => 0,
    };
    for _ in 0..times {
        if !is_usable(slot, false) || !ids::next(slot) {
            return;
        }
        if between > 0 {
            let time = sys().rng.between(1, between);
            pass(time);
        }
    }
}

/// Generates ids with a scripted clock, which advances and goes back, also far.
fn manual_burst(slot: usize) {
    let system = sys();
    let times = system.rng.magnitude(1, 200);
    let now = system.now;
    let begin = system.machine().clocks.wall(now);
    let mut time = begin;
    if system.rng.once_in(8) {
        ids::next_of_manual(slot);
    }
    for _ in 0..times {
        // One thread at a time; otherwise the order of their times would be unknown.
        if !is_usable(slot, true) || sys().process().slots[slot].users > 0 {
            return;
        }
        ids::at(slot, time);
        let by = match sys().rng.below(40) {
            0 => -i128::from(sys().rng.magnitude(1, 20_000_000_000)),
            1 => i128::from(sys().rng.magnitude(1, 20_000_000_000)),
            _ => i128::from(sys().rng.magnitude(1, 3000)) - 1,
        };
        time += by;
        // The script starts again.
        if sys().rng.once_in(40) {
            time = begin;
        }
    }
}

fn fill() {
    let slot = some_slot();
    if is_usable(slot, false) {
        // Some fills have several batches.
        let most = if sys().rng.once_in(6) { 12_000 } else { 3000 };
        let count = sys().rng.magnitude(1, most);
        ids::fill(slot, count as usize);
    }
}

fn patient() {
    let slot = some_slot();
    let patience = *sys().rng.pick(&[0, 1000, 1_000_000, 200_000_000]);
    let times = sys().rng.magnitude(1, 30);
    for _ in 0..times {
        if !is_usable(slot, false) || !ids::within(slot, patience) {
            return;
        }
    }
}

/// Generates an id after one of the same generator, or of another one of the same format.
fn after() {
    let slot = some_slot();
    if !is_usable(slot, false) {
        return;
    }
    let system = sys();
    let traits = &system.process().slots[slot].subject().traits;
    let (format, has_time) = (traits.format, traits.layout.time.is_some());
    if !has_time {
        return;
    }
    let others = system.process().slots.iter_mut().map(Slot::subject);
    let lasts: Vec<AnyId> = others
        .filter(|subject| subject.traits.format == format)
        .filter_map(|subject| subject.last)
        .collect();
    if !lasts.is_empty() {
        let given = *sys().rng.pick(&lasts);
        ids::after(slot, given);
    }
}

fn drop_one() {
    let slot = some_slot();
    drop_generator(slot);
}

/// Drops an unused generator, as its owner would.
pub(super) fn drop_generator(slot: usize) {
    let known = &mut sys().process().slots[slot];
    if known.is_gone || known.users > 0 || known.is_default() {
        return;
    }
    known.is_gone = true;
    let generator = known.generator;
    sys().count(Count::Leave);
    calls::begin(None, Ask::Drop, None, None);
    // SAFETY: the generator is no longer used; its memory is freed after the run.
    unsafe { std::ptr::drop_in_place(generator) };
    calls::end();
}

/// Whether another process may be started.
pub(super) fn may_fork() -> bool {
    let system = sys();
    if system.twin != Stage::Nothing {
        return false;
    }
    let living = system.processes.iter().filter(|process| !process.is_dead);
    living.count() < 10.min(system.config.most_processes as usize) && system.threads.len() < 60
}

/// `fork`, or a raw system call if the machine can detect that.
pub(super) fn way(system: &mut System) -> Way {
    let machine = system.machine();
    let tells = !machine.wipes_nothing && !machine.refuses_wiping;
    if machine.wipes_nothing {
        system.count(Count::WipeIgnored);
    }
    // Without the wiped page only the handler detects forks.
    let has_page = !system.process().is_refused_wiping;
    match tells && has_page && system.rng.once_in(3) {
        true => {
            system.count(Count::RawFork);
            Way::Raw
        }
        false => Way::Common,
    }
}

fn fork() {
    if sys().is_windows() || !may_fork() {
        return;
    }
    let system = sys();
    system.count(Count::Fork);
    let way = way(system);
    threads::fork(way);
}

fn start_thread() {
    let system = sys();
    let living = system
        .threads
        .iter()
        .filter(|thread| !thread.is_ended)
        .count();
    let most = system.config.most_threads.min(12) as usize;
    if living < most && system.threads.len() < 60 {
        process::start_thread(system.process, threads::main);
    }
}

/// Copies the disk of the machine and starts another machine from it.
fn start_image() {
    let system = sys();
    if system.machines.len() >= 3 {
        return;
    }
    system.count(Count::Image);
    let machine = system.copy_machine(false);
    system.restart(machine);
    super::replace(machine);
}

/// The first action after a copy of the machine. The original and the copy both perform it.
#[derive(Clone, Copy)]
struct Echo {
    slot: usize,
    ids: u64,
    is_fill: bool,
    pause_ns: u64,
}

impl Echo {
    fn draw(rng: &mut Rng, slots: usize) -> Self {
        let is_fill = rng.once_in(2);
        Self {
            slot: rng.below(slots as u64) as usize,
            ids: rng.magnitude(1, if is_fill { 12_000 } else { 200 }),
            is_fill,
            pause_ns: rng.magnitude(1, 5_000_000_000),
        }
    }

    fn perform(self) {
        schedule::sleep(self.pause_ns);
        if !is_usable(self.slot, false) {
            return;
        }
        if self.is_fill {
            return ids::fill(self.slot, self.ids as usize);
        }
        for _ in 0..self.ids {
            if !is_usable(self.slot, false) || !ids::next(self.slot) {
                return;
            }
        }
    }
}

impl System {
    /// Sets the clocks of the machines of a snapshot's two copies to the present.
    fn set_clocks_of_copies(&mut self, copies: &[usize], by: i128) {
        self.count(Count::SnapshotSet);
        let now = self.now;
        for &process in copies {
            let machine = self.processes[process].machine;
            self.machines[machine].clocks.step_wall(now, by);
            self.may_renew(machine);
            for slot in &mut self.processes[process].slots {
                if let Some(copied) = &mut slot.subject().copied {
                    copied.is_set |= copied.at == now;
                }
            }
        }
    }
}

/// Reseeds a copied process while its first thread generates ids.
fn reseed_beside(echo: Echo) {
    let later = sys().rng.magnitude(100, 10_000);
    process::start_thread(sys().process, move || {
        schedule::sleep(echo.pause_ns + later);
        reseed_process();
        threads::main();
    });
}

/// Copies the machine while this process generates no ids. The copy has this process only.
fn clone_machine() {
    let system = sys();
    let is_idle = |index: &usize| {
        let thread = &system.threads[*index];
        thread.is_ended || thread.calls.is_empty() && thread.handlers == 0
    };
    if system.machines.len() >= 3 || !system.processes[system.process].threads.iter().all(is_idle) {
        return;
    }
    if !may_fork() {
        return;
    }
    let machine = sys().clone_machine();
    let system = sys();
    system.count(Count::Clone);
    let (process, thread) = (system.process, system.thread);
    let is_untold = system.rng.once_in(2);
    let is_late = !is_untold && system.rng.once_in(2);
    let slots = system.process().slots.len();
    let mut echo = Echo::draw(&mut system.rng, slots);
    if is_late {
        system.count(Count::LateReseed);
        // Before a new key distinguishes the copies, and mostly in single calls.
        echo.pause_ns = system.rng.magnitude(1, 200_000);
        if !system.rng.once_in(4) {
            (echo.ids, echo.is_fill) = (200, false);
        }
    }
    if is_untold {
        system.count(Count::Snapshot);
        echo.pause_ns += 4_000_000;
    }
    // As if a long time had passed.
    let set_by = (is_untold && system.rng.once_in(2)).then(|| {
        let most = 3_600_000_000_000;
        i128::from(system.rng.magnitude(2_000_000_000, most))
    });
    let copy = fork::copy(process, thread, Way::Copied(machine), move || {
        match () {
            () if is_untold => {}
            () if is_late => reseed_beside(echo),
            () => reseed_process(),
        }
        echo.perform();
        threads::child();
    });
    sys().drop_what_goes();
    if let Some(by) = set_by {
        sys().set_clocks_of_copies(&[process, copy], by);
    }
    echo.perform();
}
