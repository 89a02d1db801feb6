//! One manifest, and what is asked of it: each question is a check of its own, so that all that is missing is told at once.

use std::fs;
use std::path::Path;

use crate::outcome::{Failure, Outcome};

/// The repository's address.
pub(super) const REPOSITORY: &str = env!("CARGO_PKG_REPOSITORY");

/// The licence of all that is ours.
pub(super) const LICENCE: &str = "MIT OR Apache-2.0";

/// The licence as files.
pub(super) const LICENCES: [&str; 2] = ["LICENSE-APACHE", "LICENSE-MIT"];

/// Where mistakes are told.
pub(super) fn bugs() -> String {
    format!("{REPOSITORY}/issues")
}

/// Where the changes stand.
pub(super) fn changelog() -> String {
    format!("{REPOSITORY}/blob/main/CHANGELOG.md")
}

/// The repository, as far as questions go.
pub(super) struct Asked<'a> {
    pub(super) root: &'a Path,
    files: &'a [String],
    section: &'a mut Outcome,
}

/// A manifest that was read.
pub(super) struct Manifest {
    path: String,
    /// What stands in it; nothing, where it could not be read.
    pub(super) text: String,
}

impl<'a> Asked<'a> {
    pub(super) fn new(root: &'a Path, files: &'a [String], section: &'a mut Outcome) -> Self {
        Self {
            root,
            files,
            section,
        }
    }

    /// Counts an answer; what is wanted is told if it is missing.
    pub(super) fn holds(&mut self, path: &str, wanted: &str, holds: bool) {
        let missing = || Failure {
            what: format!("{path}: wanted: {wanted}"),
            ..Failure::default()
        };
        self.section.check((!holds).then(missing));
    }

    /// The files that a registry is told of, by their name; those of consumers and tests are none.
    pub(super) fn named(&mut self, name: &str) -> Vec<String> {
        let ours = |path: &&String| {
            let file = path.rsplit('/').next();
            file == Some(name) && !path.starts_with("tests/")
        };
        self.files.iter().filter(ours).cloned().collect()
    }

    /// Whether the repository has this file.
    pub(super) fn has(&self, path: &str) -> bool {
        self.root.join(path).is_file()
    }

    /// Every file below a folder.
    pub(super) fn below(&self, folder: &str) -> Vec<String> {
        let below = |path: &&String| path.starts_with(folder);
        self.files.iter().filter(below).cloned().collect()
    }

    /// Reads a file that must be there.
    pub(super) fn read(&mut self, path: &str) -> Manifest {
        let text = fs::read_to_string(self.root.join(path));
        self.holds(path, "the file", text.is_ok());
        Manifest {
            path: path.to_owned(),
            text: text.unwrap_or_default().replace("\r\n", "\n"),
        }
    }

    /// Asks for a text in a manifest.
    pub(super) fn says(&mut self, manifest: &Manifest, text: &str) {
        let says = manifest.text.contains(text);
        self.holds(&manifest.path, text.trim(), says);
    }

    /// Asks for something of a manifest that is not one text.
    pub(super) fn wants(&mut self, manifest: &Manifest, wanted: &str, holds: bool) {
        self.holds(&manifest.path, wanted, holds);
    }
}

/// What asking finds missing in a repository of these files: for the tests of those who ask.
#[cfg(test)]
pub(super) fn missing(name: &str, files: &[(&str, &str)], ask: super::Ask) -> Vec<String> {
    let root = std::env::temp_dir().join(format!("sortid-{name}-{}", std::process::id()));
    for (path, text) in files {
        let path = root.join(path);
        let folder = path.parent().expect("a folder");
        fs::create_dir_all(folder).expect("a folder to write in");
        fs::write(path, text).expect("a file");
    }
    let paths: Vec<String> = files.iter().map(|(path, _)| (*path).to_owned()).collect();
    let mut section = Outcome::new(crate::outcome::Unit::Checks);
    ask(&mut Asked::new(&root, &paths, &mut section));
    fs::remove_dir_all(&root).expect("what was made can be removed");
    let told = |failure: &Failure| failure.what.clone();
    section.failures.iter().map(told).collect()
}
