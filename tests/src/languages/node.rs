//! Node: the npm package, installed from its tarballs.

use super::Language;
use crate::steps::Step;

pub(super) const LANGUAGE: Language = Language {
    name: "node",
    needs: &["node", "npm", "cargo"],
    build: Step {
        name: "build-node",
        program: "tests/drivers/node/build",
        args: &[],
        env: &[],
    },
    checks: CHECKS,
};

const CHECKS: &[Step] = &[];
