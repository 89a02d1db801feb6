//! The doors: programs outside the tree that get sortid as their users do, from the packages that were built.
//!
//! A door is a folder `tests/packages/LANGUAGE-WHAT`, or one named for a tool or a registry of that language, with a script `run`. It is given
//! `SORTID_REPO`, the root, and `SORTID_TARGET`, the folder of all that is built, and tells its checks as [`crate::tap::Tap`] reads them.

use std::path::{Path, PathBuf};

use crate::disk::target;
use crate::languages::{LANGUAGES, Language};
use crate::report::{Failure, Section, print_failures};
use crate::scripts::Script;
use crate::suite::Run;

/// The doors that the whole suite goes through, one of each ecosystem.
const OF_THE_SUITE: &[&str] = &[
    "rust-crate",
    "meson",
    "python-package",
    "node-esm",
    "swift-git",
    "kotlin-2.1",
    "wasm-worker",
];

const FOLDER: &str = "tests/packages";

/// What doors are named for besides languages: the tools and registries that packages come by, each with the language whose package that is.
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

/// One consumer.
#[derive(Clone, Debug, PartialEq)]
pub(crate) struct Door {
    name: String,
}

impl Door {
    /// The language whose package it uses, by how its name begins.
    pub(crate) fn language(&self) -> Option<&'static str> {
        let first = self.name.split('-').next()?;
        let tool = COMES_BY.iter().find(|(tool, _)| *tool == first);
        let language = tool.map_or(first, |(_, language)| language);
        let mut names = LANGUAGES.iter().map(|language| language.name);
        names.find(|name| *name == language)
    }

    fn script(&self) -> PathBuf {
        [FOLDER, &self.name, "run"].iter().collect()
    }

    /// Where it works.
    fn work(&self, root: &Path) -> PathBuf {
        target(root).join("doors").join(&self.name)
    }
}

/// The doors of the whole suite.
pub(crate) fn of_the_suite() -> Vec<Door> {
    OF_THE_SUITE.iter().map(|name| door(name)).collect()
}

/// The doors to the package of a language.
pub(crate) fn of_language(root: &Path, language: &str) -> Vec<Door> {
    let mut doors = all(root).unwrap_or_default();
    doors.retain(|door| door.language() == Some(language));
    doors
}

/// The doors of these names, every one where there is no name.
pub(crate) fn chosen(root: &Path, names: &[String]) -> Result<Vec<Door>, String> {
    let all = all(root)?;
    if names.is_empty() {
        return Ok(all);
    }
    let there: Vec<&str> = all.iter().map(|door| door.name.as_str()).collect();
    match names.iter().find(|name| !there.contains(&name.as_str())) {
        Some(name) => Err(format!(
            "unknown door {name:?}; there are {}",
            there.join(", ")
        )),
        None => Ok(names.iter().map(|name| door(name)).collect()),
    }
}

fn door(name: &str) -> Door {
    Door {
        name: name.to_owned(),
    }
}

/// Every door, by name.
fn all(root: &Path) -> Result<Vec<Door>, String> {
    let folder = root.join(FOLDER);
    let told = |error: std::io::Error| format!("{}: {error}", folder.display());
    let mut doors = Vec::new();
    for entry in folder.read_dir().map_err(told)? {
        let entry = entry.map_err(told)?;
        // What several doors share is none itself.
        if entry.path().join("run").is_file() {
            doors.push(door(&entry.file_name().to_string_lossy()));
        }
    }
    doors.sort_unstable_by(|one, other| one.name.cmp(&other.name));
    Ok(doors)
}

impl Run<'_> {
    /// Goes through doors whose languages are ready; of the others the build has told.
    pub(crate) fn doors(&mut self, ready: &[&'static Language], doors: &[Door]) {
        self.console.title("Doors");
        let mut section = Section::new("doors");
        for door in doors {
            match door.language() {
                None => section.fail(Failure::new(None, &door.name, "named for no language")),
                Some(language) if ready.iter().any(|ready| ready.name == language) => {
                    let script = Script {
                        name: &door.name,
                        program: &door.script(),
                        arguments: &[],
                        log: &format!("door-{}", door.name),
                        language: Some(language),
                        excused_by: &[&door.name, language],
                    };
                    let failed = section.failed;
                    script.run(self, &mut section);
                    if section.failed == failed {
                        // What it made is as large as what is installed, and made anew each time.
                        let _ = std::fs::remove_dir_all(door.work(&self.root));
                    }
                }
                Some(_) => {}
            }
        }
        print_failures(self.console, &section.failures);
        self.report.add(section);
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_door_s_name_tells_its_language() {
        assert_eq!(door("kotlin-2.1").language(), Some("kotlin"));
        assert_eq!(door("maven-central").language(), Some("kotlin"));
        assert_eq!(door("c").language(), Some("c"));
        assert_eq!(door("cobol-2.1").language(), None);
        for (tool, _) in COMES_BY {
            assert!(door(tool).language().is_some(), "{tool}");
        }
    }

    #[test]
    fn every_door_is_named_for_a_language() {
        let root = Path::new(env!("CARGO_MANIFEST_DIR")).join("../..");
        let doors = all(&root).expect("the folder of doors");
        for door in &doors {
            assert!(door.language().is_some(), "{}", door.name);
        }
        for door in of_the_suite() {
            assert!(doors.contains(&door), "{}", door.name);
        }
        assert!(chosen(&root, &["nowhere".to_owned()]).is_err());
    }

    #[test]
    fn the_suite_has_one_door_of_each_ecosystem() {
        let doors = of_the_suite();
        let through: Vec<&str> = doors.iter().filter_map(Door::language).collect();
        // C++ comes with C.
        let all = LANGUAGES.iter().map(|language| language.name);
        let all: Vec<&str> = all.filter(|name| *name != "cpp").collect();
        assert_eq!(through, all);
    }
}
