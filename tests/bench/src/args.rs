//! The command line.

use std::ffi::OsString;
use std::path::PathBuf;

use lexopt::prelude::*;

use crate::outside::{OUTSIDE, Outside};

/// What `--help` prints.
pub(crate) const HELP: &str = "\
Usage: sortid-bench [TARGET] [--json FILE] [--only SUBSTRING] [--quick]

Measures sortid beside its peers and prints the ratios beside what is demanded of them.

  TARGET            core (the Rust crate, beside other crates; also without a target), or a language
  --json FILE       write the judged rows to FILE as JSON
  --only SUBSTRING  only the rows that have this in their name
  --quick           fewer and shorter rounds: ten seconds instead of thirty
  --help            this text

A missed demand does not change the exit status.";

/// What a run is asked to do.
#[derive(Debug, Default, PartialEq)]
pub(crate) struct Args {
    /// The program that measures; the core where it is `None`.
    pub(crate) target: Option<&'static Outside>,
    /// Where to write the rows as JSON.
    pub(crate) json: Option<PathBuf>,
    /// What the rows to measure have in their name; all rows where it is `None`.
    pub(crate) only: Option<String>,
    /// Whether to be quick rather than precise.
    pub(crate) quick: bool,
}

impl Args {
    /// Whether a row is to be measured.
    pub(crate) fn chooses(&self, what: &str) -> bool {
        self.only.as_ref().is_none_or(|only| what.contains(only))
    }
}

/// What the command line wants.
#[derive(Debug, PartialEq)]
pub(crate) enum Wish {
    /// A run.
    Run(Args),
    /// The help text.
    Help,
    /// The life of a member of a crew, which this program starts itself.
    Member {
        /// The format's name.
        format: String,
        /// The state file.
        file: PathBuf,
    },
}

/// Reads the arguments that follow the program's name.
pub(crate) fn parse(arguments: impl Iterator<Item = OsString>) -> Result<Wish, String> {
    read(lexopt::Parser::from_args(arguments)).map_err(|error| error.to_string())
}

fn read(mut parser: lexopt::Parser) -> Result<Wish, lexopt::Error> {
    let mut args = Args::default();
    while let Some(argument) = parser.next()? {
        match argument {
            Long("json") => args.json = Some(parser.value()?.into()),
            Long("only") => args.only = Some(parser.value()?.string()?),
            Long("quick") => args.quick = true,
            Long(member) if member == &crate::crew::MEMBER[2..] => {
                return Ok(Wish::Member {
                    format: parser.value()?.string()?,
                    file: parser.value()?.into(),
                });
            }
            Long("help") | Short('h') => return Ok(Wish::Help),
            Value(target) => args.target = named(&target.string()?)?,
            _ => return Err(argument.unexpected()),
        }
    }
    Ok(Wish::Run(args))
}

fn named(target: &str) -> Result<Option<&'static Outside>, String> {
    if target == "core" {
        return Ok(None);
    }
    let found = OUTSIDE.iter().find(|outside| outside.name == target);
    found.map(Some).ok_or_else(|| {
        let names = OUTSIDE.iter().map(|outside| outside.name);
        let names: Vec<&str> = ["core"].into_iter().chain(names).collect();
        format!("unknown target {target:?}; there is {}", names.join(", "))
    })
}

#[cfg(test)]
mod tests {
    use super::*;

    fn parsed(arguments: &[&str]) -> Result<Wish, String> {
        parse(arguments.iter().map(OsString::from))
    }

    #[test]
    fn values_stand_after_a_blank_or_an_equals_sign() {
        let expected = Args {
            json: Some(PathBuf::from("out.json")),
            only: Some("uuid7".to_owned()),
            quick: true,
            target: None,
        };
        let apart = ["core", "--json", "out.json", "--only", "uuid7", "--quick"];
        assert!(matches!(parsed(&apart), Ok(Wish::Run(args)) if args == expected));
        let joined = ["--json=out.json", "--only=uuid7", "--quick"];
        assert_eq!(parsed(&joined), Ok(Wish::Run(expected)));
    }

    #[test]
    fn mistakes_are_named() {
        for (arguments, part) in [
            (&["cobol"][..], "unknown target \"cobol\""),
            (&["core", "--frobnicate"], "--frobnicate"),
            (&["core", "--json"], "missing argument"),
        ] {
            let message = parsed(arguments).expect_err("a mistake");
            assert!(message.contains(part), "{message}");
        }
    }

    #[test]
    fn help_wins() {
        assert_eq!(parsed(&["core", "--help"]), Ok(Wish::Help));
    }
}
