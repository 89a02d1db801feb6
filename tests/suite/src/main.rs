//! `cargo suite`: runs the tests of every language.
//!
//! - [`plan`] lists the steps: their requirements, tiers and expected times.
//! - [`mod@run`] runs the steps, two at a time, and shows their progress.
//! - [`languages`] defines how to build and test each language's package and driver.
//! - [`conformance`] sends the vectors to the drivers and checks the answers.
//! - [`uniqueness`] generates ids in all languages at the same time.
//! - [`environments`] runs consumer projects, runtimes, databases and other platforms.
//! - [`page_sizes`] runs the tests of files with larger memory pages.
//! - [`figures`] copies figures from the result files of benchmarks to the pages.
//! - [`manifests`] checks the metadata that package registries require.
//! - [`shape`] limits the growth of the tree.

mod args;
mod conformance;
mod environments;
mod figures;
mod languages;
mod manifests;
mod outcome;
mod page_sizes;
mod plan;
mod preflight;
mod report;
mod run;
mod shape;
mod tap;
mod test_counts;
mod toolchains;
mod tools;
mod uniqueness;

use std::fs;
use std::io::Write;
use std::process::{Command, ExitCode};
use std::sync::mpsc::channel;
use std::thread;
use std::time::Instant;

use args::{Args, Wish};
use conformance::matrix_page;
use plan::times::Times;
use plan::{Step, catalog, choose};
use report::Report;
use run::display::{Display, clock, tick};
use run::{Shared, build, lanes, lock, root};

fn main() -> ExitCode {
    let display = Display::for_stdout();
    let done = match args::parse(std::env::args_os().skip(1)) {
        Ok(Wish::Help(text)) => {
            display.line(text);
            Ok(ExitCode::SUCCESS)
        }
        Ok(Wish::Run(args)) => run(&args, &display),
        Ok(Wish::WriteMatrix) => matrix_page::write(&root()).map(|path| {
            display.line(&format!("written: {}", path.display()));
            ExitCode::SUCCESS
        }),
        Ok(Wish::WriteFigures) => figures::write(&root()).map(|()| ExitCode::SUCCESS),
        Ok(Wish::Python(program, arguments)) => {
            let mut python = Command::new("python3");
            python.arg(program).args(arguments);
            let status = python.current_dir(root()).status();
            let status = status.map_err(|error| format!("cannot start python3: {error}"));
            status.map(|status| match status.success() {
                true => ExitCode::SUCCESS,
                false => ExitCode::FAILURE,
            })
        }
        Ok(Wish::Tool(tool, arguments)) => tool.run(&root(), &arguments),
        Err(message) => Err(format!("{message}\n\n{}", args::HELP)),
    };
    done.unwrap_or_else(|message| {
        // Errors are ignored: there is no other place to report them.
        let _ = writeln!(std::io::stderr(), "error: {message}");
        ExitCode::from(2)
    })
}

/// Runs the requested steps.
fn run(args: &Args, display: &Display) -> Result<ExitCode, String> {
    let shared = Shared::new(args.settings.clone()).map_err(|error| error.to_string())?;
    let tests = build::targets(&shared.root)?;
    let mut all = catalog::steps(&shared.root, &shared.built(), &tests);
    if args.settings.vectors.is_some() {
        all.retain(catalog::serves_vectors);
    }
    let steps = choose(all, &args.choice)?;
    let times = Times::read(&shared.target);
    if args.dry_run {
        preflight::list(&steps, &times, display);
        return Ok(ExitCode::SUCCESS);
    }
    let missing = preflight::check(&steps, &times, &shared, display)?;
    let is_strict = std::env::var("CI").is_ok_and(|value| value == "true");
    let excused = |step: &Step| {
        let means = |name: &String| step.is_meant_by(name) || step.needs.contains(&name.as_str());
        args.without.iter().any(means)
    };
    on_interrupt();
    let started = Instant::now();
    let (end, ended) = channel();
    let mut report = thread::scope(|scope| {
        scope.spawn(move || tick(display, &ended));
        let report = lanes::run(&steps, &shared, display, times, &missing, &excused);
        drop(end);
        report
    });
    display.end();
    if let Some(matrix) = lock(&shared.matrix).as_ref() {
        report.cells = matrix.json();
        if matrix.has_failures() {
            display.title("Matrix");
            for line in matrix.lines(display) {
                display.line(&format!("  {line}"));
            }
        }
    }
    if let Some(path) = &args.json {
        fs::write(path, format!("{:#}\n", report.json(is_strict)))
            .map_err(|error| format!("{}: {error}", path.display()))?;
    }
    Ok(summary(&report, &shared, display, is_strict, started))
}

/// Prints the failures and the totals.
fn summary(
    report: &Report,
    shared: &Shared,
    display: &Display,
    is_strict: bool,
    started: Instant,
) -> ExitCode {
    display.failed_steps(report, &shared.root);
    if is_strict {
        for step in report.steps.iter().filter(|step| !step.excused) {
            if let Some(reason) = &step.outcome.not_run {
                let line = format!("  {} {}: {reason}", display.bad("not run"), step.name);
                display.line(&line);
            }
        }
    }
    let totals = report.totals(is_strict);
    let took = clock(started.elapsed());
    let skipped = match totals.skipped {
        0 => String::new(),
        skipped => format!(", {skipped} skipped"),
    };
    display.line(&format!("\n{}{skipped} in {took}", report.summary()));
    display.line(&format!(
        "{} passed, {} failed",
        totals.passed, totals.failed
    ));
    match totals.failed {
        0 => ExitCode::SUCCESS,
        _ => ExitCode::FAILURE,
    }
}

/// Kills all running programs on an interrupt: they are in separate process groups.
#[cfg(unix)]
fn on_interrupt() {
    use signal_hook::consts::{SIGHUP, SIGINT, SIGTERM};
    let Ok(mut signals) = signal_hook::iterator::Signals::new([SIGHUP, SIGINT, SIGTERM]) else {
        return;
    };
    thread::spawn(move || {
        if let Some(signal) = signals.forever().next() {
            run::process::kill_all();
            std::process::exit(128 + signal);
        }
    });
}

#[cfg(not(unix))]
fn on_interrupt() {}
