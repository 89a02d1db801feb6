//! Reads manifests and counts each requirement as one check, so that one run reports every failure.

use std::fs;
use std::path::Path;

use crate::outcome::{Failure, Outcome};

pub(super) const REPOSITORY: &str = env!("CARGO_PKG_REPOSITORY");

/// The licence of every package, as an SPDX expression.
pub(super) const LICENCE: &str = "MIT OR Apache-2.0";

/// The licence files.
pub(super) const LICENCES: [&str; 2] = ["LICENSE-APACHE", "LICENSE-MIT"];

pub(super) fn issues_url() -> String {
    format!("{REPOSITORY}/issues")
}

pub(super) fn changelog_url() -> String {
    format!("{REPOSITORY}/blob/main/CHANGELOG.md")
}

/// Checks the files of one repository and counts the results in an outcome.
pub(super) struct Checker<'a> {
    pub(super) root: &'a Path,
    files: &'a [String],
    outcome: &'a mut Outcome,
}

/// The path and text of a manifest.
pub(super) struct Manifest {
    path: String,
    /// Empty if the file could not be read.
    pub(super) text: String,
}

impl<'a> Checker<'a> {
    pub(super) fn new(root: &'a Path, files: &'a [String], outcome: &'a mut Outcome) -> Self {
        Self {
            root,
            files,
            outcome,
        }
    }

    /// Counts one check. If it fails, the failure names the requirement.
    pub(super) fn check(&mut self, path: &str, expected: &str, holds: bool) {
        let failure = || Failure {
            what: format!("{path}: expected: {expected}"),
            ..Failure::default()
        };
        self.outcome.check((!holds).then(failure));
    }

    /// The files with this name outside folders `tests`, whose manifests are never published.
    pub(super) fn files_named(&mut self, name: &str) -> Vec<String> {
        let is_published = |path: &&String| {
            let mut parts = path.split('/');
            parts.next_back() == Some(name) && parts.all(|folder| folder != "tests")
        };
        self.files.iter().filter(is_published).cloned().collect()
    }

    pub(super) fn has_file(&self, path: &str) -> bool {
        self.root.join(path).is_file()
    }

    pub(super) fn files_below(&self, folder: &str) -> Vec<String> {
        let below = |path: &&String| path.starts_with(folder);
        self.files.iter().filter(below).cloned().collect()
    }

    /// Reads a file and checks that it exists.
    pub(super) fn read(&mut self, path: &str) -> Manifest {
        let text = fs::read_to_string(self.root.join(path));
        self.check(path, "the file", text.is_ok());
        Manifest {
            path: path.to_owned(),
            text: text.unwrap_or_default().replace("\r\n", "\n"),
        }
    }

    /// Checks that a manifest contains a text.
    pub(super) fn require_text(&mut self, manifest: &Manifest, text: &str) {
        let holds = manifest.text.contains(text);
        self.check(&manifest.path, text.trim(), holds);
    }

    /// Counts one check on a manifest that a text search cannot make.
    pub(super) fn check_manifest(&mut self, manifest: &Manifest, expected: &str, holds: bool) {
        self.check(&manifest.path, expected, holds);
    }
}

/// The failures of `check` in a temporary repository with these files.
#[cfg(test)]
pub(super) fn unmet(name: &str, files: &[(&str, &str)], check: super::Check) -> Vec<String> {
    let root = std::env::temp_dir().join(format!("sortid-{name}-{}", std::process::id()));
    for (path, text) in files {
        let path = root.join(path);
        let folder = path.parent().expect("a folder");
        fs::create_dir_all(folder).expect("a folder to write in");
        fs::write(path, text).expect("a file");
    }
    let paths: Vec<String> = files.iter().map(|(path, _)| (*path).to_owned()).collect();
    let mut outcome = Outcome::new(crate::outcome::Unit::Checks);
    check(&mut Checker::new(&root, &paths, &mut outcome));
    fs::remove_dir_all(&root).expect("the temporary repository can be removed");
    let expectation = |failure: &Failure| failure.what.clone();
    outcome.failures.iter().map(expectation).collect()
}
