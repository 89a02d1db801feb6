//! Python: the wheel, installed into an empty virtual environment.

use super::{Lacks, Language, check, lint};
use crate::outcome::Unit;
use crate::plan::{Step, Tier};

pub(super) const LANGUAGE: Language = Language {
    name: "python",
    needs: &["python"],
    steps,
    lacks: Lacks::NOTHING,
};

fn steps() -> Vec<Step> {
    vec![
        check("python/test", "test")
            .counts(Unit::Tests)
            .after("python/build"),
        lint("python/lint")
            .after("python/build")
            .after("python/fetch-all"),
        check("python/test-all", "test")
            .counts(Unit::Tests)
            .released()
            .after("python/build-release"),
        check("python/sdist", "sdist")
            .released()
            .uses_cargo()
            .after("python/build-release"),
        Step::program("interop/python", "tests/interop/python/check", &[])
            .tier(Tier::All)
            .released()
            .after("python/build-release"),
        Step::program("interop/upstream", "tests/interop/upstream/check", &[])
            .needs(&["go"])
            .tier(Tier::All)
            .released()
            .uses_cargo()
            .after("interop/python"),
    ]
}
