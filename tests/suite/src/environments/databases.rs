//! The databases: programs beside real servers, which are asked what only they can answer.
//!
//! `tests/databases/list` names the parts, each with the server that it runs beside: `tests/databases/SERVER` starts that one, or unpacks what is the
//! database in the program's own process, and runs `tests/databases/parts/PART/run`, which tells its checks as [`crate::tap::Tap`] reads them.

use std::path::{Path, PathBuf};

use crate::args::Args;
use crate::report::{Section, print_failures};
use crate::scripts::Script;
use crate::suite::Run;

const LIST: &str = include_str!("../../../databases/list");

const FOLDER: &str = "tests/databases";

/// What chooses or excuses all servers at once.
pub(crate) const ALL: &str = "databases";

/// What chooses or excuses all parts of leases, whatever they run beside: their names begin with this word.
pub(crate) const LEASE: &str = "lease";

/// A line of the list.
#[derive(Clone, Copy, Debug, PartialEq)]
pub(crate) struct Part {
    name: &'static str,
    server: &'static str,
    /// Whether the whole suite runs it.
    quick: bool,
}

impl Part {
    fn read(line: &'static str) -> Option<Self> {
        let words: Vec<&str> = line.split_whitespace().collect();
        let (name, server, quick) = match words[..] {
            [name, server, "quick"] => (name, server, true),
            [name, server, "long"] => (name, server, false),
            _ => return None,
        };
        Some(Self {
            name,
            server,
            quick,
        })
    }

    /// The program, by its path from the root.
    fn program(&self) -> PathBuf {
        [FOLDER, "parts", self.name, "run"].iter().collect()
    }

    fn is_of_leases(&self) -> bool {
        let rest = self.name.strip_prefix(LEASE);
        rest.is_some_and(|rest| rest.starts_with('-'))
    }

    /// The names that choose it in `--only`, or excuse it in `--without`.
    fn answers_to(&self) -> impl Iterator<Item = &'static str> {
        let leases = self.is_of_leases().then_some(LEASE);
        [ALL, self.server].into_iter().chain(leases)
    }

    fn wrapper(&self) -> PathBuf {
        Path::new(FOLDER).join(self.server)
    }
}

fn lines() -> impl Iterator<Item = &'static str> {
    LIST.lines()
        .filter(|line| !line.is_empty() && !line.starts_with('#'))
}

/// Every part, in the list's order.
fn all() -> Vec<Part> {
    lines().filter_map(Part::read).collect()
}

/// The servers' names, each once.
pub(crate) fn servers() -> Vec<&'static str> {
    let mut servers: Vec<&str> = all().iter().map(|part| part.server).collect();
    servers.sort_unstable();
    servers.dedup();
    servers
}

/// The parts that a run asks for: those of the servers it names, or the quick ones where it names nothing.
fn chosen(args: &Args) -> Vec<Part> {
    let asked = |part: &Part| match &args.only {
        Some(_) => part.answers_to().any(|name| args.names(name)),
        None => part.quick && args.vectors.is_none(),
    };
    all().into_iter().filter(asked).collect()
}

impl Run<'_> {
    /// Runs the parts that are asked for, each beside its server.
    pub(crate) fn databases(&mut self) {
        let parts = chosen(self.args);
        if parts.is_empty() {
            return;
        }
        self.console.title("Databases");
        let mut section = Section::new(ALL);
        for part in &parts {
            let (name, server, program) = (part.name, part.server, part.program());
            let excused_by: Vec<&str> = part.answers_to().chain([name]).collect();
            let script = Script {
                name: &format!("{name} {server}"),
                program: &part.wrapper(),
                arguments: &[&program.to_string_lossy()],
                log: &format!("database-{name}-{server}"),
                language: None,
                excused_by: &excused_by,
            };
            script.run(self, &mut section);
        }
        print_failures(self.console, &section.failures);
        self.report.add(section);
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn only(names: &[&str]) -> Args {
        Args {
            only: Some(names.iter().map(|name| (*name).to_owned()).collect()),
            ..Args::default()
        }
    }

    #[test]
    fn every_line_of_the_list_is_a_part_beside_a_server() {
        assert_eq!(lines().count(), all().len(), "PART SERVER quick|long");
        let root = crate::suite::root();
        for part in all() {
            for program in [part.wrapper(), part.program()] {
                assert!(root.join(&program).is_file(), "{}", program.display());
            }
        }
        let mut once: Vec<_> = all().iter().map(|part| (part.name, part.server)).collect();
        once.sort_unstable();
        once.dedup();
        assert_eq!(once.len(), all().len(), "a part stands there twice");
    }

    #[test]
    fn every_part_is_in_the_list() {
        let folder = crate::suite::root().join(FOLDER).join("parts");
        for entry in folder.read_dir().expect("the folder of parts") {
            let path = entry.expect("an entry").path();
            let name = path.file_name().unwrap_or_default().to_string_lossy();
            let listed = all().iter().any(|part| part.name == name);
            assert!(listed || !path.join("run").exists(), "{name}");
        }
    }

    #[test]
    fn a_line_of_other_words_is_none() {
        let part = Part {
            name: "order",
            server: "sqlite",
            quick: true,
        };
        assert_eq!(Part::read("order  sqlite  quick"), Some(part));
        for line in ["order sqlite", "order sqlite slow", "order sqlite quick x"] {
            assert_eq!(Part::read(line), None, "{line}");
        }
    }

    #[test]
    fn a_run_asks_for_the_quick_ones_or_for_all_of_a_server() {
        let quick = chosen(&Args::default());
        assert!(!quick.is_empty());
        assert!(quick.iter().all(|part| part.quick));
        assert_eq!(chosen(&only(&[ALL])), all());
        let sqlite = chosen(&only(&["rust", "sqlite"]));
        assert!(!sqlite.is_empty());
        assert!(sqlite.iter().all(|part| part.server == "sqlite"));
        assert_eq!(chosen(&only(&["rust"])), []);
        let leases = chosen(&only(&[LEASE]));
        let servers = |parts: &[Part]| parts.iter().map(|part| part.server).collect::<Vec<_>>();
        assert!(leases.iter().all(Part::is_of_leases));
        assert!(servers(&leases).contains(&"redis") && servers(&leases).contains(&"postgresql"));
        assert!(quick.iter().any(Part::is_of_leases));
        assert!(!sqlite.iter().any(Part::is_of_leases));
        let vectors = Args {
            vectors: Some(PathBuf::from("x")),
            ..Args::default()
        };
        assert_eq!(chosen(&vectors), []);
    }
}
