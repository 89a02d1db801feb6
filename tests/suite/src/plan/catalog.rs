//! All steps of the suite.

use std::path::Path;

use super::{Action, Step, Tier};
use crate::conformance::{cases, differential};
use crate::environments::{packages, platforms, rooms, runtimes};
use crate::languages::LANGUAGES;
use crate::manifests;
use crate::outcome::Unit;
use crate::page_sizes;
use crate::run::build::{self, TestTarget};
use crate::run::execute::log_of;
use crate::shape;
use crate::uniqueness;

/// All steps, in the order of `--list`.
///
/// `built` is the folder with the programs of the build step.
pub(crate) fn steps(root: &Path, built: &Path, tests: &[TestTarget]) -> Vec<Step> {
    let mut steps = vec![Step {
        uses_cargo: true,
        needs: &["cargo"],
        ..Step::inside("build", |context| {
            build::run(context, None, &context.root().join(log_of("build")))
        })
    }];
    steps.extend(conformance());
    for language in LANGUAGES {
        steps.extend(language.all_steps(root));
    }
    steps.extend(tests.iter().map(test_program));
    steps.push(Step::inside("manifests", |context| {
        manifests::check(context.root())
    }));
    steps.push(Step::inside("shape", |context| shape::check(context.root())).tagged(&["lint"]));
    let generate = built.join("generate");
    steps.push(
        Step::program("generate", &generate.to_string_lossy(), &["--check"])
            .counts_once()
            .after("build"),
    );
    steps.push(Step::tap("manifests/release", "python3", &["release/check"]).needs(&["python"]));
    steps.extend(vectors());
    steps.extend(reliability(built));
    steps.extend(rooms::steps());
    steps.extend(packages::steps(root));
    steps.push(
        // How the built files are linked. The consumers check released packages.
        Step::tap("packages/hardening", "tests/packages/released/check", &[])
            .needs(&["python", "cc"])
            .after("build"),
    );
    steps.push(
        Step::tap("packages/names", "tests/packages/released/names", &[])
            .needs(&["python", "cc"])
            .after("build"),
    );
    steps.push(
        Step::tap("packages/install", "tests/install/run", &[])
            .needs(&["python", "cargo"])
            .released()
            .uses_cargo(),
    );
    steps.extend(runtimes::steps());
    steps.extend(platforms::steps());
    steps.push(
        Step::cargo("site", &["suite", "site"])
            .counts(Unit::Checks)
            .tier(Tier::Release),
    );
    steps
}

/// The vectors in all languages at once, and ids that all languages generate at once.
fn conformance() -> Vec<Step> {
    let after_all = |mut step: Step, what: &str| {
        step.uses_earlier = true;
        for language in LANGUAGES {
            step = step.later_than(format!("{}/{what}", language.name));
        }
        step
    };
    let with_programs = |step: Step| after_all(step, "build").after("build");
    vec![
        Step::inside("conformance/files", cases::files),
        Step::inside("conformance/matrix", cases::matrix),
        after_all(
            Step::inside("conformance/negative-control", cases::negative_control),
            "vectors",
        ),
        after_all(
            Step::inside("conformance/differential", differential::run),
            "build",
        )
        .after("conformance/files"),
        with_programs(Step::inside(
            "uniqueness/all-languages",
            uniqueness::all_languages::run,
        )),
        with_programs(Step::inside(
            "uniqueness/state-file",
            uniqueness::state_file::run,
        )),
        with_programs(Step::inside(
            "uniqueness/lease-file",
            uniqueness::lease_file::run,
        )),
    ]
}

/// A test program of the workspace: `rust/PACKAGE/TARGET`, without the package's `sortid-`; the
/// crate `sortid` is `core`. In a room: `ROOM/FOLDER/TARGET`, with the last part of the package's
/// folder.
fn test_program(test: &TestTarget) -> Step {
    let package = match test.package.as_str() {
        "sortid" => "core",
        package => package.strip_prefix("sortid-").unwrap_or(package),
    };
    let action = Action::TestProgram {
        package: test.package.clone(),
        target: test.target.clone(),
        folder: test.folder.clone(),
    };
    let folder = test
        .folder
        .file_name()
        .unwrap_or_default()
        .to_string_lossy();
    let step = match test.room {
        None => Step::new(format!("rust/{package}/{}", test.target), action).after("build"),
        Some(room) => Step::new(format!("{room}/{folder}/{}", test.target), action)
            .after(format!("{room}/build"))
            .tier(Tier::All),
    };
    step.of("rust").counts(Unit::Tests)
}

/// Whether a step runs with `--vectors DIR`, which only sends those files to all drivers.
pub(crate) fn serves_vectors(step: &Step) -> bool {
    let of_language = ["fetch", "build", "vectors"].contains(&step.short());
    let is_shared = ["build", "conformance/files"].contains(&step.name.as_str());
    is_shared || (step.language.is_some() && of_language)
}

/// The independent reference of the vectors, and the mutations that the vectors must detect.
fn vectors() -> Vec<Step> {
    let python = |name: &str, arguments: &[&str]| {
        Step::program(name, "python3", arguments)
            .needs(&["python"])
            .counts_once()
    };
    vec![
        python("vectors/reference", &["tests/vectors/reference", "check"]),
        python("vectors/mutations", &["tests/vectors/mutations/run"])
            .needs(&["python", "cargo"])
            .tier(Tier::All),
    ]
}

/// The simulator, the fault injection, the model checkers and the mutations.
fn reliability(built: &Path) -> Vec<Step> {
    let program = |name: &str, tool: &str, arguments: &[&str]| {
        let path = built.join(tool);
        let name = format!("reliability/{name}");
        Step::program(name, &path.to_string_lossy(), arguments).counts_once()
    };
    let models = [
        "build",
        "--profile",
        build::PROFILE,
        "-p",
        "sortid-model-checking",
    ];
    let schedules = |name: &str, arguments: &[&str]| {
        let path = built.join("leases");
        Step::program(format!("leases/{name}"), &path.to_string_lossy(), arguments)
            .counts_once()
            .after("leases/build")
    };
    let mutate = |name: &str, arguments: &[&str]| {
        let arguments = [&["tests/reliability/mutations/run"], arguments].concat();
        Step::program(format!("reliability/{name}"), "python3", &arguments)
            .needs(&["python", "cargo"])
            .counts_once()
    };
    let fuzz = |name: &str, program: &str, argument: &str| {
        Step::program(format!("reliability/{name}"), program, &[argument])
            .needs(&["cargo", "c++"])
            .counts_once()
    };
    // Ids of unrelated processes, generated with each language's packages of this step.
    let audit = |name: &str, build: &str, arguments: &[&str]| {
        let mut step = program(name, "audit", arguments).after("build");
        step.uses_earlier = true;
        for language in LANGUAGES {
            step = step.later_than(format!("{}/{build}", language.name));
        }
        step
    };
    let built_models = "reliability/build-models";
    vec![
        audit("audit", "build", &["--seconds", "20"]),
        audit("audit-long", "build-release", &["--seconds", "120"]).tier(Tier::All),
        audit("audit-full", "build-release", &["--ids", "100000000"]).tier(Tier::Release),
        program("simulate", "simulate", &["--seeds", "1000"]).after("build"),
        Step {
            needs: &["cc"],
            ..Step::inside("reliability/page-sizes", page_sizes::run)
        }
        .after("build"),
        schedules("schedules", &[]).tier(Tier::All),
        schedules("schedules-pairs", &["--only", "pair of"]).tier(Tier::All),
        schedules("schedules-deep", &["--deep"]).tier(Tier::Release),
        program("simulate-deep", "simulate", &["--deep"])
            .after("build")
            .tier(Tier::All),
        program("sabotage", "simulate", &["--sabotage", "--quick"])
            .after("build")
            .tier(Tier::All),
        Step::cargo(built_models, &models)
            .tier(Tier::All)
            .later_than("build"),
        program("models", "models", &[])
            .after(built_models)
            .tier(Tier::All),
        program("schedules", "schedules", &[])
            .after(built_models)
            .tier(Tier::All),
        program("conformance", "conformance", &[]).after("build"),
        program("models-deep", "models", &["--deep"])
            .after(built_models)
            .tier(Tier::Release),
        program("schedules-deep", "schedules", &["--deep"])
            .after(built_models)
            .tier(Tier::Release),
        mutate("mutations", &["--compile"]).after("build"),
        mutate("mutate", &["--draw=12", "--jobs=1"]).tier(Tier::All),
        mutate("mutate-list", &["--jobs=2"]).tier(Tier::Release),
        mutate("mutate-drawn", &["--mechanical", "--draw=200", "--jobs=2"]).tier(Tier::Release),
        fuzz("fuzz-targets", "core/fuzz/run", "check").after("build"),
        fuzz("fuzz", "core/fuzz/run", "30").tier(Tier::All),
        fuzz("sanitize", "core/fuzz/sanitize", "address").tier(Tier::Release),
        Step::cargo("reliability/faults", &["suite", "reliability", "faults"])
            .counts_once()
            .tier(Tier::Release),
    ]
}

#[cfg(test)]
mod tests {
    use super::*;
    use std::collections::BTreeSet;

    fn all() -> Vec<Step> {
        let root = crate::run::root();
        let tests = build::targets(&root).expect("cargo's metadata");
        let built = root.join("target/suite");
        steps(&root, &built, &tests)
    }

    #[test]
    fn step_names_are_unique() {
        let steps = all();
        let names: BTreeSet<&str> = steps.iter().map(|step| step.name.as_str()).collect();
        assert_eq!(names.len(), steps.len());
    }

    #[test]
    fn steps_that_others_wait_for_exist() {
        let steps = all();
        let names: BTreeSet<&str> = steps.iter().map(|step| step.name.as_str()).collect();
        for step in &steps {
            for before in step.after.iter().chain(&step.later_than) {
                assert!(names.contains(before.as_str()), "{}: {before}", step.name);
            }
        }
    }

    #[test]
    fn step_needs_only_steps_of_its_tier_or_below() {
        let steps = all();
        for step in &steps {
            for need in &step.after {
                let mut needed = steps.iter().filter(|one| one.name == *need);
                assert!(needed.all(|one| one.tier <= step.tier), "{}", step.name);
            }
        }
    }

    #[test]
    fn step_dependencies_have_no_cycle() {
        let mut open: Vec<Step> = all();
        let mut done: BTreeSet<String> = BTreeSet::new();
        while !open.is_empty() {
            let before = open.len();
            open.retain(|step| {
                let mut waits = step.after.iter().chain(&step.later_than);
                let is_free = waits.all(|name| done.contains(name));
                if is_free {
                    done.insert(step.name.clone());
                }
                !is_free
            });
            let names: Vec<&str> = open.iter().map(|step| step.name.as_str()).collect();
            assert!(open.len() < before, "{names:?}");
        }
    }
}
