//! `sortid-bench`: measures sortid and its peers in one process, in turns.
//!
//! The speed of a machine changes while it is measured. So each row is measured in many short
//! rounds. A round times a batch of ours and a batch of the peer's, and the next round begins with
//! the other one. A disturbance longer than a round affects both sides, and the medians drop
//! shorter ones. The ratio is the ratio of the two medians; the median of the rounds' ratios varied
//! as much.
//!
//! [`rows`] lists the rows, [`side`] runs and times a batch, [`measure`] runs the rounds and
//! [`report`] prints. [`latency`] times single calls, [`columns`] a million rows at a time, and
//! [`lease`] renewals by servers. [`shut`] measures a process without a trusted cycle counter,
//! [`crew`] processes that share a file. [`outside`] starts the programs of other languages, and
//! [`lines`] reads their rows. [`machine`], [`head`] and [`versions`] describe the machine, the
//! build and the peers; [`counter`] times short intervals.
//!
//! A missed demand is marked in the table. It does not change the exit status.

mod args;
mod columns;
mod counter;
mod crew;
mod head;
mod kernel;
mod latency;
mod lease;
mod lines;
mod machine;
mod measure;
mod outside;
mod report;
mod rows;
mod shut;
mod side;
mod versions;

use std::fs::File;
use std::io::Write;
use std::process::ExitCode;

use args::{Args, Wish};
use measure::Effort;
use report::Table;

fn main() -> ExitCode {
    match args::parse(std::env::args_os().skip(1)) {
        Ok(Wish::Help) => {
            report::line(args::HELP);
            ExitCode::SUCCESS
        }
        Ok(Wish::Member { format, file }) => ended(crew::serve(&format, &file)),
        Ok(Wish::Fresh { who }) => ended(latency::serve(&who)),
        Ok(Wish::Shut(args)) => ended(shut::serve(&args)),
        Ok(Wish::Run(args)) => ended(run(&args)),
        Err(message) => failed(&format!("{message}\n\n{}", args::HELP), 2),
    }
}

fn ended(result: Result<(), String>) -> ExitCode {
    match result {
        Ok(()) => ExitCode::SUCCESS,
        Err(message) => failed(&message, 1),
    }
}

fn failed(message: &str, status: u8) -> ExitCode {
    // Errors are ignored: there is no other place to report them.
    let _ = writeln!(std::io::stderr(), "{message}");
    ExitCode::from(status)
}

fn run(args: &Args) -> Result<(), String> {
    // Opens the file before measuring, so that an error costs no time.
    let json = match &args.json {
        None => None,
        Some(path) => {
            let file = File::create(path);
            Some(file.map_err(|error| format!("cannot write {}: {error}", path.display()))?)
        }
    };
    report::line(&machine::line());
    if cfg!(debug_assertions) {
        report::line("This is not a release build: the figures mean nothing.");
    }
    if args.target.is_none() {
        report::line(&head::line());
    }
    report::line("");

    let mut table = Table::new();
    match args.target {
        _ if args.columns => columns::measure(args, &mut table)?,
        _ if args.lease => lease::measure(args, &mut table)?,
        None if args.kernels.is_empty() => core(args, &mut table)?,
        None => kernel::measure(&args.kernels, args, |row| table.add(&row))?,
        Some(outside) => outside.measure(args, |row| table.add(&row))?,
    }
    match json {
        None => Ok(()),
        Some(mut file) => {
            let date = jiff::Timestamp::now().strftime("%Y-%m-%d").to_string();
            let text = table.result_file(&args.command(), &date, &machine::line());
            file.write_all(text.as_bytes())
                .map_err(|error| format!("--json: {error}"))
        }
    }
}

fn core(args: &Args, table: &mut Table) -> Result<(), String> {
    if args.gate_shut {
        shut::measure(args, |row| table.add(&row))?;
    } else {
        let rows = rows::rows().into_iter();
        for row in rows.filter(|row| args.chooses(row.what)) {
            table.add(&row.measured(&Effort::of(args.quick)));
        }
        latency::measure(args, table)?;
        // Not every machine supports this; others still print their table.
        if shut::is_chosen(args)
            && let Err(message) = shut::measure(args, |row| table.add(&row))
        {
            report::line(&format!("gate shut: NOT MEASURED, {message}"));
        }
        let stale = rows::stale_rows().into_iter();
        for row in stale.filter(|row| args.chooses(row.what)) {
            table.add(&row.measured(&Effort::of(args.quick)));
        }
    }
    if table.is_empty() {
        let only = args.only.as_deref().unwrap_or_default();
        return Err(format!("no row name contains {only:?}"));
    }
    report::line("");
    for note in rows::NOTES.iter().chain(latency::NOTES) {
        report::line(note);
    }
    Ok(())
}
