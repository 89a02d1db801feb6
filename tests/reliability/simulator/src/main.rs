//! Command line of the simulator.
//!
//! ```sh
//! cargo suite reliability simulate                    # 1,000 seeds; --deep: 10,000
//! cargo suite reliability simulate --seed 7           # one seed; reduced if it fails
//! cargo suite reliability simulate --hours 8 --from 1000000
//! cargo suite reliability simulate --sabotage --quick # without one guard after another
//! ```

use std::process::ExitCode;

use sortid_reliability_common::lexopt::{self, Parser, ValueExt};
use sortid_reliability_common::{Failure, Options, Own, Report, Row, Shared, Tool, exit_code};
use sortid_simulator::campaign::{Limits, Summary, run_all};
use sortid_simulator::focus::Focus;
use sortid_simulator::run::{Config, event_names, run};
use sortid_simulator::{sabotage, shrink};

/// The number of seeds of a run, and of a deep one.
const SEEDS: u64 = 1000;
const DEEP_SEEDS: u64 = 10_000;

/// In a run of this many seeds each event and branch must occur.
const SEEDS_FOR_COVERAGE: u64 = 1000;

/// A run stops after this many failed seeds.
const MOST_FAILED: usize = 1000;

const TOOL: Tool = Tool {
    name: "simulate",
    about: "Runs the generator and its files on a simulated operating system, driven by seeds.",
    words: "",
    shared: &[
        Shared::Seed,
        Shared::Seeds,
        Shared::From,
        Shared::Hours,
        Shared::Deep,
        Shared::Only,
        Shared::Without,
        Shared::Trace,
        Shared::Json,
        Shared::List,
    ],
    own: &[
        ("sabotage", "disable each guard in turn; seeds must fail"),
        (
            "quick",
            "stop at the first failed seed (--sabotage: per guard)",
        ),
        ("jobs N", "run N seeds at a time (default: all cores)"),
        ("focus SUBJECT", "leases, nodes, rights or speed"),
        ("unix", "simulate Unix machines only"),
        ("windows", "simulate Windows machines only"),
        ("no EVENT", "leave out a kind of event"),
        ("events N", "limit the events of a run"),
        ("lives N", "limit the system starts of a run"),
        ("processes N", "limit the processes"),
        ("threads N", "limit the simulated threads"),
        ("actions N", "limit the actions of a thread"),
    ],
};

/// The options of this tool alone.
struct Settings {
    config: Config,
    sabotage: bool,
    quick: bool,
    jobs: usize,
}

impl Settings {
    fn read(&mut self, option: Own<'_>, parser: &mut Parser) -> Result<bool, lexopt::Error> {
        let Own::Long(name) = option else {
            return Ok(false);
        };
        let config = &mut self.config;
        match name {
            "sabotage" => self.sabotage = true,
            "quick" => self.quick = true,
            "jobs" => self.jobs = parser.value()?.parse()?,
            "windows" => config.windows = Some(true),
            "unix" => config.windows = Some(false),
            "focus" => config.focus = Some(parser.value()?.parse_with(focus)?),
            "events" => config.most_events = parser.value()?.parse()?,
            "lives" => config.most_lives = parser.value()?.parse()?,
            "processes" => config.most_processes = parser.value()?.parse()?,
            "threads" => config.most_threads = parser.value()?.parse()?,
            "actions" => config.most_actions = parser.value()?.parse()?,
            "no" => {
                let name = parser.value()?.string()?;
                if !config.leave_out_event(&name) {
                    return Err(format!("unknown event {name}").into());
                }
            }
            _ => return Ok(false),
        }
        Ok(true)
    }
}

fn focus(name: &str) -> Result<Focus, String> {
    let mut all = Focus::ALL.iter().copied();
    all.find(|focus| focus.name() == name)
        .ok_or_else(|| format!("unknown subject {name}"))
}

fn main() -> ExitCode {
    let mut settings = Settings {
        config: Config::new(0),
        sabotage: false,
        quick: false,
        jobs: std::thread::available_parallelism().map_or(1, usize::from),
    };
    match TOOL.options(|option, parser| settings.read(option, parser)) {
        Ok(options) => exit_code(answer(&options, settings)),
        Err(code) => code,
    }
}

fn answer(options: &Options, mut settings: Settings) -> Result<bool, Failure> {
    if options.list {
        sabotage::guards().for_each(|guard| println!("guard {guard}"));
        event_names().for_each(|event| println!("event {event}"));
        return Ok(true);
    }
    let config = &mut settings.config;
    if let Some(name) = &options.without
        && !config.leave_out_guard(name)
    {
        return Err(format!("unknown guard {name}; see --list").into());
    }
    config.traces = options.trace;
    config.seed = options.seed.or(options.from).unwrap_or_default().0;
    let mut report = Report::new(TOOL);
    if settings.sabotage {
        run_sabotage(options, &settings, &mut report);
    } else if options.seed.is_some() {
        run_seed(&settings.config, &mut report);
    } else {
        run_seeds(options, &settings, &mut report);
    }
    report.finish(options)
}

/// Runs one seed. If it fails, prints its history and a reduced run.
fn run_seed(config: &Config, report: &mut Report) {
    let outcome = run(config);
    let name = format!("seed {}", config.seed);
    let Some(violation) = outcome.violation else {
        let (ids, events) = (outcome.counts.ids(), outcome.events);
        let details = format!("{ids} ids, {events} events, history {:016x}", outcome.hash);
        report.add(Row::judged(name, true, details));
        return;
    };
    for line in &outcome.history {
        println!("{line}");
    }
    let mut row = Row::judged(name, false, violation);
    row.repeat = config.arguments();
    report.add(row);
    let mut config = config.clone();
    config.traces = false;
    let (least, outcome) = shrink::shrink(&config);
    if least != config {
        for line in &outcome.history {
            println!("{line}");
        }
        println!("reduced: {}", outcome.violation.unwrap_or_default());
        println!("  {}", TOOL.repeat(least.arguments()));
    }
}

fn run_seeds(options: &Options, settings: &Settings, report: &mut Report) {
    let seeds = match (options.seeds, options.hours) {
        (Some(seeds), _) => seeds,
        (None, Some(_)) => u64::MAX,
        (None, None) if options.deep => DEEP_SEEDS,
        (None, None) => SEEDS,
    };
    let limits = Limits {
        seeds,
        time: options.hours,
        broken: if settings.quick { 1 } else { MOST_FAILED },
        jobs: settings.jobs,
    };
    let config = &settings.config;
    let summary = run_all(config, limits);
    print_coverage(&summary);
    report.add_passed(summary.runs - summary.broken.len() as u64);
    let mut failed = summary.broken.iter();
    if !settings.quick
        && let Some((seed, _)) = failed.next()
    {
        let mut config = config.clone();
        config.seed = *seed;
        run_seed(&config, report);
    }
    for (seed, violation) in failed {
        let mut row = Row::judged(format!("seed {seed}"), false, violation);
        let mut config = config.clone();
        config.seed = *seed;
        row.repeat = config.arguments();
        report.add(row);
    }
    // With one system or one subject alone, some events are impossible.
    let is_mixed = config.windows.is_none() && config.focus.is_none();
    if is_mixed && summary.runs >= SEEDS_FOR_COVERAGE && summary.broken.is_empty() {
        for (name, times) in summary.counts.rows() {
            if times == 0 {
                report.add(Row::judged(name, false, "never happened"));
            }
        }
    }
    println!("the next seed is {}", summary.next);
}

fn print_coverage(summary: &Summary) {
    for (name, times) in summary.counts.rows() {
        println!("{times:>14}  {name}");
    }
    let ids = summary.counts.ids();
    let (runs, events, steps) = (summary.runs, summary.events, summary.steps);
    println!("{runs} seeds, {ids} ids, {events} events, {steps} calls to the operating system");
}

/// Disables each guard in turn. A guard without which all seeds pass is a failure.
fn run_sabotage(options: &Options, settings: &Settings, report: &mut Report) {
    let limits = Limits {
        seeds: options.seeds.unwrap_or(sabotage::SEEDS),
        time: None,
        broken: if settings.quick { 1 } else { 20 },
        jobs: settings.jobs,
    };
    let selects = |name: &str| options.selects(name);
    sabotage::run_guards(&settings.config, limits, selects, |found| {
        let (runs, failed) = (found.runs, found.failed);
        let details = match &found.first {
            Some((seed, what)) => {
                format!("{failed} of {runs} seeds failed, the first after {seed}: {what}")
            }
            None => format!("not detected in {runs} seeds"),
        };
        let mut row = Row::judged(&*found.guard, failed > 0, details);
        row.seconds = found.seconds;
        row.repeat = format!("--sabotage --only {}", found.guard);
        report.add(row);
    });
}
