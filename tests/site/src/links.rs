//! Checks the links and paths in the repository's Markdown.

use std::collections::HashMap;
use std::fs;
use std::path::Path;

use crate::agents::PACKAGES;
use crate::markdown::{self, Link};
use crate::pages::{below, read, resolved};
use crate::{Fallible, Found, REPOSITORY};

/// The folders whose Markdown is read, besides the root's own and the packages' `AGENTS.md`.
const FOLDERS: [&str; 3] = ["docs/", "python/", ".github/"];

/// Checks every link into the repository, relative or by its address.
pub(crate) fn follow(root: &Path) -> Fallible<Found> {
    let mut paths = Vec::new();
    for entry in fs::read_dir(root).map_err(|error| error.to_string())? {
        let name = entry.map_err(|error| error.to_string())?.file_name();
        let name = name.to_string_lossy();
        if name.ends_with(".md") {
            paths.push(name.into_owned());
        }
    }
    for folder in FOLDERS {
        below(root, folder, ".md", &mut paths)?;
    }
    paths.extend(PACKAGES.map(|package| package.path.to_owned()));
    paths.sort_unstable();
    paths.dedup();
    let mut found = Found::default();
    let mut known = Anchors::default();
    for path in paths {
        let text = read(root, &path)?;
        for link in markdown::read(&text).links {
            let target = link.target.clone();
            let why = broken(root, &path, &link, &mut known);
            found.check(why.map(|why| format!("{path}: {target}: {why}")));
        }
        for named in named_paths(root, &text).filter(|named| !root.join(named).exists()) {
            found.check(Some(format!("{path}: `{named}`: no such file")));
        }
    }
    Ok(found)
}

/// The paths in code spans that begin with a root folder, except placeholders and build output.
fn named_paths<'a>(root: &'a Path, text: &'a str) -> impl Iterator<Item = &'a str> {
    let is_part = |part: &str| {
        let is_name = |char: char| char.is_ascii_alphanumeric() || "._-".contains(char);
        part.chars().all(is_name) && !part.starts_with(|char: char| char.is_ascii_uppercase())
    };
    let spans = text
        .lines()
        .flat_map(|line| line.split('`').skip(1).step_by(2));
    spans.filter(move |span| match span.split_once('/') {
        Some((top, rest)) => {
            !["", "target"].contains(&top)
                && root.join(top).is_dir()
                && rest.split('/').all(is_part)
        }
        None => false,
    })
}

/// The anchors of the files that links lead to.
#[derive(Default)]
struct Anchors(HashMap<String, Vec<String>>);

impl Anchors {
    fn of(&mut self, root: &Path, path: &str) -> &[String] {
        let read = || markdown::read(&read(root, path).unwrap_or_default()).anchors;
        self.0.entry(path.to_owned()).or_insert_with(read)
    }
}

/// The reason a link is broken; `None` if it is valid.
fn broken(root: &Path, page: &str, link: &Link, known: &mut Anchors) -> Option<String> {
    let (page, target) = match link.target.strip_prefix(REPOSITORY) {
        // Other pages of the code host cannot be checked offline.
        Some(rest) => (
            "",
            rest.strip_prefix("/blob/main/")
                .or(rest.strip_prefix("/tree/main/"))?,
        ),
        None => (page, link.target.as_str()),
    };
    if target.contains("://") || target.starts_with("mailto:") {
        return None;
    }
    let Some(path) = resolved(page, target) else {
        return Some("leaves the repository".to_owned());
    };
    if !root.join(&path).exists() {
        return Some("no such file".to_owned());
    }
    let (_, anchor) = target.split_once('#')?;
    let there = known.of(root, &path).iter().any(|name| name == anchor);
    (!there).then(|| "no such heading".to_owned())
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::root;

    #[test]
    fn every_link_of_the_repository_is_valid() {
        let found = follow(&root()).expect("the repository can be read");
        assert_eq!(found.failures, [""; 0]);
        assert!(found.passed > 50, "{}", found.passed);
    }

    #[test]
    fn named_paths_begin_with_a_root_folder() {
        let text =
            "`core/src/lease/kind.rs` and `docs/`\n`tests/x` `tests/NAME/run` `a/b` `cargo run`";
        let root = root();
        let named: Vec<&str> = named_paths(&root, text).collect();
        assert_eq!(named, ["core/src/lease/kind.rs", "docs/", "tests/x"]);
    }

    #[test]
    fn broken_link_is_reported_with_its_reason() {
        let why = |target: &str| {
            let link = Link {
                target: target.to_owned(),
                place: None,
            };
            broken(&root(), "docs/generator.md", &link, &mut Anchors::default())
        };
        assert_eq!(why("decisions/0004-fork.md"), None);
        assert_eq!(why("#in-one-minute"), None);
        assert_eq!(why("https://example.org/#x"), None);
        assert_eq!(why(&format!("{REPOSITORY}/security/advisories/new")), None);
        assert_eq!(why(&format!("{REPOSITORY}/blob/main/README.md")), None);
        assert_eq!(why("decisions/0004.md").as_deref(), Some("no such file"));
        assert_eq!(why("#in-two-minutes").as_deref(), Some("no such heading"));
        assert_eq!(why("../../x").as_deref(), Some("leaves the repository"));
        let elsewhere = format!("{REPOSITORY}/blob/main/REDME.md");
        assert_eq!(why(&elsewhere).as_deref(), Some("no such file"));
    }
}
