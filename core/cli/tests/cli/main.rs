//! The `sortid` command as its users run it.

mod convert;
mod help;
mod input;
mod inspect;
mod mixed;
mod new;

use std::io::Write;
use std::process::{Command, Output, Stdio};

use serde_json::Value;
use sortid::Format;

const TID: &str = "3jzfcijpj2z2a";
const TIMEID: &str = "3jzf-cij-pj2z-2a";
const UUID1: &str = "c232ab00-9414-11ec-b3c8-9f6bdeced846";
const UUID6: &str = "1ec9414c-232a-6b00-b3c8-9f6bdeced846";
const UUID7: &str = "017f22e2-79b0-7cc3-98c4-dc0c0c07398f";

fn made() -> impl Iterator<Item = Format> {
    Format::ALL
        .iter()
        .copied()
        .filter(|format| format.can_generate())
}

/// The result of a run.
struct Run {
    code: Option<i32>,
    out: String,
    err: String,
}

impl From<Output> for Run {
    fn from(output: Output) -> Self {
        Run {
            code: output.status.code(),
            out: String::from_utf8(output.stdout).expect("the output is UTF-8"),
            err: String::from_utf8(output.stderr).expect("errors are UTF-8"),
        }
    }
}

impl Run {
    /// Returns the output of a successful run.
    #[track_caller]
    fn good(self) -> String {
        assert_eq!((self.code, self.err.as_str()), (Some(0), ""));
        self.out
    }

    /// Returns the errors of a run without output.
    #[track_caller]
    fn bad(self, code: i32) -> String {
        assert_eq!(
            (self.code, self.out.as_str()),
            (Some(code), ""),
            "{}",
            self.err
        );
        assert_ne!(self.err, "");
        self.err
    }
}

fn command(line: &str) -> Command {
    let mut command = Command::new(env!("CARGO_BIN_EXE_sortid"));
    command.args(line.split_whitespace()).stdin(Stdio::null());
    command
}

/// Runs a command line, split at white space.
fn sortid(line: &str) -> Run {
    command(line).output().expect("sortid starts").into()
}

fn sortid_reading(line: &str, input: &[u8]) -> Run {
    let mut child = command(line)
        .stdin(Stdio::piped())
        .stdout(Stdio::piped())
        .stderr(Stdio::piped())
        .spawn()
        .expect("sortid starts");
    let mut stdin = child.stdin.take().expect("standard input is piped");
    stdin.write_all(input).expect("sortid reads its input");
    drop(stdin);
    child.wait_with_output().expect("sortid ends").into()
}

fn json_lines(text: &str) -> Vec<Value> {
    text.lines()
        .map(|line| serde_json::from_str(line).expect("each line is JSON"))
        .collect()
}
