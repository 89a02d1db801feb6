//! The number of tests that a program ran, from the closing lines of every test runner.

use std::ops::AddAssign;

/// Numbers of passed, failed and skipped tests.
#[derive(Clone, Copy, Debug, Default, PartialEq)]
pub(crate) struct Counts {
    pub(crate) passed: u64,
    pub(crate) failed: u64,
    pub(crate) skipped: u64,
}

impl Counts {
    const fn new(passed: u64, failed: u64, skipped: u64) -> Self {
        Self {
            passed,
            failed,
            skipped,
        }
    }
}

impl AddAssign for Counts {
    fn add_assign(&mut self, other: Self) {
        self.passed += other.passed;
        self.failed += other.failed;
        self.skipped += other.skipped;
    }
}

/// The checks of a program: the tests in its log, or itself if the log has no closing line.
///
/// A failed program has at least one failed check.
pub(crate) fn count(log: &str, has_failed: bool) -> Counts {
    let mut sum = Counts::default();
    let mut has_line = false;
    for counts in log.lines().filter_map(closing_line) {
        sum += counts;
        has_line = true;
    }
    if has_failed {
        sum.failed = sum.failed.max(1);
    } else if !has_line {
        sum.passed = 1;
    }
    sum
}

/// The tests of a Rust test program, whose tests may print closing lines of other runners.
pub(crate) fn count_rust(log: &str, has_failed: bool) -> Counts {
    let mut sum = Counts::default();
    for counts in log.lines().filter_map(cargo) {
        sum += counts;
    }
    if has_failed {
        sum.failed = sum.failed.max(1);
    }
    sum
}

/// Parses the closing line of a test runner.
pub(crate) fn closing_line(line: &str) -> Option<Counts> {
    const READERS: [fn(&str) -> Option<Counts>; 8] = [
        cargo,
        pytest,
        node,
        bun,
        deno,
        surefire,
        swift_testing,
        plain,
    ];
    READERS.iter().find_map(|read| read(line))
}

/// `test result: ok. 12 passed; 0 failed; 1 ignored; …`.
fn cargo(line: &str) -> Option<Counts> {
    let (_, counts) = line.strip_prefix("test result: ")?.split_once(". ")?;
    let mut parts = counts.split("; ");
    let mut next = |what: &str| parts.next()?.strip_suffix(what)?.parse().ok();
    Some(Counts::new(
        next(" passed")?,
        next(" failed")?,
        next(" ignored").unwrap_or(0),
    ))
}

/// `=== 2 failed, 12 passed, 1 skipped in 0.12s ===`, with or without its frame.
fn pytest(line: &str) -> Option<Counts> {
    let line = line.trim_matches(['=', ' ']);
    let (counts, time) = line.rsplit_once(" in ")?;
    // `0.12s`, or `75.20s (0:01:15)`.
    time.split(' ')
        .next()?
        .strip_suffix('s')?
        .parse::<f64>()
        .ok()?;
    let mut sum = Counts::default();
    for part in counts.split(", ") {
        let (number, kind) = part.split_once(' ')?;
        let number: u64 = number.parse().ok()?;
        match kind {
            "passed" => sum.passed += number,
            "failed" | "error" | "errors" => sum.failed += number,
            "skipped" => sum.skipped += number,
            _ => {}
        }
    }
    Some(sum)
}

/// `# pass 12`, `# fail 0` and `# skipped 1` of node:test's TAP, or with `ℹ` in its own style.
fn node(line: &str) -> Option<Counts> {
    let line = line.strip_prefix("# ").or(line.strip_prefix("ℹ "))?;
    let (kind, number) = line.split_once(' ')?;
    kind_and_number(kind, number)
}

/// ` 12 pass` and ` 0 fail`, alone on their lines.
fn bun(line: &str) -> Option<Counts> {
    let (number, kind) = line.strip_prefix(' ')?.split_once(' ')?;
    kind_and_number(kind, number)
}

fn kind_and_number(kind: &str, number: &str) -> Option<Counts> {
    let number = number.parse().ok()?;
    match kind {
        "pass" => Some(Counts::new(number, 0, 0)),
        "fail" => Some(Counts::new(0, number, 0)),
        "skip" | "skipped" => Some(Counts::new(0, 0, number)),
        _ => None,
    }
}

/// `ok | 12 passed | 0 failed (2s)`, or `FAILED | …`.
fn deno(line: &str) -> Option<Counts> {
    let (_, counts) = line.split_once(" | ")?;
    let (passed, failed) = counts.split_once(" passed | ")?;
    let failed = failed.split_once(" failed")?.0;
    Some(Counts::new(passed.parse().ok()?, failed.parse().ok()?, 0))
}

/// `[INFO] Tests run: 12, Failures: 1, Errors: 0, Skipped: 0`, but not of single classes.
fn surefire(line: &str) -> Option<Counts> {
    let (_, counts) = line.split_once("Tests run: ")?;
    let mut parts = counts.split(", ");
    let mut next = |title: &str| -> Option<u64> { parts.next()?.strip_prefix(title)?.parse().ok() };
    let run: u64 = next("")?;
    let failed = next("Failures: ")? + next("Errors: ")?;
    let skipped = next("Skipped: ")?;
    let rest = parts.next();
    let passed = run.checked_sub(failed + skipped)?;
    rest.is_none()
        .then_some(Counts::new(passed, failed, skipped))
}

/// `✔ Test run with 12 tests in 3 suites passed after 0.1 seconds.`, or `✘ … failed … with 2 issues.`.
fn swift_testing(line: &str) -> Option<Counts> {
    let (_, line) = line.split_once("Test run with ")?;
    let (tests, line) = line.split_once(" test")?;
    let tests: u64 = tests.parse().ok()?;
    if line.contains(" passed after ") {
        return Some(Counts::new(tests, 0, 0));
    }
    let (_, issues) = line.rsplit_once(" with ")?;
    let issues: u64 = issues.split(' ').next()?.parse().ok()?;
    let failed = issues.clamp(1, tests.max(1));
    Some(Counts::new(tests.saturating_sub(failed), failed, 0))
}

/// `12 passed, 0 failed` or `12 passed, 0 failed, 1 skipped`, alone on the line.
fn plain(line: &str) -> Option<Counts> {
    let (passed, rest) = line.split_once(" passed, ")?;
    let (failed, rest) = rest.split_once(" failed")?;
    let skipped = match rest {
        "" => 0,
        rest => rest
            .strip_prefix(", ")?
            .strip_suffix(" skipped")?
            .parse()
            .ok()?,
    };
    Some(Counts::new(
        passed.parse().ok()?,
        failed.parse().ok()?,
        skipped,
    ))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn closing_lines_of_every_runner_are_read() {
        for (line, (passed, failed, skipped)) in [
            (
                "test result: ok. 12 passed; 0 failed; 1 ignored; 0 measured; 0 filtered out",
                (12, 0, 1),
            ),
            (
                "test result: FAILED. 3 passed; 2 failed; 0 ignored; 0 measured",
                (3, 2, 0),
            ),
            (
                "============= 2 failed, 12 passed, 1 skipped in 0.12s =============",
                (12, 2, 1),
            ),
            ("12 passed in 75.20s (0:01:15)", (12, 0, 0)),
            ("==== 3 passed, 1 warning, 1 error in 1.00s ====", (3, 1, 0)),
            ("# pass 7", (7, 0, 0)),
            ("# skipped 3", (0, 0, 3)),
            ("ℹ fail 2", (0, 2, 0)),
            (" 153 pass", (153, 0, 0)),
            (" 2 skip", (0, 0, 2)),
            (" 1 fail", (0, 1, 0)),
            ("ok | 153 passed | 0 failed (5m17s)", (153, 0, 0)),
            (
                "FAILED | 3 passed | 2 failed | 1 filtered out (2s)",
                (3, 2, 0),
            ),
            (
                "[INFO] Tests run: 12, Failures: 1, Errors: 1, Skipped: 2",
                (8, 2, 2),
            ),
            (
                "✔ Test run with 12 tests in 3 suites passed after 0.1 seconds.",
                (12, 0, 0),
            ),
            (
                "✘ Test run with 12 tests in 3 suites failed after 0.1 seconds with 2 issues.",
                (10, 2, 0),
            ),
            ("5 passed, 1 failed", (5, 1, 0)),
            ("5 passed, 0 failed, 2 skipped", (5, 0, 2)),
        ] {
            let expected = Counts::new(passed, failed, skipped);
            assert_eq!(closing_line(line), Some(expected), "{line}");
        }
    }

    #[test]
    fn other_lines_are_not_counted() {
        for line in [
            "",
            "all passed in all",
            "# tests 7",
            "✔ 12 passed",
            "[INFO] Tests run: 3, Failures: 0, Errors: 0, Skipped: 0, Time elapsed: 0.1 s -- in A",
            "it said that 5 passed, 1 failed",
            "5 passed, 1 failed, some skipped",
            "12 things in 3s",
        ] {
            let counts = closing_line(line).unwrap_or_default();
            assert_eq!(counts, Counts::default(), "{line}");
        }
    }

    #[test]
    fn tests_are_counted_over_all_programs() {
        let log = "1 passed, 0 failed\nx\ntest result: ok. 12 passed; 0 failed; 0 ignored\n";
        assert_eq!(count(log, false), Counts::new(13, 0, 0));
    }

    #[test]
    fn program_without_closing_line_is_one_check() {
        assert_eq!(count("Checking sortid\n", false), Counts::new(1, 0, 0));
        assert_eq!(count("error: oh\n", true), Counts::new(0, 1, 0));
    }

    #[test]
    fn rust_test_program_is_counted_by_its_own_line() {
        let log = "3 passed, 1 failed\ntest result: ok. 9 passed; 0 failed; 0 ignored\n";
        assert_eq!(count_rust(log, false), Counts::new(9, 0, 0));
        assert_eq!(count_rust("killed", true), Counts::new(0, 1, 0));
    }

    #[test]
    fn program_without_tests_passes_none() {
        assert_eq!(count("0 passed, 0 failed", false), Counts::default());
    }

    #[test]
    fn program_that_fails_after_its_tests_fails() {
        assert_eq!(count("12 passed, 0 failed", true), Counts::new(12, 1, 0));
    }
}
