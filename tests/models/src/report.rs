//! The whole run: each model in a process of its own, then with each ordering weakened, and each guard of theirs left out.

use std::collections::{BTreeMap, BTreeSet};
use std::process::{Command, ExitCode};
use std::time::{Duration, Instant};

use crate::args::Asked;
use crate::models::{self, Model};
use crate::world::Guard;
use crate::{loomed, sites};

/// What the models would miss if it were left out.
const GUARDS: [Guard; 7] = [
    Guard::Exclusion,
    Guard::TakeOver,
    Guard::Survivor,
    Guard::OwnThread,
    Guard::NodesOnce,
    Guard::Exchange,
    Guard::Joiners,
];

/// A model that was run in a process of its own.
struct Ran {
    model: &'static Model,
    holds: bool,
    took: Duration,
    executions: u64,
    sites: BTreeSet<String>,
    /// What is told of a failure.
    why: String,
}

pub(crate) fn answer(asked: Asked) -> ExitCode {
    let done = match &asked.model {
        Some(name) => run_here(name, &asked),
        None => run_all(&asked),
    };
    match done {
        Ok(()) => ExitCode::SUCCESS,
        Err(error) => {
            eprintln!("sortid-models: {error}");
            ExitCode::FAILURE
        }
    }
}

/// Runs one model; what fails ends this process.
fn run_here(name: &str, asked: &Asked) -> Result<(), String> {
    let model = models::all().find(|model| model.name == name);
    let model = model.ok_or_else(|| format!("no model is called {name}"))?;
    if let Some(site) = &asked.weaken {
        sites::weaken(site);
    }
    if let Some(guard) = asked.without {
        loomed::leave_out(guard);
    }
    println!("executions {}", model.check(asked.deep));
    for site in sites::seen() {
        println!("site {site}");
    }
    Ok(())
}

fn ran(model: &'static Model, is_deep: bool, with: &[&str]) -> Result<Ran, String> {
    let program = std::env::current_exe().map_err(|error| error.to_string())?;
    let begun = Instant::now();
    let mut command = Command::new(program);
    command.args(["--model", model.name]).args(with);
    if is_deep {
        command.arg("--deep");
    }
    let output = command.output().map_err(|error| error.to_string())?;
    let text = String::from_utf8_lossy(&output.stdout);
    let lines = |start: &'static str| {
        text.lines()
            .filter_map(move |line| line.strip_prefix(start))
    };
    let why = String::from_utf8_lossy(&output.stderr);
    let why: Vec<&str> = why
        .lines()
        .filter(|line| !line.is_empty())
        .take(3)
        .collect();
    let ran = Ran {
        model,
        holds: output.status.success(),
        took: begun.elapsed(),
        executions: lines("executions ")
            .next()
            .and_then(|count| count.parse().ok())
            .unwrap_or(0),
        sites: lines("site ").map(str::to_owned).collect(),
        why: why.join(" "),
    };
    Ok(ran)
}

fn run_all(asked: &Asked) -> Result<(), String> {
    let mut failures = Vec::new();
    let mut holding = Vec::new();
    for model in models::all() {
        let ran = ran(model, asked.deep, &[])?;
        let (seconds, name) = (ran.took.as_secs_f64(), model.name);
        println!("{seconds:7.1} s {:9} executions  {name}", ran.executions);
        match ran.holds {
            true => holding.push(ran),
            false => failures.push(format!("{name}: {}", ran.why)),
        }
    }
    // The quickest first: most fail soon.
    holding.sort_by_key(|ran| ran.took);
    failures.extend(weakened(&holding)?);
    failures.extend(left_out(&holding)?);
    match failures.is_empty() {
        true => Ok(()),
        false => Err(format!(
            "{} failures\n{}",
            failures.len(),
            failures.join("\n")
        )),
    }
}

/// Weakens each site in turn. What no model misses is a failure.
fn weakened(holding: &[Ran]) -> Result<Vec<String>, String> {
    let seen: BTreeSet<&String> = holding.iter().flat_map(|ran| &ran.sites).collect();
    let mut failures = unseen(&seen)?;
    let mut caught = 0;
    for &site in &seen {
        let mut by = None;
        for model in holding.iter().filter(|ran| ran.sites.contains(site)) {
            let weak = ran(model.model, false, &["--weaken", site])?;
            if !weak.holds {
                by = Some(weak);
                break;
            }
        }
        match by {
            Some(weak) => {
                caught += 1;
                println!("without {site}: {} ({})", weak.model.name, weak.why);
            }
            None => failures.push(format!("{site} is missed by no model")),
        }
    }
    println!("{} orderings weakened, {caught} caught", seen.len());
    Ok(failures)
}

/// The files in which the sources ask for more orderings than the models pass.
fn unseen(seen: &BTreeSet<&String>) -> Result<Vec<String>, String> {
    let mut passed = BTreeMap::new();
    for site in seen {
        let file = site.split(':').next().unwrap_or_default();
        *passed.entry(file.to_owned()).or_insert(0) += 1;
    }
    let asked = sites::in_sources().map_err(|error| error.to_string())?;
    let differing = asked.into_iter().filter_map(|(file, asked)| {
        let passed = passed.get(&file).copied().unwrap_or(0);
        let line = format!("{file} asks for {asked} orderings, of which the models pass {passed}");
        (asked != passed).then_some(line)
    });
    Ok(differing.collect())
}

/// Leaves out each guard that the models are to miss.
fn left_out(holding: &[Ran]) -> Result<Vec<String>, String> {
    let mut failures = Vec::new();
    for guard in GUARDS {
        let guard = format!("{guard:?}");
        let mut by = None;
        for model in holding {
            let weak = ran(model.model, false, &["--without", &guard])?;
            if !weak.holds {
                by = Some(weak);
                break;
            }
        }
        match by {
            Some(weak) => println!("without {guard}: {} ({})", weak.model.name, weak.why),
            None => failures.push(format!("the guard {guard} is missed by no model")),
        }
    }
    println!(
        "{} guards left out, {} caught",
        GUARDS.len(),
        GUARDS.len() - failures.len()
    );
    Ok(failures)
}
