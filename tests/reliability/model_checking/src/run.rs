//! Command line of `models`: runs each model, then weakens each memory ordering and disables each
//! guard.

use std::collections::{BTreeMap, BTreeSet};
use std::process::ExitCode;

use sortid_reliability_common::{Failure, Options, Report, Row, Shared, Tool};

use crate::command::Command;
use crate::subprocess::{
    self, CLAIM_GUARDS, Finished, GUARDS, LEASE_GUARDS, detect, disable_guards, guard,
};
use crate::{model_os, models, orderings};

const TOOL: Tool = Tool {
    name: "models",
    about: "Checks small models of the core's concurrency under all orders of their threads.",
    words: "",
    shared: &[
        Shared::Deep,
        Shared::Only,
        Shared::Without,
        Shared::Json,
        Shared::List,
    ],
    own: &[
        ("model NAME", "run this model, in this process"),
        ("weaken SITE", "weaken this memory ordering"),
    ],
};

pub(crate) fn main() -> ExitCode {
    let command = Command {
        tool: TOOL,
        own: "weaken",
        names: models::all().map(|model| model.name).collect(),
        run_here,
        run_all,
    };
    command.main()
}

fn run_here(name: &str, options: &Options, weaken: Option<&str>) -> Result<(), Failure> {
    if let Some(site) = weaken {
        orderings::weaken(site);
    }
    if let Some(name) = &options.without {
        model_os::leave_out(guard(name)?);
    }
    for model in models::all().filter(|model| model.name == name) {
        println!("executions {}", model.check(options.deep));
    }
    for site in orderings::seen() {
        println!("site {site}");
    }
    Ok(())
}

fn run_all(options: &Options, weaken: Option<&str>) -> Result<bool, Failure> {
    let mut arguments = Vec::new();
    arguments.extend(options.deep.then_some("--deep"));
    let without = options.without.as_deref();
    for (option, value) in [("--without", without), ("--weaken", weaken)] {
        arguments.extend(value.iter().flat_map(|value| [option, value]));
    }
    let mut report = Report::new(TOOL);
    let mut passed = Vec::new();
    for model in models::all().filter(|model| options.selects(model.name)) {
        let finished = subprocess::run(model.name, &arguments)?;
        report.add(finished.row(format!("{} executions", finished.count("executions"))));
        passed.extend(Some(finished).filter(|finished| finished.passed));
    }
    let is_mutated = without.is_some() || weaken.is_some();
    if options.only.is_none() && !is_mutated {
        // The fastest models first: most mutations fail early.
        passed.sort_by(|one, two| one.seconds.total_cmp(&two.seconds));
        weaken_orderings(&mut report, &passed)?;
        disable_guards(&mut report, &GUARDS, &passed)?;
        disable_guards(&mut report, &LEASE_GUARDS, &passed)?;
        disable_guards(&mut report, &CLAIM_GUARDS, &passed)?;
    }
    report.finish(options)
}

/// The ordering sites that a model passed.
fn sites_of(model: &Finished) -> BTreeSet<&str> {
    model.lines("site ").collect()
}

/// Weakens each memory ordering in turn.
fn weaken_orderings(report: &mut Report, models: &[Finished]) -> Result<(), Failure> {
    let seen: BTreeSet<&str> = models.iter().flat_map(sites_of).collect();
    check_coverage(report, &seen)?;
    for &site in &seen {
        let mutation = format!("ordering {site} weakened");
        let models = models.iter().filter(|model| sites_of(model).contains(site));
        detect(report, &mutation, &["--weaken", site], models)?;
    }
    Ok(())
}

/// Compares the number of orderings in each source file with the number that the models pass.
fn check_coverage(report: &mut Report, seen: &BTreeSet<&str>) -> Result<(), Failure> {
    let mut passed = BTreeMap::new();
    for site in seen {
        let file = site.split(':').next().unwrap_or_default();
        *passed.entry(file.to_owned()).or_insert(0) += 1;
    }
    for (file, count) in orderings::in_sources()? {
        let passed = passed.get(&file).copied().unwrap_or(0);
        if count != passed {
            let details = format!("{count} in the source, {passed} passed by models");
            report.add(Row::judged(format!("orderings of {file}"), false, details));
        }
    }
    Ok(())
}
