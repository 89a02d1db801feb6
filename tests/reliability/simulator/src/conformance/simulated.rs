//! The programs' requirements on the simulated system.

use std::cell::Cell;

use crate::Sys;
use crate::conformance_programs::System;
use crate::run::Config;
use crate::sim::fork::{self, Way};
use crate::sim::process;
use crate::sim::schedule;
use crate::sim::system::{enter, sys};
use crate::sim::windows::Removal;
use crate::sys::{LockMode, LockOwner, Os};

/// Runs the programs on a simulated machine. `wipes`: whether a fork wipes memory as requested.
pub fn results(is_windows: bool, wipes: bool) -> Vec<String> {
    let system = System { is_windows, wipes };
    simulated(system)
}

fn simulated(asked: System) -> Vec<String> {
    let mut config = Config::new(1);
    config.most_events = 0;
    let mut system = Box::new(crate::run::system(&config));
    enter(&mut system, || {
        sys().machines.truncate(1);
        sys().machines[0].wipes_nothing = !asked.wipes;
        sys().machines[0].windows = asked.is_windows.then_some(Removal::AtOnce);
        sys().machines[0].refuses_wiping = false;
        let answers = std::rc::Rc::new(Cell::new(Vec::new()));
        let told = answers.clone();
        let process = process::start(0);
        // The core needs lost rights for process-owned locks; these programs do not.
        sys().processes[process].was_refused_rights = true;
        process::start_thread(process, move || {
            told.set(crate::conformance_programs::all(asked))
        });
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

/// A child that runs until it is killed.
pub(crate) struct Child(usize);

impl Child {
    pub(crate) fn kill(self) {
        process::kill(self.0);
    }
}

/// Runs `body` in a forked child and returns its result.
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

/// Starts a process that opens a file and locks a byte of it.
pub(crate) fn holder(file: &str) -> Child {
    let is_done = std::rc::Rc::new(Cell::new(false));
    let (done, path) = (is_done.clone(), format!("/local/{file}"));
    let process = process::start(0);
    process::start_thread(process, move || {
        let place = Sys::absolute_path(path.as_ref()).expect("a name");
        let file = Sys::open(&place).expect("a file");
        Sys::lock_byte(&file, 0, LockMode::Exclusive, LockOwner::Description).expect("locked");
        done.set(true);
        loop {
            schedule::sleep(1_000_000_000);
        }
    });
    while !is_done.get() && !sys().has_failed() {
        schedule::sleep(1000);
    }
    Child(process)
}

/// Another program's lock of a whole file, until dropped.
pub(crate) struct Whole(usize);

pub(crate) fn lock_whole(file: &str) -> Whole {
    let name = name(file);
    let inode = sys().folder(name, 0).find(name).expect("a file");
    sys().locks.set_whole(inode, true);
    Whole(inode)
}

impl Drop for Whole {
    fn drop(&mut self) {
        sys().locks.set_whole(self.0, false);
    }
}

fn fork(body: &mut dyn FnMut()) -> usize {
    let system = sys();
    let body = std::ptr::from_mut(body);
    // SAFETY: the parent waits until the body has returned.
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
    if let Some(inode) = sys().folder(gone, 0).find(gone) {
        sys().take_name(gone, inode);
    }
}

/// The simulated system never interrupts calls: the interface hides signals.
pub(crate) fn with_signals<R>(body: impl FnOnce() -> R) -> R {
    body()
}
