//! The command line.

use std::ffi::OsString;
use std::path::PathBuf;

use lexopt::prelude::*;

use crate::again::{SCENES, Scene};
use crate::lease;
use crate::part::{PARTS, Part};

/// What `--help` prints.
pub(crate) const HELP: &str = "\
Usage: sortid-faults core [--json FILE] [--only SUBSTRING] [--rounds N] [--skip-sync]
       sortid-faults lease [SERVER…]

Breaks what the core's generators stand on (forks, threads, clocks, counters, entropy, state files) and looks for repeats.

  --json FILE       write the rows to FILE as JSON
  --only SUBSTRING  only the rows whose fault and format contain SUBSTRING
  --rounds N        rounds of a fork test, kills of the writers of a state file (200); above 200 also more ids where a
                    format's clock is slow
  --skip-sync       syncs of state files do nothing: the rows of lost power must then fail
  --help            this text

Of leases: agents with programs that make ids are killed, stopped, copied, and their server with them; then again, without
one rule after the other, when ids must come twice. Beside each of these servers, or all: redis, postgresql, etcd. Takes
minutes.

The last line is `N passed, N failed`. The exit status is 0 if nothing failed.";

/// The rounds of a fork test, and the kills of a crash test, if nothing else is said.
pub(crate) const ROUNDS: usize = 200;

/// What a run is asked to do.
#[derive(Debug, PartialEq)]
pub(crate) struct Args {
    /// Where to write the rows as JSON.
    pub(crate) json: Option<PathBuf>,
    /// What a row's fault and format must contain.
    pub(crate) only: Option<String>,
    /// How often a fork test forks, and a crash test kills.
    pub(crate) rounds: usize,
    /// Whether what looks for lost ids is to be tested itself.
    pub(crate) skip_sync: bool,
}

/// What the command line wants.
#[derive(Debug, PartialEq)]
pub(crate) enum Wish {
    /// A run.
    Run(Args),
    /// Leases beside these servers, all of them without a name.
    Lease(Vec<&'static str>),
    /// One part of a run, for the supervisor: `sortid-faults part NAME`.
    Part(&'static Part, Args),
    /// One scene, for a row that wants a process of its own: `sortid-faults scene NAME NUMBER…`.
    Scene(&'static Scene, Vec<u64>),
    /// The help text.
    Help,
}

/// Reads the arguments that follow the program's name.
pub(crate) fn parse(arguments: impl Iterator<Item = OsString>) -> Result<Wish, String> {
    read(lexopt::Parser::from_args(arguments)).map_err(|error| error.to_string())
}

fn read(mut parser: lexopt::Parser) -> Result<Wish, lexopt::Error> {
    let mut words = Vec::new();
    let mut args = Args {
        json: None,
        only: None,
        rounds: ROUNDS,
        skip_sync: false,
    };
    while let Some(argument) = parser.next()? {
        match argument {
            Long("json") => args.json = Some(parser.value()?.into()),
            Long("only") => args.only = Some(parser.value()?.string()?),
            Long("rounds") => {
                let rounds = parser.value()?.parse().ok();
                let rounds = rounds.filter(|&rounds| rounds > 0);
                args.rounds = rounds.ok_or("--rounds needs a number from 1 on")?;
            }
            Long("skip-sync") => args.skip_sync = true,
            Long("help") | Short('h') => return Ok(Wish::Help),
            Value(word) => words.push(word.string()?),
            _ => return Err(argument.unexpected()),
        }
    }
    let words: Vec<&str> = words.iter().map(String::as_str).collect();
    match words[..] {
        ["core"] => Ok(Wish::Run(args)),
        ["lease", ref names @ ..] => Ok(Wish::Lease(lease::named(names)?)),
        ["part", name] => {
            let part = PARTS.iter().find(|part| part.name == name);
            let part = part.ok_or(format!("no part is called {name:?}"))?;
            Ok(Wish::Part(part, args))
        }
        ["scene", name, ref numbers @ ..] => {
            let scene = SCENES.iter().find(|scene| scene.name == name);
            let scene = scene.ok_or(format!("no scene is called {name:?}"))?;
            let numbers = numbers.iter().map(|number| number.parse());
            let numbers: Result<_, _> = numbers.collect();
            Ok(Wish::Scene(
                scene,
                numbers.map_err(|_| "a scene takes numbers")?,
            ))
        }
        _ => Err(format!("say what to test: core or lease; not {:?}", words.join(" ")).into()),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn wish(line: &str) -> Result<Wish, String> {
        parse(line.split_whitespace().map(OsString::from))
    }

    #[test]
    fn arguments_are_read_or_refused() {
        let expected = Args {
            json: Some("out.json".into()),
            only: Some("xid".to_owned()),
            rounds: 7,
            skip_sync: true,
        };
        assert_eq!(
            wish("core --json out.json --only xid --rounds 7 --skip-sync"),
            Ok(Wish::Run(expected))
        );
        assert!(matches!(wish("part threads"), Ok(Wish::Part(_, _))));
        let scene = wish("scene slow 8 1");
        assert!(matches!(scene, Ok(Wish::Scene(_, numbers)) if numbers == [8, 1]));
        assert_eq!(wish("lease redis"), Ok(Wish::Lease(vec!["redis"])));
        assert_eq!(wish("lease"), Ok(Wish::Lease(lease::SERVERS.to_vec())));
        for refused in [
            "",
            "lease oracle",
            "all",
            "core --json",
            "core --rounds 0",
            "core more",
            "part",
            "scene none 1",
            "scene slow fast",
        ] {
            assert!(wish(refused).is_err(), "{refused}");
        }
    }
}
