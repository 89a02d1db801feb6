//! Python: the wheel, installed in empty virtual environments.

use super::{Lacks, Language};
use crate::steps::Step;

pub(super) const LANGUAGE: Language = Language {
    name: "python",
    needs: &["cargo", "python3"],
    build: Step {
        name: "build-python",
        program: "tests/drivers/python/build",
        args: &[],
        env: &[],
    },
    checks: &[
        check("python-lint", &["lint"]),
        check("python-types", &["types"]),
        check("python-test", &["test"]),
        check("python-sdist", &["sdist"]),
        Step {
            name: "interop-python",
            program: "tests/interop/python/check",
            args: &[],
            env: &[],
        },
    ],
    apart: &[],
    lacks: Lacks::NOTHING,
};

const fn check(name: &'static str, args: &'static [&'static str]) -> Step {
    Step {
        name,
        program: "tests/drivers/python/check",
        args,
        env: &[],
    }
}
