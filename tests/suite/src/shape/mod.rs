//! Limits on the shape of the tree: files, lines, import cycles and the longest functions.
//!
//! `docs/shape.json` has a line for each figure: the lowest value so far, and the raises since,
//! each with its reason. Their sum is the limit. A figure above its limit fails the step, which
//! prints the line to write; a limit above its figure is lowered, since the step rewrites the file,
//! except in CI. Only the file is compared with the tree; the latest commits are read to detect
//! edited lows.

mod imports;
mod tree;

use std::collections::BTreeMap;
use std::path::Path;

use serde::{Deserialize, Serialize};

use crate::outcome::{Failure, Outcome, Unit};

const FILE: &str = "docs/shape.json";

/// The minimum number of words in a reason.
const REASON_WORDS: usize = 4;

/// Figures by name.
type Figures = BTreeMap<String, u64>;

type Limits = BTreeMap<String, Limit>;

#[derive(Clone, Default, Deserialize, Serialize)]
struct Limit {
    lowest: u64,
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    raises: Vec<Raise>,
}

#[derive(Clone, Deserialize, Serialize)]
struct Raise {
    by: u64,
    why: String,
}

impl Limit {
    fn at(lowest: u64) -> Self {
        let raises = Vec::new();
        Self { lowest, raises }
    }

    fn value(&self) -> u64 {
        let raises = self.raises.iter().map(|raise| raise.by);
        self.lowest + raises.sum::<u64>()
    }

    /// Lowers the limit to a figure, starting with the latest raises.
    fn lower(&mut self, figure: u64) {
        let mut excess = self.value().saturating_sub(figure);
        let raises = self.raises.iter_mut().rev().map(|raise| &mut raise.by);
        for part in raises.chain([&mut self.lowest]) {
            let less = excess.min(*part);
            *part -= less;
            excess -= less;
        }
        self.raises.retain(|raise| raise.by > 0);
    }
}

/// Compares the tree with the limits, and lowers them.
pub(crate) fn check(root: &Path) -> Outcome {
    let mut outcome = Outcome::new(Unit::Checks);
    if let Err(reason) = compare(root, &mut outcome) {
        outcome.fail(Failure::new(None, FILE, reason));
    }
    outcome
}

fn compare(root: &Path, outcome: &mut Outcome) -> Result<(), String> {
    let (figures, remarks) = tree::measure(&tree::read(root)?);
    outcome.notes.extend(remarks);
    let text = std::fs::read_to_string(root.join(FILE)).unwrap_or_default();
    let mut limits: Limits = match &*text {
        // The first version of the file contains the figures of its tree.
        "" => figures
            .iter()
            .map(|(name, &lowest)| (name.clone(), Limit::at(lowest)))
            .collect(),
        text => serde_json::from_str(text).map_err(|error| error.to_string())?,
    };
    let mut mistakes = Vec::new();
    for commit in ["HEAD", "HEAD^"] {
        let old = tree::git(root, &["show", &format!("{commit}:{FILE}")]).unwrap_or_default();
        let old = serde_json::from_str(&old).unwrap_or_default();
        mistakes.extend(edited(&limits, &old));
    }
    mistakes.extend(judge(&mut limits, &figures));
    outcome.passed = u64::from(mistakes.is_empty());
    for mistake in mistakes {
        outcome.fail(Failure::new(None, FILE, mistake));
    }
    let lowered = format!("{{\n{}\n}}\n", lines(&limits).join(",\n"));
    let is_ci = std::env::var("CI").is_ok_and(|value| value == "true");
    if lowered != text && is_ci {
        outcome.note(format!("a run without CI=true lowers {FILE}"));
    } else if lowered != text {
        outcome.note(format!("{FILE} is lowered: commit it"));
        std::fs::write(root.join(FILE), lowered).map_err(|error| error.to_string())?;
    }
    Ok(())
}

/// Lowers limits to the figures, and returns the violations.
fn judge(limits: &mut Limits, figures: &Figures) -> Vec<String> {
    let mut mistakes = Vec::new();
    for (name, limit) in limits.iter_mut() {
        let is_short = |raise: &&Raise| raise.why.split_whitespace().count() < REASON_WORDS;
        if let Some(Raise { why, .. }) = limit.raises.iter().find(is_short) {
            mistakes.push(format!(
                "{name}: {why:?} is not a reason: write what grew, and why"
            ));
        }
        limit.lower(figures.get(name).copied().unwrap_or(0));
    }
    limits.retain(|name, _| figures.contains_key(name));
    for (name, figure) in figures {
        let mut limit = limits.get(name).cloned().unwrap_or_default();
        let Some(by @ 1..) = figure.checked_sub(limit.value()) else {
            continue;
        };
        let text = format!("{name}: {figure}, but at most {} is allowed", limit.value());
        let why = String::new();
        limit.raises.push(Raise { by, why });
        let line = lines(&Limits::from([(name.clone(), limit)])).concat();
        mistakes.push(format!(
            "{text}. Reduce it, or write this line with the reason:\n{line},"
        ));
    }
    mistakes
}

/// Lows that were raised since an earlier commit.
fn edited(limits: &Limits, old: &Limits) -> Vec<String> {
    let both = limits
        .iter()
        .filter_map(|(name, limit)| Some((name, limit.lowest, old.get(name)?)));
    let higher = both.filter(|(_, lowest, old)| *lowest > old.lowest);
    let reason = |(name, lowest, old): (&String, u64, &Limit)| {
        format!(
            "{name}: `lowest` was {}, not {lowest}: add to `raises` instead",
            old.lowest
        )
    };
    higher.map(reason).collect()
}

fn lines(limits: &Limits) -> Vec<String> {
    let line = |(name, limit)| {
        let limit = serde_json::to_string(limit).unwrap_or_default();
        format!("{}: {limit}", serde_json::json!(name))
    };
    limits.iter().map(line).collect()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn judge_lowers_limits_and_rejects_growth_without_a_reason() {
        let low = r#""a": {"lowest":5}"#;
        let raised = r#""a": {"lowest":5,"raises":[{"by":2,"why":"a b c d"},{"by":3,"why":"x"}]}"#;
        let good = &raised.replace('x', "e f g h");
        let part = r#""a": {"lowest":5,"raises":[{"by":1,"why":"a b c d"}]}"#;
        let (lower, mistake) = (r#""a": {"lowest":4}"#, r#"5,"raises":[{"by":2,"why":""}]}"#);
        for (before, figure, after, mistake) in [
            (low, 5, low, ""),
            (low, 4, lower, ""),
            (low, 7, low, mistake),
            (
                "",
                1,
                "",
                r#""a": {"lowest":0,"raises":[{"by":1,"why":""}]}"#,
            ),
            (raised, 10, raised, r#""x" is not a reason"#),
            (good, 11, good, r#"{"by":1,"why":""}"#),
            (good, 6, part, ""),
            (good, 4, lower, ""),
        ] {
            let mut limits: Limits = serde_json::from_str(&format!("{{{before}}}")).expect("JSON");
            let mistakes = judge(&mut limits, &Figures::from([("a".to_owned(), figure)])).concat();
            assert!(mistakes.contains(mistake), "{before} {figure}: {mistakes}");
            assert_eq!(
                mistakes.is_empty(),
                mistake.is_empty(),
                "{before} {figure}: {mistakes}"
            );
            assert_eq!(lines(&limits).concat(), after, "{before} {figure}");
        }
    }

    #[test]
    fn edited_returns_lows_that_rose() {
        let limits = |lowest| Limits::from([("a".to_owned(), Limit::at(lowest))]);
        for (lowest, mistakes) in [(4, 0), (5, 0), (6, 1)] {
            assert_eq!(
                edited(&limits(lowest), &limits(5)).len(),
                mistakes,
                "{lowest}"
            );
        }
    }
}
