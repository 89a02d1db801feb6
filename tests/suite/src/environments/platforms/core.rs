//! Runs the tests of the core and of the lease protocol. Each test program is a part.

use std::io;
use std::path::Path;

use super::{PartOutcome, PartResult, PlatformEnv};
use crate::environments::emulators::{Target, Toolchain};
use crate::test_counts::{Counts, closing_line};

/// The cargo profile of emulated programs, defined in the root's `Cargo.toml`.
pub(super) const PROFILE: &str = "emulated";

/// The time limit for one test program, with room for a busy machine.
const PROGRAM_LIMIT_S: u32 = 1800;

pub(super) fn run(
    env: &PlatformEnv<'_>,
    toolchain: &Toolchain,
    target: &Target,
) -> Vec<PartResult> {
    let crates: [(_, &[&str]); 2] = [
        ("core", &["--features", "conversions"]),
        ("leases/protocol", &[]),
    ];
    let results =
        crates.map(|(folder, features)| of_crate(env, toolchain, target, folder, features));
    let mut results = results.concat();
    results.sort_by(|(one, _), (other, _)| one.cmp(other));
    results
}

/// Runs the tests of the crate in a folder.
fn of_crate(
    env: &PlatformEnv<'_>,
    toolchain: &Toolchain,
    target: &Target,
    folder: &str,
    features: &[&str],
) -> Vec<PartResult> {
    let programs = match programs(&env.root.join(folder).join("tests")) {
        Ok(programs) => programs,
        Err(error) => return vec![("core".to_owned(), Err(error.to_string()))],
    };
    let (left_out, programs): (Vec<String>, Vec<String>) =
        programs.into_iter().partition(|program| {
            env.page
                .has_reason(target.name, &format!("core: {program}"))
        });
    let mut cargo = toolchain.cargo_for("test", target);
    toolchain.limit_time(PROGRAM_LIMIT_S, &mut cargo, target);
    cargo
        .args(["--manifest-path", &format!("{folder}/Cargo.toml")])
        .args(features)
        .args(["--locked", "--profile", PROFILE, "--no-fail-fast", "--lib"]);
    for program in programs {
        cargo.args(["--test", &program]);
    }
    cargo.args(["--", "--exact"]);
    if env.platform.kind.is_emulated() {
        // If a test forks while another thread holds a lock inside qemu, the child deadlocks.
        cargo.arg("--test-threads=1");
    }
    for test in env.page.left_out(target.name, "core") {
        cargo.args(["--skip", &test]);
    }
    let (log, ended) = env.run_logged(&mut cargo, &folder.replace('/', "-"));
    let mut results = parse(&log);
    let absent = left_out
        .iter()
        .map(|program| (format!("core: {program}"), Ok(PartOutcome::Absent)));
    results.extend(absent);
    match ended {
        // Cargo failed but no test did: compilation failed, for example.
        Err(reason) if results.iter().all(|(_, result)| result.is_ok()) => {
            [results, vec![("core".to_owned(), Err(reason))]].concat()
        }
        _ => results,
    }
}

/// The test programs in a folder: files, and subfolders with a `main.rs`.
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

/// Parses the result of each test program from cargo's output.
fn parse(log: &str) -> Vec<PartResult> {
    let mut results: Vec<PartResult> = Vec::new();
    let mut failed_tests = Vec::new();
    for line in log.lines() {
        if let Some(name) = program(line) {
            results.push((name, Err("ended before its last test".to_owned())));
            failed_tests.clear();
        } else if let Some(test) = failed_test(line) {
            failed_tests.push(test);
        } else if let (Some(counts), Some((_, result))) = (closing_line(line), results.last_mut()) {
            *result = match counts {
                Counts { failed: 1.., .. } => Err(format!("failed: {}", failed_tests.join(", "))),
                Counts { passed: 0, .. } => Ok(PartOutcome::Absent),
                Counts { passed, .. } => Ok(PartOutcome::Ran(passed)),
            };
        }
    }
    results
}

/// The part whose program starts at this line.
fn program(line: &str) -> Option<String> {
    let rest = line.trim_start().strip_prefix("Running ")?;
    let (source, program) = rest.split_once(" (")?;
    match source.strip_prefix("unittests ") {
        Some(_) if program.contains("/sortid_leasing-") => {
            Some("core: unit tests of leasing".to_owned())
        }
        Some(_) => Some("core: unit tests".to_owned()),
        None => {
            let file = source.strip_prefix("tests/")?;
            let name = file.trim_end_matches("/main.rs").trim_end_matches(".rs");
            Some(format!("core: {name}"))
        }
    }
}

/// The name of the failed test in this line, if any.
fn failed_test(line: &str) -> Option<&str> {
    line.strip_prefix("test ")?.strip_suffix(" ... FAILED")
}

#[cfg(test)]
mod tests {
    use super::*;

    const LOG: &str = "   Compiling sortid
     Running unittests src/lib.rs (target/sortid-1)
test result: ok. 33 passed; 0 failed; 0 ignored
     Running tests/fork.rs (target/y)
test result: ok. 0 passed; 0 failed; 0 ignored
     Running tests/rooms/main.rs (target/y)
test it ... FAILED
test result: FAILED. 1 passed; 1 failed; 0 ignored
     Running tests/store.rs (target/z)
test other ... FAILED
test result: FAILED. 1 passed; 1 failed; 0 ignored
     Running tests/threads.rs (target/z)
     Running unittests src/lib.rs (target/sortid_leasing-1)
test result: ok. 3 passed; 0 failed; 0 ignored
error: test failed, to rerun pass `-p sortid --test threads`";

    #[test]
    fn programs_finds_files_and_folders_with_main() {
        let folder = Path::new(env!("CARGO_MANIFEST_DIR")).join("../../core/tests");
        let programs = programs(&folder).expect("a folder");
        let has = |name: &str| programs.iter().any(|program| program == name);
        assert!(
            has("fork") && has("rooms") && !has("common"),
            "{programs:?}"
        );
    }

    #[test]
    fn parse_returns_one_part_per_program() {
        let results = parse(LOG);
        let names: Vec<&str> = results.iter().map(|(name, _)| name.as_str()).collect();
        let expected = [
            "core: unit tests",
            "core: fork",
            "core: rooms",
            "core: store",
            "core: threads",
            "core: unit tests of leasing",
        ];
        assert_eq!(names, expected);
        assert_eq!(results[0].1, Ok(PartOutcome::Ran(33)));
        assert_eq!(results[1].1, Ok(PartOutcome::Absent));
        let failed = |test: &str| Err(format!("failed: {test}"));
        assert_eq!(results[2].1, failed("it"));
        assert_eq!(results[3].1, failed("other"));
        assert!(results[4].1.is_err(), "no closing line");
    }
}
