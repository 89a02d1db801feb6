//! `cargo suite audit`: counts repeated ids of many processes in all languages.
//!
//! - [`counting`] counts the ids in files of any size.
//! - [`mixture`] lists the programs and their formats.
//! - [`session`] starts, kills and ends them.
//! - [`worker`] is the worker in Rust. The others are in the parent folder.

mod counting;
mod mixture;
mod session;
mod worker;

use std::collections::BTreeSet;
use std::error::Error;
use std::fs;
use std::path::{Path, PathBuf};
use std::process::{Command, ExitCode, Stdio};
use std::time::{Duration, SystemTime, UNIX_EPOCH};

use lexopt::prelude::*;
use sortid::Format;

use counting::{Order, count};
use mixture::{FORMATS, PEERS, Program};
use session::{Commands, Until};

const HELP: &str = "\
Usage: cargo suite audit [OPTION…]

Starts processes in all languages that are built, kills and restarts some of them, and counts
repeated ids, and ids below their predecessor in the same thread.

  --processes N    run N processes at a time [default: 256]
  --seconds N      generate ids for N seconds [default: 20]
  --ids N          generate N ids of each format, one format after another, instead
  --format F       only this format; can be repeated. A layout is custom64:PRESET
  --seed N         seed the choice of killed processes [default: the time]
  --peers          also audit other libraries, with a quarter of the processes

The exit status is 1 if an id is repeated or out of order, or a program fails.";

struct Args {
    processes: usize,
    until: Until,
    formats: Vec<(String, usize)>,
    seed: u64,
    peers: bool,
}

fn main() -> Result<ExitCode, Box<dyn Error>> {
    let arguments: Vec<String> = std::env::args().skip(1).collect();
    if let Some(("worker", rest)) = arguments
        .split_first()
        .map(|(first, rest)| (&**first, rest))
    {
        return worker::run(rest).map(|()| ExitCode::SUCCESS);
    }
    let Some(args) = parse()? else {
        println!("{HELP}");
        return Ok(ExitCode::SUCCESS);
    };
    let root = Path::new(env!("CARGO_MANIFEST_DIR"))
        .join("../..")
        .canonicalize()?;
    let commands = commands(&root)?;
    let target = std::env::var_os("CARGO_TARGET_DIR").map_or(root.join("target"), PathBuf::from);
    let mut audit = Audit {
        folder: target.join("audit/run"),
        commands,
        until: args.until,
        state: args.seed,
        failures: Vec::new(),
        ids: 0,
    };
    println!("seed {}", args.seed);
    println!(
        "{:<22} {:>9} {:>13} {:>9} {:>10}  languages",
        "format", "processes", "ids", "repeated", "inversions"
    );
    let sessions = match args.until {
        Until::Time(_) => vec![args.formats.as_slice()],
        Until::Ids(_) => args.formats.chunks(1).collect(),
    };
    for formats in sessions {
        let can_run = |language: &str| audit.commands.contains_key(language);
        let programs = mixture::programs(args.processes, formats, can_run);
        let names: Vec<&str> = formats.iter().map(|(name, _)| name.as_str()).collect();
        audit.session(&names, &programs)?;
    }
    let (failures, ids) = (audit.failures.clone(), audit.ids);
    for (peer, language) in PEERS.iter().filter(|_| args.peers) {
        if audit.commands.contains_key(*language) {
            let programs = mixture::of_peer(args.processes.div_ceil(4), peer, language);
            audit.session(&[peer], &programs)?;
        }
    }
    for failure in &failures {
        println!("FAILED {failure}");
    }
    if !failures.is_empty() {
        return Ok(ExitCode::FAILURE);
    }
    println!("ok: 0 repeated, 0 inversions, {ids} ids");
    Ok(ExitCode::SUCCESS)
}

fn parse() -> Result<Option<Args>, Box<dyn Error>> {
    let mut args = Args {
        processes: 256,
        until: Until::Time(Duration::from_secs(20)),
        formats: Vec::new(),
        seed: SystemTime::now().duration_since(UNIX_EPOCH)?.as_secs(),
        peers: false,
    };
    let mut parser = lexopt::Parser::from_env();
    while let Some(argument) = parser.next()? {
        match argument {
            Long("processes") => args.processes = parser.value()?.parse()?,
            Long("seconds") => {
                args.until = Until::Time(Duration::from_secs(parser.value()?.parse()?));
            }
            Long("ids") => args.until = Until::Ids(parser.value()?.parse()?),
            Long("format") => {
                let name = parser.value()?.string()?;
                let listed = FORMATS.iter().find(|(listed, _)| *listed == name);
                args.formats
                    .push((name, listed.map_or(usize::MAX, |(_, most)| *most)));
            }
            Long("seed") => args.seed = parser.value()?.parse()?,
            Long("peers") => args.peers = true,
            Long("help") | Short('h') => return Ok(None),
            _ => return Err(argument.unexpected().into()),
        }
    }
    if args.formats.is_empty() {
        args.formats = FORMATS.map(|(name, most)| (name.to_owned(), most)).to_vec();
    }
    Ok(Some(args))
}

/// The workers that can run. `tests/audit/build` compiles them.
fn commands(root: &Path) -> Result<Commands, Box<dyn Error>> {
    let output = Command::new(root.join("tests/audit/build"))
        .stderr(Stdio::inherit())
        .output()?;
    if !output.status.success() {
        return Err(format!("tests/audit/build: {}", output.status).into());
    }
    let own = std::env::current_exe()?.to_string_lossy().into_owned();
    let rust = format!("rust {own} worker");
    let lines = String::from_utf8(output.stdout)? + &rust;
    let words = lines.lines().filter_map(|line| line.split_once(' '));
    let command = |(language, command): (&str, &str)| {
        (
            language.to_owned(),
            command.split(' ').map(str::to_owned).collect(),
        )
    };
    Ok(words.map(command).collect())
}

/// An audit, and what it found so far.
struct Audit {
    folder: PathBuf,
    commands: Commands,
    until: Until,
    /// The state of the random numbers.
    state: u64,
    failures: Vec<String>,
    ids: u64,
}

impl Audit {
    /// Runs programs, and prints a line for each format.
    fn session(&mut self, formats: &[&str], programs: &[Program]) -> Result<(), Box<dyn Error>> {
        let _ = fs::remove_dir_all(&self.folder);
        let state = &mut self.state;
        let random = |below: usize| {
            *state = state
                .wrapping_mul(0x5851_f42d_4c95_7f2d)
                .wrapping_add(0x1405_7b7e_f767_814f);
            (*state >> 33) as usize % below
        };
        let folder = &self.folder;
        let wrong = session::run(
            folder,
            formats,
            programs,
            &self.commands,
            self.until,
            random,
        )?;
        self.failures.extend(wrong);
        for format in formats {
            let streams = session::streams(folder, format)?;
            let is_signed = format.parse().is_ok_and(Format::is_signed);
            let order = if is_signed {
                Order::Signed
            } else {
                Order::Unsigned
            };
            let counts = count(&streams, order)?;
            let processes: BTreeSet<String> = streams
                .iter()
                .map(|stream| session::process_of(stream))
                .collect();
            let language = |process: &String| process.split('-').next().map(str::to_owned);
            let languages: BTreeSet<String> = processes.iter().filter_map(language).collect();
            println!(
                "{format:<22} {:>9} {:>13} {:>9} {:>10}  {}",
                processes.len(),
                counts.ids,
                counts.repeated,
                counts.inversions,
                Vec::from_iter(languages).join(" ")
            );
            self.ids += counts.ids;
            if let Some((id, holders)) = counts.example {
                let holders: Vec<String> = holders
                    .iter()
                    .map(|stream| session::process_of(stream))
                    .collect();
                let (repeated, by) = (counts.repeated, holders.join(" and "));
                self.failures.push(format!(
                    "{format}: {repeated} repeated, such as {id} of {by}"
                ));
            }
            if counts.inversions > 0 {
                self.failures
                    .push(format!("{format}: {} inversions", counts.inversions));
            }
        }
        fs::remove_dir_all(folder)?;
        Ok(())
    }
}
