//! The simulated programs: they generate ids in all ways, fork, end and restart.

mod actions;
mod generators;
mod ids;
mod lease_agent;
mod leases;
mod options;
mod routines;
mod threads;

pub(crate) use leases::Lease;
pub(crate) use threads::signal;

use crate::focus::Focus;
use crate::sim::coverage::Count;
use crate::sim::process;
use crate::sim::system::sys;
use sortid_reliability_common::product::{Format, Options, default_plan};

/// A state file or lease file, and the layout that its generators share.
#[derive(Clone)]
pub(crate) struct Spec {
    pub(crate) format: Format,
    pub(crate) options: Options,
    pub(crate) name: u32,
    pub(crate) path: String,
    pub(crate) lease: Option<Lease>,
    pub(crate) is_unmapped: bool,
}

impl Spec {
    /// The lease term, for a lease file.
    pub(crate) fn stretch_ns(&self) -> Option<u64> {
        let lease = self.lease.as_ref()?;
        u64::try_from(lease.namespace.stretch_ms() * 1_000_000).ok()
    }
}

/// Draws the formats and files of a run.
pub(crate) fn prepare() {
    let system = sys();
    for _ in 0..system.rng.between(1, 3) {
        let (is_early, focus) = (system.is_early, system.config.focus);
        let format = options::draw_format(&mut system.rng, is_early, focus);
        system.formats.push(format);
    }
    if leases::prepare() {
        return;
    }
    let system = sys();
    let has_file = system.config.focus == Some(Focus::Rights);
    let files = (*system.rng.pick(&[0, 1, 1, 2])).max(u64::from(has_file));
    for nth in 0..files {
        let timed: Vec<_> = (system.formats.iter().copied())
            .filter(|format| default_plan(*format).layout.time.is_some())
            .collect();
        if timed.is_empty() {
            return;
        }
        let format = *system.rng.pick(&timed);
        let place = if system.rng.once_in(6) {
            "remote"
        } else {
            "local"
        };
        let path = format!("/{place}/{nth}.state");
        let name = system.name(&path);
        let options = options::draw_layout(&mut system.rng, format, system.is_early);
        system.count_remote(place);
        system.files.push(name);
        system.specs.push(Spec {
            format,
            options,
            name,
            path,
            lease: None,
            is_unmapped: system.config.seed.is_multiple_of(4),
        });
    }
}

impl crate::sim::system::System {
    fn count_remote(&mut self, place: &str) {
        if place == "remote" {
            self.count(Count::Remote);
        }
    }
}

/// Starts the processes after a start of the system.
pub(crate) fn begin_life(life: u64) {
    let system = sys();
    let most = system.config.most_processes;
    let processes = system.rng.between(1, 3).min(most);
    system.replacements = system.rng.below(4) as u32;
    system.healed_after = system.steps + system.rng.magnitude(20_000, 400_000);
    system.note("life", life, processes);
    for machine in 0..sys().machines.len() {
        lease_agent::tend(machine);
    }
    for _ in 0..processes {
        let machine = sys().rng.below(sys().machines.len() as u64) as usize;
        start(machine);
    }
}

fn start(machine: usize) {
    let process = process::start(machine);
    let system = sys();
    let most = system.config.most_threads;
    let threads = system.rng.between(1, 3).min(most);
    for _ in 0..threads {
        process::start_thread(process, threads::main);
    }
}

/// Starts a process that replaces a killed one.
pub(crate) fn replace(machine: usize) {
    lease_agent::tend(machine);
    let system = sys();
    if system.replacements > 0 && !system.is_healed {
        system.replacements -= 1;
        start(machine);
    }
}
