//! How the programs fork, kill and rename in the simulated world.

use std::cell::Cell;

use crate::run::Config;
use crate::sim::fork::{self, Way};
use crate::sim::process;
use crate::sim::schedule;
use crate::sim::system::{enter, sys};

/// What the programs answer here, on a machine that wipes what a fork shall wipe, or says so and does not.
pub fn answers(wipes: bool) -> Vec<String> {
    let mut config = Config::new(1);
    config.most_events = 0;
    let mut system = Box::new(crate::run::system(&config));
    enter(&mut system, || {
        sys().machines.truncate(1);
        sys().machines[0].wipes_nothing = !wipes;
        sys().machines[0].refuses_wiping = false;
        let answers = std::rc::Rc::new(Cell::new(Vec::new()));
        let told = answers.clone();
        let process = process::start(0);
        process::start_thread(process, move || told.set(crate::programs::all()));
        schedule::run();
        schedule::drop_all();
        if let Some(violation) = &sys().check.violation {
            return vec![violation.clone()];
        }
        answers.take()
    })
}

pub(crate) fn folder() -> String {
    "/local".into()
}

/// A child that lives until it is killed.
pub(crate) struct Child(usize);

impl Child {
    pub(crate) fn kill(self) {
        process::kill(self.0);
    }
}

/// Forks; the child does something, and what it answers is told.
pub(crate) fn in_child(body: &mut dyn FnMut() -> u64) -> u64 {
    let answer = Cell::new(None);
    let child = fork(&mut || answer.set(Some(body())));
    while answer.get().is_none() && !sys().has_failed() {
        schedule::sleep(1000);
    }
    process::kill(child);
    answer.get().unwrap_or(u64::MAX)
}

pub(crate) fn idle_child(body: &mut dyn FnMut()) -> Child {
    let is_done = Cell::new(false);
    let child = fork(&mut || {
        body();
        is_done.set(true);
    });
    while !is_done.get() && !sys().has_failed() {
        schedule::sleep(1000);
    }
    Child(child)
}

fn fork(body: &mut dyn FnMut()) -> usize {
    let system = sys();
    let body = std::ptr::from_mut(body);
    // SAFETY: whoever forks waits until the body is done.
    let body: *mut (dyn FnMut() + 'static) = unsafe { std::mem::transmute(body) };
    fork::copy(system.process, system.thread, Way::Common, move || {
        // SAFETY: as above.
        unsafe { (*body)() };
        loop {
            schedule::sleep(1_000_000_000);
        }
    })
}

fn name(name: &str) -> u32 {
    sys().name(&format!("/local/{name}"))
}

pub(crate) fn rename(from: &str, to: &str) {
    let (from, to) = (name(from), name(to));
    sys().folder(from, 0).rename(from, to);
}

pub(crate) fn link(from: &str, to: &str) {
    let (from, to) = (name(from), name(to));
    let folder = sys().folder(from, 0);
    if let Some(inode) = folder.find(from) {
        folder.put(to, inode);
    }
}

pub(crate) fn unlink(gone: &str) {
    let gone = name(gone);
    sys().folder(gone, 0).remove(gone);
}

/// Signals that interrupt calls are the seam's to hide.
pub(crate) fn with_signals<R>(body: impl FnOnce() -> R) -> R {
    body()
}
