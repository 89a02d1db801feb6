//! Rust: the core itself, the command, and the programs of the suite.

use super::{Lacks, Language};
use crate::steps::Step;

pub(super) const LANGUAGE: Language = Language {
    name: "rust",
    needs: &["cargo"],
    build: Step::cargo("build-rust", &["build", "--release", "-p", "sortid-driver"]),
    checks: CHECKS,
    apart: APART,
    lacks: Lacks::NOTHING,
};

/// All that packages of the workspace have, but for databases: what these bring is compiled by `tests/databases/parts/rust` alone.
const FEATURES: &str = "sortid/conversions,sortid-ffi/test-panic";

#[rustfmt::skip]
const CHECKS: &[Step] = &[
    Step::cargo("fmt", &["fmt", "--all", "--check", "--", "--color", "never"]),
    Step::cargo("clippy", &["clippy", "--workspace", "--all-targets", "--features", FEATURES, "--", "-D", "warnings"]),
    Step::cargo("clippy-no-std", &["clippy", "-p", "sortid", "--no-default-features", "--", "-D", "warnings"]),
    Step::cargo("clippy-features", &["clippy", "-p", "sortid", "--no-default-features", "--features", "arbitrary,bson,chrono,jiff,serde,time,uuid", "--", "-D", "warnings"]),
    Step::cargo("test", &["test", "--workspace", "--features", FEATURES, "--no-fail-fast"]),
    Step::cargo("test-no-std", &["test", "-p", "sortid", "--no-default-features"]),
    Step {
        env: &[("RUSTDOCFLAGS", "-Dwarnings")],
        ..Step::cargo("doc", &["doc", "--workspace", "--no-deps", "--features", FEATURES])
    },
];

#[rustfmt::skip]
const APART: &[Step] = &[
    // As the tests are compiled: with every assertion, and sums that may not run over.
    Step::cargo("simulate", &["run", "--package", "sortid-simulate", "--bin", "sortid-simulate"]),
    Step::cargo("sabotage", &["run", "--package", "sortid-simulate", "--bin", "sortid-simulate", "--", "--sabotage", "--quick"]),
    // The other byte order, and a slow machine with nothing to lean on.
    Step::cargo("platforms", &["suite", "platforms", "s390x"]),
    // Go has no binding of its own: what it has of others reads and asks the driver.
    Step { name: "interop-go", program: "tests/interop/go/check", args: &[], env: &[] },
];

#[cfg(test)]
mod tests {
    /// Those that `tests/databases/parts/rust` has.
    const OF_DATABASES: [&str; 6] = [
        "diesel",
        "diesel-sqlite",
        "postgres-types",
        "rusqlite",
        "sea-orm",
        "sqlx",
    ];

    #[test]
    fn every_feature_of_the_core_is_tested() {
        let manifest = include_str!("../../../../core/Cargo.toml");
        let features = manifest
            .split("\n[")
            .find(|part| part.starts_with("features]"));
        let features = features.unwrap_or_default().lines();
        let features = features.filter_map(|line| line.split_once(" = "));
        let (mut names, mut conversions) = (Vec::new(), "");
        for (name, of) in features {
            match name {
                "conversions" => conversions = of,
                "default" | "std" => {}
                _ => names.push(name),
            }
        }
        assert!(names.len() > 10);
        for name in names {
            let converts = conversions.contains(&format!("\"{name}\""));
            let is_named = super::FEATURES
                .split(',')
                .any(|feature| feature == format!("sortid/{name}"));
            let is_tested = [converts, is_named, OF_DATABASES.contains(&name)];
            assert_eq!(is_tested.iter().filter(|is| **is).count(), 1, "{name}");
        }
    }
}
