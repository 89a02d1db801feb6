//! Machines that stop: suspended for a moment or for hours, repeatedly, migrated, or without power.

use super::clock::Sleep;
use super::coverage::Count;
use super::events::{SECOND, hold_up};
use super::process;
use super::schedule;
use super::system::{System, sys};
use super::tampering::Timer;

pub(super) fn suspend() {
    let system = sys();
    let now = system.now;
    // A virtual machine also for a moment.
    let most = *system
        .fate
        .rng
        .pick(&[3_000_000, 50_000_000, 10 * 3600 * SECOND]);
    let until = now + system.fate.magnitude(100_000, most);
    let goes = system.fate.rng.once_in(3);
    let counter =
        *system
            .fate
            .rng
            .pick(&[Sleep::GoesOn, Sleep::Stands, Sleep::Stands, Sleep::Reset]);
    system.count(match goes {
        true => Count::SuspendGoes,
        false => Count::SuspendStands,
    });
    match counter {
        Sleep::GoesOn => {}
        Sleep::Stands => system.count(Count::CounterStands),
        Sleep::Reset => system.count(Count::CounterReset),
    }
    system.machine().clocks.suspend(now, until, goes, counter);
    let machine = system.machine;
    system.machine().suspended_until = until;
    hold_up(until, |process| sys().processes[process].machine == machine);
    schedule::switch();
}

/// A machine that sleeps whenever it is idle, and that a timer wakes.
#[derive(Clone, Copy)]
pub(crate) struct Doze {
    machine: usize,
    left: u64,
    awake_ns: u64,
    asleep_ns: u64,
    monotonic_goes: bool,
    counter: Sleep,
}

pub(super) fn doze() {
    let system = sys();
    system.count(Count::Doze);
    let awake_ns = system.fate.between(60_000_000, 400_000_000);
    let doze = Doze {
        machine: system.machine,
        left: system.fate.between(4, 30),
        awake_ns,
        asleep_ns: system.fate.magnitude(awake_ns / 4, awake_ns * 8),
        monotonic_goes: system.fate.rng.once_in(4),
        counter: *system.fate.rng.pick(&[Sleep::GoesOn, Sleep::Stands]),
    };
    system.later(awake_ns, Timer::Doze(doze));
}

impl System {
    /// Suspends the machine.
    pub(super) fn fall_asleep(&mut self, doze: Doze) {
        let (now, until) = (self.now, self.now + doze.asleep_ns);
        let host = &mut self.machines[doze.machine];
        if host.suspended_until <= now {
            let clocks = &mut host.clocks;
            clocks.suspend(now, until, doze.monotonic_goes, doze.counter);
            host.suspended_until = until;
            let machines = |process: usize| sys().processes[process].machine;
            hold_up(until, |process| machines(process) == doze.machine);
        }
        if doze.left > 0 {
            let left = doze.left - 1;
            let again = Timer::Doze(Doze { left, ..doze });
            self.later(doze.asleep_ns + doze.awake_ns, again);
        }
    }
}

/// Migrates to a machine with another counter.
pub(super) fn migrate() {
    let system = sys();
    let now = system.now;
    let until = now + system.fate.magnitude(1_000_000, SECOND);
    let keeps = system.fate.rng.once_in(2);
    system.count(match keeps {
        true => Count::MigrationKept,
        false => Count::MigrationLost,
    });
    let jump = match keeps {
        true => 0,
        false => i128::from(system.fate.rng.word() >> 12) - (1 << 51),
    };
    let parts = system.fate.between(50, 200);
    let clocks = &mut system.machine().clocks;
    clocks.suspend(now, until, false, Sleep::Stands);
    clocks.change_counter(until, jump, parts, 100);
    let machine = system.machine;
    system.machine().suspended_until = until;
    hold_up(until, |process| sys().processes[process].machine == machine);
    schedule::switch();
}

pub(super) fn lose() {
    let system = sys();
    let machine = system.machine;
    system.count(Count::PowerLoss);
    if !system.thread().calls.is_empty() && system.thread().last.mapped.is_some() {
        system.count(Count::PowerLossInFile);
    }
    let all = 0..system.processes.len();
    for process in all.filter(|&process| sys().processes[process].machine == machine) {
        process::kill(process);
    }
    sys().restart(machine);
    crate::program::replace(machine);
    schedule::switch();
}
