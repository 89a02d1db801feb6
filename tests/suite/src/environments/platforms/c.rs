//! The C ABI's tests, by the platform's C compiler and the library that was built for it.

use std::process::Command;

use super::core::PROFILE;
use super::{Came, Seen, Work, last_words};
use crate::environments::emulators::{Emulated, Toolchain};

pub(super) fn run(work: &Work<'_>, toolchain: &Toolchain, target: &Emulated) -> Vec<Seen> {
    let mut cargo = toolchain.cargo_for("build", target);
    cargo.args(["--package", "sortid-ffi", "--locked", "--profile", PROFILE]);
    let (log, built) = work.logged(&mut cargo, "library");
    if let Err(why) = built {
        let why = format!("{why}\n{}", last_words(&log));
        return vec![("C".to_owned(), Err(why))];
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
    for program in work.page.left_out(target.name, "C") {
        tests.args(["--without", &program]);
    }
    let (log, ended) = work.logged(&mut tests, "c");
    let seen = read(&log);
    match ended {
        Err(why) if seen.iter().all(|(_, came)| came.is_ok()) => {
            let why = format!("{why}\n{}", last_words(&log));
            [seen, vec![("C".to_owned(), Err(why))]].concat()
        }
        _ => seen,
    }
}

/// What the tests told of each program.
fn read(log: &str) -> Vec<Seen> {
    let told = log.lines().filter_map(|line| {
        let (verdict, rest) = line.split_once(' ')?;
        let (name, checks) = rest
            .trim_start()
            .split_once(", ")
            .unwrap_or((rest.trim_start(), "1"));
        let count = checks
            .split(' ')
            .next()
            .and_then(|count| count.parse().ok());
        let came = match verdict {
            "ok" => Ok(Came::Ran(count.unwrap_or(1))),
            "FAILED" => Err("failed".to_owned()),
            "LEFT" => Ok(Came::Absent),
            _ => return None,
        };
        Some((format!("C: {}", name.trim_start_matches("OUT ")), came))
    });
    told.collect()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn every_program_is_a_part() {
        let log = "ok      api, 812 checks\nFAILED  fork\n        it says why\nLEFT OUT threads\nok      one\n813 passed, 1 failed";
        let seen = read(log);
        assert_eq!(seen[0], ("C: api".to_owned(), Ok(Came::Ran(812))));
        assert_eq!(seen[1].0, "C: fork");
        assert!(seen[1].1.is_err());
        assert_eq!(seen[2], ("C: threads".to_owned(), Ok(Came::Absent)));
        assert_eq!(seen[3], ("C: one".to_owned(), Ok(Came::Ran(1))));
        assert_eq!(seen.len(), 4);
    }
}
