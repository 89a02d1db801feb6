//! Expensive clock reads, and the kernel's clock source. If the clock source is not the cycle
//! counter, the counter is unreliable; if a read is expensive, there must be few.

use std::fs;
use std::time::Duration;

use super::shim::{self, Shim};
use super::{Age, Bursts, aged, burst, judge_ages, warm, watch};
use crate::facts;
use crate::run::{Checked, Finding, Run};

/// The duration of a reading in nanoseconds, the time before the clock becomes slow in
/// milliseconds, and the ids per format.
const SLOW: [(u64, u64, u64); 6] = [
    (2500, 0, 4000),
    (4000, 150, 4000),
    (10_000, 0, 1500),
    (25_000, 40, 800),
    (60_000, 0, 300),
    (100_000, 0, 200),
];
const VERDICTS: [(&str, Option<&str>); 6] = [
    ("hpet", Some("hpet\n")),
    ("acpi_pm", Some("acpi_pm\n")),
    ("tsc-early", Some("tsc-early\n")),
    ("refined-jiffies", Some("refined-jiffies\n")),
    ("an empty file", Some("")),
    ("no file", None),
];

pub(crate) fn run(run: &mut Run<'_>) {
    let all = facts::all_of(facts::timed());
    let built = shim::build(Shim::Source);
    for (reading_ns, quick_ms, ids) in SLOW {
        let fault = format!("readings of {reading_ns} ns after {quick_ms} ms");
        run.check(&fault, &all, || {
            let built = built.built()?;
            built.played("source", &[reading_ns, quick_ms, ids])
        });
    }
    let built = shim::build(Shim::Verdict);
    for (nth, (what, verdict)) in VERDICTS.into_iter().enumerate() {
        run.check(&format!("clock source {what}"), &all, || {
            let (built, name) = (built.built()?, format!("verdict-{nth}"));
            if let Some(verdict) = verdict {
                fs::write(built.beside(&name), verdict)?;
            }
            built.played_under(&name, "verdict", &[])
        });
    }
    run.check("clock source file is a folder", &all, || {
        let built = built.built()?;
        fs::create_dir_all(built.beside("folder"))?;
        built.played_under("folder", "verdict", &[])
    });
}

/// About one read per id, plus some to detect the slowness.
pub(crate) fn scene(numbers: &[u64]) -> Checked {
    /// A measurement of the frequency takes some reads.
    const TO_FIND_OUT: i64 = 100;
    let &[reading_ns, quick_ms, ids] = numbers else {
        return Err("three numbers".into());
    };
    let quick = Duration::from_millis(quick_ms);
    warm(quick, quick)?;
    shim::set(0, reading_ns as i64)?;
    let mut finding = Finding::of(format!("{ids} ids a format"));
    for format in facts::timed() {
        let generator = facts::system(format, &sortid::Options::new())?;
        let before = shim::readings()?;
        let made = burst(&generator, ids as usize)?;
        let readings = shim::readings()? - before;
        let mut bursts = Bursts::default();
        bursts.add(format, &[made]);
        finding.never(
            bursts.repeats + bursts.inversions > 0,
            format!("{format}: repeats or inversions"),
        );
        let most = ids as i64 * 5 / 4 + TO_FIND_OUT;
        finding.never(
            readings > most,
            format!("{format}: {readings} readings of the clock, at most {most}"),
        );
    }
    let all = facts::all_of(facts::timed());
    finding.require(true, format!("readings of {all} counted"));
    Ok(finding)
}

/// The clock is read for each id and not cached. Order and age are unaffected.
pub(crate) fn verdict(_numbers: &[u64]) -> Checked {
    const IDS: usize = 20_000;
    // Longer than a measurement of the frequency.
    let long = Duration::from_millis(150);
    warm(long, long)?;
    let mut finding = Finding::of(format!("{IDS} ids a format"));
    let mut bursts = Bursts::default();
    let mut least = i64::MAX;
    for format in facts::timed() {
        let options = sortid::Options::new().max_lead_ms(600_000);
        let generator = facts::system(format, &options)?;
        let before = shim::readings()?;
        let made = burst(&generator, IDS)?;
        least = least.min(shim::readings()? - before);
        bursts.add(format, &[made]);
    }
    finding.require(
        least >= IDS as i64,
        format!("{least} readings of the clock at least"),
    );
    bursts.judge(&mut finding);
    let mut ages = aged()
        .map(|format| Age::of(format, 0))
        .collect::<Result<Vec<_>, _>>()?;
    watch(&mut ages, Duration::from_millis(200))?;
    judge_ages("at ease", &ages, &mut finding);
    Ok(finding)
}
