//! The languages: a table of how each one's driver is built, and where it lies.

use std::path::{Path, PathBuf};

use crate::steps::Step;

/// A language with a driver.
pub(crate) struct Language {
    /// Its name, which is the name of its driver's folder.
    pub(crate) name: &'static str,
    /// The programs of its toolchain; without one of them it is `NOT RUN`.
    pub(crate) needs: &'static [&'static str],
    /// The command that builds the driver.
    pub(crate) build: Step,
}

/// Every language, in the order of the report.
pub(crate) const LANGUAGES: &[Language] = &[Language {
    name: "rust",
    needs: &["cargo"],
    build: Step {
        language: "rust",
        name: "build-rust",
        program: "cargo",
        args: &["build", "--release", "-p", "sortid-driver"],
        env: &[],
    },
}];

impl Language {
    /// The driver's path, relative to the root.
    pub(crate) fn driver(&self) -> PathBuf {
        ["tests", "drivers", self.name, "run"].iter().collect()
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
        let build = || Step {
            language: "x",
            name: "build-x",
            program: "cargo",
            args: &[],
            env: &[],
        };
        let absent = Language {
            name: "x",
            needs: &["cargo", "no-such-compiler-anywhere"],
            build: build(),
        };
        assert_eq!(absent.missing(), Some("no-such-compiler-anywhere"));
        let present = Language {
            name: "x",
            needs: &["cargo"],
            build: build(),
        };
        assert_eq!(present.missing(), None);
    }

    #[test]
    fn every_language_has_its_own_folder() {
        assert_eq!(
            LANGUAGES[0].driver(),
            Path::new("tests/drivers").join("rust").join("run")
        );
    }
}
