//! Swift: the package over UniFFI. Without Swift 6, its `fetch` sets up a toolchain where Debian's packages can be had.

use super::{Lacks, Language, check, lint};
use crate::outcome::Unit;
use crate::plan::Step;

pub(super) const LANGUAGE: Language = Language {
    name: "swift",
    needs: &["cc"],
    steps,
    lacks: Lacks::NOTHING,
};

fn steps() -> Vec<Step> {
    vec![
        check("swift/test", "test")
            .counts(Unit::Tests)
            .after("swift/build"),
        lint("swift/lint").after("swift/build-release"),
        check("swift/test-all", "test")
            .counts(Unit::Tests)
            .released()
            .after("swift/build-release"),
        Step::program("swift/mobile", "tests/drivers/swift/mobile", &[])
            .released()
            .uses_cargo()
            .after("swift/build-release"),
    ]
}
