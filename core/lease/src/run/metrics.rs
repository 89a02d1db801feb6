//! Metrics for Prometheus, in a file that is replaced as a whole.

use std::collections::BTreeMap;
use std::fmt::Write;
use std::fs;
use std::path::{Path, PathBuf};
use std::time::Duration;

use sortid_leasing::{Answer, Held};

use super::clock_offset::ClockOffset;
use crate::failure::say;

/// The metrics, and their file, if any.
pub(super) struct Metrics {
    path: Option<PathBuf>,
    /// The labels of every sample, which distinguish the agents of a machine.
    labels: String,
    requests: BTreeMap<(&'static str, &'static str), u64>,
    took: Duration,
    node_changes: u64,
    offset_ms: Option<i64>,
    /// The contents of the file.
    written: String,
    is_failing: bool,
}

impl Metrics {
    pub(super) fn to(path: Option<PathBuf>, namespace: &str, lease_file: &Path) -> Self {
        let file = std::path::absolute(lease_file).unwrap_or_else(|_| lease_file.to_owned());
        let file = label_value(&file.to_string_lossy());
        Self {
            path,
            labels: format!("namespace=\"{namespace}\",lease_file=\"{file}\""),
            requests: BTreeMap::new(),
            took: Duration::ZERO,
            node_changes: 0,
            offset_ms: None,
            written: String::new(),
            is_failing: false,
        }
    }

    /// Counts a request with its reply.
    pub(super) fn note(
        &mut self,
        op: &'static str,
        answer: &Answer,
        offset: Option<ClockOffset>,
        took: Duration,
    ) {
        *self.requests.entry((op, outcome(answer))).or_default() += 1;
        self.took += took;
        self.offset_ms = offset.map(ClockOffset::likely_ms).or(self.offset_ms);
    }

    /// Counts a change of the node.
    pub(super) fn changed(&mut self) {
        self.node_changes += 1;
    }

    /// Replaces the file, if the metrics have changed.
    pub(super) fn write(&mut self, grant: Option<Held>) {
        let Some(path) = &self.path else {
            return;
        };
        let text = self.text(grant);
        if text == self.written {
            return;
        }
        match replace(path, &text) {
            Ok(()) => (self.written, self.is_failing) = (text, false),
            Err(error) => {
                if !self.is_failing {
                    say(format!("{}: {error}; metrics are missing", path.display()));
                }
                self.is_failing = true;
            }
        }
    }

    fn text(&self, grant: Option<Held>) -> String {
        let mut text = String::new();
        let all = &self.labels;
        let mut one = |name: &str, kind: &str, help: &str, samples: &[(String, f64)]| {
            // Writing to a `String` never fails.
            let _ = writeln!(
                text,
                "# HELP sortid_lease_{name} {help}\n# TYPE sortid_lease_{name} {kind}"
            );
            for (labels, value) in samples {
                let _ = writeln!(text, "sortid_lease_{name}{{{all}{labels}}} {value}");
            }
        };
        let alone = |value: f64| vec![(String::new(), value)];
        let s = |ms: i64| ms as f64 / 1000.0;
        let until_ms = grant.map_or(0, |held| held.until_ms);
        one(
            "until_seconds",
            "gauge",
            "When the lease ends, in Unix seconds; 0 without one.",
            &alone(s(until_ms)),
        );
        if let Some(held) = grant {
            one("node", "gauge", "The node.", &alone(held.node as f64));
        }
        if let Some(offset_ms) = self.offset_ms {
            one(
                "server_clock_offset_seconds",
                "gauge",
                "How far this machine's clock is ahead of the server's.",
                &alone(s(offset_ms)),
            );
        }
        let requests = self.requests.iter();
        let requests: Vec<_> = requests
            .map(|((op, outcome), &count)| {
                (format!(",op=\"{op}\",outcome=\"{outcome}\""), count as f64)
            })
            .collect();
        let count: u64 = self.requests.values().sum();
        one(
            "requests_total",
            "counter",
            "Requests to the store.",
            &requests,
        );
        let _ = writeln!(
            text,
            "# HELP sortid_lease_request_seconds How long the store took to answer.\n# TYPE sortid_lease_request_seconds summary\nsortid_lease_request_seconds_sum{{{all}}} {}\nsortid_lease_request_seconds_count{{{all}}} {count}",
            self.took.as_secs_f64()
        );
        let _ = writeln!(
            text,
            "# HELP sortid_lease_node_changes_total How often another node was taken.\n# TYPE sortid_lease_node_changes_total counter\nsortid_lease_node_changes_total{{{all}}} {}",
            self.node_changes
        );
        text
    }
}

/// Escapes a label's value for use between quotes.
fn label_value(text: &str) -> String {
    let escaped = text.replace('\\', "\\\\").replace('"', "\\\"");
    escaped.replace('\n', "\\n")
}

fn outcome(answer: &Answer) -> &'static str {
    match answer {
        Answer::Granted { .. } => "granted",
        Answer::Closed => "closed",
        Answer::Quiet { .. } => "quiet",
        Answer::Exhausted { .. } => "exhausted",
        Answer::Clocks { .. } => "clocks",
        Answer::Superseded => "superseded",
        Answer::RunOut => "run_out",
        Answer::Unknown => "unknown",
        Answer::NotSent => "not_sent",
        Answer::Silence => "no_answer",
    }
}

fn replace(path: &Path, text: &str) -> std::io::Result<()> {
    let mut draft = path.to_owned().into_os_string();
    draft.push(".new");
    let draft = PathBuf::from(draft);
    fs::write(&draft, text)?;
    fs::rename(draft, path)
}
