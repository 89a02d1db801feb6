//! Leases on bad days, beside real servers: `tests/databases/chaos/run` tells its checks by lines, `ok NAME` or `not ok NAME: why`.

use std::io::{BufRead, BufReader, Write};
use std::path::Path;
use std::process::{Command, Stdio};

use crate::run::Trouble;

/// Every server, by its wrapper's name; `tests/databases/chaos/of_NAME.py` says how it breaks.
pub(crate) const SERVERS: [&str; 3] = ["redis", "postgresql", "etcd"];

const CHAOS: &str = "tests/databases/chaos/run";

/// What has passed and failed.
#[derive(Debug, Default, PartialEq)]
struct Counts {
    passed: u64,
    failed: u64,
}

impl Counts {
    fn add(&mut self, line: &str) {
        self.passed += u64::from(line.starts_with("ok "));
        self.failed += u64::from(line.starts_with("not ok "));
    }
}

/// The servers of these names, all of them without a name.
pub(crate) fn named(names: &[&str]) -> Result<Vec<&'static str>, String> {
    if names.is_empty() {
        return Ok(SERVERS.to_vec());
    }
    let known = |name: &&str| {
        let found = SERVERS.into_iter().find(|server| server == name);
        found.ok_or_else(|| format!("no server is called {name:?}: {}", SERVERS.join(", ")))
    };
    names.iter().map(known).collect()
}

/// Runs it beside each server; whether nothing failed. What did not run has failed.
pub(crate) fn run(servers: &[&str]) -> Result<bool, Trouble> {
    let root = Path::new(env!("CARGO_MANIFEST_DIR")).join("../../..");
    let root = root.canonicalize()?;
    let mut out = std::io::stdout();
    let mut all = Counts::default();
    for server in servers {
        writeln!(out, "\n{server}")?;
        let mut command = Command::new(root.join("tests/databases").join(server));
        let mut chaos = command
            .arg(CHAOS)
            .current_dir(&root)
            .stdout(Stdio::piped())
            .spawn()?;
        let mut told = Counts::default();
        for line in chaos
            .stdout
            .take()
            .map(BufReader::new)
            .into_iter()
            .flat_map(BufRead::lines)
        {
            let line = line?;
            writeln!(out, "  {line}")?;
            told.add(&line);
        }
        let status = chaos.wait()?;
        if told.failed == 0 && (!status.success() || told.passed == 0) {
            writeln!(out, "  not ok {server}: ended with {status}")?;
            told.failed += 1;
        }
        all.passed += told.passed;
        all.failed += told.failed;
    }
    writeln!(out, "\n{} passed, {} failed", all.passed, all.failed)?;
    Ok(all.failed == 0)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn checks_are_counted_by_their_lines() {
        let mut counts = Counts::default();
        for line in [
            "# seed 7",
            "ok one",
            "not ok two: why",
            "left out three: slow",
        ] {
            counts.add(line);
        }
        assert_eq!((counts.passed, counts.failed), (1, 1));
    }

    #[test]
    fn every_server_has_a_wrapper_and_says_how_it_breaks() {
        let folder = Path::new(env!("CARGO_MANIFEST_DIR")).join("../../databases");
        for server in SERVERS {
            assert!(folder.join(server).is_file(), "{server}");
            let breaks = folder.join("chaos").join(format!("of_{server}.py"));
            assert!(breaks.is_file(), "{}", breaks.display());
        }
    }
}
