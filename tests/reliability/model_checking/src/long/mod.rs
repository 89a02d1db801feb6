//! Models with long schedules, and how they are run: half of the schedules are drawn evenly, half with few switches at odd moments.

mod begin;
mod files;
mod lock;
mod shared;

use std::sync::Arc;
use std::sync::atomic::{AtomicUsize, Ordering};

use shuttle::current::context_switches;
use shuttle::scheduler::{PctScheduler, RandomScheduler, ReplayScheduler, Scheduler};
use shuttle::{Config, MaxSteps, Runner};

use crate::apart::{self, GUARDS, Ran, left_out, ran, told};
use crate::modelled;
use crate::world::Guard;

/// A model.
struct Model {
    name: &'static str,
    run: fn(),
    /// How many schedules of either kind are drawn in a quick run.
    schedules: usize,
}

const ALL: &[&[Model]] = &[lock::MODELS, begin::MODELS, shared::MODELS, files::MODELS];

/// So many switches at odd moments.
const SWITCHES: usize = 5;

/// Who waits for ever has failed.
const MOST_STEPS: usize = 200_000;

struct Asked {
    model: Option<String>,
    without: Option<Guard>,
    replay: Option<String>,
    seed: u64,
    deep: bool,
}

fn asked() -> Result<Asked, lexopt::Error> {
    use lexopt::prelude::*;
    let mut asked = Asked {
        model: None,
        without: None,
        replay: None,
        seed: 1,
        deep: false,
    };
    let mut parser = lexopt::Parser::from_env();
    while let Some(argument) = parser.next()? {
        match argument {
            Long("model") => asked.model = Some(parser.value()?.string()?),
            Long("without") => asked.without = Some(parser.value()?.parse_with(apart::guard)?),
            Long("replay") => asked.replay = Some(parser.value()?.string()?),
            Long("seed") => asked.seed = parser.value()?.parse()?,
            Long("deep") => asked.deep = true,
            other => return Err(other.unexpected()),
        }
    }
    Ok(asked)
}

pub(crate) fn run() -> Result<(), String> {
    let asked = asked().map_err(|error| error.to_string())?;
    match &asked.model {
        Some(name) => run_here(name, &asked),
        None => run_all(&asked),
    }
}

/// Runs one model; what fails ends this process.
fn run_here(name: &str, asked: &Asked) -> Result<(), String> {
    let mut models = ALL.iter().copied().flatten();
    let model = models.find(|model| model.name == name);
    let model = model.ok_or_else(|| format!("no model is called {name}"))?;
    if let Some(guard) = asked.without {
        modelled::leave_out(guard);
    }
    if let Some(schedule) = &asked.replay {
        model.check(ReplayScheduler::new_from_encoded(schedule));
        return Ok(());
    }
    let schedules = model.schedules * if asked.deep { 50 } else { 1 };
    let even = RandomScheduler::new_from_seed(asked.seed, schedules);
    let odd = PctScheduler::new_from_seed(asked.seed, SWITCHES, schedules);
    let counts = [model.check(even), model.check(odd)];
    println!("schedules {}", counts[0].0 + counts[1].0);
    println!("switches {}", counts[0].1 + counts[1].1);
    Ok(())
}

impl Model {
    /// Runs it as this draws; how often, and how often another thread could have gone on in all.
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
            modelled::run(run);
            count.fetch_add(context_switches(), Ordering::Relaxed);
        });
        (schedules, switches.load(Ordering::Relaxed))
    }
}

fn run_all(asked: &Asked) -> Result<(), String> {
    let seed = asked.seed.to_string();
    let mut with = vec!["--seed", &seed];
    with.extend(asked.deep.then_some("--deep"));
    let mut failures = Vec::new();
    let mut holding = Vec::new();
    for model in ALL.iter().copied().flatten() {
        let ran = ran(model.name, &with)?;
        let (seconds, name) = (ran.took.as_secs_f64(), model.name);
        let (schedules, switches) = (ran.count("schedules"), ran.count("switches"));
        let switches = switches / schedules.max(1);
        println!("{seconds:7.1} s {schedules:7} schedules of {switches:5} switches  {name}");
        match ran.holds {
            true => holding.push(ran),
            false => failures.push(format!("{name}: {}\n{}", ran.why(), replay(&ran))),
        }
    }
    failures.extend(left_out(&GUARDS, &holding)?);
    told(&failures)
}

/// What runs a model once more as it failed, of what it told then.
fn replay(ran: &Ran) -> String {
    let schedule = ran.error.split('"').nth(1).unwrap_or_default();
    let schedule: String = schedule.split_whitespace().collect();
    let name = ran.name;
    format!("  cargo suite schedules --model '{name}' --replay {schedule}")
}
