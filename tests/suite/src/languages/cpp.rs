//! C++: the header over the installed library.

use super::{Lacks, Language};
use crate::steps::Step;

pub(super) const LANGUAGE: Language = Language {
    name: "cpp",
    needs: &["cc", "c++"],
    build: Step {
        name: "build-cpp",
        program: "tests/drivers/cpp/build",
        args: &[],
        env: &[],
    },
    checks: &[Step::cargo(
        "test-cpp",
        &["run", "--quiet", "-p", "sortid-c-tests", "--", "cpp"],
    )],
    apart: &[],
    lacks: Lacks::NOTHING,
};
