//! Children of a process whose other threads allocate memory. `fork` handles the allocator's locks;
//! a child made by a raw system call inherits them as they were, and opening a state file there
//! must not deadlock. Only `fork` is guaranteed.

use std::hint;
use std::sync::atomic::{AtomicBool, Ordering};
use std::thread;
use std::time::Duration;

use sortid::{AnyId, Format, Generator, Options};

use super::Folder;
use crate::child;
use crate::run::{Checked, Failure, Finding, Run};

const THREADS: usize = 3;
const CHILDREN: usize = 120;
/// The time limit of a child, including waits for a file.
const TIMEOUT: Duration = Duration::from_millis(1500);
const ENOUGH_HANGS: usize = 3;

pub(crate) fn run(run: &mut Run<'_>) {
    // SAFETY: makes all threads contend for one arena.
    #[cfg(target_env = "gnu")]
    unsafe {
        libc::mallopt(libc::M_ARENA_MAX, 1)
    };
    let fault = "children beside threads that allocate";
    let forked = || {
        // SAFETY: the child only generates an id and ends.
        unsafe { libc::fork() }
    };
    for format in [Format::Tid, Format::Uuid7] {
        run.check(&format!("{fault}, by fork"), format, || {
            made(format, &forked)
        });
    }
    run.observe(&format!("{fault}, past the C library"), Format::Tid, || {
        made(Format::Tid, &child::past_the_library)
    });
}

#[derive(Default)]
struct Ends {
    made: usize,
    failed: usize,
    hung: usize,
}

fn made(format: Format, fork: &dyn Fn() -> libc::pid_t) -> Checked {
    let folder = Folder::new()?;
    let options = Options::new().state_file(folder.file());
    let generator = Generator::dynamic(format, &options)?;
    generator.next()?;
    let is_over = AtomicBool::new(false);
    let ends = thread::scope(|scope| {
        for thread in 0..THREADS {
            let is_over = &is_over;
            scope.spawn(move || allocate(thread, is_over));
        }
        let ends = children(&generator, fork);
        is_over.store(true, Ordering::Relaxed);
        ends
    })?;
    let all = ends.made + ends.failed + ends.hung;
    let mut finding = Finding::of(format!("{all} children, {THREADS} threads"));
    finding.require(ends.hung == 0, format!("{} hung", ends.hung));
    finding.require(ends.failed == 0, format!("{} errors", ends.failed));
    finding.note(format!("{} made an id", ends.made));
    Ok(finding)
}

/// Sizes that are not cached per thread.
fn allocate(thread: usize, is_over: &AtomicBool) {
    while !is_over.load(Ordering::Relaxed) {
        let blocks: Vec<Vec<u8>> = (0..40)
            .map(|nth| Vec::with_capacity(2500 + nth * 71 + thread * 13))
            .collect();
        hint::black_box(&blocks);
    }
}

fn children(generator: &Generator<AnyId>, fork: &dyn Fn() -> libc::pid_t) -> Result<Ends, Failure> {
    let mut ends = Ends::default();
    for _ in 0..CHILDREN {
        if ends.hung >= ENOUGH_HANGS {
            break;
        }
        let pid = fork();
        if pid == 0 {
            let status = libc::c_int::from(generator.next().is_err());
            // SAFETY: ends the process without running the parent's exit handlers.
            unsafe { libc::_exit(status) };
        }
        if pid < 0 {
            return Err(std::io::Error::last_os_error().into());
        }
        match child::ended(pid, TIMEOUT) {
            Some(0) => ends.made += 1,
            Some(_) => ends.failed += 1,
            None => ends.hung += 1,
        }
    }
    Ok(ends)
}
