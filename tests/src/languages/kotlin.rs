//! Kotlin: the module for the JVM, by UniFFI and JNA. Maven fetches the compiler.

use super::Language;
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
        Step {
            name: "test-kotlin",
            program: "tests/drivers/kotlin/check",
            args: &[],
            env: &[],
        },
        Step {
            name: "mobile-kotlin",
            program: "tests/drivers/kotlin/mobile",
            args: &[],
            env: &[],
        },
    ],
};
