//! Kotlin: the module for the JVM, by UniFFI and JNA. Maven fetches the compiler.

use super::{Lacks, Language};
use crate::steps::Step;

pub(super) const LANGUAGE: Language = Language {
    name: "kotlin",
    needs: &["cargo", "java", "javac", "mvn"],
    build: Step {
        name: "build-kotlin",
        program: "tests/drivers/kotlin/build",
        args: &[],
        env: &[],
    },
    checks: &[
        check("test-kotlin", "tests/drivers/kotlin/check"),
        check("mobile-kotlin", "tests/drivers/kotlin/mobile"),
        check("interop-kotlin", "tests/interop/kotlin/check"),
    ],
    apart: &[],
    lacks: Lacks::NOTHING,
};

const fn check(name: &'static str, program: &'static str) -> Step {
    Step {
        name,
        program,
        args: &[],
        env: &[],
    }
}
