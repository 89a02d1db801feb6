//! C: the installed library, and everything that is tested through it.

use super::{Lacks, Language};
use crate::steps::Step;

pub(super) const LANGUAGE: Language = Language {
    name: "c",
    needs: &["cc"],
    build: Step {
        name: "build-c",
        program: "tests/drivers/c/build",
        args: &[],
        env: &[],
    },
    checks: &[Step::cargo(
        "test-c",
        &["run", "--quiet", "-p", "sortid-c-tests", "--", "c"],
    )],
    apart: &[],
    lacks: Lacks::NOTHING,
};
