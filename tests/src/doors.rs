//! The doors: programs outside the tree that get sortid as their users do, from the packages that were built.
//!
//! A door is a folder `tests/doors/LANGUAGE-WHAT`, or one named for a tool or a registry of that language, with a script `run`. It is given
//! `SORTID_REPO`, the root, and `SORTID_TARGET`, the folder of all that is built; it prints `ok NAME` or `not ok NAME: why` for each of its checks,
//! and ends with 77 after `NOT RUN: why` where something it needs cannot be had.

use std::path::{Path, PathBuf};
use std::process::Command;
use std::time::Instant;

use crate::console::{Console, seconds};
use crate::languages::{LANGUAGES, Language};
use crate::report::{Failure, Section, print_failures};
use crate::steps::{LOGS, NOT_RUN, TAIL_LINES, logged, tail, why_not};
use crate::suite::Run;

/// The doors that the whole suite goes through, one of each ecosystem.
const OF_THE_SUITE: &[&str] = &[
    "rust-crate",
    "meson",
    "python-package",
    "node-esm",
    "swift-git",
    "kotlin-2.1",
];

const FOLDER: &str = "tests/doors";

/// What doors are named for besides languages: the tools and registries that packages come by, each with the language whose package that is.
const COMES_BY: &[(&str, &str)] = &[
    ("cargo", "rust"),
    ("cmake", "c"),
    ("conan", "c"),
    ("java", "kotlin"),
    ("maven", "kotlin"),
    ("meson", "c"),
    ("npm", "node"),
    ("pypi", "python"),
    ("swiftpm", "swift"),
    ("vcpkg", "c"),
];

/// One consumer.
#[derive(Clone, Debug, PartialEq)]
pub(crate) struct Door {
    name: String,
}

impl Door {
    /// The language whose package it uses, by how its name begins.
    pub(crate) fn language(&self) -> Option<&'static str> {
        let first = self.name.split('-').next()?;
        let tool = COMES_BY.iter().find(|(tool, _)| *tool == first);
        let language = tool.map_or(first, |(_, language)| language);
        let mut names = LANGUAGES.iter().map(|language| language.name);
        names.find(|name| *name == language)
    }

    fn script(&self) -> PathBuf {
        [FOLDER, &self.name, "run"].iter().collect()
    }
}

/// The doors of the whole suite.
pub(crate) fn of_the_suite() -> Vec<Door> {
    OF_THE_SUITE.iter().map(|name| door(name)).collect()
}

/// The doors of these names, every one where there is no name.
pub(crate) fn chosen(root: &Path, names: &[String]) -> Result<Vec<Door>, String> {
    let all = all(root)?;
    if names.is_empty() {
        return Ok(all);
    }
    let there: Vec<&str> = all.iter().map(|door| door.name.as_str()).collect();
    match names.iter().find(|name| !there.contains(&name.as_str())) {
        Some(name) => Err(format!(
            "unknown door {name:?}; there are {}",
            there.join(", ")
        )),
        None => Ok(names.iter().map(|name| door(name)).collect()),
    }
}

fn door(name: &str) -> Door {
    Door {
        name: name.to_owned(),
    }
}

/// Every door, by name.
fn all(root: &Path) -> Result<Vec<Door>, String> {
    let folder = root.join(FOLDER);
    let told = |error: std::io::Error| format!("{}: {error}", folder.display());
    let mut doors = Vec::new();
    for entry in folder.read_dir().map_err(told)? {
        let entry = entry.map_err(told)?;
        // What several doors share is none itself.
        if entry.path().join("run").is_file() {
            doors.push(door(&entry.file_name().to_string_lossy()));
        }
    }
    doors.sort_unstable_by(|one, other| one.name.cmp(&other.name));
    Ok(doors)
}

/// Goes through doors whose languages are ready; of the others the build has told.
pub(crate) fn run(run: &mut Run<'_>, ready: &[&'static Language], doors: &[Door]) -> Section {
    let mut section = Section::new("doors");
    for door in doors {
        match door.language() {
            None => section.fail(Failure::new(None, &door.name, "named for no language")),
            Some(language) if ready.iter().any(|ready| ready.name == language) => {
                through(run, door, language, &mut section);
            }
            Some(_) => {}
        }
    }
    print_failures(run.console, &section.failures);
    section
}

/// Goes through one door.
fn through(run: &mut Run<'_>, door: &Door, language: &'static str, section: &mut Section) {
    let name = &door.name;
    run.console.begin(&format!("  {name:<16} "));
    let log = Path::new(LOGS).join(format!("door-{name}.log"));
    let started = Instant::now();
    let status = go(&run.root, door, &run.root.join(&log));
    let lines = tail(&run.root.join(&log), usize::MAX);
    let told = Told::new(&lines, status);
    told.print(run.console, &seconds(started.elapsed()));
    if told.ended_badly {
        for line in lines.iter().skip(lines.len().saturating_sub(TAIL_LINES)) {
            run.console.line(&format!("    | {line}"));
        }
    }
    section.passed += told.passed.len() as u64;
    for reason in told.failed {
        let mut failure = Failure::new(Some(language), name, reason);
        failure.details.push(("log", log.display().to_string()));
        section.fail(failure);
    }
    let Some(reason) = told.not_run else { return };
    run.report.not_run(name, &reason);
    let excused = |named: &String| named == name || named == language;
    if !run.args.without.iter().any(excused) {
        let what = format!("{name}: NOT RUN");
        section.fail(Failure::new(Some(language), what, reason));
    }
}

/// Runs a door's script; its status, if it ended by itself.
fn go(root: &Path, door: &Door, log: &Path) -> Result<i32, String> {
    let root = root.canonicalize().map_err(|error| error.to_string())?;
    let target =
        std::env::var_os("CARGO_TARGET_DIR").map_or_else(|| root.join("target"), PathBuf::from);
    let target = std::path::absolute(target).map_err(|error| error.to_string())?;
    let mut script = Command::new(root.join(door.script()));
    script
        .current_dir(&root)
        .env("SORTID_REPO", &root)
        .env("SORTID_TARGET", target);
    match logged(&mut script, log) {
        Ok(status) => status.code().ok_or_else(|| format!("ended with {status}")),
        Err(error) => Err(format!("cannot run {}: {error}", door.script().display())),
    }
}

/// What a door told.
#[derive(Debug, Default, PartialEq)]
struct Told {
    passed: Vec<String>,
    failed: Vec<String>,
    not_run: Option<String>,
    /// Whether the script failed beside its checks: then its log tells more than it did.
    ended_badly: bool,
}

impl Told {
    fn new(lines: &[String], status: Result<i32, String>) -> Self {
        let after = |prefix: &str| -> Vec<String> {
            let told = lines.iter().filter_map(|line| line.strip_prefix(prefix));
            told.map(str::to_owned).collect()
        };
        let mut told = Self {
            passed: after("ok "),
            failed: after("not ok "),
            ..Self::default()
        };
        let reason = match status {
            Ok(NOT_RUN) if told.failed.is_empty() => {
                told.not_run = Some(why_not(lines.iter().map(String::as_str)));
                return told;
            }
            Ok(0) if !after("NOT RUN: ").is_empty() => {
                "says NOT RUN, and ends as if it had".to_owned()
            }
            Ok(0) if told.passed.is_empty() && told.failed.is_empty() => {
                "checks nothing".to_owned()
            }
            // What failed was told.
            Ok(0) => return told,
            Ok(_) if !told.failed.is_empty() => return told,
            Ok(code) => format!("ended with exit status {code}"),
            Err(reason) => reason,
        };
        told.ended_badly = true;
        told.failed.push(reason);
        told
    }

    fn print(&self, console: &Console, took: &str) {
        let verdict = match (&self.not_run, self.failed.len()) {
            (Some(reason), _) => format!("{}: {reason}", console.bad("NOT RUN")),
            (None, 0) => format!("{} {took}", console.good("ok")),
            (None, _) => format!("{} {took}", console.bad("failed")),
        };
        console.line(&verdict);
        for name in &self.passed {
            console.line(&format!("    ok {name}"));
        }
        for reason in &self.failed {
            console.line(&format!("    {} {reason}", console.bad("not ok")));
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn told(lines: &str, status: i32) -> Told {
        let lines: Vec<String> = lines.lines().map(str::to_owned).collect();
        Told::new(&lines, Ok(status))
    }

    #[test]
    fn checks_are_counted_by_their_lines() {
        let told = told(
            "noise\nok one\nnot ok two: because\nok three\nnot okay\n",
            1,
        );
        assert_eq!(told.passed, ["one", "three"]);
        assert_eq!(told.failed, ["two: because"]);
        assert!(!told.ended_badly);
    }

    #[test]
    fn a_check_that_failed_fails_whatever_the_status() {
        assert_eq!(told("ok one\nnot ok two: x\n", 0).failed.len(), 1);
    }

    #[test]
    fn a_door_that_ends_badly_or_checks_nothing_fails() {
        assert_eq!(told("ok one\n", 3).failed, ["ended with exit status 3"]);
        assert_eq!(told("noise\n", 0).failed, ["checks nothing"]);
        assert!(told("", 1).ended_badly);
        let killed = Told::new(
            &["ok one".to_owned()],
            Err("ended with a signal".to_owned()),
        );
        assert_eq!(killed.failed, ["ended with a signal"]);
    }

    #[test]
    fn what_did_not_run_is_no_success() {
        let told = |lines, status| told(lines, status);
        assert_eq!(
            told("NOT RUN: no compiler\n", 77).not_run.as_deref(),
            Some("no compiler")
        );
        assert_eq!(told("", 77).not_run.as_deref(), Some("it does not say why"));
        assert_eq!(told("NOT RUN: no compiler\n", 0).failed.len(), 1);
        // A failure before is not undone.
        let after = told("not ok one: x\nNOT RUN: no compiler\n", 77);
        assert_eq!((after.not_run, after.failed.len()), (None, 1));
    }

    #[test]
    fn a_door_s_name_tells_its_language() {
        assert_eq!(door("kotlin-2.1").language(), Some("kotlin"));
        assert_eq!(door("maven-central").language(), Some("kotlin"));
        assert_eq!(door("c").language(), Some("c"));
        assert_eq!(door("cobol-2.1").language(), None);
        for (tool, _) in COMES_BY {
            assert!(door(tool).language().is_some(), "{tool}");
        }
    }

    #[test]
    fn every_door_is_named_for_a_language() {
        let root = Path::new(env!("CARGO_MANIFEST_DIR")).join("..");
        let doors = all(&root).expect("the folder of doors");
        for door in &doors {
            assert!(door.language().is_some(), "{}", door.name);
        }
        for door in of_the_suite() {
            assert!(doors.contains(&door), "{}", door.name);
        }
        assert!(chosen(&root, &["nowhere".to_owned()]).is_err());
    }

    #[test]
    fn the_suite_has_one_door_of_each_ecosystem() {
        let doors = of_the_suite();
        let through: Vec<&str> = doors.iter().filter_map(Door::language).collect();
        // C++ comes with C.
        let all = LANGUAGES.iter().map(|language| language.name);
        let all: Vec<&str> = all.filter(|name| *name != "cpp").collect();
        assert_eq!(through, all);
    }
}
