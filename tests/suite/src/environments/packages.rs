//! Consumer projects: programs that install the built packages as users do.
//!
//! A consumer is a folder `tests/packages/LANGUAGE-WHAT`, or one named after a tool or registry of
//! the language. Its script `run` prints checks in the format of [`crate::tap::Tap`].

use std::path::Path;

use crate::languages::LANGUAGES;
use crate::plan::{Action, Program, Step, Tier};

/// The consumers in `--all`: the most representative ones of each ecosystem. `--release` runs all.
const IN_ALL: &[&str] = &[
    "rust-crate",
    "rust-frameworks",
    "rust-kubernetes",
    "rust-tasks",
    "meson",
    "c-glibc",
    "c-tasks",
    "python-package",
    "python-frameworks",
    "python-tasks",
    "node-bundlers",
    "node-frameworks",
    "node-tasks",
    "swift-tasks",
    "kotlin-2.1",
    "kotlin-2.3",
    "java-frameworks",
    "java-modules",
    "java-quarkus",
    "java-tasks",
    "wasm-worker",
];

const FOLDER: &str = "tests/packages";

/// The tools and registries that consumers are named after, with the language of their package.
const TOOL_LANGUAGES: &[(&str, &str)] = &[
    ("cargo", "rust"),
    ("cmake", "c"),
    ("java", "kotlin"),
    ("maven", "kotlin"),
    ("meson", "c"),
    ("npm", "node"),
    ("pypi", "python"),
    ("swiftpm", "swift"),
];

/// The language whose package a consumer uses, from the first word of its name.
fn language_of(name: &str) -> Option<&'static str> {
    let first = name.split('-').next()?;
    let tool = TOOL_LANGUAGES.iter().find(|(tool, _)| *tool == first);
    let language = tool.map_or(first, |(_, language)| language);
    let mut names = LANGUAGES.iter().map(|language| language.name);
    names.find(|name| *name == language)
}

/// The names of all consumers, sorted.
fn all(root: &Path) -> Vec<String> {
    let entries = root.join(FOLDER).read_dir().into_iter().flatten().flatten();
    // Shared folders have no `run`.
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
    // Remove the build folder after success: it is large, and every run builds from scratch.
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
    fn language_of_accepts_languages_and_tools() {
        assert_eq!(language_of("kotlin-2.1"), Some("kotlin"));
        assert_eq!(language_of("maven-central"), Some("kotlin"));
        assert_eq!(language_of("c"), Some("c"));
        assert_eq!(language_of("cobol-2.1"), None);
        for (tool, _) in TOOL_LANGUAGES {
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
    fn all_has_a_consumer_of_each_ecosystem() {
        let mut of_all: Vec<&str> = IN_ALL.iter().filter_map(|name| language_of(name)).collect();
        of_all.dedup();
        // The C package contains the C++ header.
        let all = LANGUAGES.iter().map(|language| language.name);
        let all: Vec<&str> = all.filter(|name| *name != "cpp").collect();
        assert_eq!(of_all, all);
    }
}
