//! `sortid-faults`: breaks what generators stand on, and looks for ids that come twice.
//!
//! 1. [`args`] reads the command line.
//! 2. [`supervisor`] runs each part in a process of its own, so that one that hangs, dies or
//!    spoils its process takes no other with it, and collects the rows.
//! 3. [`part`] lists the parts; in its process each makes its rows through [`run`].
//! 4. [`report`] prints the rows, and writes them as JSON.
//!
//! The parts: [`nodes`], [`drawn`], [`first`], [`fork`], [`held`], [`identity`], [`kept`] and [`peers`] fork; [`signals`] and
//! [`interrupted`]; [`threads`]; [`clocks`] and [`walks`] hold a generator against the [`model`] of one; [`counters`];
//! [`entropy`], by way of [`seccomp`]; [`statistics`]; [`waiting`] and [`stopped`]; [`gates`]; [`faked`] clocks and calls, whose rows are scenes
//! that the program plays in itself started [`again`]; [`store`] attacks state files.
//!
//! [`lease`] is apart: agents and programs beside real servers, which `tests/databases/chaos` lets nothing be spared.
//!
//! What the parts share: [`facts`] of the formats, written down from the specifications and not
//! asked of the library; [`ids`], which counts what comes twice; [`chance`], how much may;
//! [`child`], a forked process that tells what it made; [`random`] numbers for scripts.
//!
//! Where there is no Unix there is no fork, and half of the parts.

#![cfg_attr(not(unix), allow(dead_code, reason = "of the parts that need a Unix"))]

mod again;
mod args;
mod chance;
#[cfg(unix)]
mod child;
mod clocks;
mod counters;
#[cfg(unix)]
mod drawn;
#[cfg(unix)]
mod entropy;
mod facts;
#[cfg(unix)]
mod faked;
#[cfg(unix)]
mod first;
#[cfg(unix)]
mod fork;
#[cfg(unix)]
mod gates;
#[cfg(unix)]
mod held;
#[cfg(unix)]
mod identity;
mod ids;
#[cfg(unix)]
mod interrupted;
#[cfg(unix)]
mod kept;
mod lease;
mod model;
#[cfg(unix)]
mod nodes;
mod part;
#[cfg(unix)]
mod peers;
mod random;
mod report;
mod run;
#[cfg(unix)]
mod seccomp;
#[cfg(unix)]
mod signals;
mod statistics;
#[cfg(unix)]
mod stopped;
mod store;
mod supervisor;
mod threads;
mod waiting;
mod walks;

use std::io::Write;
use std::process::ExitCode;

use args::Wish;

fn main() -> ExitCode {
    let done = match args::parse(std::env::args_os().skip(1)) {
        Ok(Wish::Help) => {
            // Nobody is left to tell if this cannot be written.
            let _ = writeln!(std::io::stdout(), "{}", args::HELP);
            Ok(true)
        }
        Ok(Wish::Run(args)) => supervisor::run(&args),
        Ok(Wish::Lease(servers)) => lease::run(&servers),
        Ok(Wish::Part(part, args)) => run::part(part, &args).map(|()| true),
        Ok(Wish::Scene(scene, numbers)) => again::play(scene, &numbers).map(|()| true),
        Err(message) => {
            let _ = writeln!(std::io::stderr(), "{message}\n\n{}", args::HELP);
            return ExitCode::from(2);
        }
    };
    match done {
        Ok(true) => ExitCode::SUCCESS,
        Ok(false) => ExitCode::FAILURE,
        Err(error) => {
            let _ = writeln!(std::io::stderr(), "sortid-faults: {error}");
            ExitCode::FAILURE
        }
    }
}
