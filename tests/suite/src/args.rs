//! The command line.

use std::ffi::OsString;
use std::path::PathBuf;

use lexopt::prelude::*;

use crate::plan::{Choice, Tier};
use crate::run::Settings;
use crate::tools::{RELIABILITY_HELP, Tool};

pub(crate) const HELP: &str = "\
Usage: cargo suite [--all | --release] [OPTION…]     run the tests of every language
       cargo suite GROUP [NAME…] [OPTION…]           run one group: databases, leases, lint, packages,
                                                     runtimes, platforms, interop, manifests, …
       cargo suite --step NAME [-- ARGUMENT…]        repeat one step and its dependencies
       cargo suite vectors new FORMAT                write a vector file for a format
       cargo suite mutate [--only N…]                try mutations of the core; see its --help
       cargo suite audit [OPTION…]                   count repeated ids of many processes; see its --help
       cargo suite generate                          write every generated file in git
       cargo suite bench | reliability | site …      start a tool; each has its own --help

Without options: one build, the vectors through every language, all unit tests. About 10 minutes on two cores.

  --all                also linters, released packages and models: about an hour on two cores
  --release            everything: all platforms, runtimes, consumers and servers, fault injection
  --only NAMES         only these languages, groups or tags, separated by commas
  --without NAMES      allow these languages, toolchains or steps to be missing
  --step NAME          only this step and its dependencies
  --list               show all steps with their expected times
  --dry-run            show the steps that would run
  --vectors DIR        only the vector files of DIR, through the drivers
  --differential N     ask all drivers N random questions [default: 5000; with --all: 100000]
  --seed N             begin the random questions at number N
  --write              write the result tables of docs/runtimes.md and docs/platforms.md
  --write-matrix       write docs/conformance-matrix.json
  --write-figures      copy figures of docs/benchmarks to README.md
  --json FILE          write the outcome of every step to FILE
  --help               show this text

A step whose toolchain is missing is skipped. If CI=true, it fails unless --without names it.
The last line is `N passed, N failed`. The exit status is 0 if nothing failed.";

/// The commands that are Python programs, with their paths from the root.
const PYTHON: [(&str, &str); 2] = [
    ("mutate", "tests/reliability/mutations/run"),
    ("vectors", "tests/vectors/reference"),
];

/// The number of random questions in a default run.
const QUESTIONS: u64 = 5_000;

/// The number of random questions in larger runs.
const ALL_QUESTIONS: u64 = 100_000;

/// The groups with their own command.
const GROUPS: [&str; 9] = [
    "lint",
    "packages",
    "runtimes",
    "databases",
    "leases",
    "platforms",
    "interop",
    "manifests",
    "uniqueness",
];

/// The parsed arguments of a run.
#[derive(Clone, Debug, PartialEq)]
pub(crate) struct Args {
    pub(crate) choice: Choice,
    pub(crate) settings: Settings,
    /// Tools that may be missing.
    pub(crate) without: Vec<String>,
    /// The file for the results as JSON.
    pub(crate) json: Option<PathBuf>,
    /// Whether to print the steps without running them.
    pub(crate) dry_run: bool,
}

/// The action that the command line requests.
#[derive(Debug, PartialEq)]
pub(crate) enum Wish {
    /// A run.
    Run(Box<Args>),
    /// A help text.
    Help(&'static str),
    /// Writes the matrix to its file.
    WriteMatrix,
    /// Copies figures from result files to pages.
    WriteFigures,
    /// Runs a Python program of the repository with these arguments.
    Python(&'static str, Vec<OsString>),
    /// Runs another Rust tool with these arguments.
    Tool(&'static Tool, Vec<OsString>),
}

/// Reads the arguments that follow the program's name.
///
/// # Errors
/// An invalid argument.
pub(crate) fn parse(arguments: impl Iterator<Item = OsString>) -> Result<Wish, String> {
    let mut arguments = arguments.peekable();
    let first = arguments.peek().and_then(|first| first.to_str());
    if let Some(tool) = first.and_then(Tool::named) {
        return Ok(Wish::Tool(tool, arguments.skip(1).collect()));
    }
    if first == Some("reliability") {
        let mut rest = arguments.skip(1);
        let name = rest.next();
        let name = name.as_ref().and_then(|name| name.to_str());
        return match name {
            Some("--help" | "-h") => Ok(Wish::Help(RELIABILITY_HELP)),
            name => Ok(Wish::Tool(Tool::of_reliability(name)?, rest.collect())),
        };
    }
    if let Some((_, program)) = PYTHON.iter().find(|(name, _)| first == Some(name)) {
        return Ok(Wish::Python(program, arguments.skip(1).collect()));
    }
    read(lexopt::Parser::from_args(arguments)).map_err(|error| error.to_string())
}

fn read(mut parser: lexopt::Parser) -> Result<Wish, lexopt::Error> {
    let (mut tier, mut group, mut only) = (Tier::Default, None, Vec::new());
    let (mut steps, mut settings) = (Vec::new(), Settings::default());
    let (mut without, mut json, mut dry_run) = (Vec::new(), None, false);
    let mut questions = None;
    while let Some(argument) = parser.next()? {
        match argument {
            Value(name) if group.is_none() && steps.is_empty() => {
                let name = name.string()?;
                if !GROUPS.contains(&name.as_str()) {
                    let groups = GROUPS.join(", ");
                    return Err(format!("unknown group {name:?}: expected one of {groups}").into());
                }
                group = Some(name);
            }
            Value(name) if group.is_some() => only.push(name.string()?),
            Value(extra) => settings.extra.push(extra.string()?),
            Long("all") => tier = tier.max(Tier::All),
            Long("release") => tier = Tier::Release,
            Long("only") => only.extend(list(&parser.value()?.string()?)),
            Long("without") => without.extend(list(&parser.value()?.string()?)),
            Long("step") => steps.push(parser.value()?.string()?),
            Long("list") => (dry_run, tier) = (true, Tier::Release),
            Long("dry-run") => dry_run = true,
            Long("vectors") => settings.vectors = Some(parser.value()?.into()),
            Long("differential") => questions = Some(parser.value()?.parse()?),
            Long("seed") => settings.seed = parser.value()?.parse()?,
            Long("write") => settings.write = true,
            Long("json") => json = Some(parser.value()?.into()),
            Long("write-matrix") => return Ok(Wish::WriteMatrix),
            Long("write-figures") => return Ok(Wish::WriteFigures),
            Long("help") | Short('h') => return Ok(Wish::Help(HELP)),
            _ => return Err(argument.unexpected()),
        }
    }
    // A group runs as a whole; `--step` selects single steps.
    if group.is_some() {
        tier = Tier::Release;
    }
    settings.is_large = tier > Tier::Default;
    settings.questions = questions.unwrap_or(match tier {
        Tier::Default => QUESTIONS,
        Tier::All | Tier::Release => ALL_QUESTIONS,
    });
    settings.extra_for.clone_from(&steps);
    let choice = Choice {
        tier,
        group,
        only: (!only.is_empty()).then_some(only),
        steps,
    };
    Ok(Wish::Run(Box::new(Args {
        choice,
        settings,
        without,
        json,
        dry_run,
    })))
}

fn list(value: &str) -> Vec<String> {
    let names = value.split(',').map(str::trim);
    names
        .filter(|name| !name.is_empty())
        .map(str::to_owned)
        .collect()
}

#[cfg(test)]
mod tests {
    use super::*;

    fn parsed(arguments: &[&str]) -> Result<Wish, String> {
        parse(arguments.iter().map(OsString::from))
    }

    fn run(arguments: &[&str]) -> Args {
        match parsed(arguments) {
            Ok(Wish::Run(args)) => *args,
            other => panic!("no run: {other:?}"),
        }
    }

    #[test]
    fn default_run_has_the_default_steps_and_few_questions() {
        let args = run(&[]);
        assert_eq!(args.choice.tier, Tier::Default);
        assert_eq!(args.settings.questions, QUESTIONS);
        assert_eq!(run(&["--all"]).settings.questions, ALL_QUESTIONS);
        assert_eq!(run(&["--release"]).choice.tier, Tier::Release);
    }

    #[test]
    fn lists_are_separated_by_commas() {
        let args = run(&["--only", "rust,python", "--without=swift", "--without=go"]);
        let only = args.choice.only.expect("names");
        assert_eq!(only, ["rust", "python"]);
        assert_eq!(args.without, ["swift", "go"]);
    }

    #[test]
    fn group_runs_whole_or_by_step_names() {
        let args = run(&["databases", "sqlite"]);
        assert_eq!(args.choice.group.as_deref(), Some("databases"));
        assert_eq!(args.choice.only, Some(vec!["sqlite".to_owned()]));
        assert_eq!(args.choice.tier, Tier::Release);
        assert!(
            parsed(&["doors"])
                .expect_err("no group")
                .contains("packages")
        );
    }

    #[test]
    fn arguments_after_a_step_go_to_its_program() {
        let args = run(&["--step", "rust/core/fork", "--", "--exact", "a_test"]);
        assert_eq!(args.choice.steps, ["rust/core/fork"]);
        assert_eq!(args.settings.extra, ["--exact", "a_test"]);
    }

    #[test]
    fn errors_name_the_argument() {
        for (arguments, part) in [
            (&["--frobnicate"][..], "--frobnicate"),
            (&["--vectors"], "missing argument"),
            (&["--differential", "many"], "many"),
        ] {
            let message = parsed(arguments).expect_err("a mistake");
            assert!(message.contains(part), "{message}");
        }
    }

    #[test]
    fn tool_reads_its_own_arguments() {
        let Ok(Wish::Tool(tool, arguments)) = parsed(&["bench", "core", "--help"]) else {
            panic!("not a tool");
        };
        assert_eq!(tool.name, "bench");
        assert_eq!(arguments, ["core", "--help"]);
    }

    #[test]
    fn second_word_selects_the_reliability_tool() {
        let Ok(Wish::Tool(tool, arguments)) = parsed(&["reliability", "simulate", "--seed", "7"])
        else {
            panic!("not a tool");
        };
        assert_eq!((tool.name, arguments.len()), ("simulate", 2));
        let message = parsed(&["reliability", "dice"]).expect_err("no tool");
        assert!(message.contains("simulate"), "{message}");
    }

    #[test]
    fn python_program_reads_its_own_arguments() {
        let Ok(Wish::Python(program, arguments)) = parsed(&["mutate", "--check", "--help"]) else {
            panic!("not a program");
        };
        assert_eq!(program, "tests/reliability/mutations/run");
        assert_eq!(arguments, ["--check", "--help"]);
    }

    #[test]
    fn help_takes_precedence() {
        assert_eq!(parsed(&["--vectors", "x", "--help"]), Ok(Wish::Help(HELP)));
    }
}
