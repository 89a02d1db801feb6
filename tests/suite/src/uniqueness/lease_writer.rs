//! The program that writes lease files for the suite, in place of an agent.

use std::io::{self, BufRead, BufReader, Write};
use std::process::{Child, ChildStdin, ChildStdout, Command, Stdio};
use std::time::{SystemTime, UNIX_EPOCH};

use crate::run::Context;

/// A running lease writer. It ends when this is dropped.
pub(crate) struct LeaseWriter {
    child: Child,
    wishes: ChildStdin,
    answers: BufReader<ChildStdout>,
}

impl LeaseWriter {
    /// Starts the program that the build step built.
    pub(super) fn begin(context: &Context<'_>) -> io::Result<Self> {
        let mut child = Command::new(context.shared.built().join("sortid-lease-writer"))
            .current_dir(context.root())
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

    /// Sends a command, and waits until it is carried out.
    ///
    /// # Errors
    /// Says what the program answered.
    pub(super) fn tell(&mut self, wish: &str) -> io::Result<()> {
        writeln!(self.wishes, "{wish}")?;
        let mut answer = String::new();
        self.answers.read_line(&mut answer)?;
        match answer.starts_with("ok ") {
            true => Ok(()),
            false => Err(io::Error::other(format!("`{wish}`: {}", answer.trim_end()))),
        }
    }

    /// Changes the node from now on, for `for_ms` milliseconds.
    pub(super) fn turn_to(&mut self, node: u64, for_ms: i64) -> io::Result<()> {
        let now = SystemTime::now().duration_since(UNIX_EPOCH);
        let now_ms = now.map_or(0, |now| now.as_millis());
        let until_ms = now_ms + u128::from(for_ms.unsigned_abs());
        self.tell(&format!("turn {node} {now_ms} {until_ms}"))
    }
}

impl Drop for LeaseWriter {
    fn drop(&mut self) {
        // It may have ended already.
        let _ = self.child.kill();
        let _ = self.child.wait();
    }
}
