//! Executes one step: starts its program, reads its log, and determines the result.

use std::fs;
use std::io::Read;
use std::path::{Path, PathBuf};
use std::process::{Command, Stdio};
use std::thread;
use std::time::Duration;

use super::process::{Ended, Owner, create, logged, spawn, tail, within};
use super::{Context, LOGS, Shared, lock};
use crate::outcome::{Failure, LOG, Outcome, Unit};
use crate::plan::{Action, Program, Step};
use crate::tap::Tap;
use crate::test_counts;

/// The exit status of a program without its requirements, after `NOT RUN: what, how to get it`.
pub(crate) const NOT_RUN: i32 = 77;

/// The number of lines of a log that a failure shows.
pub(crate) const TAIL_LINES: usize = 25;

/// The start of a line with which a Rust test reports a skip: `SKIPPED name: reason`.
const SKIPPED: &str = "SKIPPED ";

/// A step's log, relative to the root.
pub(crate) fn log_of(step: &str) -> PathBuf {
    Path::new(LOGS).join(format!("{step}.log"))
}

/// Executes a step, with retries if it has any.
pub(crate) fn execute(step: &Step, shared: &Shared, limit: Duration) -> Outcome {
    let mut attempt = 1;
    loop {
        let outcome = once(step, shared, limit);
        if outcome.failed == 0 || attempt == step.attempts {
            return outcome;
        }
        // A registry that fails now may recover soon.
        thread::sleep(Duration::from_secs(1 << attempt));
        attempt += 1;
    }
}

fn once(step: &Step, shared: &Shared, limit: Duration) -> Outcome {
    let log = log_of(&step.name);
    let context = Context {
        shared,
        is_released: step.is_released,
    };
    let outcome = match &step.action {
        Action::Inside(action) => {
            let owner = Owner::new();
            let work = || owner.while_doing(|| action(&context));
            let (mut outcome, in_time) = within(limit, || owner.stop(), work);
            if !in_time {
                let reason = "did not end within its time limit: its programs were killed";
                outcome.fail(Failure::new(step.language, &step.name, reason));
            }
            write_log(&shared.root.join(&log), &outcome);
            outcome
        }
        Action::Program(program) => {
            let ended = run(step, &context, program, &log, limit);
            of_program(step, shared, &log, ended)
        }
        Action::Tap(program) => {
            let ended = run(step, &context, program, &log, limit);
            of_tap(step, shared, &log, ended)
        }
        Action::TestProgram {
            package,
            target,
            folder,
        } => {
            let built = lock(&shared.programs);
            let built = built.get(&(package.clone(), target.clone())).cloned();
            let Some(built) = built else {
                let mut outcome = Outcome::new(step.unit);
                let reason = "the build step did not build the test program";
                outcome.fail(Failure::new(step.language, &step.name, reason));
                return outcome;
            };
            let program = Program {
                path: built.path.to_string_lossy().into_owned(),
                arguments: Vec::new(),
                // As set by cargo.
                variables: vec![(
                    "CARGO_MANIFEST_DIR".to_owned(),
                    folder.to_string_lossy().into_owned(),
                )],
                folder: Some(folder.clone()),
            };
            let ended = run(step, &context, &program, &log, limit);
            of_program(step, shared, &log, ended)
        }
    };
    let is_build = ["build", "build-release"].contains(&step.short());
    if let (Some(language), true) = (step.language, is_build && outcome.is_good()) {
        shared.is_ready(language);
    }
    outcome
}

/// Starts a program of a step. Returns an error if it cannot be started.
fn run(
    step: &Step,
    context: &Context<'_>,
    program: &Program,
    log: &Path,
    limit: Duration,
) -> Result<Ended, String> {
    let mut command = command(context, program);
    let settings = &context.shared.settings;
    if settings.extra_for.contains(&step.name) {
        command.args(&settings.extra);
    }
    logged(&mut command, &context.root().join(log), limit)
        .map_err(|error| format!("cannot start {}: {error}", program.path))
}

/// The command of a program, with the environment of all steps.
fn command(context: &Context<'_>, program: &Program) -> Command {
    let shared = context.shared;
    let path = match program.path.contains('/') {
        true => shared.root.join(&program.path),
        false => PathBuf::from(&program.path),
    };
    let mut command = Command::new(path);
    command
        .args(&program.arguments)
        .current_dir(program.folder.as_ref().unwrap_or(&shared.root));
    environment(context, &mut command);
    command.envs(program.variables.iter().map(|(name, value)| (name, value)));
    command
}

/// Sets the variables that all programs of the suite read.
pub(crate) fn environment(context: &Context<'_>, command: &mut Command) {
    let shared = context.shared;
    command
        .env("SORTID_REPO", &shared.root)
        .env("SORTID_TARGET", &shared.target);
    if context.is_released {
        command
            .env_remove("SORTID_BUILT")
            .env("SORTID_TESTS", "all");
    } else {
        command
            .env("SORTID_BUILT", shared.built())
            .env("SORTID_TESTS", "quick");
    }
}

/// The result of a program whose log has the closing lines of a test runner.
fn of_program(step: &Step, shared: &Shared, log: &Path, ended: Result<Ended, String>) -> Outcome {
    let text = fs::read(shared.root.join(log)).unwrap_or_default();
    let text = String::from_utf8_lossy(&text);
    let mut outcome = Outcome::new(step.unit);
    let failure = match ended {
        Ok(Ended::Status(status)) if status.code() == Some(NOT_RUN) => {
            return Outcome::not_run(why_not(text.lines()));
        }
        Ok(Ended::Status(status)) if status.success() => None,
        Ok(Ended::Status(status)) => Some(format!("ended with {status}")),
        Ok(Ended::TimedOut) => Some("did not end within its time limit, and was killed".to_owned()),
        Err(reason) => Some(reason),
    };
    let counts = match step.action {
        Action::TestProgram { .. } => test_counts::count_rust(&text, failure.is_some()),
        _ => test_counts::count(&text, failure.is_some()),
    };
    let failure = failure.or_else(|| {
        (counts.failed > 0)
            .then(|| format!("{} tests failed, but the exit status is 0", counts.failed))
    });
    outcome.passed = match step.counts_once {
        true => counts.passed.min(1),
        false => counts.passed,
    };
    outcome.failed = counts.failed;
    outcome.skipped = vec![String::from("skipped by its test runner"); counts.skipped as usize];
    for line in text.lines().filter_map(skipped_test) {
        // The test runner counts it as passed.
        outcome.passed = outcome.passed.saturating_sub(1);
        outcome.skipped.push(line.to_owned());
    }
    if let Some(reason) = failure {
        let mut failure = Failure::new(step.language, &step.name, reason);
        failure.details.push((LOG, log.display().to_string()));
        outcome.failures.push(failure);
    }
    outcome
}

/// The name of the test and the reason, in the line of a skipped Rust test.
fn skipped_test(line: &str) -> Option<&str> {
    // With one thread, the test runner has already printed the start of the line: `test a_test ...
    // `.
    let line = line.split_once(" ... ").map_or(line, |(_, rest)| rest);
    line.strip_prefix(SKIPPED)
}

/// The result of a program that prints its checks.
fn of_tap(step: &Step, shared: &Shared, log: &Path, ended: Result<Ended, String>) -> Outcome {
    let status = match ended {
        Ok(Ended::Status(status)) => status.code().ok_or_else(|| format!("ended with {status}")),
        Ok(Ended::TimedOut) => Err("did not end within its time limit, and was killed".to_owned()),
        Err(reason) => Err(reason),
    };
    let tap = Tap::read(tail(&shared.root.join(log), usize::MAX), status);
    let mut outcome = Outcome::new(step.unit);
    tap.add_to(&mut outcome, step.language, &step.name, log);
    outcome
}

/// The reason that a program printed for not running.
pub(crate) fn why_not<'a>(lines: impl Iterator<Item = &'a str>) -> String {
    let reasons = lines.filter_map(|line| line.strip_prefix("NOT RUN: "));
    reasons.last().unwrap_or("no reason was printed").to_owned()
}

/// Runs a command and returns its standard output. Its standard error goes to a log.
///
/// # Errors
/// If it fails, with its exit status.
pub(crate) fn with_output(command: &mut Command, log: &Path) -> Result<String, String> {
    let shown = command.get_program().to_string_lossy().into_owned();
    let failed = |error: std::io::Error| format!("cannot start {shown}: {error}");
    command
        .env("CARGO_TERM_COLOR", "never")
        .stdin(Stdio::null())
        .stdout(Stdio::piped())
        .stderr(create(log).map_err(failed)?);
    let mut group = spawn(command).map_err(failed)?;
    let mut bytes = Vec::new();
    if let Some(mut stdout) = group.child.stdout.take() {
        stdout.read_to_end(&mut bytes).map_err(failed)?;
    }
    match group.child.wait().map_err(failed)? {
        status if status.success() => Ok(String::from_utf8_lossy(&bytes).into_owned()),
        status => Err(format!("{shown} ended with {status}")),
    }
}

/// Writes the result of a runner's step in the format of a program's log.
fn write_log(log: &Path, outcome: &Outcome) {
    let mut text = String::new();
    for note in &outcome.notes {
        text += &format!("{note}\n");
    }
    for failure in &outcome.failures {
        text += &format!("FAILED {}\n", failure.title());
        for (heading, detail) in &failure.details {
            text += &format!("    {heading}: {detail}\n");
        }
    }
    // Ignore errors: the failures are also printed.
    let _ = create(log).and_then(|_| fs::write(log, text));
}

/// A result that counts as one check.
pub(crate) fn one_check(failure: Option<Failure>) -> Outcome {
    let mut outcome = Outcome::new(Unit::Checks);
    outcome.check(failure);
    outcome
}

#[cfg(all(test, unix))]
mod tests {
    use super::*;
    use crate::run::Settings;

    fn ran(name: &str, script: &str, is_tap: bool) -> Outcome {
        let shared = Shared::new(Settings::default()).expect("the repository");
        let name = format!("self-test/{name}");
        let step = match is_tap {
            true => Step::tap(name, "sh", &["-c", script]),
            false => Step::program(name, "sh", &["-c", script]),
        };
        execute(&step, &shared, Duration::from_secs(60))
    }

    #[test]
    fn program_without_its_requirements_neither_passes_nor_fails() {
        let missing = ran("missing", "echo NOT RUN: no tool; exit 77", false);
        assert_eq!(missing.not_run.as_deref(), Some("no tool"));
        assert_eq!((missing.passed, missing.failed), (0, 0));
        let silent = ran("silent", "exit 77", false);
        assert_eq!(silent.not_run.as_deref(), Some("no reason was printed"));
        let failed = ran("failed", "echo NOT RUN: no tool; exit 1", false);
        assert_eq!((failed.not_run, failed.failed), (None, 1));
    }

    #[test]
    fn program_without_tests_is_one_check() {
        let passed = ran("true", "true", false);
        assert_eq!((passed.passed, passed.failed), (1, 0));
    }

    #[test]
    fn skipped_test_is_subtracted_from_passed_ones() {
        let script = "echo SKIPPED a_test: no unshare; echo 'test result: ok. 3 passed; 0 failed'";
        let outcome = ran("skipped", script, false);
        assert_eq!((outcome.passed, outcome.failed), (2, 0));
        assert_eq!(outcome.skipped, ["a_test: no unshare"]);
        let begun = skipped_test("test a_test ... SKIPPED a_test: no unshare");
        assert_eq!(begun, Some("a_test: no unshare"));
    }

    #[test]
    fn checks_of_a_script_are_counted() {
        let script = "echo ok one; echo not ok two: because; echo ok three";
        let outcome = ran("tap", script, true);
        assert_eq!((outcome.passed, outcome.failed), (2, 1));
        let missing = ran("tap-missing", "echo NOT RUN: no server; exit 77", true);
        assert_eq!(missing.not_run.as_deref(), Some("no server"));
    }

    #[test]
    fn program_that_hangs_is_killed_and_fails() {
        let shared = Shared::new(Settings::default()).expect("the repository");
        let step = Step::program("self-test/hang", "sh", &["-c", "echo begun; sleep 1000"]);
        let outcome = execute(&step, &shared, Duration::from_millis(200));
        assert_eq!(outcome.failed, 1);
        assert!(outcome.failures[0].details[0].1.contains("time limit"));
    }

    #[test]
    fn download_is_retried() {
        let shared = Shared::new(Settings::default()).expect("the repository");
        let file = shared.root.join(LOGS).join("self-test/attempts");
        let _ = fs::remove_file(&file);
        let script = format!("echo x >> '{0}'; test $(wc -l < '{0}') = 2", file.display());
        let step = Step::program("self-test/download", "sh", &["-c", &script]).downloads();
        let outcome = execute(&step, &shared, Duration::from_secs(60));
        assert!(outcome.is_good(), "{outcome:?}");
    }
}
