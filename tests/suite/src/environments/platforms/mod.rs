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
use std::time::Instant;

use crate::console::Console;
use crate::environments::emulators;
use crate::report::{Failure, Report, Section, print_failures};
use crate::steps::{LOGS, NOT_RUN, TAIL_LINES, logged, tail};

use page::Page;
use targets::{Kind, PLATFORMS, Platform};

/// What is asked for.
#[derive(Debug, Default, PartialEq)]
pub(crate) struct Asked {
    /// Platforms by name; all where there is no name.
    pub(crate) names: Vec<String>,
    /// Those whose toolchain may be missing.
    pub(crate) without: Vec<String>,
    /// Whether the page is written and not held.
    pub(crate) write: bool,
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
        let log = Path::new(LOGS).join(format!("platform-{}-{what}.log", self.platform.name));
        let status = logged(command.current_dir(self.root), &self.root.join(&log));
        let ended = match status {
            Ok(status) if status.success() => Ok(()),
            Ok(status) => Err(format!("ended with {status}: see {}", log.display())),
            Err(error) => Err(error.to_string()),
        };
        let text = tail(&self.root.join(&log), usize::MAX).join("\n");
        (text, ended)
    }
}

/// Goes through the platforms; the exit status.
///
/// # Errors
/// Says what is unknown or cannot be read.
pub(crate) fn run(root: &Path, asked: &Asked, console: &Console) -> Result<u8, String> {
    let chosen = targets::chosen(&asked.names)?;
    let page = Page::read(root)?;
    let mut report = Report::default();
    let mut missing = Vec::new();
    for platform in &chosen {
        console.title(platform.name);
        let started = Instant::now();
        let work = Work {
            root,
            platform,
            page: &page,
        };
        match work_through(&work) {
            Err(why) => {
                console.line(&format!("  {}: {why}", console.bad("NOT RUN")));
                missing.push((platform.name, why));
            }
            Ok(seen) => {
                let mut section = Section::new(platform.name);
                section.started = started;
                tell(&work, &seen, console, &mut section);
                hold(&work, &seen, asked.write, &mut section)?;
                print_failures(console, &section.failures);
                report.add(section);
            }
        }
    }
    Ok(close(asked, console, report, &missing))
}

/// The totals, and the exit status.
fn close(
    asked: &Asked,
    console: &Console,
    mut report: Report,
    missing: &[(&'static str, String)],
) -> u8 {
    let nothing_ran = report.totals() == (0, 0);
    if let ([(_, why), ..], true) = (missing, nothing_ran) {
        console.line(&format!("NOT RUN: {why}"));
        return u8::try_from(NOT_RUN).unwrap_or(1);
    }
    let mut section = Section::new("toolchains");
    for (name, why) in missing {
        if !asked.without.iter().any(|without| without == name) {
            section.fail(Failure::new(None, format!("{name}: NOT RUN"), why));
        }
    }
    print_failures(console, &section.failures);
    if section.failed > 0 {
        report.add(section);
    }
    console.title("Summary");
    report.print(console);
    let (passed, failed) = report.totals();
    console.line(&format!("\n{passed} passed, {failed} failed"));
    u8::from(failed > 0)
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
fn tell(work: &Work<'_>, seen: &[Seen], console: &Console, section: &mut Section) {
    let name = work.platform.name;
    for (part, came) in seen {
        let told = match came {
            Ok(Came::Ran(checks)) => format!("{}, {checks} checks", console.good("ran")),
            Ok(came) => came.word().to_owned(),
            Err(_) => console.bad("failed"),
        };
        console.line(&format!("  {part:<34} {told}"));
        let explained = |came: Came| work.page.explains(name, part, came).map(|()| came);
        match came.clone().and_then(explained) {
            Ok(Came::Ran(checks)) => section.passed += checks,
            Ok(_) => section.passed += 1,
            Err(why) => section.fail(Failure::new(None, format!("{name}: {part}"), why)),
        }
    }
}

/// Holds what was seen against the page, or writes it there.
fn hold(work: &Work<'_>, seen: &[Seen], write: bool, section: &mut Section) -> Result<(), String> {
    let name = work.platform.name;
    if let Kind::Runs { .. } = work.platform.kind {
        for part in work.page.unexplained(name, seen) {
            let why = "nothing was seen of it, and it has no reason on the page";
            section.fail(Failure::new(None, format!("{name}: {part}"), why));
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
        section.fail(Failure::new(None, name, why));
    }
    Ok(())
}

/// The last lines of a log, for a failure.
fn last_words(text: &str) -> String {
    let lines: Vec<&str> = text.lines().collect();
    lines[lines.len().saturating_sub(TAIL_LINES)..].join("\n")
}
