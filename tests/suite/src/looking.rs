//! What ids are looked at with, for `--only command` and `--only web`: the command by itself, and the WebAssembly module under everything that runs it.

use crate::environments::databases::LEASE;
use crate::environments::packages;
use crate::environments::runtimes;
use crate::languages::{LANGUAGES, Language};
use crate::report::{Section, print_failures};
use crate::steps::Step;
use crate::suite::Run;

/// What chooses the command: its lints and tests, which run what its page shows.
pub(crate) const COMMAND: &str = "command";

/// What chooses, or excuses, all runtimes of the module and its doors, of which one is the inspector page.
pub(crate) const WEB: &str = "web";

/// The language whose package the module is.
pub(crate) const WASM: &str = "wasm";

/// The language that the command is written in.
const RUST: &str = "rust";

#[rustfmt::skip]
const STEPS: &[Step] = &[
    Step::cargo("command-clippy", &["clippy", "-p", "sortid-cli", "--all-targets", "--", "-D", "warnings"]),
    Step::cargo("command-test", &["test", "-p", "sortid-cli", "--no-fail-fast"]),
];

fn named(name: &str) -> impl Iterator<Item = &'static Language> {
    LANGUAGES
        .iter()
        .filter(move |language| language.name == name)
}

impl Run<'_> {
    /// What is asked for by a name that is none of a language or a server.
    pub(crate) fn named(&mut self) {
        if self.args.names(LEASE) {
            self.leases();
        }
        if self.args.names(COMMAND) {
            self.command();
        }
        if self.args.names(WEB) {
            self.web();
        }
    }

    fn command(&mut self) {
        self.console.title("The command");
        let mut section = Section::new(COMMAND);
        for language in named(RUST) {
            for step in STEPS {
                let outcome = step.run(&self.root);
                self.checked(&mut section, language, step, &outcome);
            }
        }
        print_failures(self.console, &section.failures);
        self.report.add(section);
    }

    fn web(&mut self) {
        let ready = self.build_of(named(WASM));
        let cases = self.cases();
        self.doors(&ready, &packages::of_language(&self.root, WASM));
        self.runtimes(&ready, &runtimes::of_language(WASM), &cases, false);
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn both_names_have_something_to_run() {
        assert_eq!((named(RUST).count(), named(WASM).count()), (1, 1));
        assert_eq!(runtimes::of_language(WASM).len(), 4);
        let doors = packages::of_language(&crate::suite::root(), WASM);
        assert!(doors.len() >= 3, "{doors:?}");
    }
}
