//! Runs each part in a new process. A part that hangs (and is killed) or dies is a failed row.

use std::io::{BufRead, BufReader, IsTerminal, Write};
use std::process::{ChildStdout, Command, Stdio};
use std::sync::mpsc::{self, RecvTimeoutError};
use std::thread;
use std::time::Duration;

use serde_json::Value;
use sortid_reliability_common::{Failure, Report, Row};

use crate::args::{Args, TOOL};
use crate::part::{PARTS, Part};

/// The time limit of a row.
const TIMEOUT: Duration = Duration::from_secs(300);

/// Runs the parts one after another. Returns whether all checks passed.
pub(crate) fn run(args: &Args) -> Result<bool, Failure> {
    let mut report = Report::new(TOOL);
    for part in PARTS {
        let rows = rows_of(part, args)?;
        if rows.is_empty() {
            continue;
        }
        report.heading(part.title);
        rows.into_iter().for_each(|row| report.add(row));
    }
    report.finish(&args.options)
}

fn rows_of(part: &Part, args: &Args) -> Result<Vec<Row>, Failure> {
    let mut command = Command::new(std::env::current_exe()?);
    command.args(["part", part.name, "--rounds", &args.rounds.to_string()]);
    if let Some(only) = &args.options.only {
        command.args(["--only", only]);
    }
    if args.skip_sync {
        command.arg("--skip-sync");
    }
    let mut process = command.stdout(Stdio::piped()).spawn()?;
    let lines = process.stdout.take().map(lines_of);
    let lines = lines.ok_or("the part has no output")?;

    let progress = Progress::new();
    let (mut rows, mut begun) = (Vec::new(), part.name.to_owned());
    let trouble = loop {
        match lines.recv_timeout(TIMEOUT) {
            Ok(line) => {
                if let Some(name) = line.get("begins").and_then(Value::as_str) {
                    name.clone_into(&mut begun);
                    progress.show(name);
                } else if let Some(row) = line.get("row").and_then(Row::from_json) {
                    rows.push(row);
                } else if line.get("ends").is_some() {
                    break None;
                }
            }
            Err(RecvTimeoutError::Timeout) => {
                process.kill()?;
                break Some(format!("hangs: killed after {} s", TIMEOUT.as_secs()));
            }
            Err(RecvTimeoutError::Disconnected) => break Some("its process died".to_owned()),
        }
    };
    progress.clear();
    let status = process.wait()?;
    if let Some(trouble) = trouble {
        let details = format!("part {}: {trouble} ({status})", part.name);
        rows.push(Row::judged(begun, false, details));
    }
    Ok(rows)
}

/// Reads in a thread, so that waiting can time out. Children of the part may have the pipe open.
fn lines_of(output: ChildStdout) -> mpsc::Receiver<Value> {
    let (sender, lines) = mpsc::channel();
    thread::spawn(move || {
        for line in BufReader::new(output).lines().map_while(Result::ok) {
            let Ok(line) = serde_json::from_str(&line) else {
                continue;
            };
            if sender.send(line).is_err() {
                return;
            }
        }
    });
    lines
}

/// The current check, shown on standard error if it is a terminal.
struct Progress {
    shown: bool,
}

impl Progress {
    fn new() -> Self {
        Self {
            shown: std::io::stderr().is_terminal(),
        }
    }

    fn show(&self, text: &str) {
        if self.shown {
            let _ = write!(std::io::stderr(), "\r\x1b[K{text} …");
        }
    }

    fn clear(&self) {
        if self.shown {
            let _ = write!(std::io::stderr(), "\r\x1b[K");
        }
    }
}
