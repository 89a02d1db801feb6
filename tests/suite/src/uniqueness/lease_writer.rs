//! Client of `sortid-lease-writer`, which writes lease files in place of a lease agent.

use std::io::{self, BufRead, BufReader, Write};
use std::process::{ChildStdin, ChildStdout, Command, Stdio};
use std::time::{SystemTime, UNIX_EPOCH};

use crate::run::Context;
use crate::run::process::{Group, spawn};

/// A running lease writer. Dropping it kills the process.
pub(crate) struct LeaseWriter {
    _group: Group,
    commands: ChildStdin,
    answers: BufReader<ChildStdout>,
}

impl LeaseWriter {
    /// Starts the program that the build step built.
    pub(super) fn start(context: &Context<'_>) -> io::Result<Self> {
        let mut command = Command::new(context.shared.built().join("sortid-lease-writer"));
        command
            .current_dir(context.root())
            .stdin(Stdio::piped())
            .stdout(Stdio::piped());
        let mut group = spawn(&mut command)?;
        match (group.child.stdin.take(), group.child.stdout.take()) {
            (Some(commands), Some(answers)) => Ok(Self {
                _group: group,
                commands,
                answers: BufReader::new(answers),
            }),
            _ => Err(io::Error::other("the lease writer has no pipes")),
        }
    }

    /// Sends a command and waits for its completion.
    ///
    /// # Errors
    /// If the program reports an error. The message contains its answer.
    pub(super) fn send(&mut self, command: &str) -> io::Result<()> {
        writeln!(self.commands, "{command}")?;
        let mut answer = String::new();
        self.answers.read_line(&mut answer)?;
        match answer.starts_with("ok ") {
            true => Ok(()),
            false => {
                let message = format!("`{command}`: {}", answer.trim_end());
                Err(io::Error::other(message))
            }
        }
    }

    /// Leases a node from now on, for `for_ms` milliseconds.
    pub(super) fn lease_node(&mut self, node: u64, for_ms: i64) -> io::Result<()> {
        let now = SystemTime::now().duration_since(UNIX_EPOCH);
        let now_ms = now.map_or(0, |now| now.as_millis());
        let until_ms = now_ms + u128::from(for_ms.unsigned_abs());
        self.send(&format!("turn {node} {now_ms} {until_ms}"))
    }
}
