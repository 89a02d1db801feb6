//! Node: the npm package, installed from its tarballs.

use super::{Lacks, Language, check, lint};
use crate::outcome::Unit;
use crate::plan::Step;

pub(super) const LANGUAGE: Language = Language {
    name: "node",
    needs: &["node", "npm"],
    steps,
    lacks: Lacks::NOTHING,
};

fn steps() -> Vec<Step> {
    vec![
        check("node/test", "test")
            .counts(Unit::Tests)
            .after("node/build"),
        lint("node/lint")
            .after("node/build")
            .after("node/fetch-all"),
        check("node/test-all", "test")
            .counts(Unit::Tests)
            .released()
            .after("node/build-release"),
        Step::program("interop/node", "node", &["tests/interop/node/check.mjs"])
            .released()
            .after("node/build-release"),
    ]
}
