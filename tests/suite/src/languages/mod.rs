//! The languages, one module each: their toolchains and steps.

mod c;
mod cpp;
mod kotlin;
mod lacks;
mod node;
mod python;
mod rust;
mod swift;
mod wasm;

use std::path::{Path, PathBuf};
use std::process::Command;
use std::time::Duration;

use crate::conformance::cases;
use crate::outcome::Unit;
use crate::plan::{Step, Tier};
use crate::run::execute::environment;
use crate::run::{Context, LOGS};
pub(crate) use lacks::{Lacks, expected_error, needs_file, reaches_file};

/// The time limit for one answer of a driver.
pub(crate) const ANSWER_TIMEOUT: Duration = Duration::from_secs(300);

/// A language with a driver.
///
/// `tests/drivers/NAME` has `build`, which builds the package as users get it and its driver, and
/// `run`, the driver. The optional `fetch` downloads everything that `build` and the tests need.
pub(crate) struct Language {
    /// The name, which is also the name of the driver's folder.
    pub(crate) name: &'static str,
    /// The required toolchains.
    pub(crate) needs: &'static [&'static str],
    /// The steps in addition to those of every language.
    pub(crate) steps: fn() -> Vec<Step>,
    /// The unsupported features.
    pub(crate) lacks: Lacks,
}

/// Every language, in report order.
pub(crate) const LANGUAGES: &[Language] = &[
    rust::LANGUAGE,
    c::LANGUAGE,
    cpp::LANGUAGE,
    python::LANGUAGE,
    node::LANGUAGE,
    swift::LANGUAGE,
    kotlin::LANGUAGE,
    wasm::LANGUAGE,
];

impl Language {
    /// The driver's path, relative to the root.
    pub(crate) fn driver(&self) -> PathBuf {
        ["tests", "drivers", self.name, "run"].iter().collect()
    }

    /// The command that starts the driver.
    pub(crate) fn command(&self, context: &Context<'_>) -> Command {
        let root = context.root();
        let mut driver = Command::new(root.join(self.driver()));
        driver.current_dir(root);
        environment(context, &mut driver);
        driver
    }

    /// The log of the driver's error output in a session for `purpose`.
    pub(crate) fn log(&self, root: &Path, purpose: &str) -> PathBuf {
        root.join(LOGS)
            .join(format!("{}/{purpose}-driver.log", self.name))
    }

    /// All steps of the language.
    pub(crate) fn all_steps(&'static self, root: &Path) -> Vec<Step> {
        let name = self.name;
        let named = |what: &str| format!("{name}/{what}");
        let script = |what: &str| format!("tests/drivers/{name}/{what}");
        let has_fetch = root.join(script("fetch")).is_file();
        let vectors = move |context: &Context<'_>| cases::through_driver(context, self);
        let mut steps = Vec::new();
        if has_fetch {
            steps.push(Step::program(named("fetch"), &script("fetch"), &[]).downloads());
            steps.push(
                Step::program(named("fetch-all"), &script("fetch"), &["all"])
                    .downloads()
                    .tier(Tier::All)
                    .after(named("fetch")),
            );
        }
        let build = Step::program(named("build"), &script("build"), &[]).after("build");
        let build_release = Step::program(named("build-release"), &script("build"), &[])
            .released()
            .uses_cargo()
            // They replace the packages that the default steps test.
            .later_than(named("vectors"))
            // C and C++ share an installation prefix.
            .later_than("c/test")
            .later_than("cpp/test")
            .later_than("reliability/audit")
            .later_than("uniqueness/all-languages")
            .later_than("uniqueness/state-file")
            .later_than("uniqueness/lease-file")
            .later_than("conformance/differential");
        for mut step in [build, build_release] {
            if has_fetch {
                let fetch = match step.is_released {
                    true => "fetch-all",
                    false => "fetch",
                };
                step = step.after(named(fetch));
            }
            steps.push(step);
        }
        steps.push(
            Step::inside(named("vectors"), vectors)
                .counts(Unit::Cases)
                .after(named("build"))
                .after("conformance/files"),
        );
        steps.push(
            Step::inside(named("vectors-release"), vectors)
                .counts(Unit::Cases)
                .released()
                .after(named("build-release"))
                .after("conformance/files"),
        );
        steps.extend((self.steps)());
        // Steps that replace a package wait for all steps that test it.
        let users: Vec<String> = (steps.iter())
            .filter(|step| !step.is_released && step.after.contains(&named("build")))
            .map(|step| step.name.clone())
            .collect();
        let of_language = |mut step: Step| {
            if step.name == named("build-release") {
                step.later_than.extend(users.iter().cloned());
            }
            if step.needs.is_empty() {
                step.needs = self.needs;
            }
            step.of(name)
        };
        steps.into_iter().map(of_language).collect()
    }
}

/// A step that starts a script of the language's driver: `tests/drivers/LANGUAGE/check WHAT`.
fn check(name: &str, what: &str) -> Step {
    let language = name.split('/').next().unwrap_or_default();
    Step::program(name, &format!("tests/drivers/{language}/check"), &[what])
}

/// The step of a language's linters.
fn lint(name: &str) -> Step {
    check(name, "lint").tier(Tier::All).tagged(&["lint"])
}

/// The languages that support state files and lease files.
pub(crate) fn with_files(languages: &[&'static Language]) -> Vec<&'static Language> {
    let all = languages.iter().copied();
    all.filter(|language| !language.lacks.files).collect()
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::plan::Program;
    use crate::run::root;
    use std::collections::BTreeSet;

    #[test]
    fn every_language_has_a_driver() {
        for language in LANGUAGES {
            assert!(
                root().join(language.driver()).is_file(),
                "{}",
                language.name
            );
        }
    }

    #[test]
    fn scripts_of_all_steps_exist() {
        for step in LANGUAGES.iter().flat_map(|one| one.all_steps(&root())) {
            if let crate::plan::Action::Program(Program { path, .. }) = &step.action {
                let exists = !path.contains('/') || root().join(path).is_file();
                assert!(exists, "{}: {path}", step.name);
            }
        }
    }

    #[test]
    fn released_packages_are_built_after_the_default_steps() {
        let root = root();
        for language in LANGUAGES {
            let steps = language.all_steps(&root);
            let names: BTreeSet<&str> = steps.iter().map(|step| step.name.as_str()).collect();
            let vectors = format!("{}/vectors", language.name);
            let release = format!("{}/build-release", language.name);
            assert!(names.contains(vectors.as_str()), "{vectors}");
            let mut builds = steps.iter().filter(|step| step.name == release);
            assert!(
                builds.all(|step| step.later_than.contains(&vectors)),
                "{release}"
            );
        }
    }
}
