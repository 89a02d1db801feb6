//! Agents in a temporary folder, with a store in a file.
#![allow(dead_code, reason = "no test uses all of it")]

#[path = "../../../../core/tests/common/folder.rs"]
mod folder;
#[path = "../../../../core/tests/common/skip.rs"]
mod skip;

use std::fs;
use std::io::{BufRead, BufReader};
use std::path::{Path, PathBuf};
use std::process::{Child, Command, Stdio};
use std::thread;
use std::time::{Duration, Instant};

use serde_json::Value;
use sortid::options::ClockSource;
use sortid::{Generator, Options, Tid, Timestamp};

pub(crate) use folder::Folder;
pub(crate) use skip::skip;

/// A lease term and margin that do not expire during a test.
pub(crate) const LONG: &str = "--stretch 10m --margin 10m";

/// A lease term and margin for leases that a test renews by [`Machine::use_up`].
pub(crate) const RENEWED: &str = "--stretch 60s --margin 60s";

/// A machine, whose folder contains a store and lease files.
pub(crate) struct Machine {
    pub(crate) folder: Folder,
}

/// The result of a command.
pub(crate) struct Ran {
    pub(crate) code: Option<i32>,
    pub(crate) out: String,
    pub(crate) err: String,
}

/// A child process that is killed at the end of the test.
pub(crate) struct Running(pub(crate) Child);

impl Drop for Running {
    fn drop(&mut self) {
        let _ = self.0.kill();
        let _ = self.0.wait();
    }
}

impl Running {
    pub(crate) fn signal(&self, number: i32) {
        // SAFETY: `kill` takes two integers, and the child was not waited for, so its process id is
        // not reused.
        unsafe { libc::kill(self.0.id() as i32, number) };
    }

    pub(crate) fn end(&mut self) -> Option<i32> {
        self.0.wait().expect("it ends").code()
    }
}

impl Machine {
    /// Creates a machine with the unused namespace `orders` of tids.
    pub(crate) fn new(times: &str) -> Self {
        let machine = Self {
            folder: Folder::new(),
        };
        let created = machine.lease(&format!("create orders --format tid --new {times}"));
        assert_eq!((created.code, created.err.as_str()), (Some(0), ""));
        machine
    }

    pub(crate) fn at(&self, name: &str) -> PathBuf {
        self.folder.0.join(name)
    }

    pub(crate) fn command(&self, line: &str) -> Command {
        let mut command = Command::new(env!("CARGO_BIN_EXE_sortid-lease"));
        let store = format!("file:{}", self.at("store").display());
        command
            .args(line.split_whitespace())
            .current_dir(&self.folder.0)
            .env("SORTID_LEASE_STORE", store)
            .env_remove("NOTIFY_SOCKET")
            .stdin(Stdio::null());
        command
    }

    /// Runs a command line, split at white space.
    pub(crate) fn lease(&self, line: &str) -> Ran {
        ran(&mut self.command(line))
    }

    /// Returns the command `run` with this lease file.
    pub(crate) fn run(&self, file: &str) -> Command {
        self.command(&format!(
            "run --namespace orders --format tid --lease-file {file}"
        ))
    }

    /// Returns the command `run` with a shell script as its program.
    pub(crate) fn around(&self, file: &str, script: &str) -> Command {
        let mut command = self.run(file);
        command.args(["--", "sh", "-c", script]);
        command
    }

    /// Starts `run` without a program, and waits for a lease.
    pub(crate) fn beside(&self, file: &str) -> Running {
        let child = self.run(file).stderr(Stdio::null()).spawn();
        let running = Running(child.expect("it starts"));
        self.wait_for(|| self.has_lease(file));
        running
    }

    pub(crate) fn has_lease(&self, file: &str) -> bool {
        self.lease(&format!("status --lease-file {file}")).code == Some(0)
    }

    pub(crate) fn status(&self) -> Value {
        let status = self.lease("status --namespace orders --json");
        assert_eq!((status.code, status.err.as_str()), (Some(0), ""));
        serde_json::from_str(&status.out).expect("JSON")
    }

    pub(crate) fn node_of(&self, file: &str) -> Option<u64> {
        let status = self.lease(&format!("status --json --lease-file {file}"));
        assert_ne!(status.out, "", "{}", status.err);
        let status: Value = serde_json::from_str(&status.out).expect("JSON");
        status["node"].as_u64()
    }

    pub(crate) fn count_of(&self, file: &str) -> Option<u64> {
        let status = self.lease(&format!("status --json --lease-file {file}"));
        let status: Value = serde_json::from_str(&status.out).expect("JSON");
        status["count"].as_u64()
    }

    /// Generates an id 24 s ahead of the clock. The agent of a [`RENEWED`] namespace then renews
    /// within a second, as if a fifth of the term had passed, and continues to do so until the
    /// clock has partly caught up.
    pub(crate) fn use_up(&self, file: &str) {
        let options = Options::new().lease_file(self.at(file));
        let options = options.clock(ClockSource::Manual);
        let ahead = Timestamp::from_unix_ms(Timestamp::now().unix_ms() + 24_000);
        let generator = Generator::<Tid>::with(&options).expect("a generator");
        generator.next_at(ahead).expect("an id");
    }

    pub(crate) fn wait_for(&self, mut is_so: impl FnMut() -> bool) {
        wait_for(&mut is_so);
    }

    pub(crate) fn text(&self, name: &str) -> String {
        fs::read_to_string(self.at(name)).unwrap_or_default()
    }
}

/// Waits until `is_so` returns `true`, with a generous deadline.
pub(crate) fn wait_for(is_so: &mut dyn FnMut() -> bool) {
    let began = Instant::now();
    while !is_so() {
        let waited = began.elapsed();
        assert!(waited < Duration::from_secs(120), "not in time");
        thread::sleep(Duration::from_millis(10));
    }
}

pub(crate) fn ran(command: &mut Command) -> Ran {
    let output = command.output().expect("it starts");
    Ran {
        code: output.status.code(),
        out: String::from_utf8(output.stdout).expect("UTF-8"),
        err: String::from_utf8(output.stderr).expect("UTF-8"),
    }
}

/// Returns the lines that a child writes to standard error, as they come.
pub(crate) fn lines(child: &mut Child) -> impl Iterator<Item = String> + use<> {
    let err = child.stderr.take().expect("standard error is piped");
    BufReader::new(err).lines().map_while(Result::ok)
}

/// Returns an agent's messages without the clock warnings. On a busy machine a reply takes a
/// second, which looks like a clock difference.
pub(crate) fn messages(err: &str) -> Vec<&str> {
    let lines = err.lines();
    lines
        .filter(|line| !line.contains("this machine's clock is"))
        .collect()
}

/// Returns whether tests may create their own Linux namespaces. Otherwise reports the test as
/// skipped.
pub(crate) fn can_unshare(options: &str, test: &str) -> bool {
    let tried = Command::new("unshare")
        .args(options.split_whitespace())
        .arg("true")
        .output();
    let can = tried.is_ok_and(|tried| tried.status.success());
    if !can {
        skip(test, &format!("unshare {options} is not allowed here"));
    }
    can
}

pub(crate) fn unshared(options: &str, command: &Command) -> Command {
    let mut unshared = Command::new("unshare");
    unshared
        .args(options.split_whitespace())
        .arg(command.get_program())
        .args(command.get_args());
    for (name, value) in command.get_envs() {
        match value {
            Some(value) => unshared.env(name, value),
            None => unshared.env_remove(name),
        };
    }
    if let Some(folder) = command.get_current_dir() {
        unshared.current_dir(Path::new(folder));
    }
    unshared
}
