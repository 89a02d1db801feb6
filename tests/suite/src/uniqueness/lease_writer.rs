//! Who keeps a lease file for the suite.

use std::io::{self, BufRead, BufReader, Write};
use std::path::Path;
use std::process::{Child, ChildStdin, ChildStdout, Command, Stdio};
use std::time::{SystemTime, UNIX_EPOCH};

/// The program that keeps lease files in the place of an agent. It dies with this.
pub(crate) struct Keeper {
    child: Child,
    wishes: ChildStdin,
    answers: BufReader<ChildStdout>,
}

impl Keeper {
    pub(super) fn begin(root: &Path) -> io::Result<Self> {
        let mut child = Command::new("cargo")
            .args(["run", "--quiet", "--package", "sortid-lease-writer"])
            .current_dir(root)
            .stdin(Stdio::piped())
            .stdout(Stdio::piped())
            .spawn()?;
        match (child.stdin.take(), child.stdout.take()) {
            (Some(wishes), Some(answers)) => Ok(Self {
                child,
                wishes,
                answers: BufReader::new(answers),
            }),
            _ => Err(io::Error::other("it has no pipes")),
        }
    }

    /// Has it do something; an error where it did not.
    pub(super) fn tell(&mut self, wish: &str) -> io::Result<()> {
        writeln!(self.wishes, "{wish}")?;
        let mut answer = String::new();
        self.answers.read_line(&mut answer)?;
        match answer.starts_with("ok ") {
            true => Ok(()),
            false => Err(io::Error::other(format!("`{wish}`: {}", answer.trim_end()))),
        }
    }

    /// Another node from now on, for so many milliseconds.
    pub(super) fn turn_to(&mut self, node: u64, for_ms: i64) -> io::Result<()> {
        let now = SystemTime::now().duration_since(UNIX_EPOCH);
        let now_ms = now.map_or(0, |now| now.as_millis());
        let until_ms = now_ms + u128::from(for_ms.unsigned_abs());
        self.tell(&format!("turn {node} {now_ms} {until_ms}"))
    }
}

impl Drop for Keeper {
    fn drop(&mut self) {
        // One that has ended already is what was wanted.
        let _ = self.child.kill();
        let _ = self.child.wait();
    }
}
