//! The `sortid-lease` command: leases node numbers from a store, and maintains lease files.

mod address;
mod args;
mod clock;
mod command;
mod failure;
mod run;
mod status;
mod store;

use std::process::ExitCode;

use clap::Parser;

use args::Cli;

fn main() -> ExitCode {
    match command::run(Cli::parse().command) {
        Ok(code) => code,
        Err(failure) => failure.report(),
    }
}
