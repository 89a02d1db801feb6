//! The same small programs in the real world and in the simulated one: in both each must answer what is expected of it.
//!
//! ```sh
//! cargo suite worlds
//! cargo suite worlds --target s390x --wipes-nothing
//! ```
//!
//! An emulator of a user's programs says that a fork wipes memory, and does not wipe it: `--wipes-nothing` says that this is known.

#![allow(
    dead_code,
    unexpected_cfgs,
    missing_docs,
    unused_imports,
    unreachable_pub,
    reason = "the core's sources are compiled as they are, and not all of them is used"
)]

include!("../../../engine.rs");

#[path = "../../../../../core/src/real/mod.rs"]
mod real;

use real::Real as Here;

#[path = "real.rs"]
mod harness;
mod programs;

use std::process::ExitCode;

use programs::System;

fn main() -> ExitCode {
    let here = match asked() {
        Ok(here) => here,
        Err(error) => {
            eprintln!("{error}\nsortid-worlds [--wipes-nothing]");
            return ExitCode::from(2);
        }
    };
    // First: it forks, and this process has one thread as yet.
    let real = programs::all(here);
    harness::clean_up();
    let mut counts = [0, 0];
    judge("real", &real, here, &mut counts);
    #[cfg(not(target_arch = "s390x"))]
    for is_windows in [false, true] {
        let system = System { is_windows, ..here };
        let world = match is_windows {
            true => "simulated Windows",
            false => "simulated",
        };
        let answers = sortid_simulate::harness::answers(is_windows, here.wipes);
        judge(world, &answers, system, &mut counts);
    }
    let [passed, failed] = counts;
    println!("{passed} passed, {failed} failed");
    match failed {
        0 => ExitCode::SUCCESS,
        _ => ExitCode::FAILURE,
    }
}

/// The system that this is, and whether a fork wipes there what it says that it wipes.
fn asked() -> Result<System, lexopt::Error> {
    let mut here = System {
        is_windows: cfg!(windows),
        wipes: true,
    };
    let mut parser = lexopt::Parser::from_env();
    while let Some(option) = parser.next()? {
        match option {
            lexopt::Arg::Long("wipes-nothing") => here.wipes = false,
            #[cfg(windows)]
            lexopt::Arg::Long("hold") => harness::hold(parser.value()?.as_ref()),
            other => return Err(other.unexpected()),
        }
    }
    Ok(here)
}

/// Tells the answers of a world, and counts those that are as expected, and those that are not.
fn judge(world: &str, answers: &[String], system: System, [passed, failed]: &mut [u64; 2]) {
    for (nth, (name, expected)) in programs::expected(system).enumerate() {
        let answer = answers.get(nth).map_or("none", String::as_str);
        println!("{world}: {name}: {answer}");
        match answer == expected {
            true => *passed += 1,
            false => {
                println!("  but expected: {expected}");
                *failed += 1;
            }
        }
    }
}
