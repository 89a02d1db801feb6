//! One version: every manifest of the repository says the root's.

use std::fs;
use std::path::Path;

use super::tree;
use crate::outcome::{Failure, Outcome, Unit};

/// What a manifest says, of which one suffices; `{version}` stands for the root's.
struct Rule {
    /// How its path ends, with slashes.
    file: &'static str,
    says: &'static [&'static str],
}

/// Every kind of file that has the version, or takes it from one that has.
const RULES: &[Rule] = &[
    Rule {
        file: "Cargo.toml",
        // Of the root; of its members; of what is never released.
        says: &[
            "\nsortid = { path = \"core\", version = \"{version}\",",
            "\nversion.workspace = true\n",
            "\nversion = \"0.0.0\"\n",
        ],
    },
    Rule {
        file: "pyproject.toml",
        says: &["\ndynamic = [\"version\"]\n"],
    },
    Rule {
        file: "package.json",
        says: &[
            "\n  \"version\": \"{version}\",\n",
            "\n  \"private\": true,\n",
        ],
    },
    Rule {
        file: "node/package-lock.json",
        says: &["\n      \"version\": \"{version}\",\n      \"license\": \"MIT OR Apache-2.0\",\n"],
    },
    Rule {
        file: "pom.xml",
        says: &["\n  <version>{version}</version>\n"],
    },
    Rule {
        file: "internal/Library.kt",
        says: &["VERSION: String = \"{version}\"\n"],
    },
    Rule {
        file: "include/sortid.h",
        says: &["\n#define SORTID_VERSION \"{version}\"\n"],
    },
    Rule {
        file: "include/sortid.h",
        says: &[concat!(
            "\n#define SORTID_VERSION_MAJOR {major}\n#define SORTID_VERSION_MINOR {minor}\n",
            "#define SORTID_VERSION_PATCH {patch}\n"
        )],
    },
    Rule {
        file: "CHANGELOG.md",
        says: &[
            "\n## {version}",
            "\n## [{version}]",
            "\n## Unreleased",
            "\n## [Unreleased]",
        ],
    },
];

/// Checks every manifest below `root`.
pub(crate) fn check(root: &Path) -> Outcome {
    let mut section = Outcome::new(Unit::Checks);
    let version = env!("CARGO_PKG_VERSION");
    let files = tree::files(root).unwrap_or_else(|error| {
        section.fail(Failure::new(None, "manifests", error.to_string()));
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
            let wanted = || format!("{path}: says none of {:?}", rule.filled(version));
            section.check(wrong.then(|| Failure {
                what: wanted(),
                ..Failure::default()
            }));
        }
    }
    section
}

impl Rule {
    fn is_for(&self, path: &str) -> bool {
        // A consumer has a version of its own, or none.
        if ["tests/packages/", "tests/databases/parts/"]
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
        self.says.iter().map(fill).collect()
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn rule(file: &str) -> &'static Rule {
        RULES.iter().find(|rule| rule.file == file).expect("a rule")
    }

    #[test]
    fn another_version_is_found_out() {
        let text = "{\n  \"name\": \"x\",\n  \"version\": \"1.2.3\",\n}\n";
        assert!(rule("package.json").holds(text, "1.2.3"));
        assert!(!rule("package.json").holds(text, "1.2.4"));
        assert!(!rule("pom.xml").holds("\n    <version>1.2.3</version>\n", "1.2.3"));
        assert!(rule("Cargo.toml").holds("[package]\r\nversion.workspace = true\r\n", "1.2.3"));
    }

    #[test]
    fn a_rule_is_for_its_files_alone() {
        let manifest = rule("package.json");
        assert!(manifest.is_for("package.json") && manifest.is_for("node/npm/x/package.json"));
        assert!(!manifest.is_for("node/other-package.json"));
        assert!(!rule("include/sortid.h").is_for("ffi-c/tests/first/sortid.h"));
        assert!(!manifest.is_for("tests/packages/x/package.json"));
        assert!(!manifest.is_for("tests/databases/parts/x/package.json"));
    }

    #[test]
    fn the_parts_of_a_version_are_filled_in() {
        let parts = RULES
            .iter()
            .find(|rule| rule.says[0].contains("{patch}"))
            .expect("a rule");
        assert!(
            parts.filled("1.20.3-rc.1")[0].contains("MINOR 20\n#define SORTID_VERSION_PATCH 3\n")
        );
    }

    #[test]
    fn the_repository_has_many_manifests_and_they_agree() {
        let section = check(&Path::new(env!("CARGO_MANIFEST_DIR")).join("../.."));
        let wrong: Vec<&str> = section
            .failures
            .iter()
            .map(|failure| failure.what.as_str())
            .collect();
        assert_eq!(wrong, [""; 0]);
        assert!(section.passed > 10, "{}", section.passed);
    }
}
