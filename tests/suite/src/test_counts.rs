//! How many tests a step ran, read from the closing lines of the test runners of every language.

/// Tests passed and failed, if a line tells them.
type Counts = Option<(u64, u64)>;

/// The checks a step stands for, passed and failed: the tests of its log, and the step itself where the tests do not
/// tell its result.
pub(crate) fn count(log: &str, step_failed: bool) -> (u64, u64) {
    let (passed, failed) = log
        .lines()
        .filter_map(closing_line)
        .fold((0, 0), |sum, one| (sum.0 + one.0, sum.1 + one.1));
    match (passed, failed, step_failed) {
        (_, 0, true) => (passed, 1),
        (0, 0, false) => (1, 0),
        _ => (passed, failed),
    }
}

/// What the closing line of a test runner tells: tests passed and failed.
pub(crate) fn closing_line(line: &str) -> Option<(u64, u64)> {
    const READERS: [fn(&str) -> Counts; 8] = [
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

/// `test result: ok. 12 passed; 0 failed; …`.
fn cargo(line: &str) -> Counts {
    let (_, counts) = line.strip_prefix("test result: ")?.split_once(". ")?;
    let mut parts = counts.split("; ");
    let passed = parts.next()?.strip_suffix(" passed")?.parse().ok()?;
    let failed = parts.next()?.strip_suffix(" failed")?.parse().ok()?;
    Some((passed, failed))
}

/// `=== 2 failed, 12 passed, 1 skipped in 0.12s ===`, with or without its frame.
fn pytest(line: &str) -> Counts {
    let line = line.trim_matches(['=', ' ']);
    let (counts, time) = line.rsplit_once(" in ")?;
    // `0.12s`, or `75.20s (0:01:15)`.
    time.split(' ')
        .next()?
        .strip_suffix('s')?
        .parse::<f64>()
        .ok()?;
    let mut sum = (0, 0);
    for part in counts.split(", ") {
        let (number, kind) = part.split_once(' ')?;
        let number: u64 = number.parse().ok()?;
        match kind {
            "passed" => sum.0 += number,
            "failed" | "error" | "errors" => sum.1 += number,
            _ => {}
        }
    }
    Some(sum)
}

/// `# pass 12` and `# fail 0` of node:test's TAP, `ℹ pass 12` and `ℹ fail 0` of its own style.
fn node(line: &str) -> Counts {
    let line = line.strip_prefix("# ").or(line.strip_prefix("ℹ "))?;
    let (kind, number) = line.split_once(' ')?;
    let number = number.parse().ok()?;
    match kind {
        "pass" => Some((number, 0)),
        "fail" => Some((0, number)),
        _ => None,
    }
}

/// ` 12 pass` and ` 0 fail`, alone on their lines.
fn bun(line: &str) -> Counts {
    let (number, kind) = line.strip_prefix(' ')?.split_once(' ')?;
    let number = number.parse().ok()?;
    match kind {
        "pass" => Some((number, 0)),
        "fail" => Some((0, number)),
        _ => None,
    }
}

/// `ok | 12 passed | 0 failed (2s)`, or `FAILED | …`.
fn deno(line: &str) -> Counts {
    let (_, counts) = line.split_once(" | ")?;
    let (passed, failed) = counts.split_once(" passed | ")?;
    let failed = failed.split_once(" failed")?.0;
    Some((passed.parse().ok()?, failed.parse().ok()?))
}

/// `[INFO] Tests run: 12, Failures: 1, Errors: 0, Skipped: 0`: the total; the lines of the classes go on.
fn surefire(line: &str) -> Counts {
    let (_, counts) = line.split_once("Tests run: ")?;
    let mut parts = counts.split(", ");
    let mut next = |title: &str| -> Option<u64> { parts.next()?.strip_prefix(title)?.parse().ok() };
    let run: u64 = next("")?;
    let failed = next("Failures: ")? + next("Errors: ")?;
    let skipped = next("Skipped: ")?;
    let rest = parts.next();
    let passed = run.checked_sub(failed + skipped)?;
    rest.is_none().then_some((passed, failed))
}

/// `✔ Test run with 12 tests in 3 suites passed after 0.1 seconds.`, or `✘ … failed … with 2 issues.`.
fn swift_testing(line: &str) -> Counts {
    let (_, line) = line.split_once("Test run with ")?;
    let (tests, line) = line.split_once(" test")?;
    let tests: u64 = tests.parse().ok()?;
    if line.contains(" passed after ") {
        return Some((tests, 0));
    }
    let (_, issues) = line.rsplit_once(" with ")?;
    let issues: u64 = issues.split(' ').next()?.parse().ok()?;
    let failed = issues.clamp(1, tests.max(1));
    Some((tests.saturating_sub(failed), failed))
}

/// `12 passed, 0 failed`, alone on the line.
fn plain(line: &str) -> Counts {
    let (passed, failed) = line.split_once(" passed, ")?;
    let failed = failed.strip_suffix(" failed")?;
    Some((passed.parse().ok()?, failed.parse().ok()?))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn every_runner_s_closing_line_is_read() {
        for (line, expected) in [
            (
                "test result: ok. 12 passed; 0 failed; 1 ignored; 0 measured; 0 filtered out",
                (12, 0),
            ),
            (
                "test result: FAILED. 3 passed; 2 failed; 0 ignored; 0 measured",
                (3, 2),
            ),
            (
                "============= 2 failed, 12 passed, 1 skipped in 0.12s =============",
                (12, 2),
            ),
            ("12 passed in 75.20s (0:01:15)", (12, 0)),
            ("==== 3 passed, 1 warning, 1 error in 1.00s ====", (3, 1)),
            ("# pass 7", (7, 0)),
            ("ℹ fail 2", (0, 2)),
            (" 153 pass", (153, 0)),
            (" 1 fail", (0, 1)),
            ("ok | 153 passed | 0 failed (5m17s)", (153, 0)),
            ("FAILED | 3 passed | 2 failed | 1 filtered out (2s)", (3, 2)),
            (
                "[INFO] Tests run: 12, Failures: 1, Errors: 1, Skipped: 2",
                (8, 2),
            ),
            (
                "✔ Test run with 12 tests in 3 suites passed after 0.1 seconds.",
                (12, 0),
            ),
            (
                "✘ Test run with 12 tests in 3 suites failed after 0.1 seconds with 2 issues.",
                (10, 2),
            ),
            ("5 passed, 1 failed", (5, 1)),
        ] {
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
            "12 things in 3s",
        ] {
            assert_eq!(closing_line(line).unwrap_or_default(), (0, 0), "{line}");
        }
    }

    #[test]
    fn tests_are_counted_over_all_binaries() {
        let log = "1 passed, 0 failed\nx\ntest result: ok. 12 passed; 0 failed; 0 ignored\n";
        assert_eq!(count(log, false), (13, 0));
    }

    #[test]
    fn a_step_without_tests_is_one_check() {
        assert_eq!(count("Checking sortid\n", false), (1, 0));
        assert_eq!(count("error: oh\n", true), (0, 1));
        assert_eq!(count("0 passed, 0 failed", false), (1, 0));
    }

    #[test]
    fn a_step_that_fails_beside_its_tests_fails() {
        assert_eq!(count("12 passed, 0 failed", true), (12, 1));
    }
}
