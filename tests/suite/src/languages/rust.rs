//! Rust: the core, the command, the agent, and the suite's own programs.

use super::{Lacks, Language};
use crate::outcome::Unit;
use crate::plan::{Step, Tier};
use crate::run::build::{FEATURES, PROFILE};

pub(super) const LANGUAGE: Language = Language {
    name: "rust",
    needs: &["cargo"],
    steps,
    lacks: Lacks::NOTHING,
};

/// The core without its default features, with the conversions that do not need `std`.
const WITHOUT_STD: &str = "arbitrary,bson,chrono,jiff,serde,time,uuid";

fn steps() -> Vec<Step> {
    let format = "git ls-files -z '*.rs' | xargs -0 rustfmt --check --edition 2024 --color never";
    let mut steps = vec![
        // `cargo fmt` omits `#[path]` modules and packages outside the workspace.
        Step::program("rust/format", "sh", &["-c", format]).tagged(&["lint"]),
        oldest(
            "rust/oldest",
            &["-p", "sortid", "-p", "sortid-cli", "-p", "sortid-ffi"],
        ),
        oldest("rust/oldest-features", &["--features", &with_oldest()]).tier(Tier::All),
        Step::cargo(
            "rust/examples",
            &[
                "test",
                "--doc",
                "--profile",
                PROFILE,
                // Named one by one, since `--doc` also runs examples of libraries that exclude
                // themselves.
                "--package",
                "sortid",
                "--features",
                "sortid/conversions",
            ],
        )
        .counts(Unit::Tests)
        .tier(Tier::All)
        .later_than("build"),
    ];
    steps.extend(lints());
    steps.push(
        Step::cargo(
            "rust/without-std",
            &["test", "-p", "sortid", "--no-default-features"],
        )
        .counts(Unit::Tests)
        .tier(Tier::All),
    );
    steps.push(tests_of_others());
    // There is no Go binding: its libraries are compared with the driver for Rust.
    steps.push(
        Step::program("interop/go", "tests/interop/go/check", &[])
            .needs(&["go"])
            .released()
            .after("rust/build-release"),
    );
    steps
}

/// The features that compile with the `rust-version` of `Cargo.toml`, in addition to those of the
/// build. `sqlx-0_9` and `sea-orm-2` require Rust 1.94.
const WITH_OLDEST: [&str; 8] = [
    "async-graphql",
    "diesel",
    "diesel-sqlite",
    "postgres-types",
    "rusqlite",
    "sqlx-0_8",
    "utoipa-5",
    "utoipa-6",
];

/// Checks packages with the oldest Rust.
fn oldest(name: &str, arguments: &[&str]) -> Step {
    Step::tap(name, "tests/drivers/rust/oldest", arguments)
}

/// The features that `rust/oldest-features` checks, in all default members of the workspace.
fn with_oldest() -> String {
    let others = WITH_OLDEST.map(|feature| format!("sortid/{feature}"));
    format!("{FEATURES},{}", others.join(","))
}

/// The tests of members that the build step omits. The models are separate steps.
fn tests_of_others() -> Step {
    let packages = [
        "sortid-bench",
        "sortid-bench-kernels",
        "sortid-fault-injection",
        "sortid-site",
    ];
    let packages = packages.iter().flat_map(|package| ["-p", package]);
    let arguments = ["test", "--profile", PROFILE].into_iter();
    let arguments: Vec<&str> = arguments.chain(packages).collect();
    Step::cargo("rust/others", &arguments)
        .counts(Unit::Tests)
        .tier(Tier::All)
        .later_than("build")
}

#[rustfmt::skip]
fn lints() -> Vec<Step> {
    let clippy = |name: &str, arguments: &[&str]| {
        let arguments = [&["clippy"], arguments, &["--", "-D", "warnings"]].concat();
        Step::cargo(name, &arguments).tier(Tier::All).tagged(&["lint"])
    };
    let mut doc = Step::cargo("rust/doc", &["doc", "--workspace", "--no-deps", "--features", FEATURES])
        .tier(Tier::All)
        .tagged(&["lint"]);
    if let crate::plan::Action::Program(program) = &mut doc.action {
        program.variables.push(("RUSTDOCFLAGS".to_owned(), "-Dwarnings".to_owned()));
    }
    vec![
        clippy("rust/clippy", &["--workspace", "--all-targets", "--features", FEATURES]),
        clippy("rust/clippy-no-std", &["-p", "sortid", "--no-default-features"]),
        clippy("rust/clippy-features", &["-p", "sortid", "--no-default-features", "--features", WITHOUT_STD]),
        Step::program("rust/deny", "cargo-deny", &["--offline", "check", "licenses", "bans", "sources"])
            .needs(&["cargo-deny"])
            .tier(Tier::Release)
            .tagged(&["lint"]),
        Step::tap("rust/advisories", "tests/drivers/rust/advisories", &[])
            .needs(&["cargo-audit"])
            .tier(Tier::Release)
            .tagged(&["lint"]),
        doc,
    ]
}

#[cfg(test)]
mod tests {
    /// The features that `databases/tests/parts/rust` tests.
    const OF_DATABASES: [&str; 7] = [
        "diesel",
        "diesel-sqlite",
        "postgres-types",
        "rusqlite",
        "sea-orm-2",
        "sqlx-0_8",
        "sqlx-0_9",
    ];

    /// The features that `tests/packages/rust-frameworks` tests.
    const OF_FRAMEWORKS: [&str; 3] = ["async-graphql", "utoipa-5", "utoipa-6"];

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
                // `wasm/js` tests the feature `js`.
                "default" | "js" | "std" => {}
                _ => names.push(name),
            }
        }
        assert!(names.len() > 10);
        for name in names {
            let converts = conversions.contains(&format!("\"{name}\""));
            let is_named = crate::run::build::FEATURES
                .split(',')
                .any(|feature| feature == format!("sortid/{name}"));
            let elsewhere = OF_DATABASES.contains(&name) || OF_FRAMEWORKS.contains(&name);
            let is_tested = [converts, is_named, elsewhere];
            assert_eq!(is_tested.iter().filter(|is| **is).count(), 1, "{name}");
            let is_checked = !elsewhere || super::WITH_OLDEST.contains(&name);
            assert_eq!(
                is_checked,
                !["sea-orm-2", "sqlx-0_9"].contains(&name),
                "{name}"
            );
        }
    }

    /// Returns the version of a dependency, without the parts that may change within its major.
    fn major(version: &str) -> &str {
        let parts = if version.starts_with("0.") { 2 } else { 1 };
        let end = version.match_indices('.').nth(parts - 1);
        version
            .get(..end.map_or(version.len(), |(at, _)| at))
            .unwrap_or_default()
    }

    #[test]
    fn readme_of_the_core_has_the_versions_of_its_dependencies() {
        let manifest = include_str!("../../../../Cargo.toml");
        let readme = include_str!("../../../../core/README.md");
        let (_, table) = readme.split_once("| feature | version |").expect("a table");
        let rows = table
            .lines()
            .skip(2)
            .take_while(|line| line.starts_with('|'));
        let mut count = 0;
        for row in rows {
            let cells: Vec<&str> = row.split('|').map(str::trim).collect();
            let versions = cells[2].split(", ");
            for (feature, version) in cells[1].split(", ").zip(versions) {
                let name = feature.trim_matches('`').replace("sqlx-", "sqlx-core-");
                let line = manifest
                    .lines()
                    .find(|line| line.starts_with(&format!("{name} = ")));
                let line = line.unwrap_or_else(|| panic!("{name}"));
                // `"1.0"`, `{ version = "1.0", … }`, or `">=0.37, <0.43"` for 0.37 to 0.42.
                let (_, given) = line
                    .split_once("version = ")
                    .or(line.split_once(" = "))
                    .expect(line);
                let given = given.split('"').nth(1).expect(line);
                let expected = match given.split_once(", <") {
                    Some((first, _)) => first.trim_start_matches(">="),
                    None => major(given),
                };
                assert_eq!(version.split(" to ").next(), Some(expected), "{row}");
                count += 1;
            }
        }
        assert_eq!(count, 17);
    }
}
