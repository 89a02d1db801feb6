//! Peers in a Python process, which runs a pass on request and answers with the time.

use std::cell::RefCell;
use std::io::{BufRead, BufReader, Write};
use std::path::Path;
use std::process::{Child, ChildStdin, ChildStdout, Command, Stdio};
use std::rc::Rc;
use std::time::Duration;

use crate::side::Side;

/// Sets up an environment below `target/python`, and runs `peers.py` in it.
const PROGRAM: &str = "tests/bench/columns/run";

/// The process, if started.
pub(super) struct Python(Option<Rc<RefCell<Process>>>);

struct Process {
    asks: Option<ChildStdin>,
    answers: BufReader<ChildStdout>,
    child: Child,
}

impl Python {
    pub(super) fn started() -> Result<Self, String> {
        let root = Path::new(env!("CARGO_MANIFEST_DIR")).join("../..");
        let mut child = Command::new(root.join(PROGRAM))
            .current_dir(root)
            .stdin(Stdio::piped())
            .stdout(Stdio::piped())
            .spawn()
            .map_err(|error| format!("{PROGRAM}: {error}"))?;
        let answers = child.stdout.take().ok_or("no output")?;
        let process = Process {
            asks: child.stdin.take(),
            answers: BufReader::new(answers),
            child,
        };
        let python = Self(Some(Rc::new(RefCell::new(process))));
        match python.version("python").as_str() {
            "unknown" => Err(format!("{PROGRAM} does not answer")),
            _ => Ok(python),
        }
    }

    /// For rows without Python.
    pub(super) fn absent() -> Self {
        Self(None)
    }

    pub(super) fn version(&self, package: &str) -> String {
        let version =
            |process: &Rc<RefCell<Process>>| process.borrow_mut().answer("version", package);
        let version = self.0.as_ref().and_then(version);
        version.unwrap_or_else(|| "unknown".to_owned())
    }

    /// A side of passes with this number of rows.
    pub(super) fn side(&self, what: &'static str, rows: u64) -> Side {
        let process = self.0.clone();
        Side::run_by(rows, move |rows| {
            let process = process.as_ref().expect("started where a row asks for it");
            let answer = process.borrow_mut().answer(what, &rows.to_string());
            let ns = answer.and_then(|ns| ns.parse().ok());
            Duration::from_nanos(ns.expect("a pass that was timed"))
        })
    }
}

impl Process {
    fn answer(&mut self, what: &str, of: &str) -> Option<String> {
        writeln!(self.asks.as_mut()?, "{what} {of}").ok()?;
        let mut line = String::new();
        self.answers.read_line(&mut line).ok()?;
        Some(line.trim().to_owned()).filter(|line| !line.is_empty())
    }
}

impl Drop for Process {
    /// The process exits at the end of its input.
    fn drop(&mut self) {
        self.asks = None;
        let _ = self.child.wait();
    }
}
