//! Node: the npm package, installed from its tarballs.

use super::{Lacks, Language};
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
    checks: &[
        node("lint-node", &["node/scripts/lint.mjs"]),
        node("test-node", &["node/scripts/test.mjs"]),
        node("interop-node", &["tests/interop/node/check.mjs"]),
    ],
    apart: &[],
    lacks: Lacks::NOTHING,
};

const fn node(name: &'static str, args: &'static [&'static str]) -> Step {
    Step {
        name,
        program: "node",
        args,
        env: &[],
    }
}
