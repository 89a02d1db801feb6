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
    checks: &[Step {
        name: "test-cpp",
        program: "cargo",
        args: &["run", "--quiet", "-p", "sortid-c-tests", "--", "cpp"],
        env: &[],
    }],
    apart: &[],
    lacks: Lacks::NOTHING,
};
