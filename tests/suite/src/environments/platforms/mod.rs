//! `cargo suite platforms`: the core's tests, the vectors and the C ABI's tests where this machine is another one, or passes for it.
//!
//! What came of each is a cell of a table of `docs/platforms.md`: [`page`] holds what was seen against it, or writes it. What does not run must have
//! its reason there. [`targets`] is the list; [`core`], [`vectors`], [`c`] and [`source`] are what is done for each.

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

/// The platforms that `--all` has. `--release` has all of them.
const IN_ALL: [&str; 1] = ["s390x"];

/// The longest that one command for a platform may take.
const MOST: Duration = Duration::from_secs(7200);

/// A step for each platform.
pub(crate) fn steps() -> Vec<Step> {
    PLATFORMS.iter().map(step).collect()
}

fn step(platform: &'static Platform) -> Step {
    let tier = match IN_ALL.contains(&platform.name) {
        true => Tier::All,
        false => Tier::Release,
    };
    // Its builds have a folder of their own, and wait for nobody's lock.
    Step::inside(format!("platforms/{}", platform.name), move |context| {
        through(context, platform)
    })
    .of("rust")
    .released()
    .tier(tier)
}

/// Runs all parts of a platform, and compares what was seen with the page, or writes it there.
fn through(context: &Context<'_>, platform: &'static Platform) -> Outcome {
    let mut outcome = Outcome::new(Unit::Checks);
    let page = match Page::read(context.root()) {
        Ok(page) => page,
        Err(reason) => {
            outcome.fail(Failure::new(None, "docs/platforms.md", reason));
            return outcome;
        }
    };
    let work = Work {
        root: context.root(),
        platform,
        page: &page,
    };
    let seen = match work_through(&work) {
        Ok(seen) => seen,
        Err(reason) => return Outcome::not_run(reason),
    };
    tell(&work, &seen, &mut outcome);
    if let Err(reason) = hold(&work, &seen, context.shared.settings.write, &mut outcome) {
        outcome.fail(Failure::new(None, "docs/platforms.md", reason));
    }
    outcome
}

/// What came of a part on a platform.
#[derive(Clone, Copy, Debug, PartialEq)]
enum Came {
    /// It ran, so many checks passed.
    Ran(u64),
    Linked,
    Checked,
    /// Nothing of it is there.
    Absent,
}

impl Came {
    /// As the page has it.
    fn word(self) -> &'static str {
        match self {
            Came::Ran(_) => "ran",
            Came::Linked => "linked",
            Came::Checked => "checked",
            Came::Absent => "–",
        }
    }
}

/// What was seen of a part: what came of it, or why it failed.
type Seen = (String, Result<Came, String>);

/// A platform at work.
struct Work<'a> {
    root: &'a Path,
    platform: &'a Platform,
    page: &'a Page,
}

impl Work<'_> {
    /// Runs a command, all of whose output goes to a log of the platform; the text of the log, and whether the command succeeded.
    fn logged(&self, command: &mut Command, what: &str) -> (String, Result<(), String>) {
        let log = Path::new(LOGS).join(format!("platforms/{}-{what}.log", self.platform.name));
        let ended = match logged(command.current_dir(self.root), &self.root.join(&log), MOST) {
            Ok(Ended::Status(status)) if status.success() => Ok(()),
            Ok(Ended::Status(status)) => Err(format!("ended with {status}: see {}", log.display())),
            Ok(Ended::TimedOut) => Err(format!("was killed at its limit: see {}", log.display())),
            Err(error) => Err(error.to_string()),
        };
        let text = tail(&self.root.join(&log), usize::MAX).join("\n");
        (text, ended)
    }
}

/// All parts of a platform; the error says why its toolchain cannot be had.
fn work_through(work: &Work<'_>) -> Result<Vec<Seen>, String> {
    let parts = match work.platform.kind {
        Kind::Runs { parts, .. } => parts,
        Kind::Links { .. } => {
            return Ok(source::run(work, &emulators::fetch(work.root, "apple")?));
        }
        Kind::Checks => return Ok(source::run(work, &emulators::fetch(work.root, "source")?)),
    };
    let target = emulators::named(work.platform.name)?;
    let toolchain = emulators::fetch(work.root, target.name)?;
    let mut seen = Vec::new();
    for part in parts {
        seen.extend(part(work, &toolchain, target));
    }
    Ok(seen)
}

/// Tells what was seen.
fn tell(work: &Work<'_>, seen: &[Seen], outcome: &mut Outcome) {
    let name = work.platform.name;
    for (part, came) in seen {
        let told = match came {
            Ok(Came::Ran(checks)) => format!("ran, {checks} checks"),
            Ok(came) => came.word().to_owned(),
            Err(_) => "failed".to_owned(),
        };
        outcome.note(format!("{part:<34} {told}"));
        let explained = |came: Came| work.page.explains(name, part, came).map(|()| came);
        match came.clone().and_then(explained) {
            Ok(Came::Ran(checks)) => outcome.passed += checks,
            Ok(_) => outcome.passed += 1,
            Err(why) => outcome.fail(Failure::new(None, format!("{name}: {part}"), why)),
        }
    }
}

/// Holds what was seen against the page, or writes it there.
fn hold(work: &Work<'_>, seen: &[Seen], write: bool, outcome: &mut Outcome) -> Result<(), String> {
    let name = work.platform.name;
    if let Kind::Runs { .. } = work.platform.kind {
        for part in work.page.unexplained(name, seen) {
            let why = "nothing was seen of it, and it has no reason on the page";
            outcome.fail(Failure::new(None, format!("{name}: {part}"), why));
        }
    }
    let words = seen.iter().filter_map(|(part, came)| {
        let came = came.as_ref().ok()?;
        Some((part.as_str(), came.word()))
    });
    let words: Vec<(&str, &str)> = words.collect();
    if write {
        // As it is by now: others may have written.
        let mut page = Page::read(work.root)?;
        page.note(name, &words);
        return page.write(work.root, PLATFORMS);
    }
    for why in work.page.differs(name, &words) {
        outcome.fail(Failure::new(None, name, why));
    }
    Ok(())
}

/// The last lines of a log, for a failure.
fn last_words(text: &str) -> String {
    let lines: Vec<&str> = text.lines().collect();
    lines[lines.len().saturating_sub(TAIL_LINES)..].join("\n")
}
