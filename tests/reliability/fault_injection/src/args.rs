//! The command line.

use sortid_reliability_common::lexopt::{self, Parser, ValueExt};
use sortid_reliability_common::{Options, Own, Shared, Tool};

use crate::part::{PARTS, Part};
use crate::scenes::{SCENES, Scene};

/// The command line that all reliability tools share.
pub(crate) const TOOL: Tool = Tool {
    name: "faults",
    about: "Injects faults on the real system: forks, kills, clocks, entropy, state files.",
    words: "",
    shared: &[
        Shared::Seed,
        Shared::Deep,
        Shared::Only,
        Shared::Json,
        Shared::List,
    ],
    own: &[
        (
            "rounds N",
            "forks of a fork test, kills of a kill test (200)",
        ),
        ("skip-sync", "ignore syncs of state files: checks must fail"),
    ],
};

/// The rounds of a run, and of a deep one.
pub(crate) const ROUNDS: usize = 200;
const DEEP_ROUNDS: usize = 1000;

/// The options of a run.
#[derive(Debug, PartialEq)]
pub(crate) struct Args {
    pub(crate) options: Options,
    /// The number of forks of a fork test, and of kills of a kill test.
    pub(crate) rounds: usize,
    /// Whether syncs of state files do nothing.
    pub(crate) skip_sync: bool,
}

/// The requested work.
#[derive(Debug, PartialEq)]
pub(crate) enum Request {
    /// All parts.
    Core,
    /// One part, in this process: `faults part NAME`. Used by the supervisor.
    Part(&'static Part),
    /// One scene, in this process: `faults scene NAME NUMBER…`. Used by checks.
    Scene(&'static Scene, Vec<u64>),
}

/// The options that only this tool has.
#[derive(Default)]
pub(crate) struct Settings {
    words: Vec<String>,
    rounds: Option<usize>,
    skip_sync: bool,
}

impl Settings {
    pub(crate) fn read(
        &mut self,
        option: Own<'_>,
        parser: &mut Parser,
    ) -> Result<bool, lexopt::Error> {
        match option {
            Own::Word(word) => self.words.push(word.string()?),
            Own::Long("rounds") => {
                let rounds = parser.value()?.parse()?;
                self.rounds = Some(rounds).filter(|&rounds| rounds > 0);
                self.rounds.ok_or("--rounds must be at least 1")?;
            }
            Own::Long("skip-sync") => self.skip_sync = true,
            Own::Long(_) => return Ok(false),
        }
        Ok(true)
    }

    /// The request, with the shared options.
    pub(crate) fn finish(self, options: Options) -> Result<(Request, Args), String> {
        let rounds = match options.deep {
            true => DEEP_ROUNDS,
            false => ROUNDS,
        };
        let args = Args {
            options,
            rounds: self.rounds.unwrap_or(rounds),
            skip_sync: self.skip_sync,
        };
        let words: Vec<&str> = self.words.iter().map(String::as_str).collect();
        let request = match words[..] {
            [] => Request::Core,
            ["part", name] => {
                let part = PARTS.iter().find(|part| part.name == name);
                Request::Part(part.ok_or(format!("unknown part {name}"))?)
            }
            ["scene", name, ref numbers @ ..] => {
                let scene = SCENES.iter().find(|scene| scene.name == name);
                let scene = scene.ok_or(format!("unknown scene {name}"))?;
                let numbers = numbers.iter().map(|number| number.parse());
                let numbers: Result<_, _> = numbers.collect();
                Request::Scene(scene, numbers.map_err(|_| "a scene takes numbers")?)
            }
            _ => return Err(format!("unexpected arguments {}", words.join(" "))),
        };
        Ok((request, args))
    }
}

#[cfg(test)]
mod tests {
    use std::ffi::OsString;

    use super::*;

    fn parsed(line: &str) -> Result<(Request, Args), String> {
        let mut settings = Settings::default();
        let arguments = line.split_whitespace().map(OsString::from);
        let options = TOOL.options_from(arguments, |option, parser| settings.read(option, parser));
        settings.finish(options.map_err(|error| error.to_string())?)
    }

    #[test]
    fn parse_reads_requests_and_options() {
        let (request, args) = parsed("--only xid --rounds 7 --skip-sync").expect("options");
        assert_eq!(request, Request::Core);
        assert_eq!((args.rounds, args.skip_sync), (7, true));
        assert_eq!(args.options.only.as_deref(), Some("xid"));
        assert_eq!(parsed("").expect("options").1.rounds, ROUNDS);
        assert_eq!(parsed("--deep").expect("options").1.rounds, DEEP_ROUNDS);
        let request = |line| parsed(line).map(|(request, _)| request);
        assert!(matches!(request("part threads"), Ok(Request::Part(_))));
        let scene = request("scene slow 8 1");
        assert!(matches!(scene, Ok(Request::Scene(_, numbers)) if numbers == [8, 1]));
    }

    #[test]
    fn parse_rejects_unknown_requests_and_values() {
        for line in [
            "all",
            "--json",
            "--rounds 0",
            "more",
            "part",
            "scene none 1",
            "scene slow fast",
        ] {
            assert!(parsed(line).is_err(), "{line}");
        }
    }
}
