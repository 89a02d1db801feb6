//! What makes ids of all languages at once, and all of leases alone, for `--only lease`: what runs beside servers is in [`crate::environments::databases`].

use std::path::Path;

use crate::console::Console;
use crate::languages::{LANGUAGES, Language};
use crate::report::{Section, print_failures};
use crate::steps::Step;
use crate::suite::Run;
use crate::uniqueness::all_languages;
use crate::uniqueness::lease_file;
use crate::uniqueness::state_file;

type Together = fn(&Console, &Path, &[&'static Language]) -> Section;

/// All orders of a few agents' steps, with each rule and without it.
#[rustfmt::skip]
const SCHEDULES: Step = Step::cargo(
    "grant-schedules",
    &["test", "-p", "sortid", "--features", "lease", "--test", "grant_schedules"],
);

impl Run<'_> {
    /// Ids of all languages, made at the same time.
    pub(crate) fn fresh(&mut self, ready: &[&'static Language]) {
        self.console.title("Ids of all languages together");
        self.together(
            &[all_languages::run, state_file::run, lease_file::run],
            ready,
        );
    }

    /// Leases, but for the parts beside servers: every language has a driver, whatever else is asked for.
    pub(crate) fn leases(&mut self) {
        let ready = self.build_of(LANGUAGES.iter());
        self.console.title("Leases");
        let mut section = Section::new("schedules of leases");
        let outcome = SCHEDULES.run(&self.root);
        let rust = LANGUAGES.iter().find(|language| language.name == "rust");
        if let Some(rust) = rust {
            self.checked(&mut section, rust, &SCHEDULES, &outcome);
        }
        self.report.add(section);
        self.together(&[lease_file::run], &ready);
    }

    fn together(&mut self, runs: &[Together], ready: &[&'static Language]) {
        for run in runs {
            let section = run(self.console, &self.root, ready);
            print_failures(self.console, &section.failures);
            self.report.add(section);
        }
    }
}
