//! Many threads, and a process that is stopped while it moves the high-water mark: all calls return
//! after the three seconds for a file or their own timeout, and not one after another.

use std::sync::mpsc;
use std::sync::{Arc, Barrier};
use std::thread;
use std::time::{Duration, Instant};

use sortid::{AnyId, ErrorCode, Format, Generator, Options};

use super::{Folder, hold};
use crate::child::{self, Child};
use crate::run::{Checked, Failure, Finding, Run};

/// How long a call waits for the file.
const WAIT: Duration = Duration::from_secs(3);
/// Additional time on a busy machine.
const SLACK: Duration = Duration::from_millis(1500);

/// The kinds of calls.
#[derive(Clone, Copy, Debug)]
enum Call {
    Next,
    Fill,
    Within(Duration),
}

const CALLS: [Call; 5] = [
    Call::Next,
    Call::Within(Duration::ZERO),
    Call::Fill,
    Call::Within(Duration::from_millis(700)),
    Call::Within(Duration::from_secs(20)),
];

impl Call {
    fn patience(self) -> Duration {
        match self {
            Call::Within(patience) => patience.min(WAIT),
            _ => WAIT,
        }
    }

    /// `None`: no id within the timeout.
    fn make(self, generator: &Generator<AnyId>) -> Result<Option<()>, ErrorCode> {
        let made = match self {
            Call::Next => generator.next().map(Some),
            Call::Within(patience) => generator.next_within(patience),
            Call::Fill => {
                let mut bytes = [0; 3 * 20];
                let len = 3 * generator.format().byte_len();
                let filled = generator.fill_bytes(&mut bytes[..len]);
                return filled
                    .complete()
                    .map(|_| Some(()))
                    .map_err(|error| error.code());
            }
        };
        made.map(|id| id.map(|_| ())).map_err(|error| error.code())
    }

    /// Whether this result is permitted: a call with a short timeout may only return no id.
    fn may_be(self, result: Result<Option<()>, ErrorCode>) -> bool {
        match self {
            Call::Within(patience) if patience < WAIT => result == Ok(None),
            Call::Within(_) => matches!(result, Ok(None) | Err(ErrorCode::StoreLocked)),
            _ => result == Err(ErrorCode::StoreLocked),
        }
    }
}

pub(crate) fn run(run: &mut Run<'_>) {
    for (format, threads) in [(Format::Uid11Snowish, 15), (Format::Uuid7, 60)] {
        let fault = format!("{threads} threads beside a stopped holder");
        run.check(&fault, format, || convoy(format, threads));
    }
}

/// A process that is stopped while this value exists.
struct Stopped(Option<Child>);

impl Stopped {
    fn go_on(&mut self) -> Result<(), Failure> {
        let Some(child) = self.0.take() else {
            return Ok(());
        };
        // SAFETY: the child has not been waited for, so its process id is still in use.
        unsafe { libc::kill(child.pid(), libc::SIGCONT) };
        child.records()?;
        Ok(())
    }
}

impl Drop for Stopped {
    fn drop(&mut self) {
        // Ignore errors when a check is abandoned.
        let _ = self.go_on();
    }
}

fn convoy(format: Format, threads: usize) -> Checked {
    let folder = Folder::new()?;
    let options = Options::new().state_file(folder.file());
    let generator = Arc::new(Generator::dynamic(format, &options)?);
    generator.next()?;
    let child = child::fork(|pen| {
        // It is stopped for longer than the time limit of other children.
        // SAFETY: no handler is set, so the alarm ends this process.
        unsafe { libc::alarm(30) };
        let opened = Generator::dynamic(format, &options);
        hold::next_sync_stops();
        let began = Instant::now();
        // The mark moves about once a second.
        while let Ok(theirs) = &opened
            && began.elapsed() < Duration::from_secs(2)
        {
            if let Err(error) = theirs.next() {
                pen.write_id(Err(error));
            }
        }
    })?;
    let mut status = 0;
    // SAFETY: `status` is a live integer.
    unsafe { libc::waitpid(child.pid(), &mut status, libc::WUNTRACED) };
    let mut stopped = Stopped(Some(child));
    if !libc::WIFSTOPPED(status) {
        return Err("the holder was not stopped".into());
    }
    // Uses up the time that was reserved before.
    thread::sleep(Duration::from_millis(1300));

    let (sender, results) = mpsc::channel();
    let start = Arc::new(Barrier::new(threads));
    for thread in 0..threads {
        let (sender, start, generator) = (sender.clone(), start.clone(), generator.clone());
        let call = CALLS[thread % CALLS.len()];
        thread::spawn(move || {
            start.wait();
            let began = Instant::now();
            let made = call.make(&generator);
            // Errors are ignored: late results are not needed.
            let _ = sender.send((call, made, began.elapsed()));
        });
    }
    drop(sender);
    let (mut in_time, mut late, mut wrong) = (0, Vec::new(), Vec::new());
    let began = Instant::now();
    let most = WAIT + 2 * SLACK;
    while let Ok((call, made, took)) = results.recv_timeout(most.saturating_sub(began.elapsed())) {
        if !call.may_be(made) {
            wrong.push((call, made));
        }
        if took <= call.patience() + SLACK {
            in_time += 1;
        } else {
            late.push((call, took));
        }
    }
    let unanswered = threads - in_time - late.len();
    stopped.go_on()?;
    let mut finding = Finding::of(format!("{threads} calls of 5 kinds"));
    finding.require(in_time == threads, format!("{in_time} answered in time"));
    finding.never(
        !late.is_empty(),
        format!("{} late, first {:?}", late.len(), late.first()),
    );
    finding.never(
        unanswered > 0,
        format!("{unanswered} not answered after {} s", most.as_secs()),
    );
    finding.never(
        !wrong.is_empty(),
        format!("{} were wrong, first {:?}", wrong.len(), wrong.first()),
    );
    let next = generator.next().map_err(|error| error.code());
    finding.require(next.is_ok(), format!("then {:?}", next.map(|_| "an id")));
    Ok(finding)
}
