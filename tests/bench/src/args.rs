//! The command line.

use std::ffi::OsString;
use std::path::PathBuf;

use lexopt::prelude::*;

use crate::crew::MEMBER;
use crate::kernel;
use crate::latency::FRESH;
use crate::outside::{OUTSIDE, Outside};
use crate::shut::SHUT;

/// The name of the target of columns.
const COLUMNS: &str = "columns";

/// The name of the target of leases.
const LEASE: &str = "lease";

pub(crate) const HELP: &str = "\
Usage: sortid-bench [TARGET] [--json FILE] [--only SUBSTRING] [--quick]
                    [--gate shut] [--calls COUNT] [--kernel NAMES]

Measures sortid and its peers, and prints the ratios and their limits.

  TARGET            core (the Rust crate; the default), columns (a million rows at a time), lease, databases, looking
                    (the command, compared with rg, sort and its old version), footprint (sizes, memory, compile
                    and start times), or a language
  --json FILE       write rows, date and machine as JSON, as in docs/benchmarks
  --only SUBSTRING  only rows whose name contains SUBSTRING
  --quick           use fewer and shorter rounds: less than a minute instead of 1.5
  --help            show this text

Only for the core:

  --gate shut       only rows without a trusted cycle counter (Linux, with a C compiler)
  --calls COUNT     time COUNT calls for p99.99 and the worst [default: 30000000, quick 10000000]
  --kernel NAMES    compare texts with these kernels, without peers: a list of native, avx2, sse2, portable
                    separated by commas, or each

A missed limit does not change the exit status.";

/// The settings of a run.
#[derive(Debug, Default, PartialEq)]
pub(crate) struct Args {
    /// The program that measures; `None` for the core.
    pub(crate) target: Option<&'static Outside>,
    /// Whether to measure only columns.
    pub(crate) columns: bool,
    /// Whether to measure only leases.
    pub(crate) lease: bool,
    /// Where to write the rows as JSON.
    pub(crate) json: Option<PathBuf>,
    /// A text in the names of the rows to measure; `None` for all rows.
    pub(crate) only: Option<String>,
    /// Whether to prefer speed over precision.
    pub(crate) quick: bool,
    /// Whether to measure only the rows with the gate shut.
    pub(crate) gate_shut: bool,
    /// The kernels to compare; if not empty, only these are measured.
    pub(crate) kernels: Vec<&'static str>,
    /// The number of single calls to time, if given.
    pub(crate) calls: Option<u64>,
}

impl Args {
    /// Whether a row is requested.
    pub(crate) fn chooses(&self, what: &str) -> bool {
        self.only.as_ref().is_none_or(|only| what.contains(only))
    }

    /// The command that repeats this run.
    pub(crate) fn command(&self) -> String {
        let target = match self.target {
            Some(outside) => outside.name,
            None if self.columns => COLUMNS,
            None if self.lease => LEASE,
            None => "core",
        };
        let mut command = format!("cargo suite bench {target}");
        if let Some(only) = &self.only {
            command.push_str(&format!(" --only {only:?}"));
        }
        if self.quick {
            command.push_str(" --quick");
        }
        command
    }

    /// The arguments for another program that measures rows of this run.
    pub(crate) fn handed_on(&self) -> Vec<&str> {
        let only = self.only.iter().flat_map(|only| ["--only", only]);
        self.quick
            .then_some("--quick")
            .into_iter()
            .chain(only)
            .collect()
    }
}

/// The action that the command line requests.
#[derive(Debug, PartialEq)]
pub(crate) enum Wish {
    /// A run.
    Run(Args),
    /// The help text.
    Help,
    /// Runs as a member of a crew; only started by this program.
    Member {
        /// The format's name.
        format: String,
        /// The state file.
        file: PathBuf,
    },
    /// Runs as a fresh process; only started by this program.
    Fresh {
        /// The side whose ids it generates.
        who: String,
    },
    /// Runs as the process with the gate shut.
    Shut(Args),
}

/// Reads the arguments that follow the program's name.
pub(crate) fn parse(arguments: impl Iterator<Item = OsString>) -> Result<Wish, String> {
    read(lexopt::Parser::from_args(arguments)).map_err(|error| error.to_string())
}

fn read(mut parser: lexopt::Parser) -> Result<Wish, lexopt::Error> {
    let mut args = Args::default();
    let mut is_shut = false;
    while let Some(argument) = parser.next()? {
        match argument {
            Long("json") => args.json = Some(parser.value()?.into()),
            Long("only") => args.only = Some(parser.value()?.string()?),
            Long("quick") => args.quick = true,
            Long("gate") => args.gate_shut = one_of(&parser.value()?.string()?, "shut")?,
            Long("calls") => args.calls = Some(parser.value()?.parse()?),
            Long("kernel") => args.kernels = kernel::named(&parser.value()?.string()?)?,
            Long(shut) if shut == &SHUT[2..] => is_shut = true,
            Long(fresh) if fresh == &FRESH[2..] => {
                return Ok(Wish::Fresh {
                    who: parser.value()?.string()?,
                });
            }
            Long(member) if member == &MEMBER[2..] => {
                return Ok(Wish::Member {
                    format: parser.value()?.string()?,
                    file: parser.value()?.into(),
                });
            }
            Long("help") | Short('h') => return Ok(Wish::Help),
            Value(target) if target == COLUMNS => args.columns = true,
            Value(target) if target == LEASE => args.lease = true,
            Value(target) => args.target = named(&target.string()?)?,
            _ => return Err(argument.unexpected()),
        }
    }
    Ok(if is_shut {
        Wish::Shut(args)
    } else {
        Wish::Run(args)
    })
}

/// Rejects an unavailable value instead of measuring something else.
fn one_of(value: &str, known: &str) -> Result<bool, String> {
    if value == known {
        return Ok(true);
    }
    Err(format!("{value:?} cannot be measured, only {known:?}"))
}

fn named(target: &str) -> Result<Option<&'static Outside>, String> {
    if target == "core" {
        return Ok(None);
    }
    let found = OUTSIDE.iter().find(|outside| outside.name == target);
    found.map(Some).ok_or_else(|| {
        let names = OUTSIDE.iter().map(|outside| outside.name);
        let names: Vec<&str> = ["core", COLUMNS, LEASE].into_iter().chain(names).collect();
        format!("unknown target {target:?}: expected {}", names.join(", "))
    })
}

#[cfg(test)]
mod tests {
    use super::*;

    fn parsed(arguments: &[&str]) -> Result<Wish, String> {
        parse(arguments.iter().map(OsString::from))
    }

    #[test]
    fn values_follow_a_blank_or_an_equals_sign() {
        let expected = Args {
            json: Some(PathBuf::from("out.json")),
            only: Some("uuid7".to_owned()),
            quick: true,
            calls: Some(1000),
            kernels: vec!["native", "portable"],
            gate_shut: true,
            target: None,
            columns: false,
            lease: false,
        };
        let apart = [
            "core",
            "--json",
            "out.json",
            "--only",
            "uuid7",
            "--quick",
            "--calls",
            "1000",
            "--gate",
            "shut",
            "--kernel",
            "native,portable",
        ];
        assert!(matches!(parsed(&apart), Ok(Wish::Run(args)) if args == expected));
        let joined = [
            "--json=out.json",
            "--only=uuid7",
            "--quick",
            "--calls=1000",
            "--gate=shut",
            "--kernel=native,portable",
        ];
        assert_eq!(parsed(&joined), Ok(Wish::Run(expected)));
    }

    #[test]
    fn command_repeats_the_run() {
        for line in [
            &["core"][..],
            &["columns", "--only", "texts to", "--quick"],
            &["lease"],
            &["node", "--quick"],
        ] {
            let Ok(Wish::Run(args)) = parsed(line) else {
                panic!("{line:?}");
            };
            let expected = format!("cargo suite bench {}", line.join(" "));
            assert_eq!(args.command().replace('"', ""), expected);
        }
    }

    #[test]
    fn errors_name_the_argument() {
        for (arguments, part) in [
            (&["cobol"][..], "unknown target \"cobol\""),
            (&["core", "--frobnicate"], "--frobnicate"),
            (&["core", "--json"], "missing argument"),
            (&["core", "--gate", "open"], "\"open\" cannot be measured"),
            (&["core", "--kernel", "neon"], "\"neon\""),
            (&["core", "--calls", "many"], "many"),
        ] {
            let message = parsed(arguments).expect_err("a mistake");
            assert!(message.contains(part), "{message}");
        }
    }

    #[test]
    fn other_programs_get_the_row_arguments() {
        let line = ["--quick", "--only", "a b", "--json", "out.json"];
        let Ok(Wish::Run(args)) = parsed(&line) else {
            panic!("{line:?}");
        };
        assert_eq!(args.handed_on(), ["--quick", "--only", "a b"]);
        let shut: Vec<_> = [SHUT].into_iter().chain(args.handed_on()).collect();
        assert!(
            matches!(parsed(&shut), Ok(Wish::Shut(again)) if again.handed_on() == args.handed_on())
        );
    }

    #[test]
    fn leases_are_a_target() {
        let expected = Args {
            lease: true,
            ..Args::default()
        };
        assert_eq!(parsed(&["lease"]), Ok(Wish::Run(expected)));
    }

    #[test]
    fn columns_are_a_target() {
        let expected = Args {
            columns: true,
            quick: true,
            ..Args::default()
        };
        assert_eq!(parsed(&["columns", "--quick"]), Ok(Wish::Run(expected)));
    }

    #[test]
    fn help_takes_precedence() {
        assert_eq!(parsed(&["core", "--help"]), Ok(Wish::Help));
    }
}
