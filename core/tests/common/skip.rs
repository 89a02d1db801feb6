//! Reports of tests that cannot run on this machine.

use std::io::Write;

/// Reports that a test cannot run here. The caller returns right after this.
///
/// The harness counts the test as passed. The suite's runner reads the line
/// `SKIPPED test: reason` and counts it as skipped.
pub(crate) fn skip(test: &str, reason: &str) {
    // One write, and not `eprintln!`: the harness captures its output.
    let line = format!("SKIPPED {test}: {reason}\n");
    let written = std::io::stderr().write_all(line.as_bytes());
    written.expect("standard error is open");
}
