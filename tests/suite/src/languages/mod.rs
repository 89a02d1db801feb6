//! The languages: a file for each, which says how its driver is built and what else is checked of it.

mod c;
mod cpp;
mod kotlin;
mod lacks;
mod node;
mod python;
mod rust;
mod swift;
mod wasm;

use std::path::{Path, PathBuf};
use std::process::Command;
use std::time::Duration;

use crate::steps::{LOGS, Step};
pub(crate) use lacks::{Lacks, asks_for_file, is_about_file, refused};

/// How long a driver may think about one answer.
pub(crate) const PATIENCE: Duration = Duration::from_secs(120);

/// A language with a driver.
pub(crate) struct Language {
    /// Its name, which is the name of its driver's folder.
    pub(crate) name: &'static str,
    /// The programs of its toolchain; without one of them it is `NOT RUN`.
    pub(crate) needs: &'static [&'static str],
    /// The command that builds the binding as a user would get it, and the driver with it.
    pub(crate) build: Step,
    /// Lints and unit tests, in order; they run once the driver is built.
    pub(crate) checks: &'static [Step],
    /// Checks that take long and wait for none of the others.
    pub(crate) apart: &'static [Step],
    /// What it cannot have.
    pub(crate) lacks: Lacks,
}

/// Every language, in the order of the report.
pub(crate) const LANGUAGES: &[Language] = &[
    rust::LANGUAGE,
    c::LANGUAGE,
    cpp::LANGUAGE,
    python::LANGUAGE,
    node::LANGUAGE,
    swift::LANGUAGE,
    kotlin::LANGUAGE,
    wasm::LANGUAGE,
];

impl Language {
    /// The driver's path, relative to the root.
    pub(crate) fn driver(&self) -> PathBuf {
        ["tests", "drivers", self.name, "run"].iter().collect()
    }

    /// The command that starts the driver.
    pub(crate) fn command(&self, root: &Path) -> Command {
        let mut driver = Command::new(root.join(self.driver()));
        driver.current_dir(root);
        driver
    }

    /// Where the driver's error output goes when it is asked for a purpose.
    pub(crate) fn log(&self, root: &Path, purpose: &str) -> PathBuf {
        root.join(LOGS).join(format!("{purpose}-{}.log", self.name))
    }

    /// The first program of the toolchain that is not to be found.
    pub(crate) fn missing(&self) -> Option<&'static str> {
        let path = std::env::var_os("PATH").unwrap_or_default();
        let folders: Vec<PathBuf> = std::env::split_paths(&path).collect();
        self.needs
            .iter()
            .copied()
            .find(|program| !is_installed(program, &folders))
    }
}

/// Those that have state files and lease files.
pub(crate) fn with_files(languages: &[&'static Language]) -> Vec<&'static Language> {
    let all = languages.iter().copied();
    all.filter(|language| !language.lacks.files).collect()
}

fn is_installed(program: &str, folders: &[PathBuf]) -> bool {
    let file = format!("{program}{}", std::env::consts::EXE_SUFFIX);
    folders
        .iter()
        .any(|folder: &PathBuf| is_file(&folder.join(&file)))
}

fn is_file(path: &Path) -> bool {
    path.metadata().is_ok_and(|metadata| metadata.is_file())
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_missing_program_is_named() {
        let absent = Language {
            needs: &["cargo", "no-such-compiler-anywhere"],
            ..rust::LANGUAGE
        };
        assert_eq!(absent.missing(), Some("no-such-compiler-anywhere"));
        assert_eq!(rust::LANGUAGE.missing(), None);
    }

    #[test]
    fn every_language_has_its_own_folder() {
        assert_eq!(
            rust::LANGUAGE.driver(),
            Path::new("tests/drivers").join("rust").join("run")
        );
    }

    /// Logs are named by the steps.
    #[test]
    fn step_names_are_distinct() {
        let builds = LANGUAGES.iter().map(|language| language.build.name);
        let checks = LANGUAGES
            .iter()
            .flat_map(|language| [language.checks, language.apart])
            .flatten();
        let mut names: Vec<&str> = builds.chain(checks.map(|step| step.name)).collect();
        let all = names.len();
        names.sort_unstable();
        names.dedup();
        assert_eq!(names.len(), all);
    }
}
