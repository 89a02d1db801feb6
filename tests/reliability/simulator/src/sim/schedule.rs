//! Scheduling: simulated threads are coroutines, and one runs at a time.

use corosensei::stack::{DefaultStack, Stack};
use corosensei::{Coroutine, CoroutineResult, Yielder};

use super::coverage::Count;
use super::system::sys;
use crate::check::Call;
use crate::sys::Locals;

pub(crate) type Routine = Coroutine<(), (), (), DefaultStack>;

/// Enough for the calls of a thread and of nested handlers.
const STACK: usize = 192 * 1024;

/// The last actions of a thread, not counting its handlers.
#[derive(Clone, Copy, Default)]
pub(crate) struct Last {
    /// The file that it mapped, or joined.
    pub(crate) mapped: Option<usize>,
    /// The time at which it checked which file has a name.
    pub(crate) looked_at_name: u64,
    /// The time at which it read the counter.
    pub(crate) counted: u64,
    /// The descriptor that it opened or checked in its last call to the file system.
    pub(crate) checked: Option<u32>,
}

pub(crate) struct Thread {
    pub(crate) process: usize,
    pub(crate) machine: usize,
    pub(crate) number: u64,
    pub(crate) core: usize,
    pub(crate) locals: Box<Locals>,
    pub(crate) wake: u64,
    /// Waits for the end of the run.
    pub(crate) is_resting: bool,
    pub(crate) is_ended: bool,
    /// The number of nested handlers.
    pub(crate) handlers: u32,
    pub(crate) calls: Vec<Call>,
    /// The number of reads of the wall clock.
    pub(crate) looks: u64,
    pub(crate) last: Last,
    /// The descriptors checked by the calls that its handlers interrupted.
    pub(crate) checked_before: Vec<u32>,
    /// The memory that its running fill writes to.
    pub(crate) filling: Option<(*mut u8, usize)>,
    /// The start of its stack.
    pub(crate) stack_base: usize,
    routine: Option<Routine>,
    yielder: *const Yielder<(), ()>,
}

/// Stacks of ended threads, for reuse.
#[derive(Default)]
pub(crate) struct Stacks(Vec<DefaultStack>);

thread_local! {
    static STACKS: std::cell::RefCell<Stacks> = std::cell::RefCell::default();
}

fn stack() -> DefaultStack {
    let kept = STACKS.with_borrow_mut(|stacks| stacks.0.pop());
    kept.unwrap_or_else(|| DefaultStack::new(STACK).expect("memory for a stack"))
}

fn keep(mut routine: Routine) {
    if routine.started() && !routine.done() {
        // SAFETY: the data on the stack is leaked, as if the process were killed.
        unsafe { routine.force_reset() };
    }
    if routine.started() || routine.done() {
        STACKS.with_borrow_mut(|stacks| stacks.0.push(routine.into_stack()));
    }
}

/// Starts a thread of a process.
pub(crate) fn spawn(
    process: usize,
    number: u64,
    locals: Box<Locals>,
    main: impl FnOnce() + 'static,
) -> usize {
    let index = sys().threads.len();
    let stack = stack();
    let stack_base = stack.base().get();
    let routine = Routine::with_stack(stack, move |yielder, ()| {
        sys().threads[index].yielder = yielder;
        let run = std::panic::AssertUnwindSafe(main);
        if let Err(panic) = std::panic::catch_unwind(run) {
            let text = panic.downcast_ref::<String>().cloned();
            let text = text.or_else(|| panic.downcast_ref::<&str>().map(|text| (*text).into()));
            sys().fail(format!("panic: {}", text.unwrap_or_default()));
        }
    });
    let system = sys();
    let machine = system.processes[process].machine;
    let core = system.rng.below(super::clock::CORES as u64) as usize;
    system.threads.push(Thread {
        process,
        machine,
        number,
        core,
        locals,
        wake: system.now,
        is_resting: false,
        is_ended: false,
        handlers: 0,
        checked_before: Vec::new(),
        calls: Vec::new(),
        looks: 0,
        last: Last::default(),
        filling: None,
        stack_base,
        routine: Some(routine),
        yielder: std::ptr::null(),
    });
    system.processes[process].threads.push(index);
    index
}

/// Switches to another thread.
pub(crate) fn switch() {
    let yielder = sys().thread().yielder;
    // SAFETY: it belongs to the running coroutine, which set it at its start.
    unsafe { (*yielder).suspend(()) };
}

/// Sleeps for this time.
pub(crate) fn sleep(ns: u64) {
    let system = sys();
    let wake = system.now.saturating_add(ns);
    system.thread().wake = wake;
    switch();
}

/// Waits until the run is about to end.
pub(crate) fn rest() {
    sys().thread().is_resting = true;
    while !sys().is_healed {
        switch();
    }
    sys().thread().is_resting = false;
}

/// Ends a thread that is not running.
pub(crate) fn drop_thread(index: usize) {
    let thread = &mut sys().threads[index];
    thread.is_ended = true;
    if let Some(routine) = thread.routine.take() {
        keep(routine);
    }
}

/// Runs until no thread has anything to do, or a guarantee is broken. Returns `false` if all
/// remaining threads are resting.
pub(crate) fn run() -> bool {
    while !sys().has_failed() {
        if sys().is_late() {
            crate::run::heal();
        }
        match next() {
            Next::Thread(index) => resume(index),
            Next::Later(at) => sys().now = at,
            Next::Nobody { resting } => return !resting,
        }
    }
    true
}

enum Next {
    Thread(usize),
    Later(u64),
    Nobody { resting: bool },
}

fn next() -> Next {
    let system = sys();
    let (mut ready, mut count) = ([0; 64], 0);
    let (mut soonest, mut resting) = (u64::MAX, false);
    if !system.timers.is_empty() {
        system.ring();
    }
    for (index, thread) in system.threads.iter().enumerate() {
        if thread.is_ended {
            continue;
        }
        if thread.is_resting && !system.is_healed {
            resting = true;
            continue;
        }
        let from = thread
            .wake
            .max(system.processes[thread.process].stopped_until)
            .max(system.machines[thread.machine].suspended_until);
        if from <= system.now && count < ready.len() {
            ready[count] = index;
            count += 1;
        }
        soonest = soonest.min(from);
    }
    if count == 0 {
        let rings = system.timers.iter().map(|(at, _)| *at).min();
        return match soonest {
            u64::MAX => Next::Nobody { resting },
            at => Next::Later(at.min(rings.unwrap_or(at))),
        };
    }
    let index = ready[system.fate.pick(count)];
    system.slice = if count == 1 {
        if soonest == u64::MAX { 5000 } else { 1000 }
    } else {
        system.fate.slice()
    };
    Next::Thread(index)
}

fn resume(index: usize) {
    let system = sys();
    if index != system.thread {
        system.count(Count::Switch);
    }
    let thread = &system.threads[index];
    (system.thread, system.process, system.machine) = (index, thread.process, thread.machine);
    system.statics = &raw const *system.processes[system.process].statics;
    let is_moved = system.machine().clocks.have_cores() && system.fate.pick(3) == 0;
    if is_moved || system.fate.hiccup() {
        let core = system.fate.pick(super::clock::CORES);
        system.thread().core = core;
        system.count(Count::CoreChange);
    }
    if !system.machine().clocks.has_steady_counter() && system.fate.pick(16) == 0 {
        system.count(Count::CounterWavers);
        let (now, percent) = (system.now, system.fate.between(25, 100));
        system.machine().clocks.waver(now, percent);
    }
    system.grant();
    let Some(mut routine) = system.thread().routine.take() else {
        return;
    };
    let result = routine.resume(());
    sys().settle();
    super::handler_fork::run(index, &mut routine);
    let system = sys();
    let thread = &mut system.threads[index];
    if let CoroutineResult::Return(()) = result {
        thread.is_ended = true;
    }
    if thread.is_ended {
        keep(routine);
    } else {
        thread.routine = Some(routine);
    }
}

/// Frees all remaining threads.
pub(crate) fn drop_all() {
    for index in 0..sys().threads.len() {
        drop_thread(index);
    }
}
