//! An idle child of a process that is killed while it moves the high-water mark: its inherited
//! descriptors must not block others from the file.

use std::sync::atomic::{AtomicU64, Ordering};
use std::thread;
use std::time::{Duration, Instant};

use sortid::{AnyId, Error, Format, Generator};

use super::shared::{self, Shareable};
use super::{Folder, Subject, hold, life, subjects};
use crate::child;
use crate::ids;
use crate::run::{Checked, Finding, Run};
use sortid_reliability_common::Rng;

/// The duration of a sync on this disk.
const SYNC_MS: u32 = 120;
/// The maximum wait of the next process; it waits longer if a lock is never released.
const SOON: Duration = Duration::from_secs(2);
/// The time limit of the idle child, in seconds.
const LIFE: u32 = 30;

/// The progress of a service.
#[repr(C)]
struct Progress {
    idle: AtomicU64,
    syncs: AtomicU64,
    last: [AtomicU64; 2],
}

// SAFETY: all fields are atomic integers.
unsafe impl Shareable for Progress {}

pub(crate) fn run(run: &mut Run<'_>) {
    let ways = [
        ("killed in its first sync after the fork", 1),
        ("killed in its second sync after the fork", 2),
    ];
    for (way, sync) in ways {
        let fault = format!("an idle child of a process {way}");
        run.check(&fault, "tid, uuid7, scru160", || idle(sync));
    }
}

fn idle(sync: u64) -> Checked {
    let mut random = Rng::new(sync + 40);
    let mut finding = Finding::of("3 kills");
    let subjects = subjects().into_iter();
    let wanted = [Format::Tid, Format::Uuid7, Format::Scru160];
    for subject in subjects.filter(|subject| wanted.contains(&subject.format)) {
        let folder = Folder::new()?;
        let progress = shared::memory::<Progress>()?;
        let service = child::fork(|_| serve(&subject, &folder, progress))?;
        let begun = || progress.idle.load(Ordering::Acquire) > 0;
        let waited = life::until(Duration::from_secs(4), || {
            begun() && progress.syncs.load(Ordering::Acquire) >= sync
        });
        life::pause(Duration::from_micros(
            random.below(u64::from(SYNC_MS) * 900),
        ));
        // SAFETY: the child has not been waited for, so its process id is still in use.
        unsafe { libc::kill(service.pid(), libc::SIGKILL) };
        // A killed process closes its descriptors with a delay.
        thread::sleep(Duration::from_millis(20));
        let died = Instant::now();
        let next = next(&subject, &folder);
        let took = died.elapsed();
        if begun() {
            let idle = progress.idle.load(Ordering::Acquire) as libc::pid_t;
            // SAFETY: the process exists until it is killed here, or much later ended by its alarm.
            unsafe { libc::kill(idle, libc::SIGKILL) };
        }
        service.join()?;
        waited?;
        let last = progress
            .last
            .each_ref()
            .map(|word| u128::from(word.load(Ordering::Acquire)));
        let last = last[0] << 64 | last[1];
        let name = subject.name;
        let (is_made, is_above) = match &next {
            Ok(id) => (true, ids::key(*id) > last),
            Err(_) => (false, true),
        };
        let made = next.map(|_| "an id").map_err(|error| error.code());
        finding.require(
            is_made,
            format!("{name}: {made:?} after {} ms", took.as_millis()),
        );
        finding.never(!is_above, format!("{name}: not above what was made"));
        finding.never(is_made && took > SOON, format!("{name}: after {took:?}"));
    }
    Ok(finding)
}

fn next(subject: &Subject, folder: &Folder) -> Result<AnyId, Error> {
    let options = subject.options.clone().state_file(folder.file());
    Generator::dynamic(subject.format, &options)?.next()
}

/// The service: constantly generates ids, and has a child for other work.
fn serve(subject: &Subject, folder: &Folder, progress: &'static Progress) {
    let options = subject.options.clone().state_file(folder.file());
    let Ok(generator) = Generator::dynamic(subject.format, &options) else {
        return;
    };
    if generator.next().is_err() {
        return;
    }
    // SAFETY: the child only waits to be killed.
    let idle = unsafe { libc::fork() };
    if idle == 0 {
        // SAFETY: no handler is set, so the alarm ends this process.
        unsafe { libc::alarm(LIFE) };
        loop {
            // SAFETY: waits for a signal.
            unsafe { libc::pause() };
        }
    }
    hold::syncs_take(SYNC_MS, &progress.syncs);
    progress.idle.store(idle as u64, Ordering::Release);
    while let Ok(id) = generator.next() {
        let key = ids::key(id);
        progress.last[0].store((key >> 64) as u64, Ordering::Release);
        progress.last[1].store(key as u64, Ordering::Release);
        thread::sleep(Duration::from_millis(1));
    }
}
