//! A script as a part of a section: its line, its checks, and what it means that it could not run.

use std::path::Path;
use std::time::Instant;

use crate::console::seconds;
use crate::report::{Failure, LOG, Section};
use crate::steps::LOGS;
use crate::suite::Run;
use crate::tap::Tap;

/// A program that tells its checks by lines.
pub(crate) struct Script<'a> {
    /// What it is called.
    pub(crate) name: &'a str,
    /// Its path from the root.
    pub(crate) program: &'a Path,
    /// What it is given.
    pub(crate) arguments: &'a [&'a str],
    /// Its log's name.
    pub(crate) log: &'a str,
    /// The language whose package it tests, if it tests one.
    pub(crate) language: Option<&'static str>,
    /// The names of which each, in `--without`, allows that it does not run.
    pub(crate) excused_by: &'a [&'a str],
}

impl Script<'_> {
    /// Runs it, and counts its checks.
    pub(crate) fn run(&self, run: &mut Run<'_>, section: &mut Section) {
        let name = self.name;
        run.console.begin(&format!("  {name:<16} "));
        let log = Path::new(LOGS).join(format!("{}.log", self.log));
        let started = Instant::now();
        let told = Tap::by(
            &run.root,
            self.program,
            self.arguments,
            &run.root.join(&log),
        );
        told.print(run.console, &seconds(started.elapsed()));
        section.passed += told.passed.len() as u64;
        for reason in told.failed {
            let mut failure = Failure::new(self.language, name, reason);
            failure.details.push((LOG, log.display().to_string()));
            section.fail(failure);
        }
        let Some(reason) = told.not_run else { return };
        run.report.not_run(name, &reason);
        let excused = |named: &String| self.excused_by.contains(&named.as_str());
        if !run.args.without.iter().any(excused) {
            let what = format!("{name}: NOT RUN");
            section.fail(Failure::new(self.language, what, reason));
        }
    }
}

#[cfg(all(test, unix))]
mod tests {
    use super::*;
    use crate::args::Args;
    use crate::console::Console;

    /// What a script of the shell comes to, with these names excused: passed, failed, and how many did not run.
    fn ran(line: &str, without: &[&str]) -> (u64, u64, usize) {
        let args = Args {
            without: without.iter().map(|name| (*name).to_owned()).collect(),
            ..Args::default()
        };
        let console = Console::for_stdout();
        let mut run = Run::new(&args, &console);
        let mut section = Section::new("scripts");
        let script = Script {
            name: "part",
            program: Path::new("/bin/sh"),
            arguments: &["-c", line],
            log: "test-of-scripts",
            language: None,
            excused_by: &["part", "server"],
        };
        script.run(&mut run, &mut section);
        let not_run = run.report.json()["not_run"].as_array().map_or(0, Vec::len);
        (section.passed, section.failed, not_run)
    }

    // One test, as they share a log.
    #[test]
    fn checks_count_and_what_cannot_run_fails_unless_it_is_excused() {
        let lines = "echo ok one; echo not ok two: because; echo ok three";
        assert_eq!(ran(lines, &[]), (2, 1, 0));
        let missing = "echo NOT RUN: no server; exit 77";
        assert_eq!(ran(missing, &[]), (0, 1, 1));
        assert_eq!(ran(missing, &["other"]), (0, 1, 1));
        assert_eq!(ran(missing, &["server"]), (0, 0, 1));
        assert_eq!(ran(missing, &["part"]), (0, 0, 1));
        // What is excused and runs nevertheless is held to what it says.
        assert_eq!(ran("echo not ok one: x", &["part"]), (0, 1, 0));
    }
}
