//! A run: a simulated system, its successive starts, and the outcome.

use std::collections::BTreeSet;

use crate::check::Checker;
use crate::focus::Focus;
use crate::program;
use crate::sim::clock::Clocks;
use crate::sim::coverage::{Count, Counts};
use crate::sim::events::{Event, Fate};
use crate::sim::faults::Faults;
use crate::sim::files::Folder;
use crate::sim::handler_fork::Stage;
use crate::sim::history::History;
use crate::sim::locks::Locks;
use crate::sim::process;
use crate::sim::schedule;
use crate::sim::system::{Machine, System, enter, sys};
use crate::sim::windows::Removal;
use crate::sys::Guard;
use sortid_reliability_common::Rng;

/// The configuration of a run: a seed and restrictions.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Config {
    pub seed: u64,
    /// The maximum number of events.
    pub most_events: u64,
    /// Excluded kinds of events, as bits.
    pub left_out: u64,
    /// The maximum number of processes, of threads, and of actions per thread.
    pub most_processes: u64,
    pub most_threads: u64,
    pub most_actions: u64,
    pub most_lives: u64,
    pub most_steps: u64,
    /// Whether to print all events.
    pub traces: bool,
    /// Whether machines run Windows; `None`: the seed decides.
    pub windows: Option<bool>,
    /// The focus; `None`: the seed decides.
    pub focus: Option<Focus>,
    /// The disabled guard of the core.
    pub(crate) without: Option<Guard>,
}

impl Config {
    pub fn new(seed: u64) -> Self {
        Self {
            seed,
            most_events: u64::MAX,
            left_out: 0,
            most_processes: u64::MAX,
            most_threads: u64::MAX,
            most_actions: u64::MAX,
            most_lives: u64::MAX,
            most_steps: 300_000_000,
            traces: false,
            windows: None,
            focus: None,
            without: None,
        }
    }

    /// Disables the guard of that name. Returns `false` if there is none.
    pub fn leave_out_guard(&mut self, name: &str) -> bool {
        let mut all = Guard::ALL.iter().copied();
        self.without = all.find(|guard| format!("{guard:?}") == name);
        self.without.is_some()
    }

    /// Excludes the kind of event of that name. Returns `false` if there is none.
    pub fn leave_out_event(&mut self, name: &str) -> bool {
        let event = Event::ALL.iter().find(|event| event.name() == name);
        if let Some(&event) = event {
            self.left_out |= 1 << event as u32;
        }
        event.is_some()
    }

    /// The command-line arguments that repeat this run.
    pub fn arguments(&self) -> String {
        use std::fmt::Write;
        let mut text = format!("--seed {}", self.seed);
        if let Some(guard) = self.without {
            let _ = write!(text, " --without {guard:?}");
        }
        if let Some(windows) = self.windows {
            text += if windows { " --windows" } else { " --unix" };
        }
        if let Some(focus) = self.focus {
            let _ = write!(text, " --focus {}", focus.name());
        }
        let most = [
            ("events", self.most_events),
            ("lives", self.most_lives),
            ("processes", self.most_processes),
            ("threads", self.most_threads),
            ("actions", self.most_actions),
        ];
        for (name, most) in most.into_iter().filter(|(_, most)| *most != u64::MAX) {
            let _ = write!(text, " --{name} {most}");
        }
        for event in Event::ALL.iter().filter(|event| self.leaves_out(**event)) {
            let _ = write!(text, " --no {}", event.name());
        }
        text
    }

    pub(crate) fn leaves_out(&self, event: Event) -> bool {
        self.left_out >> event as u32 & 1 != 0
    }
}

/// The kinds of events.
pub fn event_names() -> impl Iterator<Item = &'static str> {
    Event::ALL.iter().map(|event| event.name())
}

/// The outcome of a run.
pub struct Outcome {
    /// The broken guarantee.
    pub violation: Option<String>,
    /// The last events before the failure.
    pub history: Vec<String>,
    /// A hash of all events.
    pub hash: u64,
    pub counts: Counts,
    /// The number of injected events.
    pub events: u64,
    pub steps: u64,
}

/// Runs a configuration.
pub fn run(config: &Config) -> Outcome {
    let mut system = Box::new(system(config));
    enter(&mut system, || {
        program::prepare();
        let lives = sys().rng.between(4, 24).min(config.most_lives);
        for life in 0..lives {
            if sys().has_failed() {
                break;
            }
            program::begin_life(life);
            while !schedule::run() {
                heal();
            }
            end_life();
        }
        schedule::drop_all();
    });
    Outcome {
        history: match system.check.violation {
            Some(_) => system.history.lines(),
            None => Vec::new(),
        },
        violation: system.check.violation.take(),
        hash: system.history.hash(),
        counts: system.counts.clone(),
        events: system.struck,
        steps: system.steps,
    }
}

pub(crate) fn system(config: &Config) -> System {
    let mut rng = Rng::stream(config.seed, 1);
    let machines = rng.between(1, 2);
    // Some start just before 1970, where timeid skips a tick.
    let is_early = rng.once_in(16);
    let wall = match is_early {
        true => -i128::from(rng.magnitude(1, 200_000_000)),
        false => i128::from(1_700_000_000_000_000_000 + rng.below(200_000_000_000_000_000)),
    };
    let mut system = System {
        countdown: 0,
        now: 1_000_000,
        step_ns: rng.magnitude(1, 40),
        statics: std::ptr::null(),
        thread: usize::MAX,
        process: usize::MAX,
        machine: 0,
        granted: 0,
        slice: 0,
        until_event: 0,
        without: config.without,
        may_fault: false,
        config: config.clone(),
        fate: Fate::new(config),
        entropy: Rng::stream(config.seed, 4),
        threads: Vec::new(),
        processes: Vec::new(),
        machines: Vec::new(),
        inodes: Vec::new(),
        remote: Folder::default(),
        descriptions: Vec::new(),
        locks: Locks::default(),
        faults: Faults::default(),
        timers: Vec::new(),
        events: 0,
        struck: 0,
        files: Vec::new(),
        specs: Vec::new(),
        servers: Vec::new(),
        formats: Vec::new(),
        is_early,
        replacements: rng.below(6) as u32,
        names: Vec::new(),
        memory: Vec::new(),
        generators: BTreeSet::new(),
        steps: 0,
        twin: Stage::Nothing,
        is_healed: false,
        healed_after: 0,
        history: History::new(),
        counts: Counts::default(),
        check: Checker::new(),
        rng,
    };
    system.until_event = system.fate.distance();
    for _ in 0..machines {
        let apart = i128::from(system.rng.below(2_000_000)) - 1_000_000;
        let machine = Machine::new(system.now, wall + apart, &mut system.rng);
        system.machines.push(machine);
    }
    // A separate stream: all other random decisions are the same on both systems.
    let mut rng = Rng::stream(config.seed, 5);
    let drawn = rng.once_in(4);
    if config.windows.unwrap_or(drawn) {
        system.count(Count::Windows);
        let removal = Removal::draw(&mut rng);
        for machine in &mut system.machines {
            (machine.windows, machine.has_boot_name) = (Some(removal), false);
        }
    }
    // Also a separate stream.
    let mut rng = Rng::stream(config.seed, 6);
    for nth in 0..system.machines.len() {
        let page_size = *rng.pick(&[4096, 4096, 16_384, 65_536]);
        system.machines[nth].page_size = page_size;
        if page_size > 4096 {
            system.count(Count::LargePages);
        }
    }
    system
}

impl Machine {
    fn new(now: u64, wall: i128, rng: &mut Rng) -> Self {
        Self {
            clocks: Clocks::new(now, wall, rng),
            suspended_until: 0,
            boot: [rng.word(), rng.word()],
            folder: Folder::default(),
            wipes_nothing: rng.once_in(10),
            refuses_wiping: rng.once_in(12),
            has_boot_name: !rng.once_in(12),
            page_size: 4096,
            node_table: None,
            lost_tables: Vec::new(),
            windows: None,
        }
    }
}

/// Ends all faults, and sets the clocks past all earlier readings.
pub(crate) fn heal() {
    let system = sys();
    system.is_healed = true;
    let now = system.now;
    for process in &mut system.processes {
        process.stopped_until = process.stopped_until.min(now);
        process.has_no_rights = false;
        process.no_descriptors_until = 0;
    }
    for inode in &mut system.inodes {
        // A running sync keeps its duration.
        inode.slow_until = inode.slow_until.min(inode.synced_at.max(now));
    }
    system.faults = Faults::default();
    for (at, _) in &mut system.timers {
        *at = now;
    }
    system.ring();
    system.note("heal", 0, 0);
    let all = system.machines.iter();
    let high = all.map(|machine| machine.clocks.range(0, now).1).max();
    for machine in &mut system.machines {
        if machine.suspended_until > now {
            machine.suspended_until = now;
            machine.clocks.wake(now);
        }
        let wall = machine.clocks.wall(now);
        let behind = high.map_or(0, |high| high - wall);
        if behind > 0 {
            machine.clocks.step_wall(now, behind + 1);
        }
    }
    (0..system.machines.len()).for_each(|machine| system.may_renew(machine));
}

/// Kills the remaining processes.
fn end_life() {
    for process in 0..sys().processes.len() {
        sys().thread = usize::MAX;
        process::kill(process);
    }
    let system = sys();
    system.is_healed = false;
    system.now += system.rng.magnitude(1000, 20_000_000_000);
}
