//! The options with the same spelling in all reliability tools.

use std::error::Error;
use std::ffi::OsString;
use std::fmt::{self, Display, Write};
use std::path::PathBuf;
use std::process::ExitCode;
use std::str::FromStr;
use std::time::Duration;

use lexopt::{Arg, Parser, ValueExt};

/// The reason why a tool could not finish.
pub type Failure = Box<dyn Error + Send + Sync>;

/// The seed of all random decisions of a run.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, PartialOrd, Ord)]
pub struct Seed(pub u64);

impl Display for Seed {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        self.0.fmt(f)
    }
}

impl FromStr for Seed {
    type Err = std::num::ParseIntError;

    fn from_str(text: &str) -> Result<Self, Self::Err> {
        text.parse().map(Seed)
    }
}

/// An option that several tools share.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Shared {
    /// `--seed N`
    Seed,
    /// `--seeds N`
    Seeds,
    /// `--from N`
    From,
    /// `--hours H`
    Hours,
    /// `--deep`
    Deep,
    /// `--only TEXT`
    Only,
    /// `--without NAME`
    Without,
    /// `--trace`
    Trace,
    /// `--json FILE`
    Json,
    /// `--list`
    List,
}

impl Shared {
    const ALL: [Shared; 10] = [
        Shared::Seed,
        Shared::Seeds,
        Shared::From,
        Shared::Hours,
        Shared::Deep,
        Shared::Only,
        Shared::Without,
        Shared::Trace,
        Shared::Json,
        Shared::List,
    ];

    fn name(self) -> &'static str {
        self.usage().split(' ').next().unwrap_or_default()
    }

    fn usage(self) -> &'static str {
        match self {
            Shared::Seed => "seed N",
            Shared::Seeds => "seeds N",
            Shared::From => "from N",
            Shared::Hours => "hours H",
            Shared::Deep => "deep",
            Shared::Only => "only TEXT",
            Shared::Without => "without NAME",
            Shared::Trace => "trace",
            Shared::Json => "json FILE",
            Shared::List => "list",
        }
    }

    fn help(self) -> &'static str {
        match self {
            Shared::Seed => "use this seed",
            Shared::Seeds => "run N seeds",
            Shared::From => "start with seed N",
            Shared::Hours => "stop after H hours",
            Shared::Deep => "run a deeper, much longer search",
            Shared::Only => "run only checks whose name contains TEXT",
            Shared::Without => "disable this safeguard: the run must then fail",
            Shared::Trace => "print each event",
            Shared::Json => "also write the report to FILE",
            Shared::List => "list the names that can be selected, and exit",
        }
    }
}

/// A reliability tool's command line.
#[derive(Clone, Copy, Debug)]
pub struct Tool {
    /// The word after `cargo suite reliability`.
    pub name: &'static str,
    /// One sentence for `--help`.
    pub about: &'static str,
    /// Positional arguments for `--help`; empty if there are none.
    pub words: &'static str,
    /// The shared options that the tool supports.
    pub shared: &'static [Shared],
    /// The tool's own options: usage and help.
    pub own: &'static [(&'static str, &'static str)],
}

/// Values of the shared options.
#[derive(Clone, Debug, Default, PartialEq)]
#[allow(missing_docs, reason = "named like the options")]
pub struct Options {
    pub seed: Option<Seed>,
    pub seeds: Option<u64>,
    pub from: Option<Seed>,
    pub hours: Option<Duration>,
    pub deep: bool,
    pub only: Option<String>,
    pub without: Option<String>,
    pub trace: bool,
    pub json: Option<PathBuf>,
    pub list: bool,
}

impl Options {
    /// Whether `--only` selects this name.
    pub fn selects(&self, name: &str) -> bool {
        let only = self.only.as_deref();
        only.is_none_or(|only| name.contains(only))
    }
}

/// An argument that is not a shared option.
#[derive(Debug)]
pub enum Own<'a> {
    /// `--name`
    Long(&'a str),
    /// A positional argument.
    Word(OsString),
}

enum Parsed {
    Help,
    Run(Options),
}

impl Tool {
    /// Parses this program's arguments. `own` consumes one of the tool's own arguments, or returns
    /// `false` if it is unknown.
    ///
    /// # Errors
    ///
    /// The exit code, if the help text or a usage error has been printed.
    pub fn options(
        &self,
        own: impl FnMut(Own<'_>, &mut Parser) -> Result<bool, lexopt::Error>,
    ) -> Result<Options, ExitCode> {
        match self.parse(Parser::from_env(), own) {
            Ok(Parsed::Run(options)) => Ok(options),
            Ok(Parsed::Help) => {
                print!("{}", self.help());
                Err(ExitCode::SUCCESS)
            }
            Err(error) => {
                eprint!("error: {error}\n\n{}", self.help());
                Err(ExitCode::from(2))
            }
        }
    }

    /// Like [`options`](Self::options), for arguments from another source.
    ///
    /// # Errors
    ///
    /// An unknown option or an invalid value.
    pub fn options_from(
        &self,
        arguments: impl IntoIterator<Item = OsString>,
        own: impl FnMut(Own<'_>, &mut Parser) -> Result<bool, lexopt::Error>,
    ) -> Result<Options, lexopt::Error> {
        match self.parse(Parser::from_args(arguments), own)? {
            Parsed::Run(options) => Ok(options),
            Parsed::Help => Err("--help is for people".into()),
        }
    }

    fn parse(
        &self,
        mut parser: Parser,
        mut own: impl FnMut(Own<'_>, &mut Parser) -> Result<bool, lexopt::Error>,
    ) -> Result<Parsed, lexopt::Error> {
        let mut options = Options::default();
        while let Some(argument) = parser.next()? {
            let name = match argument {
                Arg::Long("help") | Arg::Short('h') => return Ok(Parsed::Help),
                Arg::Long(name) => name.to_owned(),
                Arg::Value(word) => {
                    let text = word.to_string_lossy().into_owned();
                    if !own(Own::Word(word), &mut parser)? {
                        return Err(format!("unexpected argument {text}").into());
                    }
                    continue;
                }
                other => return Err(other.unexpected()),
            };
            let shared = self.shared.iter().find(|option| option.name() == name);
            match shared {
                Some(&shared) => options.read(shared, &mut parser)?,
                None if own(Own::Long(&name), &mut parser)? => {}
                None => return Err(format!("unknown option --{name}").into()),
            }
        }
        Ok(Parsed::Run(options))
    }

    fn help(&self) -> String {
        let mut help = format!(
            "Usage: cargo suite reliability {}{} [OPTION]…\n\n{}\n\n",
            self.name, self.words, self.about
        );
        let shared = Shared::ALL.iter().filter(|one| self.shared.contains(one));
        let shared = shared.map(|option| (option.usage(), option.help()));
        let own = self.own.iter().copied();
        for (usage, text) in shared.chain(own).chain([("help", "print this text")]) {
            // Writing to a string cannot fail.
            let _ = writeln!(help, "  --{usage:<20} {text}");
        }
        help.push_str("\nExit status: 0 if nothing failed, 1 otherwise, 2 for a usage error.\n");
        help
    }

    /// The line with the command that repeats a run.
    pub fn repeat(&self, arguments: impl Display) -> String {
        format!("repeat: cargo suite reliability {} {arguments}", self.name)
    }
}

impl Options {
    fn read(&mut self, option: Shared, parser: &mut Parser) -> Result<(), lexopt::Error> {
        match option {
            Shared::Seed => self.seed = Some(parser.value()?.parse()?),
            Shared::Seeds => self.seeds = Some(parser.value()?.parse()?),
            Shared::From => self.from = Some(parser.value()?.parse()?),
            Shared::Hours => self.hours = Some(parser.value()?.parse_with(hours)?),
            Shared::Deep => self.deep = true,
            Shared::Only => self.only = Some(parser.value()?.string()?),
            Shared::Without => self.without = Some(parser.value()?.string()?),
            Shared::Trace => self.trace = true,
            Shared::Json => self.json = Some(parser.value()?.into()),
            Shared::List => self.list = true,
        }
        Ok(())
    }
}

fn hours(text: &str) -> Result<Duration, String> {
    let hours: f64 = text.parse().map_err(|_| "not a number".to_owned())?;
    Duration::try_from_secs_f64(hours * 3600.0).map_err(|error| error.to_string())
}

/// The exit code of a finished tool. Prints the error, if any.
pub fn exit_code(passed: Result<bool, Failure>) -> ExitCode {
    match passed {
        Ok(true) => ExitCode::SUCCESS,
        Ok(false) => ExitCode::FAILURE,
        Err(error) => {
            eprintln!("error: {error}");
            ExitCode::FAILURE
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    const TOOL: Tool = Tool {
        name: "sample",
        about: "Samples.",
        words: "",
        shared: &[Shared::Seed, Shared::Hours, Shared::Only],
        own: &[("rounds N", "repeat N times")],
    };

    fn parsed(line: &str) -> Result<(Options, u64), lexopt::Error> {
        let mut rounds = 0;
        let arguments = line.split_whitespace().map(OsString::from);
        let options = TOOL.options_from(arguments, |argument, parser| {
            if !matches!(argument, Own::Long("rounds")) {
                return Ok(false);
            }
            rounds = parser.value()?.parse()?;
            Ok(true)
        })?;
        Ok((options, rounds))
    }

    #[test]
    fn parse_reads_shared_and_own_options() {
        let (options, rounds) =
            parsed("--seed 7 --rounds 3 --hours 0.5 --only tid").expect("options");
        assert_eq!(options.seed, Some(Seed(7)));
        assert_eq!(options.hours, Some(Duration::from_secs(1800)));
        assert!(options.selects("a tid") && !options.selects("uuid7"));
        assert_eq!(rounds, 3);
    }

    #[test]
    fn parse_rejects_unsupported_options_and_words() {
        for line in ["--json out", "--nothing", "word", "--seed x", "--hours -1"] {
            assert!(parsed(line).is_err(), "{line}");
        }
    }

    #[test]
    fn help_lists_supported_options() {
        let help = TOOL.help();
        assert!(
            help.contains("--seed N") && help.contains("--rounds N"),
            "{help}"
        );
        assert!(!help.contains("--json"), "{help}");
    }
}
