//! Disks that become full while ids are generated: the library returns an error and the process
//! survives, on every file system. Copy-on-write file systems also need space for mapped pages.

use std::fs::{self, File};
use std::io::{self, Write};
use std::path::{Path, PathBuf};
use std::process::{Command, Output};
use std::sync::atomic::{AtomicU64, Ordering};
use std::thread;
use std::time::{Duration, Instant};

use sortid::{AnyId, Error, Format, Generator, Options};

use super::Folder;
use super::shared::{self, Shareable};
use crate::child::{self, Ending};
use crate::run::{Checked, Finding, Run, not_run};

/// The minimum size of all file systems.
const SIZE: u64 = 320 << 20;
/// The time limit of the processes, in seconds.
const LIFE: u32 = 60;
/// The exit status of a process whose child was ended by a signal, plus the number of the signal.
const SIGNALLED: libc::c_int = 100;
/// How long ids are generated on the full disk: for several moves of the mark.
const FULL: Duration = Duration::from_millis(2500);

pub(crate) fn run(run: &mut Run<'_>) {
    for name in ["btrfs", "ext4", "xfs"] {
        run.check("disk that runs full", name, || fills_up(name));
    }
}

/// The progress of the process that generates ids.
#[repr(C)]
struct Progress {
    is_open: AtomicU64,
    is_over: AtomicU64,
    ids: AtomicU64,
    refused: AtomicU64,
    repeats: AtomicU64,
    /// The number of the current step.
    step: AtomicU64,
}

// SAFETY: all fields are atomic integers.
unsafe impl Shareable for Progress {}

/// Runs a program that may be in a folder only for root.
fn program(name: &str) -> Command {
    let folders = ["/usr/sbin", "/sbin"];
    let mut full = folders.iter().map(|folder| Path::new(folder).join(name));
    let found = full.find(|path| path.exists());
    Command::new(found.unwrap_or_else(|| name.into()))
}

fn has_worked(output: &io::Result<Output>) -> bool {
    output.as_ref().is_ok_and(|output| output.status.success())
}

fn fills_up(name: &str) -> Checked {
    // SAFETY: `geteuid` takes no arguments and cannot fail.
    if unsafe { libc::geteuid() } != 0 {
        return Err(not_run("only the superuser mounts"));
    }
    let folder = Folder::new()?;
    let (image, place) = (folder.file().with_extension("image"), folder.file());
    File::create(&image)?.set_len(SIZE)?;
    fs::create_dir(&place)?;
    let made = program(&format!("mkfs.{name}"))
        .arg("-q")
        .arg(&image)
        .output();
    if !has_worked(&made) {
        return Err(not_run(format!("mkfs.{name} is not there, or fails")));
    }
    let progress = shared::memory::<Progress>()?;
    let child = child::fork_family(|_| match mounted(&image, &place) {
        true => filled(&place, progress),
        false => 0,
    })?;
    let ending = child.join()?.0;
    let count = |word: &AtomicU64| word.load(Ordering::Acquire);
    if count(&progress.step) == 0 {
        return Err(not_run(format!("a {name} cannot be mounted by loop")));
    }
    let mut finding = Finding::of(format!("{} ids on a {name}", count(&progress.ids)));
    let how = match ending {
        Ending::Left => "survives".to_owned(),
        Ending::Hung => "hangs".to_owned(),
        Ending::Died(status) => match libc::WEXITSTATUS(status) - SIGNALLED {
            signal @ 1.. => format!("ended by signal {signal}"),
            _ => format!("ended with {status}"),
        },
    };
    finding.require(ending == Ending::Left, format!("the process {how}"));
    finding.require(
        count(&progress.step) == 3,
        format!("{} of 3 steps", count(&progress.step)),
    );
    finding.require(
        count(&progress.repeats) == 0,
        format!("{} repeats", count(&progress.repeats)),
    );
    finding.note(format!("{} × store_*", count(&progress.refused)));
    Ok(finding)
}

/// The mount is private to the process.
fn mounted(image: &Path, place: &Path) -> bool {
    // SAFETY: no handler is set, so the alarm ends this process.
    unsafe { libc::alarm(LIFE) };
    // SAFETY: only moves this process to a new mount namespace.
    if unsafe { libc::unshare(libc::CLONE_NEWNS) } != 0 {
        return false;
    }
    let private = program("mount").args(["--make-rprivate", "/"]).output();
    let loops = program("mount")
        .args(["-o", "loop"])
        .args([image, place])
        .output();
    has_worked(&private) && has_worked(&loops)
}

/// One process generates ids, another one fills the disk. Returns the exit status.
fn filled(place: &Path, progress: &'static Progress) -> libc::c_int {
    progress.step.store(1, Ordering::Release);
    // SAFETY: the child only generates ids and ends.
    let maker = unsafe { libc::fork() };
    if maker == 0 {
        // SAFETY: no handler is set, so the alarm ends this process.
        unsafe { libc::alarm(LIFE) };
        let _ = make(&place.join("ids"), progress);
        progress.is_open.store(1, Ordering::Release);
        // SAFETY: ends the process without running the parent's exit handlers.
        unsafe { libc::_exit(0) };
    }
    while progress.is_open.load(Ordering::Acquire) == 0 {
        thread::sleep(Duration::from_millis(1));
    }
    fill(place);
    progress.step.store(2, Ordering::Release);
    let began = Instant::now();
    while began.elapsed() < FULL {
        small(place);
        // SAFETY: `sync` takes no arguments and cannot fail.
        unsafe { libc::sync() };
        thread::sleep(Duration::from_millis(20));
    }
    progress.is_over.store(1, Ordering::Release);
    match child::ended(maker, Duration::from_secs(10)) {
        Some(0) => {
            progress.step.store(3, Ordering::Release);
            0
        }
        // Exits with the status of the process that generated ids.
        Some(status) if libc::WIFSIGNALED(status) => SIGNALLED + libc::WTERMSIG(status),
        _ => SIGNALLED,
    }
}

fn make(path: &Path, progress: &Progress) -> Result<(), Error> {
    let options = Options::new().state_file(path.to_owned());
    let generator: Generator<AnyId> = Generator::dynamic(Format::Uid11Snowish, &options)?;
    let mut last = None;
    while progress.is_over.load(Ordering::Acquire) == 0 {
        for _ in 0..200 {
            match generator.next() {
                Ok(id) => {
                    progress.ids.fetch_add(1, Ordering::Release);
                    let is_again = last.is_some_and(|last| last >= id);
                    progress
                        .repeats
                        .fetch_add(is_again.into(), Ordering::Release);
                    last = Some(id);
                }
                Err(_) => {
                    progress.refused.fetch_add(1, Ordering::Release);
                    thread::sleep(Duration::from_millis(5));
                }
            }
        }
        progress.is_open.store(1, Ordering::Release);
        thread::sleep(Duration::from_micros(300));
    }
    Ok(())
}

/// Fills the disk in ever smaller pieces.
fn fill(place: &Path) {
    for (nth, size) in [1 << 20, 1 << 16, 1 << 12].into_iter().enumerate() {
        let Ok(mut file) = File::create(place.join(format!("fill{nth}"))) else {
            continue;
        };
        let piece = vec![0x5a; size];
        while file.write_all(&piece).is_ok() {}
        let _ = file.sync_all();
    }
}

/// Uses up the room for names.
fn small(place: &Path) {
    for nth in 0..30 {
        let path: PathBuf = place.join(format!("small{nth}-{}", std::process::id()));
        let _ = fs::write(path, b"x");
    }
}
