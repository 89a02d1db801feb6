//! `cargo suite`: one set of vectors, one driver per language, one runner that believes nobody.
//!
//! The path of a case:
//!
//! 1. [`vectors`] reads `tests/vectors/*.json` and refuses what is not a case, by file and name.
//!    [`columns`] makes the cases of each format that read ids the rows of a column, which is a case too, and says how a driver answers it.
//! 2. [`request`] makes the case one line of JSON: its inputs, without what it expects.
//! 3. [`languages`] builds the driver, `tests/drivers/<language>/run`.
//! 4. [`session`] sends every line, reads the answers in order, and outlives a driver that hangs or dies.
//! 5. [`answer`] takes an answer apart: its id, and either `ok` or `error`.
//! 6. [`compare`] holds the answer against the case; [`promises`] holds generated ids against
//!    what every generator promises: as many as asked, no two alike, in order.
//! 7. [`matrix`] counts the verdict in its cell, *format × operation × language*; [`page`] is the matrix as a page.
//! 8. [`negative`] does it all again with every expectation falsified: now each case must fail.
//! 9. [`differential`] asks all drivers at once what no vector has: their answers must be equal.
//! 10. [`fresh`] has every language make ids at the same time; none may be there twice. [`shared`] has them do so on one
//!     state file, and in turns; [`leased`] on one lease file, whose node changes. [`leases`] has the latter alone, beside all else of leases; [`looking`] the command alone, or
//!     all that runs the WebAssembly module.
//! 11. [`doors`] are consumers outside the tree, one of each ecosystem; [`runtimes`] other versions and makes of what runs the packages, of which the
//!     drivers are asked the vectors again. Both are [`scripts`], and what they say is [`told`].
//! 12. [`platforms`] are other machines, one of them in every whole run.
//! 13. [`databases`] are real servers, beside which programs run; the quick ones of these in every whole run.
//!
//! Steps 4 to 8 are told in [`cases`]. Before them, [`manifests`] holds all packages against the root's version and what their registries ask, and
//! [`parity`] asks each driver what nobody knows. State files of the cases lie in a [`scratch`] folder. [`suite`] is the whole run; what it runs besides the vectors are [`steps`], whose tests [`counts`] counts; [`report`]
//! has the totals, [`disk`] what room there is, [`tools`] the programs that are started through it, for other processors as [`foreign`] says. The last line of the output is always `N passed, N failed`.

mod args;
mod conformance;
mod console;
mod disk;
mod environments;
mod languages;
mod leases;
mod looking;
mod manifests;
mod report;
mod scripts;
mod steps;
mod suite;
mod tap;
mod test_counts;
mod tools;
mod uniqueness;

use std::io::Write;
use std::process::ExitCode;

use args::Wish;
use console::Console;

fn main() -> ExitCode {
    let console = Console::for_stdout();
    match args::parse(std::env::args_os().skip(1)) {
        Ok(Wish::Help) => {
            console.line(args::HELP);
            ExitCode::SUCCESS
        }
        Ok(Wish::Run(args)) => verdict(suite::run(&args, &console)),
        Ok(Wish::Manifests) => verdict(suite::manifests(&console)),
        Ok(Wish::Doors(names, args)) => suite::through_doors(&names, &args, &console)
            .map_or_else(|message| refuse(&message), verdict),
        Ok(Wish::Platforms(asked)) => {
            environments::platforms::run(&suite::root(), &asked, &console)
                .map_or_else(|message| refuse(&message), ExitCode::from)
        }
        Ok(Wish::Runtimes(names, write, args)) => {
            suite::under_runtimes(&names, write, &args, &console)
                .map_or_else(|message| refuse(&message), verdict)
        }
        Ok(Wish::WriteMatrix) => match conformance::matrix_page::write(&suite::root()) {
            Ok(path) => {
                console.line(&format!("written: {}", path.display()));
                ExitCode::SUCCESS
            }
            Err(message) => refuse(&message),
        },
        Ok(Wish::Tool(tool, arguments)) => tool
            .run(&suite::root(), &arguments)
            .unwrap_or_else(|message| refuse(&message)),
        Err(message) => refuse(&format!("{message}\n\n{}", args::HELP)),
    }
}

fn verdict(green: bool) -> ExitCode {
    if green {
        ExitCode::SUCCESS
    } else {
        ExitCode::FAILURE
    }
}

fn refuse(message: &str) -> ExitCode {
    // Nobody is left to tell if this cannot be written.
    let _ = writeln!(std::io::stderr(), "{message}");
    ExitCode::from(2)
}
