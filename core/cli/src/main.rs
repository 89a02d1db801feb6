//! The `sortid` command: generates, explains, finds, sorts, bounds and converts time-sortable ids.

mod annotate;
mod args;
mod bounds;
mod closed;
mod convert;
mod decimal;
mod demo;
mod failure;
mod file_args;
mod formats;
mod grep;
mod help;
mod input;
mod inspect;
mod lease;
mod names;
mod new;
mod options;
mod output;
mod progress;
mod sort;
mod sql;
mod stats;
mod stream;
mod style;
mod time;
mod uuid_kinds;

use std::io::Write;
use std::process::ExitCode;

use clap::{CommandFactory, Parser};

use args::{Cli, Command};
use failure::{Failure, Outcome};

fn main() -> ExitCode {
    match run(Cli::parse().command) {
        Ok(outcome) => outcome.exit_code(),
        Err(failure) => failure.report(),
    }
}

fn run(command: Command) -> Result<Outcome, Failure> {
    // The agent runs for long, and prints nothing.
    if !matches!(command, Command::Lease { .. }) {
        closed::check()?;
    }
    match command {
        Command::New(new) => new::run(&new),
        Command::Inspect(inspect) => inspect::run(&inspect),
        Command::Grep(grep) => grep::run(&grep),
        Command::Annotate(annotate) => annotate::run(&annotate),
        Command::Stats(stats) => stats::run(&stats),
        Command::Sort(sort) => sort::run(&sort),
        Command::Range(range) => bounds::range(&range),
        Command::Prefix(prefix) => bounds::prefix(&prefix),
        Command::Convert(convert) => convert::run(&convert),
        Command::Sql(sql) => sql::run(&sql),
        Command::Formats(formats) => formats::run(&formats),
        Command::Lease { args } => lease::run(&args),
        Command::Demo => demo::run(),
        Command::Completions { shell } => completions(shell),
        Command::Man { command } => help::man(command.as_deref()),
        Command::Help { topic } => help::run(topic.as_deref()),
    }
}

fn completions(shell: clap_complete::Shell) -> Result<Outcome, Failure> {
    // Write to memory first: the generator panics if a write fails.
    let mut script = Vec::new();
    clap_complete::generate(shell, &mut Cli::command(), "sortid", &mut script);
    let mut stdout = std::io::stdout().lock();
    stdout.write_all(&script)?;
    stdout.flush()?;
    Ok(Outcome::Done)
}
