//! Models that are run in processes of their own: what fails ends one, and says why.

use std::process::Command;
use std::time::{Duration, Instant};

use crate::world::Guard;

/// What the models would miss if it were left out.
pub(crate) const GUARDS: [Guard; 7] = [
    Guard::Exclusion,
    Guard::TakeOver,
    Guard::Survivor,
    Guard::OwnThread,
    Guard::NodesOnce,
    Guard::Exchange,
    Guard::Joiners,
];

/// The same of the models of a keeper that turns to another node.
pub(crate) const OF_TURNS: [Guard; 3] = [Guard::NewTick, Guard::Turn, Guard::TurnFirst];

/// A model that was run.
pub(crate) struct Ran {
    pub(crate) name: &'static str,
    pub(crate) holds: bool,
    pub(crate) took: Duration,
    /// What it printed, and what it told of a failure.
    pub(crate) output: String,
    pub(crate) error: String,
}

impl Ran {
    /// The lines of what it printed that begin so, without that.
    pub(crate) fn lines(&self, start: &str) -> impl Iterator<Item = &str> {
        let lines = self.output.lines();
        lines.filter_map(move |line| line.strip_prefix(start))
    }

    /// A count that it printed under this name.
    pub(crate) fn count(&self, name: &str) -> u64 {
        let count = self.lines(name).next();
        count
            .and_then(|count| count.trim().parse().ok())
            .unwrap_or(0)
    }

    /// Where it failed, and what of.
    pub(crate) fn why(&self) -> String {
        let lines = self.error.lines().filter(|line| !line.is_empty());
        let lines = lines.skip_while(|line| !line.contains("panicked at"));
        lines.take(3).collect::<Vec<_>>().join(" ")
    }
}

/// Runs a model by this same program, with these options.
pub(crate) fn ran(name: &'static str, with: &[&str]) -> Result<Ran, String> {
    let program = std::env::current_exe().map_err(|error| error.to_string())?;
    let begun = Instant::now();
    let output = Command::new(program)
        .args(["--model", name])
        .args(with)
        .output()
        .map_err(|error| error.to_string())?;
    let text = |bytes: &[u8]| String::from_utf8_lossy(bytes).into_owned();
    Ok(Ran {
        name,
        holds: output.status.success(),
        took: begun.elapsed(),
        output: text(&output.stdout),
        error: text(&output.stderr),
    })
}

/// Runs models one after the other with a guard left out, until one fails: that one.
fn first_to_miss(guard: Guard, holding: &[Ran]) -> Result<Option<Ran>, String> {
    for model in holding {
        let weak = ran(model.name, &["--without", &format!("{guard:?}")])?;
        if !weak.holds {
            return Ok(Some(weak));
        }
    }
    Ok(None)
}

/// Leaves out each of these guards. What no model misses is a failure.
pub(crate) fn left_out(guards: &[Guard], holding: &[Ran]) -> Result<Vec<String>, String> {
    let mut failures = Vec::new();
    for &guard in guards {
        match first_to_miss(guard, holding)? {
            Some(weak) => println!("without {guard:?}: {} ({})", weak.name, weak.why()),
            None => failures.push(format!("the guard {guard:?} is missed by no model")),
        }
    }
    let (all, missed) = (guards.len(), guards.len() - failures.len());
    println!("{all} guards left out, {missed} missed");
    Ok(failures)
}

/// The guard of this name.
pub(crate) fn guard(name: &str) -> Result<Guard, String> {
    let mut known = Guard::ALL.iter().copied();
    known
        .find(|guard| format!("{guard:?}") == name)
        .ok_or_else(|| format!("no guard is called {name}"))
}

/// The end of a whole run.
pub(crate) fn told(failures: &[String]) -> Result<(), String> {
    match failures {
        [] => Ok(()),
        _ => Err(format!(
            "{} failures\n{}",
            failures.len(),
            failures.join("\n")
        )),
    }
}
