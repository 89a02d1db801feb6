//! `cargo suite platforms`: tests on other platforms, emulated or cross-compiled.
//!
//! [`targets`] lists the platforms. [`core`], [`vectors`], [`c`], [`packages`] and [`source`] run
//! their parts. Each result is a cell in a table of `docs/platforms.md`, which [`page`] compares
//! with the run or writes. The page must give a reason for each part that does not run.

mod c;
mod core;
mod packages;
mod page;
mod source;
mod targets;
mod vectors;

use std::path::Path;
use std::process::Command;
use std::time::Duration;

use crate::environments::emulators;
use crate::outcome::{Failure, Outcome, Unit};
use crate::plan::{Step, Tier};
use crate::run::execute::TAIL_LINES;
use crate::run::process::{Ended, logged, tail};
use crate::run::{Context, LOGS};

use page::Page;
use targets::{Kind, PLATFORMS, Platform};

/// The platforms in `--all`. `--release` runs all of them.
const IN_ALL: [&str; 1] = ["s390x"];

/// The time limit for one command.
const COMMAND_LIMIT: Duration = Duration::from_secs(7200);

/// A step for each platform.
pub(crate) fn steps() -> Vec<Step> {
    PLATFORMS.iter().map(step).collect()
}

fn step(platform: &'static Platform) -> Step {
    let tier = match IN_ALL.contains(&platform.name) {
        true => Tier::All,
        false => Tier::Release,
    };
    // Not `uses_cargo`: the builds have a separate target folder and lock.
    Step::inside(format!("platforms/{}", platform.name), move |context| {
        run_platform(context, platform)
    })
    .of("rust")
    .released()
    .tier(tier)
}

/// Runs all parts of a platform, then compares the results with the page or writes them.
fn run_platform(context: &Context<'_>, platform: &'static Platform) -> Outcome {
    let mut outcome = Outcome::new(Unit::Checks);
    let page = match Page::read(context.root()) {
        Ok(page) => page,
        Err(reason) => {
            outcome.fail(Failure::new(None, "docs/platforms.md", reason));
            return outcome;
        }
    };
    let env = PlatformEnv {
        root: context.root(),
        platform,
        page: &page,
    };
    let results = match run_parts(&env) {
        Ok(results) => results,
        Err(reason) => return Outcome::not_run(reason),
    };
    report(&env, &results, &mut outcome);
    let write = context.shared.settings.write;
    if let Err(reason) = compare_or_write(&env, &results, write, &mut outcome) {
        outcome.fail(Failure::new(None, "docs/platforms.md", reason));
    }
    outcome
}

/// The outcome of a part that did not fail.
#[derive(Clone, Copy, Debug, PartialEq)]
enum PartOutcome {
    /// Ran; the number of checks that passed.
    Ran(u64),
    Linked,
    Checked,
    /// Left out, or empty on this platform.
    Absent,
}

impl PartOutcome {
    /// The text of its cell on the page.
    fn cell(self) -> &'static str {
        match self {
            Self::Ran(_) => "ran",
            Self::Linked => "linked",
            Self::Checked => "checked",
            Self::Absent => "–",
        }
    }
}

/// The name of a part, and its outcome or the reason of its failure.
type PartResult = (String, Result<PartOutcome, String>);

/// The data that all parts of one platform share.
struct PlatformEnv<'a> {
    root: &'a Path,
    platform: &'a Platform,
    page: &'a Page,
}

impl PlatformEnv<'_> {
    /// Runs a command with its output in one of the platform's logs.
    ///
    /// Returns the log's text, and an error if the command failed.
    fn run_logged(&self, command: &mut Command, log_name: &str) -> (String, Result<(), String>) {
        let file = format!("platforms/{}-{log_name}.log", self.platform.name);
        let log = Path::new(LOGS).join(file);
        command.current_dir(self.root);
        let ended = match logged(command, &self.root.join(&log), COMMAND_LIMIT) {
            Ok(Ended::Status(status)) if status.success() => Ok(()),
            Ok(Ended::Status(status)) => Err(format!("ended with {status}: see {}", log.display())),
            Ok(Ended::TimedOut) => Err(format!("killed at its time limit: see {}", log.display())),
            Err(error) => Err(error.to_string()),
        };
        let text = tail(&self.root.join(&log), usize::MAX).join("\n");
        (text, ended)
    }
}

/// Runs all parts of a platform.
///
/// # Errors
/// If the toolchain cannot be fetched.
fn run_parts(env: &PlatformEnv<'_>) -> Result<Vec<PartResult>, String> {
    let parts = match env.platform.kind {
        Kind::Runs { parts, .. } => parts,
        Kind::Links { .. } => {
            return Ok(source::run(env, &emulators::fetch(env.root, "apple")?));
        }
        Kind::Checks => return Ok(source::run(env, &emulators::fetch(env.root, "source")?)),
    };
    let target = emulators::named(env.platform.name)?;
    let toolchain = emulators::fetch(env.root, target.name)?;
    let mut results = Vec::new();
    for part in parts {
        results.extend(part(env, &toolchain, target));
    }
    Ok(results)
}

/// Adds the results to the step's outcome.
///
/// A part also fails if it was left out without a reason on the page, or ran in spite of one.
fn report(env: &PlatformEnv<'_>, results: &[PartResult], outcome: &mut Outcome) {
    let name = env.platform.name;
    for (part, result) in results {
        let shown = match result {
            Ok(PartOutcome::Ran(checks)) => format!("ran, {checks} checks"),
            Ok(ended) => ended.cell().to_owned(),
            Err(_) => "failed".to_owned(),
        };
        outcome.note(format!("{part:<34} {shown}"));
        let explained = |ended: PartOutcome| env.page.explains(name, part, ended).map(|()| ended);
        match result.clone().and_then(explained) {
            Ok(PartOutcome::Ran(checks)) => outcome.passed += checks,
            Ok(_) => outcome.passed += 1,
            Err(reason) => outcome.fail(Failure::new(None, format!("{name}: {part}"), reason)),
        }
    }
}

/// Compares the results with the page, or writes them to it.
fn compare_or_write(
    env: &PlatformEnv<'_>,
    results: &[PartResult],
    write: bool,
    outcome: &mut Outcome,
) -> Result<(), String> {
    let name = env.platform.name;
    if let Kind::Runs { .. } = env.platform.kind {
        for part in env.page.unexplained(name, results) {
            let reason = "did not run, and the page gives no reason";
            outcome.fail(Failure::new(None, format!("{name}: {part}"), reason));
        }
    }
    let cells = results.iter().filter_map(|(part, result)| {
        let ended = result.as_ref().ok()?;
        Some((part.as_str(), ended.cell()))
    });
    let cells: Vec<(&str, &str)> = cells.collect();
    if write {
        // Read the page again: the step of another platform may have written it meanwhile.
        let mut page = Page::read(env.root)?;
        page.set_column(name, &cells);
        return page.write(env.root, PLATFORMS);
    }
    for difference in env.page.differences(name, &cells) {
        outcome.fail(Failure::new(None, name, difference));
    }
    Ok(())
}

/// The last lines of a log.
fn log_tail(text: &str) -> String {
    let lines: Vec<&str> = text.lines().collect();
    lines[lines.len().saturating_sub(TAIL_LINES)..].join("\n")
}
