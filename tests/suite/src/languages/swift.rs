//! Swift: the package over UniFFI.
//!
//! If Swift 6 is missing, `fetch` sets up a toolchain from Debian's packages.

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
        lint("swift/lint")
            .after("swift/build")
            .after("swift/fetch-all"),
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
