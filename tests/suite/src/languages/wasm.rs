//! WebAssembly: the npm package's `sortid/wasm`, in Node.

use super::{Lacks, Language};
use crate::steps::Step;

pub(super) const LANGUAGE: Language = Language {
    name: "wasm",
    needs: &["node", "npm", "cargo"],
    build: Step {
        name: "build-wasm",
        program: "tests/drivers/wasm/build",
        args: &[],
        env: &[],
    },
    checks: &[],
    apart: &[],
    lacks: Lacks {
        operations: &["threads"],
        files: true,
    },
};
