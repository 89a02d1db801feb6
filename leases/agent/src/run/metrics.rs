//! Metrics for Prometheus, in a file that is replaced as a whole.

use std::collections::BTreeMap;
use std::fmt::Write as _;
use std::fs::{self, File};
use std::io::{ErrorKind, Write as _};
use std::path::{Path, PathBuf};
use std::time::{Duration, Instant};

use sortid_leasing::{Answer, StoredLease};

use super::clock_offset::ClockOffset;
use crate::clock;
use crate::failure::say;

/// The interval of heartbeats. The guide promises one every 10 s.
const BEAT: Duration = Duration::from_secs(5);

/// The name of its metric.
const HEARTBEAT: &str = "heartbeat_seconds";

/// The metrics, and their file, if any.
pub(super) struct Metrics {
    path: Option<PathBuf>,
    /// The labels of every sample, which distinguish the agents of a machine.
    labels: String,
    /// Unknown until the store was reached.
    term_ms: Option<i64>,
    requests: BTreeMap<(&'static str, &'static str), u64>,
    took: Duration,
    node_changes: u64,
    file_replacements: u64,
    store_reloads: u64,
    offset_ms: Option<i64>,
    /// The last heartbeat, by the monotonic clock and in Unix milliseconds.
    beat: Option<(Instant, i64)>,
    /// The contents of the file.
    written: String,
    is_failing: bool,
}

impl Metrics {
    pub(super) fn to(path: Option<PathBuf>, namespace: &str, lease_file: &Path) -> Self {
        let file = std::path::absolute(lease_file).unwrap_or_else(|_| lease_file.to_owned());
        let file = label_value(&file.to_string_lossy());
        let namespace = label_value(namespace);
        Self {
            path,
            labels: format!("namespace=\"{namespace}\",lease_file=\"{file}\""),
            term_ms: None,
            requests: BTreeMap::new(),
            took: Duration::ZERO,
            node_changes: 0,
            file_replacements: 0,
            store_reloads: 0,
            offset_ms: None,
            beat: None,
            written: String::new(),
            is_failing: false,
        }
    }

    /// Sets the namespace's term.
    pub(super) fn set_term(&mut self, term_ms: i64) {
        self.term_ms = Some(term_ms);
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

    /// Sets how often the lease file was replaced.
    pub(super) fn set_file_replacements(&mut self, count: u64) {
        self.file_replacements = count;
    }

    /// Counts a reload of the store's address and certificates.
    pub(super) fn reloaded(&mut self) {
        self.store_reloads += 1;
    }

    /// Replaces the file, if the metrics have changed or a heartbeat is due.
    pub(super) fn write(&mut self, grant: Option<StoredLease>) {
        let Some(path) = &self.path else {
            return;
        };
        if self.beat.is_none_or(|(at, _)| at.elapsed() >= BEAT) {
            self.beat = Some((Instant::now(), clock::now().unix_ms));
        }
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

    /// Removes the file, so that the end of an agent differs from its death.
    pub(super) fn remove(&self) {
        if let Some(path) = &self.path
            && !self.written.is_empty()
            && let Err(error) = fs::remove_file(path)
        {
            say(format!("{}: {error}", path.display()));
        }
    }

    fn text(&self, grant: Option<StoredLease>) -> String {
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
        if let Some((_, beat_ms)) = self.beat {
            one(
                HEARTBEAT,
                "gauge",
                "Time of the agent's last heartbeat, in Unix seconds.",
                &alone(s(beat_ms)),
            );
        }
        if let Some(term_ms) = self.term_ms {
            one(
                "term_seconds",
                "gauge",
                "The length of a lease.",
                &alone(s(term_ms)),
            );
        }
        let until_ms = grant.map_or(0, |lease| lease.until_ms);
        one(
            "until_seconds",
            "gauge",
            "End of the lease, in Unix seconds; 0 without a lease.",
            &alone(s(until_ms)),
        );
        if let Some(lease) = grant {
            one("node", "gauge", "The node.", &alone(lease.node as f64));
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
            "# HELP sortid_lease_request_seconds Duration of requests to the store.\n# TYPE sortid_lease_request_seconds summary\nsortid_lease_request_seconds_sum{{{all}}} {}\nsortid_lease_request_seconds_count{{{all}}} {count}",
            self.took.as_secs_f64()
        );
        for (name, help, count) in [
            (
                "node_changes",
                "Number of times a node was taken.",
                self.node_changes,
            ),
            (
                "file_replacements",
                "Number of times the lease file was removed, replaced or damaged.",
                self.file_replacements,
            ),
            (
                "store_reloads",
                "Number of reloads of the store's address or certificates.",
                self.store_reloads,
            ),
        ] {
            let _ = writeln!(
                text,
                "# HELP sortid_lease_{name}_total {help}\n# TYPE sortid_lease_{name}_total counter\nsortid_lease_{name}_total{{{all}}} {count}",
            );
        }
        text
    }
}

/// Returns the heartbeat in the text of a metrics file, in Unix milliseconds.
pub(crate) fn heartbeat_ms(text: &str) -> Option<i64> {
    let sample = format!("sortid_lease_{HEARTBEAT}{{");
    let line = text.lines().find(|line| line.starts_with(&sample))?;
    let (_, seconds) = line.rsplit_once(' ')?;
    let seconds: f64 = seconds.parse().ok()?;
    Some((seconds * 1000.0).round() as i64)
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
    // Remove the draft of a killed agent, or a link of another user: writing through it would
    // replace its target.
    match fs::remove_file(&draft) {
        Err(error) if error.kind() != ErrorKind::NotFound => return Err(error),
        _ => {}
    }
    File::create_new(&draft)?.write_all(text.as_bytes())?;
    fs::rename(draft, path)
}

#[cfg(test)]
mod tests {
    use std::collections::BTreeSet;

    use super::*;

    const ALERTS: &str = include_str!("../../monitoring/alerts.yml");

    #[test]
    fn heartbeat_ms_reads_written_heartbeat() {
        let mut metrics = Metrics::to(None, "orders", Path::new("/run/a b}\"1"));
        assert_eq!(heartbeat_ms(&metrics.text(None)), None);
        metrics.beat = Some((Instant::now(), 1_767_268_800_250));
        assert_eq!(heartbeat_ms(&metrics.text(None)), Some(1_767_268_800_250));
    }

    #[cfg(unix)]
    #[test]
    fn replace_removes_a_link_at_the_draft_and_keeps_its_target() {
        let folder = std::env::temp_dir().join(format!("sortid-metrics-{}", std::process::id()));
        fs::create_dir_all(&folder).expect("a folder");
        let [file, draft, target] = ["file", "file.new", "target"].map(|name| folder.join(name));
        fs::write(&target, "of another user").expect("a file");
        std::os::unix::fs::symlink(&target, &draft).expect("a link");
        for text in ["first", "second"] {
            replace(&file, text).expect("replaced");
            assert_eq!(fs::read_to_string(&file).expect("the metrics"), text);
        }
        let content = fs::read_to_string(&target).expect("the target");
        fs::remove_dir_all(&folder).expect("removed");
        assert_eq!(content, "of another user");
    }

    /// A misspelled outcome matches nothing, without an error.
    #[test]
    fn alerts_name_only_outcomes_that_the_agent_counts() {
        let quiet = Answer::Quiet {
            floor_ms: 0,
            now_ms: 0,
        };
        let exhausted = Answer::Exhausted {
            next_ms: 0,
            idle: Vec::new(),
            now_ms: 0,
        };
        let clocks = Answer::Clocks { now_ms: 0 };
        let counted: BTreeSet<&str> = [
            quiet,
            exhausted,
            clocks,
            Answer::Closed,
            Answer::Superseded,
            Answer::RunOut,
            Answer::Unknown,
            Answer::NotSent,
            Answer::Silence,
        ]
        .iter()
        .map(outcome)
        .collect();
        let named = ALERTS.split("outcome").skip(1).filter_map(|rest| {
            let rest = rest.trim_start_matches(['=', '~']);
            Some(rest.strip_prefix('"')?.split_once('"')?.0)
        });
        let named: Vec<&str> = named.flat_map(|names| names.split('|')).collect();
        assert!(named.contains(&"no_answer"), "{named:?}");
        for name in named {
            assert!(counted.contains(name), "{name}");
        }
    }
}
