//! Kotlin: the module for the JVM, by UniFFI and JNA. Maven downloads the compiler.

use super::{Lacks, Language, check, lint};
use crate::outcome::Unit;
use crate::plan::Step;

pub(super) const LANGUAGE: Language = Language {
    name: "kotlin",
    needs: &["java", "javac", "mvn"],
    steps,
    lacks: Lacks::NOTHING,
};

fn steps() -> Vec<Step> {
    vec![
        check("kotlin/test", "test")
            .counts(Unit::Tests)
            .after("kotlin/build"),
        lint("kotlin/lint")
            .after("kotlin/build")
            .after("kotlin/fetch-all"),
        check("kotlin/test-all", "test")
            .counts(Unit::Tests)
            .released()
            .after("kotlin/build-release"),
        Step::program("kotlin/mobile", "tests/drivers/kotlin/mobile", &[])
            .released()
            .uses_cargo()
            .after("kotlin/build-release"),
        Step::program("interop/kotlin", "tests/interop/kotlin/check", &[])
            .released()
            .after("kotlin/build-release"),
    ]
}
