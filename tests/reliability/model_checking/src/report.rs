//! The whole run: each model, then with each ordering weakened, and each guard of theirs left out.

use std::collections::{BTreeMap, BTreeSet};
use std::process::ExitCode;

use crate::apart::{GUARDS, OF_TURNS, Ran, left_out, ran, told};
use crate::args::Asked;
use crate::models;
use crate::{modelled, sites};

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
        modelled::leave_out(guard);
    }
    println!("executions {}", model.check(asked.deep));
    for site in sites::seen() {
        println!("site {site}");
    }
    Ok(())
}

fn run_all(asked: &Asked) -> Result<(), String> {
    let mut failures = Vec::new();
    let mut holding = Vec::new();
    let with: &[&str] = if asked.deep { &["--deep"] } else { &[] };
    for model in models::all() {
        let ran = ran(model.name, with)?;
        let (seconds, name) = (ran.took.as_secs_f64(), model.name);
        println!(
            "{seconds:7.1} s {:9} executions  {name}",
            ran.count("executions")
        );
        match ran.holds {
            true => holding.push(ran),
            false => failures.push(format!("{name}: {}", ran.why())),
        }
    }
    // The quickest first: most fail soon.
    holding.sort_by_key(|ran| ran.took);
    failures.extend(weakened(&holding)?);
    failures.extend(left_out(&[&GUARDS[..], &OF_TURNS].concat(), &holding)?);
    told(&failures)
}

/// The sites that a model passed.
fn sites_of(ran: &Ran) -> BTreeSet<&str> {
    ran.lines("site ").collect()
}

/// Weakens each site in turn. What no model misses is a failure.
fn weakened(holding: &[Ran]) -> Result<Vec<String>, String> {
    let seen: BTreeSet<&str> = holding.iter().flat_map(sites_of).collect();
    let mut failures = unseen(&seen)?;
    let mut caught = 0;
    for &site in &seen {
        let mut by = None;
        for model in holding.iter().filter(|ran| sites_of(ran).contains(site)) {
            let weak = ran(model.name, &["--weaken", site])?;
            if !weak.holds {
                by = Some(weak);
                break;
            }
        }
        match by {
            Some(weak) => {
                caught += 1;
                println!("without {site}: {} ({})", weak.name, weak.why());
            }
            None => failures.push(format!("{site} is missed by no model")),
        }
    }
    println!("{} orderings weakened, {caught} caught", seen.len());
    Ok(failures)
}

/// The files in which the sources ask for more orderings than the models pass.
fn unseen(seen: &BTreeSet<&str>) -> Result<Vec<String>, String> {
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
