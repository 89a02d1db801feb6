//! Consumer projects: programs outside the tree that get sortid as users do, from the packages that were built.
//!
//! A consumer is a folder `tests/packages/LANGUAGE-WHAT`, or one named for a tool or a registry of that language, with a script
//! `run`, which prints its checks as [`crate::tap::Tap`] reads them.

use std::path::Path;

use crate::languages::LANGUAGES;
use crate::plan::{Action, Program, Step, Tier};

/// The consumers that `--all` has, one of each ecosystem. `--release` has all of them.
const IN_ALL: &[&str] = &[
    "rust-crate",
    "meson",
    "python-package",
    "node-esm",
    "swift-git",
    "kotlin-2.1",
    "wasm-worker",
];

const FOLDER: &str = "tests/packages";

/// The tools and registries that consumers are named for, each with the language whose package they bring.
const COMES_BY: &[(&str, &str)] = &[
    ("cargo", "rust"),
    ("cmake", "c"),
    ("conan", "c"),
    ("java", "kotlin"),
    ("maven", "kotlin"),
    ("meson", "c"),
    ("npm", "node"),
    ("pypi", "python"),
    ("swiftpm", "swift"),
    ("vcpkg", "c"),
];

/// The language whose package a consumer uses, by how its name begins.
fn language_of(name: &str) -> Option<&'static str> {
    let first = name.split('-').next()?;
    let tool = COMES_BY.iter().find(|(tool, _)| *tool == first);
    let language = tool.map_or(first, |(_, language)| language);
    let mut names = LANGUAGES.iter().map(|language| language.name);
    names.find(|name| *name == language)
}

/// The names of all consumers, in order.
fn all(root: &Path) -> Vec<String> {
    let entries = root.join(FOLDER).read_dir().into_iter().flatten().flatten();
    // A folder that several consumers share has no `run`.
    let consumers = entries.filter(|entry| entry.path().join("run").is_file());
    let mut names: Vec<String> = consumers
        .map(|entry| entry.file_name().to_string_lossy().into_owned())
        .collect();
    names.sort_unstable();
    names
}

/// A step for each consumer.
pub(crate) fn steps(root: &Path) -> Vec<Step> {
    all(root).iter().filter_map(|name| step(name)).collect()
}

fn step(name: &str) -> Option<Step> {
    let language = language_of(name)?;
    let tier = match IN_ALL.contains(&name) {
        true => Tier::All,
        false => Tier::Release,
    };
    // What a consumer builds is as large as what it installs, and built anew each time.
    let script = format!(
        "{FOLDER}/{name}/run; status=$?; [ $status != 0 ] || rm -rf \"$SORTID_TARGET/packages/{name}\"; exit $status"
    );
    let program = Program::new("sh", &["-c", &script]);
    let step = Step::new(format!("packages/{name}"), Action::Tap(program))
        .of(language)
        .released()
        .tier(tier)
        .uses_cargo();
    Some(match language {
        "rust" => step,
        _ => step.after(format!("{language}/build-release")),
    })
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::run::root;

    #[test]
    fn names_of_consumers_begin_with_a_language_or_a_tool() {
        assert_eq!(language_of("kotlin-2.1"), Some("kotlin"));
        assert_eq!(language_of("maven-central"), Some("kotlin"));
        assert_eq!(language_of("c"), Some("c"));
        assert_eq!(language_of("cobol-2.1"), None);
        for (tool, _) in COMES_BY {
            assert!(language_of(tool).is_some(), "{tool}");
        }
    }

    #[test]
    fn every_consumer_has_a_language() {
        let all = all(&root());
        for name in &all {
            assert!(language_of(name).is_some(), "{name}");
        }
        for name in IN_ALL {
            assert!(all.iter().any(|one| one == name), "{name}");
        }
    }

    #[test]
    fn all_has_one_consumer_of_each_ecosystem() {
        let of_all: Vec<&str> = IN_ALL.iter().filter_map(|name| language_of(name)).collect();
        // C++ comes with C.
        let all = LANGUAGES.iter().map(|language| language.name);
        let all: Vec<&str> = all.filter(|name| *name != "cpp").collect();
        assert_eq!(of_all, all);
    }
}
