//! Drivers that lie, and what the runner makes of them.

use std::path::Path;
use std::time::Duration;

use serde_json::json;

use crate::conformance::compare::{Verdict, judge};
use crate::conformance::matrix::Matrix;
use crate::conformance::negative_control::{falsified, unnoticed};
use crate::conformance::request;
use crate::conformance::session::talk;
use crate::conformance::session::tests::{LIAR, log, shell};
use crate::conformance::vectors::{Case, Expected, load, tests::read};

/// Gives back what it was asked.
const PARROT: &str = r#"sed -E 's/^\{"id":([0-9]+),(.*)\}$/{"id":\1,"ok":{\2}}/'"#;

/// Three cases that say something.
fn cases() -> Vec<Case> {
    let file = json!({"format": "tid", "cases": [
        {"name": "a", "op": "parse", "text": "x", "expect": {"text": "x"}},
        {"name": "b", "op": "parse", "text": "y", "error": "invalid_length"},
        {"name": "c", "op": "generate", "count": 2, "expect": {}},
    ]});
    read(file).cases
}

fn verdicts(name: &str, script: &str, patience: Duration, cases: &[Case]) -> Vec<Verdict> {
    let lines = (1..).zip(cases).map(|(id, case)| request::line(id, case));
    let session = talk(shell(script), lines.collect(), &log(name), patience);
    let session = session.expect("a shell");
    let pairs = cases.iter().zip(&session.answers);
    pairs.map(|(case, answer)| judge(case, answer)).collect()
}

#[test]
fn one_that_says_yes_or_repeats_the_question_fails_in_every_cell_of_the_vectors() {
    let vectors = load(&Path::new(env!("CARGO_MANIFEST_DIR")).join("../vectors")).cases;
    for (name, script) in [("liar", LIAR), ("parrot", PARROT)] {
        let verdicts = verdicts(name, script, Duration::from_secs(20), &vectors);
        let answered = |verdict: &Verdict| !matches!(verdict, Verdict::NoAnswer(_));
        assert!(verdicts.iter().all(answered), "{name} is heard");
        let mut matrix = Matrix::new(&vectors, true);
        let judged = vectors.iter().zip(&verdicts);
        let passed = judged.filter(|(_, verdict)| **verdict == Verdict::Pass);
        matrix.record(name, passed.map(|(case, _)| case));
        let cells = matrix.json().len();
        assert_eq!(matrix.red(name).len(), cells, "{name}");
    }
}

#[test]
fn one_that_says_nothing_fails_every_case_and_proves_nothing() {
    for (name, script) in [
        ("mute", "sleep 1000"),
        ("dead", "exit 1"),
        ("babbling", "yes"),
    ] {
        let falsified: Vec<Case> = cases().iter().map(falsified).collect();
        for verdict in verdicts(name, script, Duration::from_millis(300), &falsified) {
            assert!(unnoticed(&verdict).is_some(), "{name}: {verdict:?}");
        }
    }
}

#[test]
fn one_that_knows_the_answers_is_found_out_by_the_control() {
    // It was told what the falsified cases expect.
    let falsified = [falsified(&cases()[1])];
    let Expected::Error { code, .. } = &falsified[0].expected else {
        panic!("an error")
    };
    let script = format!(r#"read -r line; echo '{{"id":1,"error":"{code}"}}'"#);
    let verdict = &verdicts("told", &script, Duration::from_secs(20), &falsified)[0];
    assert!(unnoticed(verdict).is_some());
}
