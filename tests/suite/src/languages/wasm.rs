//! WebAssembly: the npm package's `sortid/wasm`, in Node.

use super::{Lacks, Language, check};
use crate::outcome::Unit;
use crate::plan::Step;

pub(super) const LANGUAGE: Language = Language {
    name: "wasm",
    needs: &["node", "npm"],
    steps,
    lacks: Lacks {
        operations: &["threads"],
        files: true,
    },
};

fn steps() -> Vec<Step> {
    vec![
        check("wasm/test", "test")
            .counts(Unit::Tests)
            .after("wasm/build"),
        check("wasm/js", "js")
            .counts(Unit::Tests)
            .uses_cargo()
            .after("wasm/build"),
    ]
}
