//! Child processes in separate process groups, which can be killed with everything they started.

use std::cell::Cell;
use std::fs::{self, File};
use std::io::{self, Read};
use std::path::Path;
use std::process::{Child, Command, ExitStatus, Output, Stdio};
use std::sync::atomic::{AtomicBool, AtomicU64, Ordering};
use std::sync::mpsc::{RecvTimeoutError, channel};
use std::sync::{Mutex, MutexGuard, PoisonError};
use std::thread;
use std::time::{Duration, Instant};

static GROUPS: Mutex<Groups> = Mutex::new(Groups {
    running: Vec::new(),
    stopped: Vec::new(),
});

struct Groups {
    /// The running process groups, each with its owner.
    running: Vec<(Owner, u32)>,
    /// Owners whose processes were killed, and that may not start others.
    stopped: Vec<Owner>,
}

/// The owner of the processes that a thread starts.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) struct Owner(u64);

thread_local! {
    static OWNER: Cell<Owner> = const { Cell::new(Owner(0)) };
}

impl Owner {
    /// Returns a new, unique owner.
    pub(crate) fn new() -> Self {
        static LAST: AtomicU64 = AtomicU64::new(0);
        Self(LAST.fetch_add(1, Ordering::Relaxed) + 1)
    }

    /// The owner of the processes that this thread starts.
    pub(crate) fn of_thread() -> Self {
        OWNER.get()
    }

    /// Runs `work`. Processes that this thread starts meanwhile belong to `self`.
    pub(crate) fn while_doing<T>(self, work: impl FnOnce() -> T) -> T {
        let before = OWNER.replace(self);
        let result = work();
        OWNER.set(before);
        result
    }

    /// Kills the process groups of `self`, which can start no others.
    pub(crate) fn stop(self) {
        let mut groups = groups();
        groups.stopped.push(self);
        let own = groups.running.iter().filter(|(owner, _)| *owner == self);
        own.for_each(|(_, leader)| kill_group(*leader));
    }
}

/// Starts a command as the leader of a new process group.
///
/// A driver may be a script that starts the real program: the group contains both.
pub(crate) fn spawn(command: &mut Command) -> io::Result<Group> {
    own_group(command);
    let owner = Owner::of_thread();
    let mut groups = groups();
    if groups.stopped.contains(&owner) {
        let message = "not started: the step has passed its time limit";
        return Err(io::Error::new(io::ErrorKind::TimedOut, message));
    }
    let child = command.spawn()?;
    groups.running.push((owner, child.id()));
    Ok(Group { child })
}

/// Kills every running process group when the run is interrupted.
pub(crate) fn kill_all() {
    for (_, leader) in &groups().running {
        kill_group(*leader);
    }
}

fn groups() -> MutexGuard<'static, Groups> {
    GROUPS.lock().unwrap_or_else(PoisonError::into_inner)
}

/// A running process group. Dropping it kills the group.
pub(crate) struct Group {
    pub(crate) child: Child,
}

/// The time limit for a driver to exit after closing its output.
pub(crate) const GRACE: Duration = Duration::from_secs(60);

impl Group {
    /// Waits for at most `patience` and returns the exit status, if the process exited.
    pub(crate) fn wait(&mut self, patience: Duration) -> Option<ExitStatus> {
        let started = Instant::now();
        loop {
            match self.child.try_wait() {
                Ok(None) if started.elapsed() < patience => {
                    thread::sleep(Duration::from_millis(2));
                }
                Ok(status) => return status,
                Err(_) => return None,
            }
        }
    }

    /// Describes how a process ended after closing its output.
    pub(crate) fn ended(&mut self) -> String {
        match self.wait(GRACE) {
            Some(status) => status.to_string(),
            None => "the output closed, but the process is still running".to_owned(),
        }
    }

    /// Kills all processes of the group.
    pub(crate) fn kill(&mut self) {
        kill_group(self.child.id());
        // Without process groups, only this kills the process.
        let _ = self.child.kill();
        let _ = self.child.wait();
    }
}

impl Drop for Group {
    fn drop(&mut self) {
        if !matches!(self.child.try_wait(), Ok(Some(_))) {
            self.kill();
        }
        let id = self.child.id();
        groups().running.retain(|(_, leader)| *leader != id);
    }
}

#[cfg(unix)]
fn own_group(command: &mut Command) {
    std::os::unix::process::CommandExt::process_group(command, 0);
}

#[cfg(not(unix))]
fn own_group(_: &mut Command) {}

#[cfg(unix)]
fn kill_group(leader: u32) {
    use rustix::process::{Pid, Signal, kill_process_group};
    let pid = i32::try_from(leader).ok().and_then(Pid::from_raw);
    if let Some(pid) = pid {
        // A group without processes needs no signal.
        let _ = kill_process_group(pid, Signal::KILL);
    }
}

#[cfg(not(unix))]
fn kill_group(_: u32) {}

/// The end of a logged command.
#[derive(Debug)]
pub(crate) enum Ended {
    /// By itself.
    Status(ExitStatus),
    /// Killed at its time limit.
    TimedOut,
}

/// Runs a command for at most `limit`, with its output in the file `log`.
pub(crate) fn logged(command: &mut Command, log: &Path, limit: Duration) -> io::Result<Ended> {
    let out = create(log)?;
    let err = out.try_clone()?;
    command
        // Logs are searched for results, which colour codes would hide.
        .env("CARGO_TERM_COLOR", "never")
        .stdin(Stdio::null())
        .stdout(out)
        .stderr(err);
    wait(spawn(command)?, limit)
}

/// Runs a command to completion and returns its output.
pub(crate) fn output(command: &mut Command) -> io::Result<Output> {
    command
        .stdin(Stdio::null())
        .stdout(Stdio::piped())
        .stderr(Stdio::piped());
    let mut group = spawn(command)?;
    let (out, err) = (group.child.stdout.take(), group.child.stderr.take());
    thread::scope(|scope| {
        let stderr = scope.spawn(|| read_all(err));
        let stdout = read_all(out)?;
        let stderr = stderr.join().unwrap_or_else(|_| Ok(Vec::new()))?;
        let status = group.child.wait()?;
        Ok(Output {
            status,
            stdout,
            stderr,
        })
    })
}

fn read_all(pipe: Option<impl Read>) -> io::Result<Vec<u8>> {
    let mut bytes = Vec::new();
    if let Some(mut pipe) = pipe {
        pipe.read_to_end(&mut bytes)?;
    }
    Ok(bytes)
}

/// Waits for a process, and kills its group at the time limit.
pub(crate) fn wait(mut group: Group, limit: Duration) -> io::Result<Ended> {
    let leader = group.child.id();
    let (status, in_time) = within(limit, || kill_group(leader), || group.child.wait());
    Ok(match in_time {
        true => Ended::Status(status?),
        false => Ended::TimedOut,
    })
}

/// Runs `work`, and calls `at_limit` from another thread if it takes longer than `limit`. Returns
/// the result, and whether it was in time.
pub(crate) fn within<T>(
    limit: Duration,
    at_limit: impl FnOnce() + Send,
    work: impl FnOnce() -> T,
) -> (T, bool) {
    let (ended, done) = channel();
    let in_time = AtomicBool::new(true);
    let result = thread::scope(|scope| {
        let in_time = &in_time;
        scope.spawn(move || {
            if done.recv_timeout(limit) == Err(RecvTimeoutError::Timeout) {
                in_time.store(false, Ordering::Relaxed);
                at_limit();
            }
        });
        let result = work();
        // The other thread may have ended at the limit.
        let _ = ended.send(());
        result
    });
    (result, in_time.into_inner())
}

/// Creates a log file and its parent folders.
pub(crate) fn create(log: &Path) -> io::Result<File> {
    if let Some(folder) = log.parent() {
        fs::create_dir_all(folder)?;
    }
    File::create(log)
}

/// The last `lines` lines of a log; empty if it cannot be read.
pub(crate) fn tail(log: &Path, lines: usize) -> Vec<String> {
    let bytes = fs::read(log).unwrap_or_default();
    let text = String::from_utf8_lossy(&bytes);
    let all: Vec<&str> = text.lines().collect();
    all[all.len().saturating_sub(lines)..]
        .iter()
        .map(|line| (*line).to_owned())
        .collect()
}

#[cfg(all(test, unix))]
mod tests {
    use super::*;
    use std::path::PathBuf;

    fn log(name: &str) -> PathBuf {
        Path::new(env!("CARGO_MANIFEST_DIR"))
            .join(format!("../../target/suite-self-test/{name}.log"))
    }

    fn shell(script: &str) -> Command {
        let mut command = Command::new("/bin/sh");
        command.args(["-c", script]);
        command
    }

    #[test]
    fn command_that_passes_its_limit_is_killed_with_its_children() {
        let log = log("limit");
        let script = "echo begun; sleep 1000 & echo $!; wait";
        let ended = logged(&mut shell(script), &log, Duration::from_millis(300));
        assert!(matches!(ended, Ok(Ended::TimedOut)), "{ended:?}");
        let lines = tail(&log, 2);
        assert_eq!(lines[0], "begun");
        // A killed process may exit with a delay, or remain as a zombie.
        let stat = format!("/proc/{}/stat", lines[1]);
        let is_alive = || fs::read_to_string(&stat).is_ok_and(|stat| !stat.contains(") Z "));
        let started = Instant::now();
        while is_alive() && started.elapsed() < GRACE {
            thread::sleep(Duration::from_millis(5));
        }
        assert!(!is_alive());
    }

    #[cfg(target_os = "linux")]
    #[test]
    fn output_comes_from_a_separate_group() {
        let script = "cut -d' ' -f5 /proc/$$/stat; echo $$; echo why >&2; exit 3";
        let output = output(&mut shell(script)).expect("a shell");
        let text = String::from_utf8_lossy(&output.stdout);
        let (group, process) = text.split_once('\n').expect("two lines");
        assert_eq!(group, process.trim_end());
        assert_eq!(
            (output.status.code(), output.stderr),
            (Some(3), b"why\n".to_vec())
        );
    }

    #[test]
    fn stopped_owner_is_killed_and_starts_no_processes() {
        let (one, other) = (Owner::new(), Owner::new());
        let start = || spawn(&mut shell("exec sleep 1000"));
        let mut killed = one.while_doing(start).expect("a shell");
        let mut left = other.while_doing(start).expect("a shell");
        assert_eq!(Owner::of_thread(), Owner(0));
        one.stop();
        assert!(one.while_doing(start).is_err());
        assert!(killed.wait(GRACE).is_some());
        assert!(matches!(left.child.try_wait(), Ok(None)));
    }

    #[test]
    fn work_that_passes_its_limit_is_ended_by_the_other_thread() {
        let (ended, done) = channel();
        let at_limit = move || {
            let _ = ended.send("killed");
        };
        let (how, in_time) = within(Duration::from_millis(20), at_limit, || done.recv());
        assert_eq!((how, in_time), (Ok("killed"), false));
        let (done, in_time) = within(Duration::from_secs(60), || panic!("too early"), || 7);
        assert_eq!((done, in_time), (7, true));
    }

    #[test]
    fn command_that_ends_in_time_has_its_status() {
        let ended = logged(
            &mut shell("exit 3"),
            &log("status"),
            Duration::from_secs(60),
        );
        let Ok(Ended::Status(status)) = ended else {
            panic!("{ended:?}")
        };
        assert_eq!(status.code(), Some(3));
    }
}
