//! Tests that the runner detects drivers that answer without doing the work.

use std::path::Path;
use std::time::Duration;

use serde_json::json;

use crate::conformance::compare::{Verdict, judge};
use crate::conformance::matrix::Matrix;
use crate::conformance::negative_control::{falsified, unnoticed};
use crate::conformance::request;
use crate::conformance::session::run_session;
use crate::conformance::session::tests::{ALWAYS_OK, log, shell};
use crate::conformance::vectors::{Case, Expected, load, tests::read};

/// Echoes each request as a successful answer.
const ECHO: &str = r#"sed -E 's/^\{"id":([0-9]+),(.*)\}$/{"id":\1,"ok":{\2}}/'"#;

fn cases() -> Vec<Case> {
    let file = json!({"format": "tid", "cases": [
        {"name": "a", "op": "parse", "text": "x", "expect": {"text": "x"}},
        {"name": "b", "op": "parse", "text": "y", "error": "invalid_length"},
        {"name": "c", "op": "generate", "count": 2, "expect": {}},
    ]});
    read(file).cases
}

fn verdicts(name: &str, script: &str, timeout: Duration, cases: &[Case]) -> Vec<Verdict> {
    let lines = (1..).zip(cases).map(|(id, case)| request::line(id, case));
    let session = run_session(shell(script), lines.collect(), &log(name), timeout);
    let session = session.expect("a shell");
    let pairs = cases.iter().zip(&session.answers);
    pairs.map(|(case, answer)| judge(case, answer)).collect()
}

#[test]
fn always_ok_or_echo_driver_fails_every_cell() {
    let vectors = load(&Path::new(env!("CARGO_MANIFEST_DIR")).join("../vectors")).cases;
    for (name, script) in [("always-ok", ALWAYS_OK), ("echo", ECHO)] {
        let verdicts = verdicts(name, script, Duration::from_secs(20), &vectors);
        let answered = |verdict: &Verdict| !matches!(verdict, Verdict::NoAnswer(_));
        assert!(verdicts.iter().all(answered), "{name} answers every case");
        let mut matrix = Matrix::new(&vectors, true);
        let judged = vectors.iter().zip(&verdicts);
        let passed = judged.filter(|(_, verdict)| **verdict == Verdict::Pass);
        matrix.record(name, passed.map(|(case, _)| case));
        let cells = matrix.json().len();
        assert_eq!(matrix.failed(name).len(), cells, "{name}");
    }
}

#[test]
fn driver_without_answers_fails_the_negative_control() {
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
fn driver_with_falsified_answer_fails_the_negative_control() {
    // Answers what the falsified case expects.
    let falsified = [falsified(&cases()[1])];
    let Expected::Error { code, .. } = &falsified[0].expected else {
        panic!("an error")
    };
    let script = format!(r#"read -r line; echo '{{"id":1,"error":"{code}"}}'"#);
    let verdict = &verdicts("falsified", &script, Duration::from_secs(20), &falsified)[0];
    assert!(unnoticed(verdict).is_some());
}
