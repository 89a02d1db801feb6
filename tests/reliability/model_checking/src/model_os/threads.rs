//! Threads of processes, and a time of its own for each.

use std::cell::Cell;
use std::sync::atomic::Ordering;

use super::execution;
use crate::checker::{self, Builder, JoinHandle, STACK, fence};
use crate::world::Locals;

/// 2024, and the counter then.
const FIRST: Time = Time {
    unix_ns: 1_720_000_000_000_000_000,
    counter: 1 << 40,
};

/// What the clocks of a thread show: they go on only while it waits, so that no thread sees by the time what another did.
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

/// A thread that was started, to be waited for.
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

/// Another thread of this process.
pub(crate) fn spawn<R: Send + 'static>(act: impl FnOnce() -> R + Send + 'static) -> Thread<R> {
    Process(process()).spawn(act)
}

/// Another process, which was not forked from this one.
#[derive(Clone, Copy)]
pub(crate) struct Process(u32);

impl Process {
    pub(crate) fn new() -> Self {
        Self(new_process())
    }

    /// A thread of it.
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

/// A forked child, which begins with this thread.
pub(crate) fn fork<R: Send + 'static>(act: impl FnOnce() -> R + Send + 'static) -> Thread<R> {
    let parent = process();
    let child = new_process();
    // The system sees what this thread has seen.
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

/// A number that no other thread of the execution has.
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

/// Others go on, while so much time passes here.
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
    // SAFETY: it lives as long as its thread, which no reference leaves.
    unsafe { &*locals }
}
