//! Tests that cannot run on this machine.

use std::io::Write;

/// Reports that a test cannot run here. The test returns right after that.
///
/// The harness counts the test as passed; the suite's runner reads the line `SKIPPED test: reason` and
/// counts it as skipped.
pub(crate) fn skip(test: &str, reason: &str) {
    // In one piece, and not by `eprintln!`, whose output the harness captures.
    let line = format!("SKIPPED {test}: {reason}\n");
    let written = std::io::stderr().write_all(line.as_bytes());
    written.expect("standard error is open");
}
