//! Command line of the lease schedules.
//!
//! `leases` searches all schedules of each scenario, then disables each rule of the protocol in
//! turn: ids must repeat.

use std::process::ExitCode;
use std::sync::atomic::{AtomicUsize, Ordering};
use std::sync::{Mutex, PoisonError};
use std::time::Instant;

use sortid_lease_schedules::{RULES, Rule, Scenario, Size, pairs, scenarios};
use sortid_reliability_common::lexopt::ValueExt;
use sortid_reliability_common::{Failure, Options, Own, Report, Row, Shared, Tool, exit_code};

const TOOL: Tool = Tool {
    name: "leases",
    about: "Searches all schedules of small groups of lease agents for a repeated id.",
    words: "",
    shared: &[
        Shared::Deep,
        Shared::Only,
        Shared::Without,
        Shared::Trace,
        Shared::Json,
        Shared::List,
    ],
    own: &[(
        "jobs N",
        "search N scenarios at a time (default: all cores)",
    )],
};

fn main() -> ExitCode {
    let mut jobs = std::thread::available_parallelism().map_or(1, usize::from);
    let options = TOOL.options(|option, parser| match option {
        Own::Long("jobs") => {
            jobs = parser.value()?.parse()?;
            Ok(true)
        }
        _ => Ok(false),
    });
    match options {
        Ok(options) => exit_code(answer(&options, jobs)),
        Err(code) => code,
    }
}

/// One search.
struct Task {
    scenario: &'static Scenario,
    size: Size,
    disabled: Option<&'static Rule>,
    /// Whether the search must find a repeat.
    must_repeat: bool,
}

fn answer(options: &Options, jobs: usize) -> Result<bool, Failure> {
    if options.list {
        scenarios().for_each(|scenario| println!("scenario {}", scenario.name));
        RULES
            .iter()
            .for_each(|rule| println!("rule {}", rule.name()));
        return Ok(true);
    }
    let tasks = tasks(options)?;
    let report = Mutex::new(Report::new(TOOL));
    let next = AtomicUsize::new(0);
    let work = || {
        while let Some(task) = tasks.get(next.fetch_add(1, Ordering::Relaxed)) {
            let (row, trace) = task.run();
            let mut report = report.lock().unwrap_or_else(PoisonError::into_inner);
            report.add(row);
            if options.trace {
                trace.iter().for_each(|step| println!("  {step}"));
            }
        }
    };
    std::thread::scope(|scope| {
        for _ in 1..jobs {
            scope.spawn(work);
        }
        work();
    });
    let report = report.into_inner().unwrap_or_else(PoisonError::into_inner);
    report.finish(options)
}

fn tasks(options: &Options) -> Result<Vec<Task>, Failure> {
    let disabled = match &options.without {
        Some(name) => {
            let rule = RULES.iter().find(|rule| rule.name() == *name);
            Some(rule.ok_or_else(|| format!("unknown rule {name}; see --list"))?)
        }
        None => None,
    };
    let sizes: &[Size] = match options.deep {
        true => &[Size::Full, Size::Deep],
        false => &[Size::Full],
    };
    let mut tasks = Vec::new();
    // There are many pairs: search them only if named.
    let pairs = pairs().filter(|_| options.only.is_some());
    let all = scenarios().chain(pairs);
    for scenario in all.filter(|scenario| options.selects(scenario.name)) {
        tasks.extend(sizes.iter().map(|&size| Task {
            scenario,
            size,
            disabled,
            must_repeat: false,
        }));
    }
    if disabled.is_none() {
        let rules = RULES.iter().filter(|rule| options.selects(&rule.name()));
        tasks.extend(rules.map(|rule| Task {
            scenario: rule.scenario(),
            size: Size::Full,
            disabled: Some(rule),
            must_repeat: true,
        }));
    }
    Ok(tasks)
}

impl Task {
    fn name(&self) -> String {
        let size = match self.size {
            Size::Full => "",
            Size::Deep => ", deep",
        };
        match self.disabled {
            Some(rule) => format!("{} without {}{size}", self.scenario.name, rule.name()),
            None => format!("{}{size}", self.scenario.name),
        }
    }

    /// Runs the search. Returns its row, and the steps to a repeat.
    fn run(&self) -> (Row, Vec<String>) {
        let begun = Instant::now();
        let (repeats, details, trace) = match self.scenario.search(self.size, self.disabled) {
            Ok(explored) if explored.is_complete => {
                (false, format!("all {} states", explored.states), Vec::new())
            }
            Ok(explored) => (false, format!("{} states", explored.states), Vec::new()),
            Err(repeat) => (true, repeat.to_string(), repeat.trace().collect()),
        };
        let mut row = Row::judged(self.name(), repeats == self.must_repeat, details);
        row.seconds = begun.elapsed().as_secs_f64();
        row.repeat = match self.disabled {
            Some(rule) if self.must_repeat => format!("--trace --only {}", rule.name()),
            Some(rule) => format!("--trace --without {}", rule.name()),
            None => format!("--trace --only '{}'", self.scenario.name),
        };
        (row, trace)
    }
}
