//! The expected time of each step: from the last run here, otherwise from the list in the tree.

use std::collections::BTreeMap;
use std::fs;
use std::path::{Path, PathBuf};
use std::time::Duration;

use serde_json::{Value, json};

/// Seconds of each step on two idle cores, from a fresh clone.
const LIST: &str = include_str!("../../times.json");

/// The expected time of a step without an entry.
const UNKNOWN: Duration = Duration::from_secs(10);

/// Seconds by step.
pub(crate) struct Times {
    listed: BTreeMap<String, f64>,
    measured: BTreeMap<String, f64>,
}

impl Times {
    /// Reads the list in the tree and that of the last run.
    pub(crate) fn read(target: &Path) -> Self {
        let measured = fs::read_to_string(file(target)).unwrap_or_default();
        Self {
            listed: parse(LIST),
            measured: parse(&measured),
        }
    }

    /// The expected time of a step.
    pub(crate) fn expected(&self, step: &str) -> Duration {
        let seconds = self.measured.get(step).or_else(|| self.listed.get(step));
        seconds.map_or(UNKNOWN, |seconds| Duration::from_secs_f64(seconds.max(0.0)))
    }

    /// Records the time of a step.
    pub(crate) fn note(&mut self, step: &str, took: Duration) {
        let seconds = (took.as_secs_f64() * 10.0).round() / 10.0;
        self.measured.insert(step.to_owned(), seconds);
    }

    /// Writes the measured times. If that fails, only the next display is less exact.
    pub(crate) fn write(&self, target: &Path) {
        let _ = fs::write(file(target), format!("{:#}\n", json!(self.measured)));
    }
}

fn file(target: &Path) -> PathBuf {
    target.join("suite-times.json")
}

fn parse(text: &str) -> BTreeMap<String, f64> {
    let list: Value = serde_json::from_str(text).unwrap_or_default();
    let entries = list.as_object().into_iter().flatten();
    entries
        .filter_map(|(name, seconds)| Some((name.clone(), seconds.as_f64()?)))
        .collect()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn last_run_takes_precedence_over_the_list() {
        let mut times = Times {
            listed: parse(r#"{"a": 3, "b": 4.5}"#),
            measured: BTreeMap::new(),
        };
        assert_eq!(times.expected("a"), Duration::from_secs(3));
        assert_eq!(times.expected("c"), UNKNOWN);
        times.note("a", Duration::from_secs(7));
        assert_eq!(times.expected("a"), Duration::from_secs(7));
        assert_eq!(times.expected("b"), Duration::from_millis(4500));
    }

    #[test]
    fn list_in_the_tree_is_valid() {
        assert!(!parse(LIST).is_empty());
    }
}
