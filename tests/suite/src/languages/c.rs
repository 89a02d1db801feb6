//! C: the installed library, and its tests.

use super::{Lacks, Language, check};
use crate::outcome::Unit;
use crate::plan::Step;

pub(super) const LANGUAGE: Language = Language {
    name: "c",
    needs: &["cc", "pkg-config"],
    steps,
    lacks: Lacks::NOTHING,
};

fn steps() -> Vec<Step> {
    vec![
        check("c/test", "test")
            .counts(Unit::Programs)
            .after("c/build"),
        check("c/test-all", "test")
            .counts(Unit::Programs)
            .released()
            .uses_cargo()
            .after("c/build-release"),
    ]
}
