//! Generators and state files in a simulated world: threads, processes, machines, clocks, files, and all that may happen to them, drawn from a seed.
//!
//! The core's own sources are compiled a second time, with [`sim`](../sim) in the place of the system (`core/src/world.rs` is the seam between them). One
//! thread of the real system runs a simulated one; simulated threads are coroutines, and any call to the world may be where another one goes on. So a
//! seed is a run, and the same seed is the same run.
//!
//! - `sim/`: the world: clocks, memory, processes, files, locks; `events.rs` has what happens to it.
//! - `program/`: what simulated programs do with generators.
//! - `check/`: what each answer is held against. It knows the promises, and nothing of how they are kept.
//! - `shrink.rs` makes a run that breaks a promise small, `sabotage.rs` leaves out one guard of the core after another to see that it is missed.
//!
//! ```sh
//! cargo suite simulate                     # 10,000 seeds
//! cargo suite simulate --seed 7            # one, with its history, and a smaller one if it breaks a promise
//! cargo suite simulate --hours 8 --from 1000000
//! cargo suite simulate --sabotage          # --quick: until each guard is missed once
//! ```

#![allow(
    dead_code,
    unexpected_cfgs,
    missing_docs,
    unused_imports,
    unreachable_pub,
    reason = "the core's sources are compiled as they are, and not all of them is used"
)]

#[path = "../../../core/src/codec/mod.rs"]
mod codec;
#[path = "../../../core/src/convert.rs"]
mod convert;
#[path = "../../../core/src/error.rs"]
mod error;
#[path = "../../../core/src/formats/mod.rs"]
mod formats;
#[path = "../../../core/src/fraction.rs"]
mod fraction;
#[path = "../../../core/src/generator/mod.rs"]
mod generator;
#[path = "../../../core/src/id.rs"]
mod id;
#[path = "../../../core/src/inspect.rs"]
mod inspect;
#[path = "../../../core/src/layout.rs"]
mod layout;
#[path = "../../../core/src/node.rs"]
mod node;
#[path = "../../../core/src/options.rs"]
mod options;
#[path = "../../../core/src/process/mod.rs"]
mod process;
#[path = "../../../core/src/range.rs"]
mod range;
#[path = "../../../core/src/real/mod.rs"]
mod real;
#[path = "../../../core/src/store/mod.rs"]
mod store;
#[path = "../../../core/src/stream.rs"]
mod stream;
#[path = "../../../core/src/text.rs"]
mod text;
#[path = "../../../core/src/time.rs"]
mod time;
#[path = "../../../core/src/typed.rs"]
mod typed;
#[path = "../../../core/src/value.rs"]
mod value;
#[path = "../../../core/src/world.rs"]
mod world;

pub use codec::Form;
pub use convert::{Converted, Uuid1, convert, convert_bytes};
pub use error::{Error, ErrorCode};
pub use formats::*;
pub use generator::{
    Filled, Generator, Ids, Reseed, Status, default_generator, new, new_id, new_within, reseed,
};
pub use id::{Bytes, Id};
pub use inspect::{inspect, inspect_at, refusals};
pub use options::{
    ClockSource, OPTIONS, OnExhausted, OnRollback, OptionInfo, OptionKind, OptionValue, Options,
    Order, Precision, RollbackTolerance, Usage,
};
pub use text::Text;
pub use time::Timestamp;
pub use typed::{Target, TypedId};

use real::Real as Here;

#[path = "worlds/real.rs"]
mod harness;
#[path = "worlds/programs.rs"]
mod programs;

use std::process::ExitCode;
use std::time::{Duration, Instant};

use sortid_simulate::campaign::{Limits, Summary, run_all};
use sortid_simulate::run::{Config, run};
use sortid_simulate::{sabotage, shrink};

/// What is run without further words.
const SEEDS: u64 = 10_000;

/// From so many seeds on everything must have happened.
const EVERYTHING: u64 = 1000;

const USAGE: &str = "sortid-simulate [--seed N | --from N --seeds N --hours H] [--without GUARD] [--sabotage [--quick]] [--worlds]
  of a run: [--events N] [--lives N] [--processes N] [--threads N] [--actions N] [--no EVENT]…";

struct Asked {
    config: Config,
    one: bool,
    seeds: Option<u64>,
    hours: Option<f64>,
    sabotage: bool,
    quick: bool,
    worlds: bool,
}

fn main() -> ExitCode {
    let asked = match asked() {
        Ok(asked) => asked,
        Err(error) => {
            eprintln!("{error}\n{USAGE}");
            return ExitCode::from(2);
        }
    };
    let failed = if asked.worlds {
        compare_worlds()
    } else if asked.sabotage {
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
        worlds: false,
    };
    let mut parser = lexopt::Parser::from_env();
    while let Some(option) = parser.next()? {
        let config = &mut asked.config;
        match option {
            Long("seed") => (config.seed, asked.one) = (parser.value()?.parse()?, true),
            Long("from") => config.seed = parser.value()?.parse()?,
            Long("seeds") => asked.seeds = Some(parser.value()?.parse()?),
            Long("hours") => asked.hours = Some(parser.value()?.parse()?),
            Long("sabotage") => asked.sabotage = true,
            Long("quick") => asked.quick = true,
            Long("worlds") => asked.worlds = true,
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
    let (least, outcome) = shrink::shrink(config);
    if least != *config {
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
        broken: 40,
    };
    let summary = run_all(&asked.config, limits);
    report(&summary, begun.elapsed());
    for (seed, violation) in &summary.broken {
        println!("seed {seed}: {violation}");
    }
    let passed = summary.runs - summary.broken.len() as u64;
    let mut failed = summary.broken.len();
    if summary.runs >= EVERYTHING && summary.broken.is_empty() {
        let never = summary.counts.rows().filter(|(_, times)| *times == 0);
        for (name, _) in never {
            println!("never happened: {name}");
            failed += 1;
        }
    }
    if let Some((seed, _)) = summary.broken.first() {
        let mut config = asked.config.clone();
        config.seed = *seed;
        run_one(&config);
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

/// The same small programs in both worlds; whether they are answered differently.
fn compare_worlds() -> bool {
    // First: it forks, and this process has one thread as yet.
    let real = programs::all();
    harness::clean_up();
    let simulated = sortid_simulate::harness::answers();
    let mut failed = real.len().abs_diff(simulated.len());
    for ((name, real), (_, simulated)) in real.iter().zip(&simulated) {
        println!("{name}: {real}");
        if real != simulated {
            println!("  but simulated: {simulated}");
            failed += 1;
        }
    }
    println!(
        "{} passed, {failed} failed",
        real.len() - failed.min(real.len())
    );
    failed > 0
}
