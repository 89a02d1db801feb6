//! The core's tests, each of its programs a part.

use std::io;
use std::path::Path;

use super::{Came, Seen, Work};
use crate::environments::emulators::{Emulated, Toolchain};
use crate::test_counts::{Counts, closing_line};

/// The profile that is emulated: see the root's `Cargo.toml`.
pub(super) const PROFILE: &str = "emulated";

/// What a program of tests takes at most, on a machine that does much else.
const MOST_SECONDS: u32 = 1800;

pub(super) fn run(work: &Work<'_>, toolchain: &Toolchain, target: &Emulated) -> Vec<Seen> {
    let programs = match programs(&work.root.join("core/tests")) {
        Ok(programs) => programs.into_iter(),
        Err(error) => return vec![("core".to_owned(), Err(error.to_string()))],
    };
    let (left_out, programs): (Vec<String>, Vec<String>) =
        programs.partition(|program| work.page.reason(target.name, &format!("core: {program}")));
    let mut cargo = toolchain.cargo_for("test", target);
    toolchain.end_after(MOST_SECONDS, &mut cargo, target);
    cargo
        .args([
            "--package",
            "sortid",
            "--features",
            "conversions",
            "--locked",
        ])
        .args(["--profile", PROFILE, "--no-fail-fast", "--lib"]);
    for program in programs {
        cargo.args(["--test", &program]);
    }
    cargo.args(["--", "--exact"]);
    if work.platform.kind.is_emulated() {
        // A child that is forked while another thread is in the emulator may wait for the emulator's own lock for ever.
        cargo.arg("--test-threads=1");
    }
    for test in work.page.left_out(target.name, "core") {
        cargo.args(["--skip", &test]);
    }
    let (log, ended) = work.logged(&mut cargo, "core");
    let mut seen = read(&log);
    let absent = left_out
        .iter()
        .map(|program| (format!("core: {program}"), Ok(Came::Absent)));
    seen.extend(absent);
    seen.sort_by(|(one, _), (other, _)| one.cmp(other));
    match ended {
        // It fails beside its tests: they were not compiled, for one.
        Err(why) if seen.iter().all(|(_, came)| came.is_ok()) => {
            [seen, vec![("core".to_owned(), Err(why))]].concat()
        }
        _ => seen,
    }
}

/// The programs of a folder of tests: a file each, or a folder with a `main.rs`.
fn programs(folder: &Path) -> io::Result<Vec<String>> {
    let mut programs = Vec::new();
    for entry in folder.read_dir()? {
        let path = entry?.path();
        let is_program =
            path.extension().is_some_and(|end| end == "rs") || path.join("main.rs").is_file();
        if let (true, Some(name)) = (is_program, path.file_stem()) {
            programs.push(name.to_string_lossy().into_owned());
        }
    }
    Ok(programs)
}

/// What cargo told of each program.
fn read(log: &str) -> Vec<Seen> {
    let mut seen: Vec<Seen> = Vec::new();
    for line in log.lines() {
        if let Some(name) = program(line) {
            seen.push((name, Err("it ended before its last test".to_owned())));
        } else if let (Some(counts), Some((_, came))) = (closing_line(line), seen.last_mut()) {
            *came = match counts {
                Counts { failed: 1.., .. } => {
                    Err(format!("{} tests failed: {}", counts.failed, names(log)))
                }
                Counts { passed: 0, .. } => Ok(Came::Absent),
                Counts { passed, .. } => Ok(Came::Ran(passed)),
            };
        }
    }
    seen
}

/// The program that a line says is run.
fn program(line: &str) -> Option<String> {
    let rest = line.trim_start().strip_prefix("Running ")?;
    let source = rest.split(" (").next()?;
    match source.strip_prefix("unittests ") {
        Some(_) => Some("core: unit tests".to_owned()),
        None => {
            let file = source.strip_prefix("tests/")?;
            let name = file.trim_end_matches("/main.rs").trim_end_matches(".rs");
            Some(format!("core: {name}"))
        }
    }
}

/// The tests that failed.
fn names(log: &str) -> String {
    let failed = log.lines().filter_map(|line| {
        let test = line.strip_prefix("test ")?;
        test.strip_suffix(" ... FAILED")
    });
    failed.collect::<Vec<_>>().join(", ")
}

#[cfg(test)]
mod tests {
    use super::*;

    const LOG: &str = "   Compiling sortid
     Running unittests src/lib.rs (target/x)
test result: ok. 33 passed; 0 failed; 0 ignored
     Running tests/fork.rs (target/y)
test result: ok. 0 passed; 0 failed; 0 ignored
     Running tests/rooms/main.rs (target/y)
test it ... FAILED
test result: FAILED. 1 passed; 1 failed; 0 ignored
     Running tests/threads.rs (target/z)
error: test failed, to rerun pass `-p sortid --test threads`";

    #[test]
    fn every_program_is_found() {
        let folder = Path::new(env!("CARGO_MANIFEST_DIR")).join("../../core/tests");
        let programs = programs(&folder).expect("a folder");
        let has = |name: &str| programs.iter().any(|program| program == name);
        assert!(
            has("fork") && has("rooms") && !has("common"),
            "{programs:?}"
        );
    }

    #[test]
    fn every_program_is_a_part() {
        let seen = read(LOG);
        let names: Vec<&str> = seen.iter().map(|(name, _)| name.as_str()).collect();
        let expected = [
            "core: unit tests",
            "core: fork",
            "core: rooms",
            "core: threads",
        ];
        assert_eq!(names, expected);
        assert_eq!(seen[0].1, Ok(Came::Ran(33)));
        assert_eq!(seen[1].1, Ok(Came::Absent));
        assert!(seen[2].1.as_ref().is_err_and(|why| why.contains("it")));
        assert!(seen[3].1.is_err(), "it was killed");
    }
}
