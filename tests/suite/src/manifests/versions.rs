//! Checks that every manifest has the version of the root's `Cargo.toml`.

use std::fs;
use std::path::Path;

use super::tree;
use crate::outcome::{Failure, Outcome, Unit};

/// The texts that a kind of manifest may contain.
struct Rule {
    /// The end of the path, with slashes.
    file: &'static str,
    /// At least one must occur in the file. `{version}` stands for the root's version.
    any_of: &'static [&'static str],
}

/// The files that contain the version or inherit it.
const RULES: &[Rule] = &[
    Rule {
        file: "Cargo.toml",
        // The root; the rooms; their members; a member that inherits nothing; packages that are
        // never released.
        any_of: &[
            "\nsortid = { path = \"core\", version = \"{version}\",",
            "\nsortid = { path = \"../core\", version = \"{version}\",",
            "\nversion.workspace = true\n",
            "\nversion = \"{version}\"\n",
            "\nversion = \"0.0.0\"\n",
        ],
    },
    Rule {
        file: "pyproject.toml",
        any_of: &["\ndynamic = [\"version\"]\n"],
    },
    Rule {
        file: "package.json",
        any_of: &[
            "\n  \"version\": \"{version}\",\n",
            "\n  \"private\": true,\n",
        ],
    },
    Rule {
        file: "node/package-lock.json",
        any_of: &[
            "\n      \"version\": \"{version}\",\n      \"license\": \"MIT OR Apache-2.0\",\n",
        ],
    },
    Rule {
        file: "pom.xml",
        any_of: &["\n  <version>{version}</version>\n"],
    },
    Rule {
        file: "internal/Library.kt",
        any_of: &["VERSION: String = \"{version}\"\n"],
    },
    Rule {
        file: "include/sortid.h",
        any_of: &["\n#define SORTID_VERSION \"{version}\"\n"],
    },
    Rule {
        file: "include/sortid.h",
        any_of: &[concat!(
            "\n#define SORTID_VERSION_MAJOR {major}\n#define SORTID_VERSION_MINOR {minor}\n",
            "#define SORTID_VERSION_PATCH {patch}\n"
        )],
    },
    Rule {
        file: "CHANGELOG.md",
        any_of: &[
            "\n## {version}",
            "\n## [{version}]",
            "\n## Unreleased",
            "\n## [Unreleased]",
        ],
    },
];

/// Checks every manifest below `root`.
pub(crate) fn check(root: &Path) -> Outcome {
    let mut outcome = Outcome::new(Unit::Checks);
    let version = env!("CARGO_PKG_VERSION");
    let files = tree::files(root).unwrap_or_else(|error| {
        outcome.fail(Failure::new(None, "manifests", error.to_string()));
        Vec::new()
    });
    for path in files {
        let file = root.join(&path);
        let rules: Vec<&Rule> = RULES.iter().filter(|rule| rule.is_for(&path)).collect();
        if rules.is_empty() {
            continue;
        }
        let text = fs::read_to_string(&file).unwrap_or_default();
        for rule in rules {
            let wrong = !rule.holds(&text, version);
            outcome.check(wrong.then(|| Failure {
                what: format!("{path}: contains none of {:?}", rule.filled(version)),
                ..Failure::default()
            }));
        }
    }
    outcome
}

impl Rule {
    fn is_for(&self, path: &str) -> bool {
        // Consumer projects are versioned independently.
        if [
            "tests/packages/",
            "databases/tests/parts/",
            "leases/tests/parts/",
        ]
        .iter()
        .any(|folder| path.starts_with(folder))
        {
            return false;
        }
        let rest = path.strip_suffix(self.file);
        rest.is_some_and(|rest| rest.is_empty() || rest.ends_with('/'))
    }

    fn holds(&self, text: &str, version: &str) -> bool {
        let text = text.replace("\r\n", "\n");
        self.filled(version).iter().any(|line| text.contains(line))
    }

    fn filled(&self, version: &str) -> Vec<String> {
        let mut parts = version.split(['.', '-', '+']);
        let mut part = || parts.next().unwrap_or_default();
        let (major, minor, patch) = (part(), part(), part());
        let fill = |line: &&str| {
            line.replace("{version}", version)
                .replace("{major}", major)
                .replace("{minor}", minor)
                .replace("{patch}", patch)
        };
        self.any_of.iter().map(fill).collect()
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn rule(file: &str) -> &'static Rule {
        RULES.iter().find(|rule| rule.file == file).expect("a rule")
    }

    #[test]
    fn rule_rejects_another_version() {
        let text = "{\n  \"name\": \"x\",\n  \"version\": \"1.2.3\",\n}\n";
        assert!(rule("package.json").holds(text, "1.2.3"));
        assert!(!rule("package.json").holds(text, "1.2.4"));
        assert!(!rule("pom.xml").holds("\n    <version>1.2.3</version>\n", "1.2.3"));
        assert!(rule("Cargo.toml").holds("[package]\r\nversion.workspace = true\r\n", "1.2.3"));
    }

    #[test]
    fn rule_matches_only_its_files() {
        let manifest = rule("package.json");
        assert!(manifest.is_for("package.json") && manifest.is_for("node/package.json"));
        assert!(!manifest.is_for("node/other-package.json"));
        assert!(!manifest.is_for("tests/packages/x/package.json"));
        assert!(!manifest.is_for("databases/tests/parts/x/package.json"));
    }

    #[test]
    fn filled_replaces_parts_of_the_version() {
        let parts = RULES
            .iter()
            .find(|rule| rule.any_of[0].contains("{patch}"))
            .expect("a rule");
        assert!(
            parts.filled("1.20.3-rc.1")[0].contains("MINOR 20\n#define SORTID_VERSION_PATCH 3\n")
        );
    }

    #[test]
    fn repository_manifests_have_one_version() {
        let outcome = check(&Path::new(env!("CARGO_MANIFEST_DIR")).join("../.."));
        let wrong: Vec<&str> = outcome
            .failures
            .iter()
            .map(|failure| failure.what.as_str())
            .collect();
        assert_eq!(wrong, [""; 0]);
        assert!(outcome.passed > 10, "{}", outcome.passed);
    }
}
