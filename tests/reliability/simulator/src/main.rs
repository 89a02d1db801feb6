//! Generators and state files in a simulated world: threads, processes, machines, clocks, files, and all that may happen to them, drawn from a seed.
//!
//! The core's own sources are compiled a second time, with [`sim`](../sim) in the place of the system (`core/src/world.rs` is the seam between them). One
//! thread of the real system runs a simulated one; simulated threads are coroutines, and any call to the world may be where another one goes on. So a
//! seed is a run, and the same seed is the same run.
//!
//! - `sim/`: the world: clocks, memory, processes, files, locks; `events.rs` has what happens to it.
//! - `program/`: what simulated programs do with generators.
//! - `check/`: what each answer is held against. It knows the promises, and nothing of how they are kept.
//! - `worlds/`: small programs that must be answered here as on the real system.
//! - `shrink.rs` makes a run that breaks a promise small, `sabotage.rs` leaves out one guard of the core after another to see that it is missed.
//!
//! ```sh
//! cargo suite simulate                     # 10,000 seeds
//! cargo suite simulate --seed 7            # one, with its history, and a smaller one if it breaks a promise
//! cargo suite simulate --hours 8 --from 1000000
//! cargo suite simulate --sabotage          # --quick: until each guard is missed once
//! ```

use std::process::ExitCode;
use std::time::{Duration, Instant};

use sortid_simulate::about::About;
use sortid_simulate::campaign::{Limits, Summary, run_all};
use sortid_simulate::run::{Config, run};
use sortid_simulate::{sabotage, shrink};

/// What is run without further words.
const SEEDS: u64 = 10_000;

/// From so many seeds on everything must have happened.
const EVERYTHING: u64 = 1000;

/// So many seeds that break a promise are enough: each is told in a line.
const MOST_BROKEN: usize = 1000;

const USAGE: &str = "sortid-simulate [--seed N [--trace] | --from N --seeds N --hours H] [--without GUARD] [--sabotage [--quick]]
  of a run: [--events N] [--lives N] [--processes N] [--threads N] [--actions N] [--no EVENT]… [--unix|--windows] [--about leases|nodes|speed]";

struct Asked {
    config: Config,
    one: bool,
    seeds: Option<u64>,
    hours: Option<f64>,
    sabotage: bool,
    quick: bool,
}

fn main() -> ExitCode {
    let asked = match asked() {
        Ok(asked) => asked,
        Err(error) => {
            eprintln!("{error}\n{USAGE}");
            return ExitCode::from(2);
        }
    };
    let failed = if asked.sabotage {
        sabotage_all(&asked)
    } else if asked.one {
        run_one(&asked.config)
    } else {
        run_many(&asked)
    };
    match failed {
        false => ExitCode::SUCCESS,
        true => ExitCode::FAILURE,
    }
}

fn asked() -> Result<Asked, lexopt::Error> {
    use lexopt::prelude::*;
    let mut asked = Asked {
        config: Config::new(0),
        one: false,
        seeds: None,
        hours: None,
        sabotage: false,
        quick: false,
    };
    let mut parser = lexopt::Parser::from_env();
    while let Some(option) = parser.next()? {
        let config = &mut asked.config;
        match option {
            Long("seed") => (config.seed, asked.one) = (parser.value()?.parse()?, true),
            Long("from") => config.seed = parser.value()?.parse()?,
            Long("seeds") => asked.seeds = Some(parser.value()?.parse()?),
            Long("hours") => asked.hours = Some(parser.value()?.parse()?),
            Long("trace") => config.traces = true,
            Long("windows") => config.windows = Some(true),
            Long("unix") => config.windows = Some(false),
            Long("about") => {
                let name = parser.value()?.string()?;
                let mut all = About::ALL.iter().copied();
                config.about = all.find(|about| about.name() == name);
                if config.about.is_none() {
                    return Err(format!("no run is about {name}").into());
                }
            }
            Long("sabotage") => asked.sabotage = true,
            Long("quick") => asked.quick = true,
            Long("events") => config.most_events = parser.value()?.parse()?,
            Long("lives") => config.most_lives = parser.value()?.parse()?,
            Long("processes") => config.most_processes = parser.value()?.parse()?,
            Long("threads") => config.most_threads = parser.value()?.parse()?,
            Long("actions") => config.most_actions = parser.value()?.parse()?,
            Long("without") => {
                let name = parser.value()?.string()?;
                if !config.leave_out_guard(&name) {
                    return Err(format!("no such guard: {name}").into());
                }
            }
            Long("no") => {
                let name = parser.value()?.string()?;
                if !config.leave_out_event(&name) {
                    return Err(format!("no such event: {name}").into());
                }
            }
            other => return Err(other.unexpected()),
        }
    }
    Ok(asked)
}

/// One run with all that can be told of it; whether it broke a promise.
fn run_one(config: &Config) -> bool {
    let outcome = run(config);
    let Some(violation) = outcome.violation else {
        let (ids, events) = (outcome.counts.ids(), outcome.events);
        println!(
            "{ids} ids, {events} events, history {:016x}: nothing broken",
            outcome.hash
        );
        return false;
    };
    for line in &outcome.history {
        println!("{line}");
    }
    println!("{}\n  broken: {violation}", command(config));
    let mut config = config.clone();
    config.traces = false;
    let (least, outcome) = shrink::shrink(&config);
    if least != config {
        for line in &outcome.history {
            println!("{line}");
        }
        let violation = outcome.violation.unwrap_or_default();
        println!("{}\n  broken: {violation}", command(&least));
    }
    true
}

fn command(config: &Config) -> String {
    format!("cargo suite simulate {}", config.arguments())
}

/// Seeds one after another; whether a promise was broken, or something never happened.
fn run_many(asked: &Asked) -> bool {
    let begun = Instant::now();
    let time = asked
        .hours
        .map(|hours| Duration::from_secs_f64(hours * 3600.0));
    let seeds = match (asked.seeds, time) {
        (Some(seeds), _) => seeds,
        (None, Some(_)) => u64::MAX,
        (None, None) => SEEDS,
    };
    let limits = Limits {
        seeds,
        time,
        broken: MOST_BROKEN,
    };
    let summary = run_all(&asked.config, limits);
    report(&summary, begun.elapsed());
    if let Some((seed, _)) = summary.broken.first() {
        let mut config = asked.config.clone();
        config.seed = *seed;
        run_one(&config);
    }
    // Last, where they are seen at once.
    for (seed, violation) in &summary.broken {
        println!("seed {seed:>8}  {violation}");
    }
    let passed = summary.runs - summary.broken.len() as u64;
    let mut failed = summary.broken.len();
    // On one of the systems alone, or where it is about one thing, not everything can happen.
    let is_all = asked.config.windows.is_none() && asked.config.about.is_none();
    if is_all && summary.runs >= EVERYTHING && summary.broken.is_empty() {
        let never = summary.counts.rows().filter(|(_, times)| *times == 0);
        for (name, _) in never {
            println!("never happened: {name}");
            failed += 1;
        }
    }
    println!("the next seed is {}", summary.next);
    println!("{passed} passed, {failed} failed");
    failed > 0
}

fn report(summary: &Summary, took: Duration) {
    for (name, times) in summary.counts.rows() {
        println!("{times:>14}  {name}");
    }
    let ids = summary.counts.ids();
    let (runs, events, steps) = (summary.runs, summary.events, summary.steps);
    println!("{runs} runs, {ids} ids, {events} events, {steps} calls to the world in {took:.1?}");
}

/// Every guard left out in turn; whether one was not missed.
fn sabotage_all(asked: &Asked) -> bool {
    let begun = Instant::now();
    let limits = Limits {
        seeds: asked.seeds.unwrap_or(sabotage::SEEDS),
        time: None,
        broken: if asked.quick { 1 } else { 20 },
    };
    let (passed, failed) = sabotage::all(&asked.config, limits, |row| {
        let (guard, runs, missed) = (&row.guard, row.runs, row.missed);
        match &row.first {
            Some((seed, what)) => {
                println!("{guard:<16} {missed:>2} of {runs:>4} seeds, the first {seed:>3}: {what}");
            }
            None => println!("{guard:<16} NOT MISSED in {runs} seeds"),
        }
    });
    println!("in {:.1?}", begun.elapsed());
    println!("{passed} passed, {failed} failed");
    failed > 0
}
