//! Lease agents and programs beside real servers, with faults injected into all of them.
//!
//! `tests/databases/chaos/run` reports its checks as lines, `ok NAME` or `not ok NAME: why`.

use std::io::{BufRead, BufReader};
use std::path::Path;
use std::process::{Command, Stdio};

use sortid_reliability_common::{Failure, Options, Report, Row, Verdict};

use crate::args::TOOL;

/// The servers, named like their wrappers. `tests/databases/chaos/of_NAME.py` breaks them.
pub(crate) const SERVERS: [&str; 3] = ["redis", "postgresql", "etcd"];

const CHAOS: &str = "tests/databases/chaos/run";

/// The check that a line reports, if it reports one.
fn check_of(server: &str, line: &str) -> Option<Row> {
    let (passed, rest) = match line.strip_prefix("not ok ") {
        Some(rest) => (false, rest),
        None => (true, line.strip_prefix("ok ")?),
    };
    let (name, details) = rest.split_once(": ").unwrap_or((rest, ""));
    Some(Row::judged(format!("{server} {name}"), passed, details))
}

/// The servers of these names, or all if there are no names.
pub(crate) fn named(names: &[&str]) -> Result<Vec<&'static str>, String> {
    if names.is_empty() {
        return Ok(SERVERS.to_vec());
    }
    let known = |name: &&str| {
        let found = SERVERS.into_iter().find(|server| server == name);
        found.ok_or_else(|| format!("unknown server {name}; known are {}", SERVERS.join(", ")))
    };
    names.iter().map(known).collect()
}

/// Runs the checks beside each server. A server without a result is a failure.
pub(crate) fn run(servers: &[&str], options: &Options) -> Result<bool, Failure> {
    let root = Path::new(env!("CARGO_MANIFEST_DIR")).join("../../..");
    let root = root.canonicalize()?;
    let mut report = Report::new(TOOL);
    for server in servers {
        report.heading(server);
        let mut command = Command::new(root.join("tests/databases").join(server));
        if let Some(seed) = options.seed {
            command.env("SORTID_SEED", seed.to_string());
        }
        let mut chaos = command
            .arg(CHAOS)
            .current_dir(&root)
            .stdout(Stdio::piped())
            .spawn()?;
        let output = chaos.stdout.take().map(BufReader::new).into_iter();
        let mut has_failed = false;
        let mut checks = 0;
        for line in output.flat_map(BufRead::lines) {
            let line = line?;
            match check_of(server, &line) {
                Some(row) => {
                    has_failed |= row.verdict == Verdict::Failed;
                    checks += 1;
                    report.add(row);
                }
                None => println!("  {line}"),
            }
        }
        let status = chaos.wait()?;
        if !has_failed && (!status.success() || checks == 0) {
            let details = format!("ended with {status} after {checks} checks");
            report.add(Row::judged(*server, false, details));
        }
    }
    report.finish(options)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn check_of_reads_result_lines_only() {
        let checks = [
            "# seed 7",
            "ok one",
            "not ok two: why",
            "left out three: slow",
        ];
        let rows: Vec<_> = checks
            .iter()
            .filter_map(|line| check_of("etcd", line))
            .collect();
        assert_eq!(
            rows,
            [
                Row::judged("etcd one", true, ""),
                Row::judged("etcd two", false, "why")
            ]
        );
    }

    #[test]
    fn servers_have_wrapper_and_faults() {
        let folder = Path::new(env!("CARGO_MANIFEST_DIR")).join("../../databases");
        for server in SERVERS {
            assert!(folder.join(server).is_file(), "{server}");
            let breaks = folder.join("chaos").join(format!("of_{server}.py"));
            assert!(breaks.is_file(), "{}", breaks.display());
        }
    }
}
