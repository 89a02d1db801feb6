//! The list of results, and its last line: `N passed, N failed`, and `, N skipped` if any.

use std::process::ExitCode;

/// Prints each result and counts them.
#[derive(Default)]
pub(crate) struct Report {
    passed: u64,
    failed: u64,
    skipped: u64,
}

impl Report {
    pub(crate) fn check(&mut self, name: &str, result: Result<(), String>) {
        self.report(name, result.map(|()| String::new()));
    }

    /// Reports a program, or a check of many items, as one check. The result is the numbers of passed and
    /// failed assertions.
    pub(crate) fn program(&mut self, name: &str, result: Result<(u64, u64), String>) {
        self.report(
            name,
            result.and_then(|(passed, failed)| match failed {
                0 => Ok(format!(", {passed} checks")),
                _ => Err(format!("{failed} checks of the program failed")),
            }),
        );
    }

    fn report(&mut self, name: &str, result: Result<String, String>) {
        match result {
            Ok(details) => {
                self.passed += 1;
                println!("ok      {name}{details}");
            }
            Err(reason) => {
                self.failed += 1;
                println!("FAILED  {name}");
                for line in reason.lines() {
                    println!("        {line}");
                }
            }
        }
    }

    /// Reports a check that this platform cannot run. It counts neither as passed nor as failed.
    pub(crate) fn skip(&mut self, name: &str, reason: &str) {
        self.skipped += 1;
        println!("left out {name}: {reason}");
    }

    /// Reports a check whose tool is missing: a failure unless `--without` allows it.
    pub(crate) fn not_run(&mut self, name: &str, reason: &str, excused: bool) {
        println!(
            "NOT RUN{} {name}: {reason}",
            if excused { ", as allowed:" } else { "" }
        );
        self.failed += u64::from(!excused);
        self.skipped += u64::from(excused);
    }

    /// Prints the totals. Fails if a check failed.
    pub(crate) fn finish(self) -> ExitCode {
        let skipped = match self.skipped {
            0 => String::new(),
            skipped => format!(", {skipped} skipped"),
        };
        println!("{} passed, {} failed{skipped}", self.passed, self.failed);
        match self.failed {
            0 => ExitCode::SUCCESS,
            _ => ExitCode::FAILURE,
        }
    }
}
