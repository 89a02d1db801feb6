//! C++: the header over the installed library.

use super::{Lacks, Language, check};
use crate::outcome::Unit;
use crate::plan::Step;

pub(super) const LANGUAGE: Language = Language {
    name: "cpp",
    needs: &["cc", "c++", "pkg-config"],
    steps,
    lacks: Lacks::NOTHING,
};

fn steps() -> Vec<Step> {
    vec![
        check("cpp/test", "test")
            .counts(Unit::Programs)
            .after("cpp/build")
            // C and C++ install the library with the same prefix.
            .later_than("c/build"),
        check("cpp/test-all", "test")
            .counts(Unit::Programs)
            .released()
            .uses_cargo()
            .after("cpp/build-release"),
    ]
}
