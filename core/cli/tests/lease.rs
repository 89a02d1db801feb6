//! `sortid lease`, which starts the program `sortid-lease` from its own folder or the path.
#![cfg(unix)]

use std::fs;
use std::os::unix::fs::PermissionsExt;
use std::path::{Path, PathBuf};
use std::process::{Command, Output};
use std::sync::{Mutex, PoisonError};

/// One test at a time: a child of another test may inherit the open file of a program that is being
/// written, and a file that is open for writing cannot be executed.
static TURN: Mutex<()> = Mutex::new(());

/// Creates a folder with a copy of `sortid` and an empty folder `bin`.
fn alone(name: &str) -> (PathBuf, PathBuf) {
    let folder = Path::new(env!("CARGO_TARGET_TMPDIR")).join(format!("lease-{name}"));
    let _ = fs::remove_dir_all(&folder);
    fs::create_dir_all(folder.join("bin")).expect("a folder");
    let sortid = folder.join("sortid");
    fs::copy(env!("CARGO_BIN_EXE_sortid"), &sortid).expect("to copy it");
    (folder, sortid)
}

/// Writes a program that prints `says` and its arguments, and exits with 7.
fn program(path: &Path, says: &str) {
    fs::write(path, format!("#!/bin/sh\necho {says} \"$@\"\nexit 7\n")).expect("to write it");
    fs::set_permissions(path, fs::Permissions::from_mode(0o755)).expect("to make it a program");
}

fn run(sortid: &Path, path: &Path, line: &str) -> Output {
    let mut command = Command::new(sortid);
    command.args(line.split_whitespace()).env("PATH", path);
    command.output().expect("sortid starts")
}

#[test]
fn lease_starts_the_program_with_all_arguments() {
    let _turn = TURN.lock().unwrap_or_else(PoisonError::into_inner);
    let (folder, sortid) = alone("started");
    let path = folder.join("bin");
    program(&path.join("sortid-lease"), "path");
    let line = "lease run --namespace orders -- program --help -n 1";
    let told = run(&sortid, &path, line);
    assert_eq!(told.status.code(), Some(7));
    let said = String::from_utf8_lossy(&told.stdout);
    assert_eq!(said, "path run --namespace orders -- program --help -n 1\n");
    program(&folder.join("sortid-lease"), "beside");
    let told = run(&sortid, &path, "lease --help");
    assert_eq!(String::from_utf8_lossy(&told.stdout), "beside --help\n");
}

#[test]
fn missing_lease_program_is_reported_with_advice() {
    let _turn = TURN.lock().unwrap_or_else(PoisonError::into_inner);
    let (folder, sortid) = alone("missing");
    for (line, code) in [("lease status", 1), ("lease run -- program", 125)] {
        let told = run(&sortid, &folder.join("bin"), line);
        assert_eq!(told.status.code(), Some(code), "{line}");
        let said = String::from_utf8_lossy(&told.stderr);
        assert!(said.contains("cargo install sortid-lease"), "{said}");
        assert_eq!(said.lines().count(), 1, "{said}");
    }
}
