//! The summary before a run: toolchains found, downloads, skipped steps and expected time.

use std::collections::{BTreeMap, BTreeSet};
use std::path::Path;
use std::time::Duration;

use crate::plan::times::Times;
use crate::plan::{Step, Tier};
use crate::run::Shared;
use crate::run::display::{Display, clock};
use crate::run::lanes::LANES;
use crate::toolchains;

/// The disk space for a default run, in bytes.
const NEEDED: u64 = 3_000_000_000;

/// The disk space for a run of `--all`, in bytes.
const NEEDED_BY_ALL: u64 = 12_000_000_000;

/// Prints the summary. Returns the missing toolchains, each with how to install it.
///
/// # Errors
/// Too little disk space.
pub(crate) fn check(
    steps: &[Step],
    times: &Times,
    shared: &Shared,
    display: &Display,
) -> Result<BTreeMap<&'static str, String>, String> {
    display.line(&format!(
        "sortid suite: {} steps, about {} on {LANES} cores",
        steps.len(),
        clock(wall(steps, times))
    ));
    let needed: BTreeSet<&str> = steps.iter().flat_map(|step| step.needs).copied().collect();
    let found = toolchains::find();
    let (mut present, mut missing) = (Vec::new(), BTreeMap::new());
    for toolchain in found {
        if !needed.contains(toolchain.name) {
            continue;
        }
        match toolchain.version {
            Ok(version) => present.push(format!("{} {version}", toolchain.name)),
            Err(reason) => {
                missing.insert(toolchain.name, reason);
            }
        }
    }
    display.line(&format!("  found    {}", present.join(", ")));
    let fetched = steps.iter().filter(|step| step.is_download());
    let fetched: BTreeSet<&str> = fetched.filter_map(|step| step.language).collect();
    if !fetched.is_empty() {
        let fetched = Vec::from_iter(fetched).join(", ");
        display.line(&format!(
            "  fetch    for {fetched}, unless kept from an earlier run"
        ));
    }
    for reason in missing.values() {
        display.line(&format!("  skipped  {reason}"));
    }
    room(steps, shared)?;
    display.line("");
    Ok(missing)
}

/// Fails if there is too little disk space for the builds of a run.
fn room(steps: &[Step], shared: &Shared) -> Result<(), String> {
    let largest = steps.iter().map(|step| step.tier).max();
    let needed = match largest {
        None | Some(Tier::Default) => NEEDED,
        Some(_) => NEEDED_BY_ALL,
    };
    // After a first run, or for a few steps, most of it is already used.
    let is_first = steps.len() > 40 && !shared.built().exists();
    match free(&shared.root) {
        Some(free) if is_first && free < needed => Err(format!(
            "{:.1} GB of disk are free; this run needs {:.1} GB",
            gb(free),
            gb(needed)
        )),
        _ => Ok(()),
    }
}

fn gb(bytes: u64) -> f64 {
    bytes as f64 / 1e9
}

#[cfg(unix)]
fn free(folder: &Path) -> Option<u64> {
    let stat = rustix::fs::statvfs(folder).ok()?;
    Some(stat.f_bavail.saturating_mul(stat.f_frsize))
}

#[cfg(not(unix))]
fn free(_: &Path) -> Option<u64> {
    None
}

/// The expected wall time. The build step uses all cores; the other steps run in lanes.
fn wall(steps: &[Step], times: &Times) -> Duration {
    let of = |is_build: bool| -> Duration {
        let chosen = steps
            .iter()
            .filter(|step| (step.name == "build") == is_build);
        chosen.map(|step| times.expected(&step.name)).sum()
    };
    of(true) + of(false) / LANES as u32
}

/// Lists steps with their expected times.
pub(crate) fn list(steps: &[Step], times: &Times, display: &Display) {
    for step in steps {
        let tier = match step.tier {
            Tier::Default => "default",
            Tier::All => "all",
            Tier::Release => "release",
        };
        let expected = clock(times.expected(&step.name));
        display.line(&format!("{:<44} {tier:<8} {expected:>6}", step.name));
    }
    let total = clock(wall(steps, times));
    display.line(&format!(
        "{} steps, about {total} on {LANES} cores",
        steps.len()
    ));
}
