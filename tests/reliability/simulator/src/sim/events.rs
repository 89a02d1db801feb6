//! Events, injected at any step and more often while a file is changed.

use super::coverage::Count;
use super::handler_fork::Stage;
use super::process;
use super::schedule;
use super::system::{step, sys};
use super::tampering::Timer;
use crate::run::Config;
use sortid_reliability_common::Rng;

macro_rules! kinds {
    ($($name:ident $text:literal $weight:literal,)*) => {
        /// The kinds of events that can be excluded from a run.
        #[derive(Clone, Copy, Debug, PartialEq, Eq)]
        #[repr(u8)]
        pub(crate) enum Event { $($name,)* }

        impl Event {
            pub(crate) const ALL: &[Event] = &[$(Event::$name),*];
            const WEIGHTS: &[u64] = &[$($weight),*];

            pub(crate) fn name(self) -> &'static str {
                match self { $(Event::$name => $text),* }
            }
        }
    };
}

kinds! {
    Signal "signal" 16,
    Kill "kill" 2,
    Stop "stop" 3,
    ClockBack "clock-back" 4,
    ClockFarBack "clock-far-back" 2,
    ClockForward "clock-forward" 3,
    Slew "slew" 2,
    Suspend "suspend" 3,
    Doze "doze" 4,
    CounterSpeed "counter-speed" 4,
    CounterJump "counter-jump" 2,
    Cores "cores" 1,
    Migrate "migrate" 4,
    PowerLoss "power-loss" 1,
    DiskFault "disk-fault" 4,
    MoveFile "move-file" 2,
    Forge "forge" 1,
    NoLocks "no-locks" 1,
    Stranger "stranger" 2,
    NoRights "no-rights" 3,
    NoDescriptors "no-descriptors" 2,
    OpenFails "open-fails" 1,
    LockFails "lock-fails" 2,
    Close "close" 4,
    NodeTable "node-table" 2,
    Entropy "entropy" 2,
    Maps "maps" 1,
}

/// The random decisions about events, apart from those of programs.
pub(crate) struct Fate {
    pub(super) rng: Rng,
    /// The kinds of events of this run, with repetition for their weights.
    kinds: Vec<Event>,
    distance: u64,
    slice: u64,
    spot: u64,
    hiccups: u64,
}

impl Fate {
    pub(crate) fn new(config: &Config) -> Self {
        let mut rng = Rng::stream(config.seed, 2);
        // Some runs have all kinds of events, others a few and more of these.
        let share = *rng.pick(&[1, 2, 2, 4]);
        let mut kinds = Vec::new();
        for (&kind, &weight) in Event::ALL.iter().zip(Event::WEIGHTS) {
            let may_be = config.focus.is_none_or(|focus| focus.has(kind));
            if rng.once_in(share) && may_be {
                kinds.extend((0..weight).map(|_| kind));
            }
        }
        Self {
            kinds,
            distance: rng.magnitude(300, 6000),
            slice: rng.magnitude(2, 400),
            spot: rng.between(8, 60),
            hiccups: 0,
            rng,
        }
    }

    /// The number of steps to the next event.
    pub(crate) fn distance(&mut self) -> i64 {
        let most = 2 * self.distance;
        1 + self.rng.below(most) as i64
    }

    /// The number of steps to the next thread switch.
    pub(crate) fn slice(&mut self) -> i64 {
        let most = self.slice * if self.rng.once_in(8) { 20 } else { 2 };
        1 + self.rng.below(most) as i64
    }

    pub(crate) fn pick(&mut self, of: usize) -> usize {
        self.rng.below(of as u64) as usize
    }

    pub(crate) fn jitter(&mut self, most: u64) -> u64 {
        self.rng.below(most)
    }

    pub(crate) fn between(&mut self, least: u64, most: u64) -> u64 {
        self.rng.between(least, most)
    }

    pub(crate) fn magnitude(&mut self, least: u64, most: u64) -> u64 {
        self.rng.magnitude(least, most)
    }

    /// Decides whether something rare happens.
    #[inline]
    pub(crate) fn hiccup(&mut self) -> bool {
        self.hiccups = self.hiccups.wrapping_add(0x9e37_79b9_7f4a_7c15);
        sortid_reliability_common::mix(self.hiccups).is_multiple_of(61)
    }

    fn draw(&mut self) -> Option<Event> {
        let count = self.kinds.len();
        if count == 0 {
            return None;
        }
        let nth = self.pick(count);
        Some(self.kinds[nth])
    }
}

/// A point at which events are more likely.
pub(crate) fn spot() {
    step(1);
    let fate = &mut sys().fate;
    let (strikes, switches) = (fate.rng.once_in(fate.spot), fate.rng.once_in(4));
    if strikes {
        strike();
    }
    if switches {
        schedule::switch();
    }
}

/// Injects an event.
pub(crate) fn strike() {
    let system = sys();
    if system.is_healed || system.has_failed() || system.twin != Stage::Nothing {
        return;
    }
    let Some(event) = system.fate.draw() else {
        return;
    };
    system.events += 1;
    // Excluded events are drawn nevertheless, so that the rest of the run stays the same.
    if system.events > system.config.most_events || system.config.leaves_out(event) {
        return;
    }
    system.struck += 1;
    system.note(event.name(), system.events, 0);
    match event {
        Event::Signal => crate::program::signal(),
        Event::Kill => kill(),
        Event::Stop => stop(),
        Event::ClockBack | Event::ClockFarBack | Event::ClockForward => step_clock(event),
        Event::Slew => slew(),
        Event::Suspend => super::power::suspend(),
        Event::Doze => super::power::doze(),
        Event::CounterSpeed | Event::CounterJump | Event::Cores => change_counter(event),
        Event::Migrate => super::power::migrate(),
        Event::PowerLoss => super::power::lose(),
        Event::DiskFault => super::tampering::disk(),
        Event::MoveFile => super::tampering::move_file(),
        Event::Forge => super::tampering::forge(),
        Event::NoLocks => super::tampering::lose_locks(),
        Event::Stranger => super::tampering::stranger(),
        Event::NoRights => super::tampering::drop_rights(),
        Event::NoDescriptors => super::tampering::use_up_descriptors(),
        Event::OpenFails => {
            let system = sys();
            system.faults.opens_to_fail = 1 + system.fate.pick(3) as u32;
        }
        Event::LockFails => {
            let system = sys();
            system.faults.locks_to_fail = 1 + system.fate.pick(3) as u32;
        }
        Event::Close => super::tampering::close_another(),
        Event::NodeTable => super::node_table::harm(),
        Event::Entropy => {
            let system = sys();
            let time = system.fate.magnitude(1000, 100_000_000);
            system.faults.entropy_fails_until = system.now + time;
        }
        Event::Maps => {
            let system = sys();
            system.faults.maps_to_fail = 1 + system.fate.pick(3) as u32;
        }
    }
}

/// A living process, usually the running one.
fn victim() -> usize {
    let system = sys();
    if !system.fate.rng.once_in(3) {
        return system.process;
    }
    let living: Vec<_> = (0..system.processes.len())
        .filter(|&process| !system.processes[process].is_dead)
        .collect();
    living[system.fate.pick(living.len())]
}

fn kill() {
    let process = victim();
    let system = sys();
    system.count(Count::Kill);
    let own = |thread: &&usize| !system.threads[**thread].calls.is_empty();
    if system.processes[process]
        .threads
        .iter()
        .any(|thread| own(&thread))
    {
        sys().count(Count::KillInCall);
    }
    let machine = sys().processes[process].machine;
    process::kill(process);
    crate::program::replace(machine);
    leave_if_dead();
}

/// Switches away from a process that was killed.
fn leave_if_dead() {
    let system = sys();
    if system.process().is_dead {
        schedule::switch();
    }
}

/// Excuses files and calls for the time that a process is stopped.
pub(super) fn hold_up(until: u64, whom: impl Fn(usize) -> bool) {
    let system = sys();
    let time = until.saturating_sub(system.now);
    for process in (0..system.processes.len()).filter(|&process| whom(process)) {
        let threads = system.threads.iter_mut();
        for thread in threads.filter(|thread| thread.process == process) {
            for call in &mut thread.calls {
                call.excused += time;
            }
        }
        system.hold_files_up(process, until);
    }
}

fn stop() {
    let process = victim();
    let system = sys();
    let time = match system.fate.rng.once_in(4) {
        true => system.fate.magnitude(60_000_000_000, 20_000_000_000_000),
        false => system.fate.magnitude(1_000_000, 8_000_000_000),
    };
    system.count(Count::Stop);
    if time >= 60_000_000_000 {
        system.count(Count::LongStop);
    }
    let until = system.now + time;
    let stopped = &mut system.processes[process];
    stopped.stopped_until = stopped.stopped_until.max(until);
    hold_up(until, |other| other == process);
    let system = sys();
    if process == system.process {
        schedule::switch();
    }
}

pub(super) const SECOND: u64 = 1_000_000_000;
const YEAR: u64 = 365 * 86_400 * SECOND;

fn step_clock(event: Event) {
    let system = sys();
    let (count, by) = match event {
        Event::ClockBack => {
            let by = system.fate.magnitude(1, 9 * SECOND);
            (Count::ClockBack, -i128::from(by))
        }
        Event::ClockFarBack => {
            let by = system.fate.magnitude(10 * SECOND, YEAR);
            (Count::ClockFarBack, -i128::from(by))
        }
        _ => {
            let most = *system
                .fate
                .rng
                .pick(&[SECOND, 60 * SECOND, 3600 * SECOND, YEAR]);
            let by = system.fate.magnitude(1, most);
            (Count::ClockForward, i128::from(by))
        }
    };
    system.count(count);
    let now = system.now;
    system.machine().clocks.step_wall(now, by);
    system.may_renew(system.machine);
}

fn slew() {
    let system = sys();
    system.count(Count::Slew);
    // 12 ppm smear a leap second over a day.
    let ppm = *system.fate.rng.pick(&[-500, 500, 0, 12, -12, 100]);
    let now = system.now;
    system.machine().clocks.slew(now, ppm);
}

fn change_counter(event: Event) {
    let system = sys();
    let now = system.now;
    match event {
        Event::Cores => {
            system.count(Count::CoresDiffer);
            let steps = system.fate.magnitude(10, 1 << 40);
            let mut rng = Rng::stream(system.fate.rng.word(), 0);
            system.machine().clocks.spread_cores(now, steps, &mut rng);
        }
        Event::CounterJump => {
            system.count(Count::CounterJump);
            let by = i128::from(system.fate.magnitude(1, 1 << 44));
            let by = if system.fate.rng.once_in(2) { by } else { -by };
            system.machine().clocks.change_counter(now, by, 1, 1);
        }
        _ => {
            let (times, parts) = (1, system.fate.between(2, 32));
            let is_slower = system.fate.rng.once_in(2);
            system.count(match is_slower {
                true => Count::CounterSlower,
                false => Count::CounterFaster,
            });
            let (up, down) = if is_slower {
                (times, parts)
            } else {
                (parts, times)
            };
            system.machine().clocks.change_counter(now, 0, up, down);
            // Some last for a while.
            if system.fate.rng.once_in(2) {
                let (time, machine) =
                    (system.fate.magnitude(3_000_000, 5 * SECOND), system.machine);
                system.later(time, Timer::CounterBack(machine, down, up));
            }
        }
    }
}
