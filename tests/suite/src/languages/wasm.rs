//! WebAssembly: the npm package's `sortid/wasm`, in Node.

use super::{Lacks, Language};

pub(super) const LANGUAGE: Language = Language {
    name: "wasm",
    needs: &["node", "npm"],
    steps: Vec::new,
    lacks: Lacks {
        operations: &["threads"],
        files: true,
    },
};
