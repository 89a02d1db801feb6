//! What was checked, and the last line.

/// Counts checks and prints each.
#[derive(Default)]
pub(crate) struct Report {
    passed: u64,
    failed: u64,
}

impl Report {
    /// A check that holds or not.
    pub(crate) fn check(&mut self, name: &str, result: Result<(), String>) {
        self.counted(name, result.map(|()| (1, 0)));
    }

    /// A check that stands for several: how many passed and failed.
    pub(crate) fn counted(&mut self, name: &str, result: Result<(u64, u64), String>) {
        match result {
            Ok((passed, 0)) => {
                self.passed += passed;
                println!(
                    "ok      {name}{}",
                    if passed == 1 {
                        String::new()
                    } else {
                        format!(", {passed} checks")
                    }
                );
            }
            Ok((passed, failed)) => {
                self.passed += passed;
                self.failed += failed;
                println!("FAILED  {name}, {failed} checks");
            }
            Err(why) => {
                self.failed += 1;
                println!("FAILED  {name}");
                for line in why.lines() {
                    println!("        {line}");
                }
            }
        }
    }

    /// What cannot run: a failure, unless it was excused.
    pub(crate) fn not_run(&mut self, name: &str, why: &str, excused: bool) {
        println!(
            "NOT RUN{} {name}: {why}",
            if excused { ", as allowed:" } else { "" }
        );
        self.failed += u64::from(!excused);
    }

    /// Prints the totals, and tells whether nothing failed.
    pub(crate) fn finish(self) -> bool {
        println!("{} passed, {} failed", self.passed, self.failed);
        self.failed == 0
    }
}
