//! The command line.

use std::ffi::OsString;
use std::path::PathBuf;

/// What `--help` prints.
pub(crate) const HELP: &str = "\
Usage: sortid-bench [core] [--json FILE] [--only SUBSTRING] [--quick]

Measures sortid beside its peers and prints the ratios beside what is demanded of them.

  core              the Rust crate, beside other crates; also what runs without a target
  --json FILE       write the judged rows to FILE as JSON
  --only SUBSTRING  only the rows that have this in their name
  --quick           fewer and shorter rounds: ten seconds instead of thirty
  --help            this text

A missed demand does not change the exit status.";

/// What there is to measure.
const TARGETS: &[&str] = &["core"];

/// What a run is asked to do.
#[derive(Debug, Default, PartialEq)]
pub(crate) struct Args {
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
}

/// Reads the arguments that follow the program's name.
pub(crate) fn parse(arguments: impl Iterator<Item = OsString>) -> Result<Wish, String> {
    let mut arguments = arguments.map(|argument| {
        argument
            .into_string()
            .map_err(|argument| format!("argument {argument:?} is not UTF-8"))
    });
    let mut args = Args::default();
    while let Some(argument) = arguments.next() {
        let argument = argument?;
        let (flag, inline) = match argument.split_once('=') {
            Some((flag, value)) => (flag, Some(value.to_owned())),
            None => (argument.as_str(), None),
        };
        let mut value = || match inline.clone() {
            Some(value) => Ok(value),
            None => arguments
                .next()
                .unwrap_or_else(|| Err(format!("{flag} needs a value"))),
        };
        match flag {
            "--json" => args.json = Some(PathBuf::from(value()?)),
            "--only" => args.only = Some(value()?),
            "--quick" => args.quick = true,
            "--help" | "-h" => return Ok(Wish::Help),
            _ if argument.starts_with('-') => {
                return Err(format!("unknown argument {argument:?}"));
            }
            _ if TARGETS.contains(&argument.as_str()) => {}
            _ => {
                return Err(format!(
                    "unknown target {argument:?}; there is {}",
                    TARGETS.join(", ")
                ));
            }
        }
    }
    Ok(Wish::Run(args))
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
            (&["core", "--json"], "needs a value"),
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
