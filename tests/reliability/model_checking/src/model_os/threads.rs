//! Threads and processes. Each thread has its own clocks.

use std::cell::Cell;
use std::sync::atomic::Ordering;

use super::execution;
use crate::checker::{self, Builder, JoinHandle, STACK, fence};
use crate::sys::Locals;

/// The initial time, in 2024.
const FIRST: Time = Time {
    unix_ns: 1_720_000_000_000_000_000,
    counter: 1 << 40,
};

/// The clocks of a thread. They advance only while it waits, so that clocks carry no information
/// between threads.
#[derive(Clone, Copy)]
pub(crate) struct Time {
    pub(crate) unix_ns: u64,
    pub(crate) counter: u64,
}

#[derive(Clone, Copy)]
struct Me {
    process: u32,
    number: u64,
}

checker::thread_local! {
    static ME: Cell<Me> = Cell::new(Me { process: 1, number: 1 });
    static TIME: Cell<Time> = Cell::new(FIRST);
    static LOCALS: Box<Locals> = Box::new(Locals::new());
}

/// A started thread.
pub(crate) type Thread<R> = JoinHandle<R>;

/// Waits for the threads and returns their results.
pub(crate) fn join_all<R>(threads: impl IntoIterator<Item = Thread<R>>) -> Vec<R> {
    let threads = threads.into_iter();
    threads
        .map(|thread| thread.join().expect("joined"))
        .collect()
}

pub(super) fn on_large_stack<R: Send + 'static>(
    act: impl FnOnce() -> R + Send + 'static,
) -> Thread<R> {
    let builder = Builder::new().stack_size(STACK);
    builder.spawn(act).expect("a thread of the model")
}

fn spawn_as<R: Send + 'static>(me: Me, act: impl FnOnce() -> R + Send + 'static) -> Thread<R> {
    on_large_stack(move || {
        ME.with(|own| own.set(me));
        act()
    })
}

/// Starts another thread of this process.
pub(crate) fn spawn<R: Send + 'static>(act: impl FnOnce() -> R + Send + 'static) -> Thread<R> {
    Process(process()).spawn(act)
}

/// A process that was not forked from this one.
#[derive(Clone, Copy)]
pub(crate) struct Process(u32);

impl Process {
    pub(crate) fn new() -> Self {
        Self(new_process())
    }

    /// Starts a thread of this process.
    pub(crate) fn spawn<R: Send + 'static>(
        self,
        act: impl FnOnce() -> R + Send + 'static,
    ) -> Thread<R> {
        let number = new_number();
        let process = self.0;
        spawn_as(Me { process, number }, act)
    }
}

fn new_process() -> u32 {
    execution::with(|now| {
        now.processes += 1;
        now.processes
    })
}

fn new_number() -> u64 {
    u64::from(execution::with(|now| now.name())) + 100
}

/// Forks a child, which starts with a copy of this thread.
pub(crate) fn fork<R: Send + 'static>(act: impl FnOnce() -> R + Send + 'static) -> Thread<R> {
    let parent = process();
    let child = new_process();
    // The kernel observes everything that this thread has observed.
    fence(Ordering::SeqCst);
    let names: Vec<u32> = execution::with(|now| {
        let own = now.words.keys().filter(|key| key.0 == parent);
        let wiped = &now.maps.wiped;
        let mut names: Vec<u32> = own
            .map(|key| key.1)
            .filter(|name| !wiped.contains(name))
            .collect();
        names.sort_unstable();
        names
    });
    for name in names {
        let (from, unused) = execution::with(|now| (now.word((parent, name)), now.unused_word()));
        let copy = checker::copied(&from, unused);
        execution::with(|now| now.words.insert((child, name), copy));
    }
    execution::with(|now| now.copies.fork(parent, child));
    let (number, time) = (number(), time());
    let me = Me {
        process: child,
        number,
    };
    spawn_as(me, move || {
        set_time(time);
        for handler in execution::with(|now| now.in_child.clone()) {
            handler();
        }
        act()
    })
}

pub(super) fn process() -> u32 {
    ME.with(Cell::get).process
}

pub(super) fn number() -> u64 {
    ME.with(Cell::get).number
}

/// A number that is unique in the execution.
pub(super) fn unique() -> u64 {
    u64::from(process()) << 48 | number()
}

pub(crate) fn time() -> Time {
    TIME.with(Cell::get)
}

/// Sets the clocks of this thread.
pub(crate) fn set_time(time: Time) {
    TIME.with(|own| own.set(time));
}

/// Advances the clocks of this thread and lets others run.
pub(super) fn wait(ns: u64) {
    let Time { unix_ns, counter } = time();
    set_time(Time {
        unix_ns: unix_ns + ns,
        counter: counter + ns,
    });
    checker::yield_now();
}

pub(super) fn locals() -> &'static Locals {
    let locals = LOCALS.with(|locals| std::ptr::from_ref::<Locals>(locals));
    // SAFETY: the data lives as long as its thread, and references do not leave the thread.
    unsafe { &*locals }
}
