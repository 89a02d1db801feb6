//! `sortid lease`: runs a separate program, so that a command for making ids does not contain the
//! clients of three servers.

use std::env;
use std::ffi::OsString;
use std::io;
use std::path::PathBuf;
use std::process::Command;

use crate::failure::{Failure, Outcome};

const PROGRAM: &str = "sortid-lease";

/// Exit code if the program of `run` cannot be started, as of `env` and `timeout`.
const NOT_RUN: u8 = 125;

pub(crate) fn run(args: &[OsString]) -> Result<Outcome, Failure> {
    let mut command = Command::new(beside().unwrap_or_else(|| PROGRAM.into()));
    command.args(args);
    start(&mut command).map_err(|error| Failure::Missing {
        what: "lease".to_owned(),
        why: match error.kind() {
            io::ErrorKind::NotFound => format!(
                "{PROGRAM} is neither beside this program nor on PATH; install it with `cargo install {PROGRAM}`"
            ),
            _ => format!("{PROGRAM}: {error}"),
        },
        code: match args.first() {
            Some(first) if first == "run" => NOT_RUN,
            _ => 1,
        },
    })
}

/// Returns the program's path in the folder of this executable, if it is there.
fn beside() -> Option<PathBuf> {
    let name = format!("{PROGRAM}{}", env::consts::EXE_SUFFIX);
    let path = env::current_exe().ok()?.with_file_name(name);
    path.is_file().then_some(path)
}

/// Replaces this process, so that the program receives its signals.
#[cfg(unix)]
fn start(command: &mut Command) -> io::Result<Outcome> {
    use std::os::unix::process::CommandExt;

    Err(command.exec())
}

#[cfg(not(unix))]
fn start(command: &mut Command) -> io::Result<Outcome> {
    std::process::exit(command.status()?.code().unwrap_or(1))
}
