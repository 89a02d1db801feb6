//! What is measured outside Rust: a program for each target, whose rows are read from its output.
//!
//! A row is a line of JSON on standard output, `{"what", "ours_ns", "peer", "peer_version", "peer_ns", "demand"}`, where
//! `demand` may be `null`; a row for reference has no peer. Everything else a program has to say goes to standard error. It
//! is given `--quick` and `--only SUBSTRING` as we were.

use std::io::{BufRead, BufReader};
use std::path::Path;
use std::process::{Command, Stdio};

use serde_json::Value;

use crate::args::Args;
use crate::rows::{Measured, MeasuredPeer};

/// A program that measures.
#[derive(Debug, PartialEq)]
pub(crate) struct Outside {
    /// The target it measures.
    pub(crate) name: &'static str,
    /// Where it lies, from the root of the repository; it sets up what it needs by itself.
    program: &'static str,
}

/// Every program.
pub(crate) const OUTSIDE: &[Outside] = &[
    Outside {
        name: "c",
        program: "ffi-c/bench/run",
    },
    Outside {
        name: "python",
        program: "python/benches/bench",
    },
    Outside {
        name: "node",
        program: "node/bench/run",
    },
    Outside {
        name: "jvm",
        program: "uniffi/kotlin/bench/run",
    },
    Outside {
        name: "swift",
        program: "uniffi/swift/bench/run",
    },
];

impl Outside {
    /// Runs the program, and hands on its rows as they come.
    pub(crate) fn measure(&self, args: &Args, mut add: impl FnMut(Measured)) -> Result<(), String> {
        let root = Path::new(env!("CARGO_MANIFEST_DIR")).join("../..");
        let mut command = Command::new(root.join(self.program));
        command.current_dir(root).stdout(Stdio::piped());
        if args.quick {
            command.arg("--quick");
        }
        if let Some(only) = &args.only {
            command.args(["--only", only]);
        }
        let failed = |error| format!("{}: {error}", self.program);
        let mut child = command.spawn().map_err(failed)?;
        let lines = child
            .stdout
            .take()
            .into_iter()
            .flat_map(|out| BufReader::new(out).lines());
        for line in lines {
            let line = line.map_err(failed)?;
            let row = row(&line);
            add(row.ok_or_else(|| format!("{} printed what is no row: {line}", self.program))?);
        }
        let status = child.wait().map_err(failed)?;
        if status.success() {
            Ok(())
        } else {
            Err(format!("{} ended with {status}", self.program))
        }
    }
}

fn row(line: &str) -> Option<Measured> {
    let row: Value = serde_json::from_str(line).ok()?;
    let text = |key: &str| row.get(key)?.as_str().map(str::to_owned);
    let number = |key: &str| row.get(key)?.as_f64();
    let peer = match row.get("peer") {
        None | Some(Value::Null) => None,
        Some(_) => Some(MeasuredPeer {
            name: text("peer")?,
            version: text("peer_version")?,
            demand: number("demand"),
            ns: number("peer_ns")?,
        }),
    };
    Some(Measured {
        what: text("what")?,
        ours_ns: number("ours_ns")?,
        peer,
    })
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_row_is_read_whole_or_not_at_all() {
        let line = r#"{"what": "uuid7", "ours_ns": 3, "peer": "p", "peer_version": "1.2", "peer_ns": 4.5, "demand": 0.5}"#;
        let read = row(line).expect("a row");
        assert_eq!((read.what.as_str(), read.ours_ns), ("uuid7", 3.0));
        let peer = read.peer.expect("a peer");
        assert_eq!((peer.name.as_str(), peer.version.as_str()), ("p", "1.2"));
        assert_eq!((peer.ns, peer.demand), (4.5, Some(0.5)));
        assert!(row(r#"{"what": "clock", "ours_ns": 3}"#).is_some());
        for line in [
            "",
            "hello",
            "{}",
            &line.replace("4.5", "null"),
            &line.replace("\"1.2\"", "1.2"),
        ] {
            assert!(row(line).is_none(), "{line}");
        }
    }

    /// A program that does not measure, so that nothing depends on what there is to measure.
    #[test]
    fn a_program_that_fails_is_an_error() {
        let absent = Outside {
            name: "x",
            program: "no/such/program",
        };
        let error = absent
            .measure(&Args::default(), |_| {})
            .expect_err("absent");
        assert!(error.contains("no/such/program"), "{error}");
    }
}
