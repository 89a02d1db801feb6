//! Runs the C ABI's tests, compiled by the platform's C compiler, against the platform's library.

use std::process::Command;

use super::core::PROFILE;
use super::{PartOutcome, PartResult, PlatformEnv, log_tail};
use crate::environments::emulators::{Target, Toolchain};

pub(super) fn run(
    env: &PlatformEnv<'_>,
    toolchain: &Toolchain,
    target: &Target,
) -> Vec<PartResult> {
    let mut cargo = toolchain.cargo_for("build", target);
    cargo.args(["--package", "sortid-ffi", "--locked", "--profile", PROFILE]);
    let (log, built) = env.run_logged(&mut cargo, "library");
    if let Err(reason) = built {
        let reason = format!("{reason}\n{}", log_tail(&log));
        return vec![("C".to_owned(), Err(reason))];
    }
    let mut tests = Command::new("cargo");
    tests
        .args(["run", "--quiet", "--package", "sortid-c-tests", "--", "c"])
        .arg("--libraries")
        .arg(toolchain.built(target, PROFILE))
        .arg("--compiler")
        .arg(toolchain.tool(&format!("{}-cc", target.name)))
        .arg("--runner")
        .arg(toolchain.tool(&format!("{}-run", target.name)));
    for program in env.page.left_out(target.name, "C") {
        tests.args(["--without", &program]);
    }
    let (log, ended) = env.run_logged(&mut tests, "c");
    let results = parse(&log);
    match ended {
        Err(reason) if results.iter().all(|(_, result)| result.is_ok()) => {
            let reason = format!("{reason}\n{}", log_tail(&log));
            [results, vec![("C".to_owned(), Err(reason))]].concat()
        }
        _ => results,
    }
}

/// Parses the result of each test program from the log.
fn parse(log: &str) -> Vec<PartResult> {
    let results = log.lines().filter_map(|line| {
        let (verdict, rest) = line.split_once(' ')?;
        let (name, checks) = rest
            .trim_start()
            .split_once(", ")
            .unwrap_or((rest.trim_start(), "1"));
        let count = checks
            .split(' ')
            .next()
            .and_then(|count| count.parse().ok());
        let result = match verdict {
            "ok" => Ok(PartOutcome::Ran(count.unwrap_or(1))),
            "FAILED" => Err("failed".to_owned()),
            "LEFT" => Ok(PartOutcome::Absent),
            _ => return None,
        };
        Some((format!("C: {}", name.trim_start_matches("OUT ")), result))
    });
    results.collect()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn parse_returns_one_part_per_program() {
        let log = "ok      api, 812 checks\nFAILED  fork\n        it says why\nLEFT OUT threads\nok      one\n813 passed, 1 failed";
        let results = parse(log);
        assert_eq!(results[0], ("C: api".to_owned(), Ok(PartOutcome::Ran(812))));
        assert_eq!(results[1].0, "C: fork");
        assert!(results[1].1.is_err());
        assert_eq!(
            results[2],
            ("C: threads".to_owned(), Ok(PartOutcome::Absent))
        );
        assert_eq!(results[3], ("C: one".to_owned(), Ok(PartOutcome::Ran(1))));
        assert_eq!(results.len(), 4);
    }
}
