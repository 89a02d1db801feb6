//! Measurements in other languages and in databases: a program for each target, which prints rows
//! in the format of [`lines`].
//!
//! The program gets our `--quick` and `--only SUBSTRING`.

use std::path::Path;
use std::process::Command;

use crate::args::Args;
use crate::lines;
use crate::rows::Measured;

/// A program that measures a target.
#[derive(Debug, PartialEq)]
pub(crate) struct Outside {
    /// The target it measures.
    pub(crate) name: &'static str,
    /// The path from the root of the repository; the program sets up its dependencies.
    program: &'static str,
    /// Additional arguments of the program.
    arguments: &'static [&'static str],
}

/// Columns from Python's lists, arrays and frames.
pub(crate) const COLUMNS_IN_PYTHON: Outside = Outside {
    name: "columns",
    program: PYTHON,
    arguments: &["--columns"],
};

const PYTHON: &str = "python/benches/bench";

/// Every program.
pub(crate) const OUTSIDE: &[Outside] = &[
    Outside {
        name: "c",
        program: "ffi-c/bench/run",
        arguments: &[],
    },
    Outside {
        name: "python",
        program: PYTHON,
        arguments: &[],
    },
    Outside {
        name: "node",
        program: "node/bench/run",
        arguments: &[],
    },
    Outside {
        name: "jvm",
        program: "uniffi/kotlin/bench/run",
        arguments: &[],
    },
    Outside {
        name: "swift",
        program: "uniffi/swift/bench/run",
        arguments: &[],
    },
    Outside {
        name: "databases",
        program: "tests/bench/databases/run",
        arguments: &[],
    },
    Outside {
        name: "looking",
        program: "tests/bench/looking/run",
        arguments: &[],
    },
    Outside {
        name: "footprint",
        program: "tests/bench/footprint/run",
        arguments: &[],
    },
];

impl Outside {
    /// Runs the program, and passes its rows to `add` as they arrive.
    pub(crate) fn measure(&self, args: &Args, add: impl FnMut(Measured)) -> Result<(), String> {
        let root = Path::new(env!("CARGO_MANIFEST_DIR")).join("../..");
        let mut command = Command::new(root.join(self.program));
        command.current_dir(root).args(self.arguments);
        command.args(args.handed_on());
        lines::rows_of(command, self.program, add)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    /// Uses a program that only fails, so that the test depends on no target.
    #[test]
    fn failing_program_is_an_error() {
        let absent = Outside {
            name: "x",
            program: "no/such/program",
            arguments: &[],
        };
        let error = absent
            .measure(&Args::default(), |_| {})
            .expect_err("absent");
        assert!(error.contains("no/such/program"), "{error}");
    }
}
