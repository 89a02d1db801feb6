//! The command line.

use std::ffi::OsString;
use std::path::PathBuf;

use lexopt::prelude::*;

use crate::environments::databases;
use crate::environments::platforms::Asked;
use crate::languages::LANGUAGES;
use crate::looking;
use crate::tools::Tool;

/// What `--help` prints.
pub(crate) const HELP: &str = "\
Usage: cargo suite [--vectors DIR] [--only NAMES] [--without NAMES] [--differential N] [--json FILE]
       cargo suite doors [NAME…] [--without NAMES]   consumers outside the tree, which get the packages as users do
       cargo suite platforms [NAME…] [--without NAMES] [--write]   tests where this machine is another, held against docs/platforms.md
       cargo suite runtimes [NAME…] [--write-page]   the packages under other runtimes; renew the table of docs/runtimes.md
       cargo suite manifests              what registries ask of every package's manifest; needs no driver
       cargo suite --write-matrix         renew docs/conformance-matrix.md
       cargo suite bench core [--help]    measure beside the peers, interleaved
       cargo suite faults core [--help]   forks, threads, clocks, counters and entropy that fail
       cargo suite simulate [--help]      the generator and its files in a simulated world, drawn from seeds
       cargo suite worlds                 small programs in the simulated world and in the real one
       cargo suite models [--deep]        all orders of a few threads, and what memory may show them late
       cargo suite schedules [--deep]     many threads for long, in orders that are drawn
       cargo suite site                   the documentation as a book below target/site, all of its links followed
       cargo suite TOOL --target NAME …   faults or worlds for s390x, aarch64 and other targets, compiled and run by packages

Without --vectors: lints, unit tests, then tests/vectors through the driver of every language, each case falsified as
well, random questions to all drivers at once, ids of all languages together, one door and one other runtime of each ecosystem,
and what is quick of the tests beside databases.

  --vectors DIR        only the vector files of DIR, through the same drivers; no lints, no unit tests
  --only NAMES         only these languages or servers, separated by commas; of `databases`, or a server, all tests and not the quick ones alone;
                       `lease` is all of leases: every language on one lease file, all schedules, and their parts beside servers;
                       `command` its lints, tests and shown examples; `web` all runtimes and doors of the WebAssembly module, and the inspector page
  --without NAMES      these languages, doors, runtimes, servers or checks may be missing: NOT RUN is no failure for them
  --differential N     ask N random questions, 0 for none; 100000 unless --vectors is given
  --json FILE          write the matrix and the failures to FILE as JSON
  --help               this text

The last line is `N passed, N failed`. The exit status is 0 if nothing failed and every cell ran.";

/// How many random questions are asked in a whole run.
const QUESTIONS: u64 = 100_000;

/// What a run of the suite is asked to do.
#[derive(Clone, Debug, Default, PartialEq)]
pub(crate) struct Args {
    /// A folder of vector files to run instead of the whole suite.
    pub(crate) vectors: Option<PathBuf>,
    /// The languages and servers to run; all languages, and what is quick of the servers, where it is `None`.
    pub(crate) only: Option<Vec<String>>,
    /// The languages whose toolchain may be missing, and what else may.
    pub(crate) without: Vec<String>,
    /// How many random questions all drivers are asked, if the command line says so.
    pub(crate) differential: Option<u64>,
    /// Where to write the result as JSON.
    pub(crate) json: Option<PathBuf>,
}

impl Args {
    /// Whether a language is to run.
    pub(crate) fn chooses(&self, language: &str) -> bool {
        let only = self.only.as_ref();
        only.is_none_or(|only| only.iter().any(|name| name == language))
    }

    /// Whether everything is to run.
    pub(crate) fn is_whole(&self) -> bool {
        self.only.is_none() && self.vectors.is_none()
    }

    /// Whether a name is asked for, other than that of a language.
    pub(crate) fn names(&self, asked: &str) -> bool {
        let mut only = self.only.iter().flatten();
        only.any(|name| name == asked)
    }

    /// Whether any language is to run.
    pub(crate) fn has_languages(&self) -> bool {
        LANGUAGES.iter().any(|language| self.chooses(language.name))
    }

    /// How many random questions to ask.
    pub(crate) fn questions(&self) -> u64 {
        let whole = if self.vectors.is_none() { QUESTIONS } else { 0 };
        self.differential.unwrap_or(whole)
    }
}

/// What the command line wants.
#[derive(Debug, PartialEq)]
pub(crate) enum Wish {
    /// A run.
    Run(Args),
    /// The doors of these names, all of them without a name.
    Doors(Vec<String>, Args),
    /// Other machines than this one.
    Platforms(Asked),
    /// The runtimes of these names, all of them without a name, and whether their rows are written.
    Runtimes(Vec<String>, bool, Args),
    /// The manifests alone.
    Manifests,
    /// The help text.
    Help,
    /// The matrix as a page.
    WriteMatrix,
    /// A program beside the suite, with its own arguments.
    Tool(&'static Tool, Vec<OsString>),
}

/// Reads the arguments that follow the program's name.
pub(crate) fn parse(arguments: impl Iterator<Item = OsString>) -> Result<Wish, String> {
    let mut arguments = arguments.peekable();
    let first = arguments.peek().and_then(|first| first.to_str());
    match first.and_then(Tool::named) {
        Some(tool) => Ok(Wish::Tool(tool, arguments.skip(1).collect())),
        None if first == Some("manifests") => Ok(Wish::Manifests),
        None if first == Some("platforms") => {
            read_platforms(lexopt::Parser::from_args(arguments.skip(1)))
                .map_err(|error| error.to_string())
        }
        None if matches!(first, Some("doors" | "runtimes")) => {
            let doors = first == Some("doors");
            let parser = lexopt::Parser::from_args(arguments.skip(1));
            read_named(parser, doors).map_err(|error| error.to_string())
        }
        None => read(lexopt::Parser::from_args(arguments)).map_err(|error| error.to_string()),
    }
}

fn read(mut parser: lexopt::Parser) -> Result<Wish, lexopt::Error> {
    let mut args = Args::default();
    while let Some(argument) = parser.next()? {
        match argument {
            Long("vectors") => args.vectors = Some(parser.value()?.into()),
            Long("json") => args.json = Some(parser.value()?.into()),
            Long("only") => args.only = Some(known(list(&parser.value()?.string()?))?),
            // A language this suite does not have yet is missing as well, so its name is welcome here.
            Long("without") => args.without.extend(excused(&parser.value()?.string()?)),
            Long("differential") => args.differential = Some(parser.value()?.parse()?),
            Long("write-matrix") => return Ok(Wish::WriteMatrix),
            Long("help") | Short('h') => return Ok(Wish::Help),
            _ => return Err(argument.unexpected()),
        }
    }
    Ok(Wish::Run(args))
}

/// Doors, or else runtimes.
fn read_named(mut parser: lexopt::Parser, doors: bool) -> Result<Wish, lexopt::Error> {
    let (mut names, mut write, mut args) = (Vec::new(), false, Args::default());
    while let Some(argument) = parser.next()? {
        match argument {
            Value(name) => names.push(name.string()?),
            Long("write-page") if !doors => write = true,
            Long("without") => args.without.extend(excused(&parser.value()?.string()?)),
            Long("json") => args.json = Some(parser.value()?.into()),
            Long("help") | Short('h') => return Ok(Wish::Help),
            _ => return Err(argument.unexpected()),
        }
    }
    Ok(if doors {
        Wish::Doors(names, args)
    } else {
        Wish::Runtimes(names, write, args)
    })
}

fn read_platforms(mut parser: lexopt::Parser) -> Result<Wish, lexopt::Error> {
    let mut asked = Asked::default();
    while let Some(argument) = parser.next()? {
        match argument {
            Value(name) => asked.names.push(name.string()?),
            Long("without") => asked.without.extend(list(&parser.value()?.string()?)),
            Long("write") => asked.write = true,
            Long("help") | Short('h') => return Ok(Wish::Help),
            _ => return Err(argument.unexpected()),
        }
    }
    Ok(Wish::Platforms(asked))
}

fn list(value: &str) -> Vec<String> {
    value
        .split(',')
        .map(str::trim)
        .filter(|name| !name.is_empty())
        .map(str::to_owned)
        .collect()
}

/// What may be missing: who says `web` means the language whose package all of that is.
fn excused(value: &str) -> Vec<String> {
    let mut names = list(value);
    let web = names.iter_mut().filter(|name| *name == looking::WEB);
    web.for_each(|name| looking::WASM.clone_into(name));
    names
}

fn known(names: Vec<String>) -> Result<Vec<String>, String> {
    let mut all: Vec<&str> = LANGUAGES.iter().map(|language| language.name).collect();
    all.extend([
        databases::ALL,
        databases::LEASE,
        looking::COMMAND,
        looking::WEB,
    ]);
    all.extend(databases::servers());
    if names.is_empty() {
        return Err(format!("--only needs a name; there are {}", all.join(", ")));
    }
    match names.iter().find(|name| !all.contains(&name.as_str())) {
        Some(name) => Err(format!(
            "{name:?} is no language and no server; there are {}",
            all.join(", ")
        )),
        None => Ok(names),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn parsed(arguments: &[&str]) -> Result<Wish, String> {
        parse(arguments.iter().map(OsString::from))
    }

    #[test]
    fn values_stand_after_a_blank_or_an_equals_sign() {
        let expected = Wish::Run(Args {
            vectors: Some(PathBuf::from("x")),
            only: Some(vec!["rust".to_owned()]),
            without: vec!["swift".to_owned(), "kotlin".to_owned()],
            differential: Some(7),
            json: Some(PathBuf::from("out.json")),
        });
        let apart = [
            "--vectors",
            "x",
            "--only",
            "rust",
            "--without",
            "swift,kotlin",
            "--differential",
            "7",
            "--json",
            "out.json",
        ];
        assert_eq!(parsed(&apart).as_ref(), Ok(&expected));
        let joined = [
            "--vectors=x",
            "--only=rust",
            "--without=swift",
            "--without=kotlin",
            "--differential=7",
            "--json=out.json",
        ];
        assert_eq!(parsed(&joined), Ok(expected));
    }

    #[test]
    fn mistakes_are_named() {
        for (arguments, part) in [
            (&["--frobnicate"][..], "--frobnicate"),
            (&["--vectors"], "missing argument"),
            (&["--only", "cobol"], "cobol"),
            (&["--only", ","], "needs a name"),
            (&["--differential", "many"], "many"),
        ] {
            let message = parsed(arguments).expect_err("a mistake");
            assert!(message.contains(part), "{message}");
        }
    }

    #[test]
    fn a_whole_run_asks_random_questions_and_other_runs_on_request() {
        let mut args = Args::default();
        assert_eq!(args.questions(), QUESTIONS);
        args.vectors = Some(PathBuf::from("x"));
        assert_eq!(args.questions(), 0);
        args.differential = Some(5);
        assert_eq!(args.questions(), 5);
    }

    #[test]
    fn servers_are_chosen_beside_languages_or_alone() {
        for (names, languages) in [
            ("rust,sqlite", true),
            ("sqlite", false),
            ("databases", false),
            ("lease", false),
            ("lease,rust", true),
            ("command,web", false),
            ("command,wasm", true),
        ] {
            let Ok(Wish::Run(args)) = parsed(&["--only", names]) else {
                panic!("no run of {names}");
            };
            assert_eq!(args.has_languages(), languages, "{names}");
        }
        assert!(Args::default().has_languages());
    }

    #[test]
    fn leases_are_a_name() {
        let Ok(Wish::Run(args)) = parsed(&["--only", "lease,rust", "--without=lease"]) else {
            panic!("no run of leases");
        };
        assert!(args.names("lease") && !args.names("databases"));
        assert_eq!(args.without, ["lease"]);
        for words in [
            &["--without=web,c"][..],
            &["runtimes", "--without=web,c"],
            &["doors", "--without=web,c"],
        ] {
            let (Wish::Run(args) | Wish::Doors(_, args) | Wish::Runtimes(_, _, args)) =
                parsed(words).expect("names")
            else {
                panic!("no run of {words:?}");
            };
            assert_eq!(args.without, ["wasm", "c"]);
        }
        assert!(!Args::default().names("lease"));
        let message = parsed(&["--only", "leases"]).expect_err("no such name");
        assert!(message.contains("databases, lease"), "{message}");
    }

    #[test]
    fn doors_are_named_or_all() {
        let Ok(Wish::Doors(names, args)) =
            parsed(&["doors", "rust-crate", "--without=swift-git,c"])
        else {
            panic!("no doors");
        };
        assert_eq!(names, ["rust-crate"]);
        assert_eq!(args.without, ["swift-git", "c"]);
        assert_eq!(
            parsed(&["doors"]),
            Ok(Wish::Doors(Vec::new(), Args::default()))
        );
        assert!(parsed(&["doors", "--only", "rust"]).is_err());
    }

    #[test]
    fn platforms_are_named_or_all() {
        let asked = Asked {
            names: vec!["s390x".to_owned()],
            without: vec!["musl".to_owned()],
            write: true,
        };
        let words = ["platforms", "s390x", "--without=musl", "--write"];
        assert_eq!(parsed(&words), Ok(Wish::Platforms(asked)));
        assert_eq!(
            parsed(&["platforms"]),
            Ok(Wish::Platforms(Asked::default()))
        );
    }

    #[test]
    fn runtimes_are_named_or_all() {
        let named = Wish::Runtimes(vec!["bun".to_owned()], false, Args::default());
        assert_eq!(parsed(&["runtimes", "bun"]), Ok(named));
        let written = Wish::Runtimes(Vec::new(), true, Args::default());
        assert_eq!(parsed(&["runtimes", "--write-page"]), Ok(written));
        assert!(parsed(&["doors", "--write-page"]).is_err());
    }

    #[test]
    fn a_tool_gets_all_that_follows() {
        let Ok(Wish::Tool(tool, arguments)) = parsed(&["bench", "core", "--help"]) else {
            panic!("not a tool");
        };
        assert_eq!(tool.name, "bench");
        assert_eq!(arguments, ["core", "--help"]);
    }

    #[test]
    fn help_wins() {
        assert_eq!(parsed(&["--vectors", "x", "--help"]), Ok(Wish::Help));
    }
}
