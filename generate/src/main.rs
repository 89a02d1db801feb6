//! Writes every checked-in file that is generated from the core's lists. `--check` lists the
//! outdated ones. The name of a build writes the files that only that build needs.

mod api;
mod c;
mod calls;
mod cpp;
mod kotlin;
mod names;
mod node;
mod operations;
mod outputs;
mod pages;
mod postgres;
mod python;
mod repository;
mod splice;
mod sql;
mod swift;
mod uniffi;

use std::env;
use std::error::Error;
use std::fs;
use std::io::{Write, stdout};

use outputs::{Output, in_git, of_build, strays};
use repository::at_root;

fn main() -> Result<(), Box<dyn Error>> {
    let argument = env::args().nth(1);
    let is_check = argument.as_deref() == Some("--check");
    let (outputs, strays) = match argument.filter(|_| !is_check) {
        Some(build) => (of_build(&build)?, Vec::new()),
        None => {
            let outputs = in_git()?;
            let strays = strays(&outputs)?;
            (outputs, strays)
        }
    };
    let stale: Vec<&Output> = outputs.iter().filter(|output| output.is_stale()).collect();
    if is_check && !(stale.is_empty() && strays.is_empty()) {
        let paths = stale.iter().map(|output| &output.path).chain(&strays);
        let paths: Vec<&str> = paths.map(String::as_str).collect();
        let message = "out of date; `cargo suite generate` writes them:";
        return Err(format!("{message} {}", paths.join(", ")).into());
    }
    for output in &stale {
        output.write()?;
    }
    for path in &strays {
        fs::remove_file(at_root(path))?;
    }
    let lines: usize = outputs.iter().map(|output| output.lines).sum();
    let (files, written) = (outputs.len(), stale.len() + strays.len());
    let summary = format!("{files} files with {lines} generated lines, {written} written");
    Ok(writeln!(stdout(), "{summary}")?)
}
