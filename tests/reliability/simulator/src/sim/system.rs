//! The simulated system: its whole state, and the step that every system call takes.
//!
//! One native thread runs one simulation, so no state is accessed concurrently. Functions that may
//! switch to another simulated thread are free functions, and hold no reference during the switch.

use std::cell::Cell;
use std::collections::BTreeSet;
use std::mem::ManuallyDrop;

use super::clock::Clocks;
use super::coverage::{Count, Counts};
use super::events::Fate;
use super::faults::Faults;
use super::files::{Folder, Inode};
use super::handler_fork::Stage;
use super::history::History;
use super::locks::Locks;
use super::os::Sim;
use super::process::Process;
use super::schedule::{self, Thread};
use super::server::Server;
use super::tampering::Timer;
use super::windows::Removal;
use crate::check::Checker;
use crate::program::Spec;
use crate::run::Config;
use crate::sim::os::Generator;
use crate::sys::{Guard, Statics};
use sortid_reliability_common::Rng;
use sortid_reliability_common::product::Format;

/// A computer or virtual machine.
pub(crate) struct Machine {
    pub(crate) clocks: Clocks,
    pub(crate) suspended_until: u64,
    pub(crate) boot: [u64; 2],
    pub(crate) folder: Folder,
    /// Whether forks do not wipe memory although the system promised it, as in emulators.
    pub(crate) wipes_nothing: bool,
    /// Whether the system refuses to wipe memory.
    pub(crate) refuses_wiping: bool,
    pub(crate) has_boot_name: bool,
    /// The page size of its kernel. A map of a file begins at a multiple of it.
    pub(crate) page_size: u64,
    /// The table of nodes, since the boot.
    pub(crate) node_table: Option<usize>,
    /// Tables that were removed since the boot: their users only notice within a second.
    pub(crate) lost_tables: Vec<usize>,
    /// How it removes open files, if it runs Windows; otherwise it runs Unix.
    pub(crate) windows: Option<Removal>,
}

/// An open file description.
pub(crate) struct Description {
    pub(crate) inode: usize,
    pub(crate) users: u32,
    pub(crate) offset: u64,
}

impl Description {
    pub(crate) fn of(inode: usize) -> Self {
        Self {
            inode,
            users: 1,
            offset: 0,
        }
    }
}

pub(crate) struct System {
    // Fields that every step needs.
    pub(crate) countdown: i64,
    pub(crate) now: u64,
    pub(crate) step_ns: u64,
    pub(crate) statics: *const Statics<Sim>,
    pub(crate) thread: usize,
    pub(crate) process: usize,
    pub(crate) machine: usize,
    pub(crate) granted: i64,
    pub(crate) slice: i64,
    pub(crate) until_event: i64,
    pub(crate) without: Option<Guard>,
    /// Whether there are maps that must not be accessed.
    pub(crate) may_fault: bool,

    pub(crate) config: Config,
    pub(crate) fate: Fate,
    /// Decisions of programs.
    pub(crate) rng: Rng,
    /// The entropy of the system.
    pub(crate) entropy: Rng,
    pub(crate) threads: Vec<Thread>,
    pub(crate) processes: Vec<Process>,
    pub(crate) machines: Vec<Machine>,
    pub(crate) inodes: Vec<Inode>,
    pub(crate) remote: Folder,
    pub(crate) descriptions: Vec<Description>,
    pub(crate) locks: Locks,
    pub(crate) faults: Faults,
    pub(crate) timers: Vec<(u64, Timer)>,
    /// Events that were drawn, and those that happened.
    pub(crate) events: u64,
    pub(crate) struck: u64,
    /// The names of the state files.
    pub(crate) files: Vec<u32>,
    pub(crate) specs: Vec<Spec>,
    pub(crate) servers: Vec<Server>,
    /// The formats of this run.
    pub(crate) formats: Vec<Format>,
    pub(crate) is_early: bool,
    /// The number of processes that may still be started to replace killed ones.
    pub(crate) replacements: u32,
    pub(crate) names: Vec<String>,
    /// Mapped memory, kept until the run is over.
    pub(crate) memory: Vec<Box<[u64]>>,
    /// The addresses of all generators. Those of killed processes are never dropped.
    pub(crate) generators: BTreeSet<usize>,
    pub(crate) steps: u64,
    pub(crate) twin: Stage,
    pub(crate) is_healed: bool,
    /// The number of steps after which no more faults are injected.
    pub(crate) healed_after: u64,
    pub(crate) history: History,
    pub(crate) counts: Counts,
    pub(crate) check: Checker,
}

thread_local! {
    static SYSTEM: Cell<*mut System> = const { Cell::new(std::ptr::null_mut()) };
}

/// The system of this thread.
#[inline(always)]
pub(crate) fn sys() -> &'static mut System {
    // SAFETY: set by `enter` for the duration of a run; references are not held during a switch.
    unsafe { &mut *SYSTEM.get() }
}

/// Runs `run` with this system as the current one.
pub(crate) fn enter<R>(system: &mut System, run: impl FnOnce() -> R) -> R {
    SYSTEM.set(system);
    let result = run();
    SYSTEM.set(std::ptr::null_mut());
    result
}

/// A system call: time passes, and another thread may run.
#[inline(always)]
pub(crate) fn step(weight: u64) {
    let system = sys();
    system.now += system.step_ns * weight;
    system.countdown -= 1;
    if system.countdown <= 0 {
        due();
    }
}

/// A system call of a given duration.
#[inline(always)]
pub(crate) fn pass(ns: u64) {
    sys().now += ns;
    step(0);
}

/// Injects a due event or switches threads.
#[cold]
#[inline(never)]
fn due() {
    sys().settle();
    if sys().until_event <= 0 {
        let system = sys();
        system.until_event = system.fate.distance();
        super::events::strike();
    }
    sys().settle();
    if sys().slice <= 0 {
        schedule::switch();
    }
    sys().grant();
}

impl System {
    /// Whether faults should end.
    pub(crate) fn is_late(&self) -> bool {
        !self.is_healed && self.steps > self.healed_after
    }

    /// Accounts for the steps since the last call.
    pub(crate) fn settle(&mut self) {
        let made = self.granted - self.countdown;
        self.until_event -= made;
        self.slice -= made;
        self.steps += made as u64;
        (self.granted, self.countdown) = (0, 0);
        if self.steps > self.config.most_steps {
            let calls = self.threads.get(self.thread).map(|thread| &thread.calls);
            let calls = calls.into_iter().flatten();
            let calls = calls.map(|call| {
                let slot = call
                    .slot
                    .and_then(|slot| self.processes[self.process].slots.get(slot));
                let subject = slot.and_then(|slot| slot.subject.as_ref());
                let wall = self.machines[self.machine].clocks.wall(self.now);
                let of = subject.map(|subject| (subject.traits.format, subject.high - wall));
                format!(
                    " {} of {of:?} for {} ns",
                    call.ask.name(),
                    self.now - call.begun
                )
            });
            let what = format!("the run comes to no end:{}", calls.collect::<String>());
            self.fail(what);
        }
    }

    pub(crate) fn grant(&mut self) {
        self.settle();
        self.granted = self.until_event.min(self.slice).max(1);
        self.countdown = self.granted;
    }

    #[inline]
    pub(crate) fn hiccup(&mut self) -> bool {
        self.fate.hiccup()
    }

    #[inline(always)]
    pub(crate) fn machine(&mut self) -> &mut Machine {
        &mut self.machines[self.machine]
    }

    #[inline(always)]
    pub(crate) fn process(&mut self) -> &mut Process {
        &mut self.processes[self.process]
    }

    #[inline(always)]
    pub(crate) fn thread(&mut self) -> &mut Thread {
        &mut self.threads[self.thread]
    }

    pub(crate) fn count(&mut self, count: Count) {
        self.counts.add(count, 1);
    }

    pub(crate) fn note(&mut self, what: &'static str, a: u64, b: u64) {
        self.tell(|| format!("{what}  {a} {b}"));
        self.history
            .note(self.now, self.process, self.thread, what, a, b);
    }

    /// Prints an event if tracing is enabled.
    #[inline]
    pub(crate) fn tell(&self, what: impl FnOnce() -> String) {
        if self.config.traces {
            let (now, process, thread) = (self.now as f64 / 1e6, self.process, self.thread);
            eprintln!(
                "{now:>14.6} ms  process {process:>2} thread {thread:>2}  {}",
                what()
            );
        }
    }

    /// Records a broken guarantee. The run ends at the next switch.
    pub(crate) fn fail(&mut self, what: String) {
        self.note("broken", 0, 0);
        // At the next step.
        (self.slice, self.countdown) = (i64::MIN / 2, 0);
        self.check.violation.get_or_insert(what);
    }

    pub(crate) fn has_failed(&self) -> bool {
        self.check.violation.is_some()
    }

    /// Allocates zeroed memory of the system.
    pub(crate) fn allocate(&mut self, len: usize) -> *mut u8 {
        let mut words = vec![0u64; len.div_ceil(8)].into_boxed_slice();
        let start = words.as_mut_ptr().cast();
        self.memory.push(words);
        start
    }

    /// Keeps the memory of a generator until the run is over.
    pub(crate) fn keep(&mut self, generator: *mut Generator) {
        self.generators.insert(generator.expose_provenance());
    }

    pub(crate) fn name(&mut self, text: &str) -> u32 {
        if let Some(known) = self.names.iter().position(|name| name == text) {
            return known as u32;
        }
        self.names.push(text.to_owned());
        self.names.len() as u32 - 1
    }

    /// The folder of a path, whose first component selects the file system.
    pub(crate) fn folder(&mut self, name: u32, machine: usize) -> &mut Folder {
        if self.names[name as usize].starts_with("/remote/") {
            &mut self.remote
        } else {
            &mut self.machines[machine].folder
        }
    }

    /// The folder of the file system that a file lies on.
    pub(crate) fn folder_of(&mut self, inode: usize, machine: usize) -> &mut Folder {
        match self.inodes[inode].is_remote {
            true => &mut self.remote,
            false => &mut self.machines[machine].folder,
        }
    }

    pub(crate) fn close(&mut self, description: u32) {
        let known = &mut self.descriptions[description as usize];
        known.users -= 1;
        let (inode, is_last) = (known.inode, known.users == 0);
        if is_last {
            let holder = super::locks::Holder::Description(description);
            self.locks.drop_holder(holder, Some(inode));
            if self.inodes[inode].going.is_some() && !self.is_open(inode) {
                self.is_closed(inode);
            }
        }
    }
}

impl Drop for System {
    fn drop(&mut self) {
        for &address in &self.generators {
            let generator = std::ptr::with_exposed_provenance_mut::<Generator>(address);
            // SAFETY: it was boxed, the run is over, and nothing else frees it. It is not dropped,
            // since a killed process does not close its files.
            drop(unsafe { Box::from_raw(generator.cast::<ManuallyDrop<Generator>>()) });
        }
    }
}
