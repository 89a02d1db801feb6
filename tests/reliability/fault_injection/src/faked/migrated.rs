//! A running machine that migrates to one with another counter frequency, which also changes the
//! speed of its clocks.

use std::time::Duration;

use sortid::Format;

use super::shim::{self, Shim};
use super::{Age, GATE_NS, judge_ages, watch};
use crate::run::{Checked, Finding, Run};

/// The speed of the clocks in percent and its start in milliseconds. A second later it changes
/// again.
const MOVES: [(u64, u64, Option<u64>); 6] = [
    (143, 60, None),
    (143, 2500, None),
    (70, 300, None),
    (112, 600, Some(100)),
    (300, 500, Some(40)),
    (33, 200, Some(100)),
];
/// After a change the frequency may be unknown for this time.
const SETTLED: Duration = Duration::from_millis(2500);

pub(crate) fn run(run: &mut Run<'_>) {
    let built = shim::build(Shim::Migrated);
    for (percent, at_ms, then) in MOVES {
        let fault = format!("clocks at {percent} % of their speed after {at_ms} ms");
        let fault = match then {
            Some(then) => format!("{fault}, then at {then} %"),
            None => fault,
        };
        let mut numbers = vec![at_ms, percent];
        numbers.extend(then);
        run.check(&fault, "tid, uuid6, uuid7 and 3 more", || {
            built.built()?.played("migrated", &numbers)
        });
    }
}

fn ages(grace_ns: i128) -> Result<Vec<Age>, sortid::Error> {
    [
        // This format reads the clock for each tick, so nothing is tolerated.
        (Format::Uuid6, 0),
        (Format::Tid, grace_ns),
        (Format::Uuid7, grace_ns),
        (Format::Uuid7Draft01, grace_ns),
        (Format::Uid11Snowish, grace_ns),
        (Format::Scru160, grace_ns),
    ]
    .into_iter()
    .map(|(format, grace_ns)| Age::of(format, grace_ns))
    .collect()
}

/// Checks the age of ids before, during and after the change.
pub(crate) fn scene(numbers: &[u64]) -> Checked {
    let &[at_ms, percent, ref then @ ..] = numbers else {
        return Err("two numbers or three".into());
    };
    // A time window measured by the counter may appear longer by the faked clocks.
    let fastest = then
        .iter()
        .fold(percent.max(100), |most, &then| most.max(then));
    let mut changing = ages(GATE_NS * i128::from(fastest) / 100)?;
    let from = shim::instant_ns()? + at_ms as i64 * 1_000_000;
    shim::set(0, percent as i64)?;
    shim::set(1, from)?;
    if let Some(&then) = then.first() {
        shim::set(2, then as i64)?;
        shim::set(3, from + 1_000_000_000)?;
    }
    let changes = Duration::from_millis(at_ms + 1000 * then.len() as u64);
    watch(&mut changing, changes + SETTLED)?;
    let mut settled = ages(0)?;
    watch(&mut settled, Duration::from_millis(500))?;
    let mut finding = Finding::of("ids of 6 formats");
    judge_ages("while it changes", &changing, &mut finding);
    judge_ages("settled", &settled, &mut finding);
    Ok(finding)
}
