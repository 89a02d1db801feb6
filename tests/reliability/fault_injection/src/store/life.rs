//! A writer: a process that generates ids on a state file as fast as it can until it is killed.

use std::io;
use std::sync::OnceLock;
use std::sync::atomic::{AtomicI64, AtomicU32, Ordering};
use std::thread;
use std::time::{Duration, Instant};

use sortid::{AnyId, Error, ErrorCode, Format, Generator, Options};

use super::disk::{self, Disk, Way};
use super::keys::{Key, key, key_of};
use super::shared::{self, Lane, Shareable};
use super::{Folder, Subject, wall};
use crate::child::{self, Child, Ending};
use crate::run::Failure;
use sortid_reliability_common::Rng;

/// The maximum number of threads of a writer.
pub(crate) const LANES: usize = 4;
/// More ids than a thread generates before it is killed.
const ROOM: usize = 1 << 17;

/// The memory that a writer shares with the checking process.
#[repr(C)]
pub(crate) struct Stage {
    /// The offset of the clock.
    pub(crate) offset_ns: AtomicI64,
    opened: AtomicU32,
    pub(crate) disk: Disk,
    lanes: [Lane<3, ROOM>; LANES],
}

// SAFETY: all fields are atomic integers.
unsafe impl Shareable for Stage {}

/// The shared memory of this process, with a correct clock and a disk without sabotage.
pub(crate) fn stage() -> io::Result<&'static Stage> {
    static STAGE: OnceLock<&'static Stage> = OnceLock::new();
    let stage = match STAGE.get() {
        Some(stage) => stage,
        None => {
            let fresh = shared::memory()?;
            STAGE.get_or_init(|| fresh)
        }
    };
    stage.offset_ns.store(0, Ordering::Relaxed);
    stage.disk.clear(Way::Honest, 0, 0);
    Ok(stage)
}

impl Stage {
    /// The ids of each thread.
    pub(crate) fn keys(&self) -> Vec<Vec<Key>> {
        let lanes = self.lanes.iter();
        lanes.map(|lane| lane.records().collect()).collect()
    }

    /// The errors with which threads ended.
    pub(crate) fn failures(&self) -> impl Iterator<Item = (ErrorCode, i32)> + '_ {
        self.lanes.iter().filter_map(Lane::failure)
    }

    /// The number of expected errors.
    pub(crate) fn refusals(&self) -> u32 {
        self.lanes.iter().map(Lane::refusals).sum()
    }

    /// The number of ids.
    pub(crate) fn made(&self) -> usize {
        self.lanes.iter().map(Lane::len).sum()
    }

    /// Whether the file was opened.
    pub(crate) fn is_opened(&self) -> bool {
        self.opened.load(Ordering::Acquire) > 0
    }
}

/// The script of a writer.
#[derive(Clone)]
pub(crate) struct Script {
    pub(crate) format: Format,
    pub(crate) options: Options,
    pub(crate) threads: usize,
    /// Whether each thread has its own generator and reopens the file now and then.
    pub(crate) apart: bool,
    /// The ids of a burst; 0: some ids per millisecond instead of as many as possible.
    pub(crate) burst: usize,
    /// The number of ids per thread, after which the file is closed; `None`: unlimited.
    pub(crate) quota: Option<usize>,
    /// Expected errors.
    pub(crate) expected: &'static [ErrorCode],
    pub(crate) seed: u64,
}

impl Script {
    /// A writer with one thread and no limit.
    pub(crate) fn of(subject: &Subject, folder: &Folder) -> Self {
        Self {
            format: subject.format,
            options: subject.options.clone().state_file(folder.file()),
            threads: 1,
            apart: false,
            burst: 15_000,
            quota: None,
            expected: &[],
            seed: 0,
        }
    }
}

/// A running writer. Killed when dropped.
pub(crate) struct Writer(Option<Child>);

/// Starts a writer.
pub(crate) fn start(stage: &'static Stage, script: &Script) -> io::Result<Writer> {
    for lane in &stage.lanes {
        lane.clear();
    }
    stage.opened.store(0, Ordering::Release);
    let child = child::fork(|_| {
        wall::follow(&stage.offset_ns);
        disk::write_to(&stage.disk);
        live(stage, script);
    })?;
    Ok(Writer(Some(child)))
}

impl Writer {
    /// Kills it.
    pub(crate) fn kill(mut self) -> Result<(), Failure> {
        match self.end()? {
            // It may have ended with an error.
            None | Some(Ending::Left) => Ok(()),
            Some(Ending::Died(status)) if libc::WTERMSIG(status) == libc::SIGKILL => Ok(()),
            Some(Ending::Hung) => Err("a writer hangs".into()),
            Some(Ending::Died(status)) => Err(format!("a writer died (status {status})").into()),
        }
    }

    fn end(&mut self) -> io::Result<Option<Ending>> {
        let Some(child) = self.0.take() else {
            return Ok(None);
        };
        // SAFETY: the child has not been waited for, so its process id is still in use.
        if unsafe { libc::kill(child.pid(), libc::SIGKILL) } != 0 {
            return Err(io::Error::last_os_error());
        }
        Ok(Some(child.join()?.0))
    }

    /// Waits for a writer with a quota.
    pub(crate) fn join(mut self) -> Result<(), Failure> {
        match self.0.take().map(Child::join).transpose()? {
            None | Some((Ending::Left, _)) => Ok(()),
            Some((ending, _)) => {
                Err(format!("a writer did not come to its end: {ending:?}").into())
            }
        }
    }
}

impl Drop for Writer {
    fn drop(&mut self) {
        // Errors are ignored: the check was abandoned.
        let _ = self.end();
    }
}

/// Waits for precisely this time.
pub(crate) fn pause(time: Duration) {
    let began = Instant::now();
    if let Some(most) = time.checked_sub(Duration::from_micros(300)) {
        thread::sleep(most);
    }
    while began.elapsed() < time {
        std::hint::spin_loop();
    }
}

/// Waits for a condition, with a timeout.
pub(crate) fn until(most: Duration, is_so: impl Fn() -> bool) -> Result<(), Failure> {
    let began = Instant::now();
    while !is_so() {
        if began.elapsed() > most {
            return Err("a writer does not continue".into());
        }
        thread::sleep(Duration::from_micros(50));
    }
    Ok(())
}

type Opened = Result<Generator<AnyId>, Error>;

fn live(stage: &Stage, script: &Script) {
    let open = || {
        let generator = Generator::dynamic(script.format, &script.options);
        if generator.is_ok() {
            stage.opened.store(1, Ordering::Release);
        }
        generator
    };
    if script.apart {
        on_threads(script, |thread| {
            let work = Work::new(stage, script, thread);
            work.until_end(open(), Some(&open));
        });
        return;
    }
    match open() {
        Ok(generator) => on_threads(script, |thread| {
            Work::new(stage, script, thread).go_on(&generator, false);
        }),
        Err(error) => Work::new(stage, script, 0).until_end(Err(error), None),
    }
}

fn on_threads(script: &Script, work: impl Fn(usize) + Sync) {
    thread::scope(|scope| {
        for thread in 1..script.threads {
            let work = &work;
            scope.spawn(move || work(thread));
        }
        work(0);
    });
}

/// A thread of a writer.
struct Work<'a> {
    script: &'a Script,
    lane: &'a Lane<3, ROOM>,
    random: Rng,
    made: usize,
}

impl<'a> Work<'a> {
    fn new(stage: &'a Stage, script: &'a Script, thread: usize) -> Self {
        Self {
            script,
            lane: &stage.lanes[thread],
            random: Rng::new(script.seed.wrapping_mul(31) + thread as u64),
            made: 0,
        }
    }

    /// Uses its own generators, one after another.
    fn until_end(mut self, mut opened: Opened, open: Option<&dyn Fn() -> Opened>) {
        loop {
            let goes_on = match &opened {
                Ok(generator) => self.go_on(generator, true),
                Err(error) => self.may_go_on(error),
            };
            let (true, Some(open)) = (goes_on, open) else {
                return;
            };
            drop(opened);
            opened = open();
        }
    }

    /// Generates ids until the end, or returns `true` when it is time to reopen the file.
    fn go_on(&mut self, generator: &Generator<AnyId>, may_reopen: bool) -> bool {
        loop {
            let done = match self.random.below(20) {
                _ if self.script.burst == 0 => self.some(generator, 40),
                0..8 => self.some(generator, 2000),
                8..12 => {
                    let ids = 1 + self.random.below(3000) as usize;
                    self.fill(generator, ids)
                }
                12..14 => self.fill(generator, self.script.burst),
                14..18 => {
                    thread::sleep(Duration::from_micros(self.random.below(1500)));
                    Ok(())
                }
                18 => generator.next_within(Duration::ZERO).map(|id| {
                    if let Some(id) = id {
                        self.record(key_of(id));
                    }
                }),
                _ if may_reopen => return true,
                _ => Ok(()),
            };
            let goes_on = done
                .as_ref()
                .map_or_else(|error| self.may_go_on(error), |()| true);
            if !goes_on || self.script.quota.is_some_and(|quota| self.made >= quota) {
                return false;
            }
        }
    }

    fn some(&mut self, generator: &Generator<AnyId>, most: u64) -> Result<(), Error> {
        for _ in 0..self.random.below(most) {
            let id = generator.next()?;
            self.record(key_of(id));
        }
        if self.script.burst == 0 {
            thread::sleep(Duration::from_millis(1));
        }
        Ok(())
    }

    fn fill(&mut self, generator: &Generator<AnyId>, ids: usize) -> Result<(), Error> {
        let len = self.script.format.byte_len();
        let mut bytes = vec![0; ids * len];
        let filled = generator.fill_bytes(&mut bytes);
        for id in bytes.chunks_exact(len).take(filled.ids) {
            self.record(key(id));
        }
        filled.complete().map(|_| ())
    }

    fn record(&mut self, key: Key) {
        self.made += 1;
        while !self.lane.push(key) {
            // Every issued id must be recorded.
            thread::sleep(Duration::from_millis(1));
        }
    }

    /// Whether an error is expected.
    fn may_go_on(&mut self, error: &Error) -> bool {
        if self.script.expected.contains(&error.code()) {
            self.lane.refuse();
            thread::sleep(Duration::from_micros(200));
            return true;
        }
        self.lane.fail(error);
        false
    }
}
