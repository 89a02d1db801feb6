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

include!("../../../core.rs");

#[path = "../../../../core/src/real/mod.rs"]
mod real;

use real::Real as Here;

#[path = "real.rs"]
mod harness;
mod programs;

use std::process::ExitCode;

fn main() -> ExitCode {
    let wipes = match asked() {
        Ok(wipes) => wipes,
        Err(error) => {
            eprintln!("{error}\nsortid-worlds [--wipes-nothing]");
            return ExitCode::from(2);
        }
    };
    // First: it forks, and this process has one thread as yet.
    let real = programs::all();
    harness::clean_up();
    let mut counts = [0, 0];
    judge("real", &real, wipes, &mut counts);
    #[cfg(not(target_arch = "s390x"))]
    judge(
        "simulated",
        &sortid_simulate::harness::answers(wipes),
        wipes,
        &mut counts,
    );
    let [passed, failed] = counts;
    println!("{passed} passed, {failed} failed");
    match failed {
        0 => ExitCode::SUCCESS,
        _ => ExitCode::FAILURE,
    }
}

/// Whether a fork wipes what it says that it wipes.
fn asked() -> Result<bool, lexopt::Error> {
    let mut wipes = true;
    let mut parser = lexopt::Parser::from_env();
    while let Some(option) = parser.next()? {
        match option {
            lexopt::Arg::Long("wipes-nothing") => wipes = false,
            other => return Err(other.unexpected()),
        }
    }
    Ok(wipes)
}

/// Tells the answers of a world, and counts those that are as expected, and those that are not.
fn judge(world: &str, answers: &[String], wipes: bool, [passed, failed]: &mut [u64; 2]) {
    for (nth, (name, expected)) in programs::expected(wipes).enumerate() {
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
