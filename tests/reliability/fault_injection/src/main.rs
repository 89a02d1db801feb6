//! Fault injection on the real system: breaks what generators need, and checks for repeats.
//!
//! 1. [`args`] parses the command line.
//! 2. [`supervisor`] runs each part in a new process, so that a part that hangs, dies or damages
//!    its process does not affect the others. It collects their rows.
//! 3. [`part`] lists the parts, which add their rows through [`run`].
//!
//! Parts that fork: [`fork`], [`fork_first_call`], [`fork_in_handler`], [`fork_nodes`],
//! [`fork_refused`], [`fork_unwiped`], [`fork_with_threads`], [`drawn_nodes`] and [`peers`].
//! [`clocks`] and [`walks`] compare a generator with its [`model`]. [`entropy`] fails through
//! [`seccomp`]. [`faked`] clocks and system calls need [`scenes`]: this program again, in a new
//! process. [`store`] attacks state files.
//!
//! Shared by the parts: [`facts`] about formats, copied from their specifications instead of read
//! from the library; [`ids`] counts repeats, and [`chance`] computes the expected number; [`child`]
//! forks a process that writes its ids to a pipe.
//!
//! Systems without `fork` run half of the parts.

#![cfg_attr(not(unix), allow(dead_code, reason = "used by parts that need Unix"))]

mod args;
mod chance;
#[cfg(unix)]
mod child;
mod clocks;
mod counters;
#[cfg(unix)]
mod drawn_nodes;
#[cfg(unix)]
mod entropy;
mod facts;
#[cfg(unix)]
mod faked;
#[cfg(unix)]
mod first_ids;
#[cfg(unix)]
mod fork;
#[cfg(unix)]
mod fork_first_call;
#[cfg(unix)]
mod fork_in_handler;
#[cfg(unix)]
mod fork_nodes;
#[cfg(unix)]
mod fork_refused;
#[cfg(unix)]
mod fork_unwiped;
#[cfg(unix)]
mod fork_with_threads;
mod ids;
mod model;
mod part;
#[cfg(unix)]
mod peers;
mod run;
mod scenes;
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

use std::process::ExitCode;

use sortid_reliability_common::{Failure, exit_code};

use args::{Args, Request, Settings, TOOL};

fn main() -> ExitCode {
    let mut settings = Settings::default();
    let options = match TOOL.options(|option, parser| settings.read(option, parser)) {
        Ok(options) => options,
        Err(code) => return code,
    };
    match settings.finish(options) {
        Ok((request, args)) => exit_code(answer(request, &args)),
        Err(message) => {
            eprintln!("error: {message}");
            ExitCode::from(2)
        }
    }
}

fn answer(request: Request, args: &Args) -> Result<bool, Failure> {
    if args.options.list {
        for part in part::PARTS {
            println!("part {}: {}", part.name, part.title);
        }
        return Ok(true);
    }
    match request {
        Request::Core => supervisor::run(args),
        Request::Part(part) => run::part(part, args).map(|()| true),
        Request::Scene(scene, numbers) => scenes::play(scene, &numbers).map(|()| true),
    }
}
