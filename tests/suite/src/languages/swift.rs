//! Swift: the package over UniFFI. Where there is no Swift 6, the toolchain is fetched.

use super::{Lacks, Language};
use crate::steps::Step;

pub(super) const LANGUAGE: Language = Language {
    name: "swift",
    needs: &["cargo"],
    build: Step {
        name: "build-swift",
        program: "tests/drivers/swift/build",
        args: &[],
        env: &[],
    },
    checks: &[
        Step {
            name: "test-swift",
            program: "tests/drivers/swift/check",
            args: &[],
            env: &[],
        },
        Step {
            name: "mobile-swift",
            program: "tests/drivers/swift/mobile",
            args: &[],
            env: &[],
        },
    ],
    apart: &[],
    lacks: Lacks::NOTHING,
};
