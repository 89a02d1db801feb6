//! Models with many threads and long schedules, and the command line of `schedules`.
//!
//! Half of the schedules are random walks, half have few thread switches at random places (PCT).

mod begin;
mod files;
mod lock;
mod shared;

use std::process::ExitCode;
use std::sync::Arc;
use std::sync::atomic::{AtomicUsize, Ordering};

use shuttle::current::context_switches;
use shuttle::scheduler::{PctScheduler, RandomScheduler, ReplayScheduler, Scheduler};
use shuttle::{Config, MaxSteps, Runner};
use sortid_reliability_common::{Failure, Options, Report, Seed, Shared, Tool};

use crate::command::Command;
use crate::model_os;
use crate::subprocess::{self, Finished, GUARDS, disable_guards, guard};

/// A model.
struct Model {
    name: &'static str,
    run: fn(),
    /// The number of schedules of either kind in a quick run.
    schedules: usize,
}

const ALL: &[&[Model]] = &[lock::MODELS, begin::MODELS, shared::MODELS, files::MODELS];

/// Thread switches of a PCT schedule.
const SWITCHES: usize = 5;

/// A longer execution counts as hanging.
const MOST_STEPS: usize = 200_000;

/// The factor by which a deep run has more schedules.
const DEEP: usize = 50;

const TOOL: Tool = Tool {
    name: "schedules",
    about: "Runs models of many threads under random schedules.",
    words: "",
    shared: &[
        Shared::Seed,
        Shared::Deep,
        Shared::Only,
        Shared::Without,
        Shared::Json,
        Shared::List,
    ],
    own: &[
        ("model NAME", "run this model, in this process"),
        ("replay SCHEDULE", "with --model: repeat a failed execution"),
    ],
};

pub(crate) fn main() -> ExitCode {
    let command = Command {
        tool: TOOL,
        own: "replay",
        names: all().map(|model| model.name).collect(),
        run_here,
        run_all,
    };
    command.main()
}

fn all() -> impl Iterator<Item = &'static Model> {
    ALL.iter().copied().flatten()
}

fn seed(options: &Options) -> u64 {
    options.seed.unwrap_or(Seed(1)).0
}

fn run_here(name: &str, options: &Options, replay: Option<&str>) -> Result<(), Failure> {
    if let Some(name) = &options.without {
        model_os::leave_out(guard(name)?);
    }
    for model in all().filter(|model| model.name == name) {
        if let Some(schedule) = replay {
            model.check(ReplayScheduler::new_from_encoded(schedule));
            continue;
        }
        let schedules = model.schedules * if options.deep { DEEP } else { 1 };
        let walks = RandomScheduler::new_from_seed(seed(options), schedules);
        let pct = PctScheduler::new_from_seed(seed(options), SWITCHES, schedules);
        let counts = [model.check(walks), model.check(pct)];
        println!("schedules {}", counts[0].0 + counts[1].0);
        println!("switches {}", counts[0].1 + counts[1].1);
    }
    Ok(())
}

impl Model {
    /// Runs the model with the scheduler. Returns the number of executions and of possible
    /// thread switches in all of them.
    fn check(&self, scheduler: impl Scheduler + 'static) -> (usize, usize) {
        let mut config = Config::new();
        config.stack_size = crate::checker::STACK;
        config.silence_warnings = true;
        config.max_steps = MaxSteps::FailAfter(MOST_STEPS);
        config
            .ungraceful_shutdown_config
            .immediately_return_on_panic = true;
        let (run, switches) = (self.run, Arc::new(AtomicUsize::new(0)));
        let count = switches.clone();
        let schedules = Runner::new(scheduler, config).run(move || {
            model_os::run(run);
            count.fetch_add(context_switches(), Ordering::Relaxed);
        });
        (schedules, switches.load(Ordering::Relaxed))
    }
}

fn run_all(options: &Options, _replay: Option<&str>) -> Result<bool, Failure> {
    let seed = seed(options).to_string();
    let mut arguments = vec!["--seed", &seed];
    arguments.extend(options.deep.then_some("--deep"));
    let without = options.without.iter();
    arguments.extend(without.flat_map(|name| ["--without", name]));
    let mut report = Report::new(TOOL);
    let mut passed = Vec::new();
    for model in all().filter(|model| options.selects(model.name)) {
        let finished = subprocess::run(model.name, &arguments)?;
        let (schedules, switches) = (finished.count("schedules"), finished.count("switches"));
        let switches = switches / schedules.max(1);
        let mut row = finished.row(format!("{schedules} schedules of {switches} switches"));
        row.repeat = replay(&finished);
        report.add(row);
        passed.extend(Some(finished).filter(|finished| finished.passed));
    }
    if options.only.is_none() && options.without.is_none() {
        disable_guards(&mut report, &GUARDS, &passed)?;
    }
    report.finish(options)
}

/// The arguments that repeat a failed execution. The schedule is part of the error output.
fn replay(failed: &Finished) -> String {
    let schedule = failed.error.split('"').nth(1).unwrap_or_default();
    let schedule: String = schedule.split_whitespace().collect();
    format!("{} --replay {schedule}", failed.repeat)
}
