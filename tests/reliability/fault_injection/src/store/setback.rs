//! Clocks that are set back between two processes, or while one runs.

use std::sync::atomic::Ordering;
use std::time::Duration;

use sortid::options::RollbackTolerance;
use sortid::{AnyId, ErrorCode, Timestamp};

use super::history::{History, Tally};
use super::keys::Key;
use super::life::{self, Script, Stage};
use super::{Folder, Subject, subjects, warm};
use crate::facts::{self, MS, SECOND};
use crate::run::{Checked, Failure, Finding, Run};
use sortid_reliability_common::Rng;

/// The amount by which the clock is set back; the default tolerance is ten seconds.
const BACK: [i128; 5] = [
    SECOND,
    9 * SECOND,
    11 * SECOND,
    3600 * SECOND,
    18_000 * SECOND,
];
const TOLERANCE: i128 = 10 * SECOND;
/// A lead that is soon used up, in milliseconds.
const LEAD_MS: u64 = 50;
/// The minimum distance of a mark.
const LEAST_MARK: i128 = 10 * MS;
const IDS: usize = 2000;

pub(crate) fn run(run: &mut Run<'_>) {
    for subject in subjects() {
        run.check("set back between lives", subject.name, || {
            warm()?;
            set_back(&subject)
        });
    }
}

/// The end of the process before the rollback.
#[derive(Clone, Copy, PartialEq)]
enum End {
    Left,
    Killed,
    PowerLost,
    /// It continues: the clock is set back while it runs.
    Running,
}

#[derive(Default)]
struct Came {
    tally: Tally,
    times: usize,
    refusals: u64,
    /// Processes that generated ids where `clock_rollback` was expected, or vice versa.
    unlike: Vec<String>,
    beyond_lead: u64,
}

fn set_back(subject: &Subject) -> Checked {
    let stage = life::stage()?;
    let mut came = Came::default();
    let mut random = Rng::new(11);
    for end in [End::Left, End::Killed, End::PowerLost, End::Running] {
        for back in BACK {
            for unlimited in [false, true] {
                once(
                    stage,
                    subject,
                    (end, back, unlimited),
                    &mut random,
                    &mut came,
                )?;
            }
        }
    }
    stage.offset_ns.store(0, Ordering::Relaxed);
    let mut finding = Finding::of(format!(
        "{} set-backs by 1 s to 5 h, {} lives",
        came.times, came.tally.lives
    ));
    came.tally.judge(&mut finding);
    finding.require(
        came.unlike.is_empty(),
        match came.unlike.first() {
            None => format!("{} × clock_rollback", came.refusals),
            Some(first) => format!("{} not as promised: {first}", came.unlike.len()),
        },
    );
    finding.never(
        came.beyond_lead > 0,
        format!("{} ids beyond the lead", came.beyond_lead),
    );
    Ok(finding)
}

fn once(
    stage: &'static Stage,
    subject: &Subject,
    (end, back, unlimited): (End, i128, bool),
    random: &mut Rng,
    came: &mut Came,
) -> Result<(), Failure> {
    let folder = Folder::new()?;
    let mut history = History::of(subject.format);
    let mut script = Script {
        // One thread, or two that each have the file open.
        threads: 1 + came.times / 2 % 2,
        apart: true,
        seed: random.below(1 << 40),
        ..Script::of(subject, &folder)
    };
    let mut before = IDS;
    if unlimited {
        // Without bursts, which would use up the lead.
        (script.burst, before, script.threads) = (0, IDS / 10, 1);
        script.options = script
            .options
            .rollback_tolerance_ms(RollbackTolerance::Unlimited)
            .max_lead_ms(LEAD_MS);
    }
    came.times += 1;
    let goes_on = unlimited || back <= TOLERANCE;
    let what = format!("{} s, unlimited: {unlimited}", back / SECOND);
    stage.offset_ns.store(0, Ordering::Relaxed);
    stage.disk.settle(&folder.file())?;

    script.quota = (end == End::Left).then_some(before);
    script.expected = if goes_on {
        &[]
    } else {
        &[ErrorCode::ClockRollback]
    };
    let began_ns = Timestamp::now().unix_ns();
    let child = life::start(stage, &script)?;
    if end == End::Left {
        child.join()?;
    } else {
        life::until(Duration::from_secs(2), || stage.made() > before)?;
        if end == End::Running {
            stage.offset_ns.store(-(back as i64), Ordering::Relaxed);
            life::pause(Duration::from_millis(3));
            if !goes_on {
                life::until(Duration::from_secs(2), || stage.refusals() > 0)?;
            }
            came.refusals += u64::from(stage.refusals());
            stage.offset_ns.store(0, Ordering::Relaxed);
            life::pause(Duration::from_millis(3));
        }
        child.kill()?;
    }
    took(stage, &mut history, came, &what);
    if end == End::PowerLost {
        let found = stage.disk.lose(&folder.file(), random)?;
        folder.replace(found.as_deref())?;
        stage.disk.settle(&folder.file())?;
    }
    let right_ns = Timestamp::now().unix_ns();
    // The mark of a killed process, as far ahead as its ids were.
    let mark_ns = match end {
        End::Left => 0,
        _ => (right_ns - began_ns).clamp(LEAST_MARK, SECOND),
    };

    stage.offset_ns.store(-(back as i64), Ordering::Relaxed);
    if goes_on && !unlimited {
        script.quota = Some(IDS);
        life::start(stage, &script)?.join()?;
    } else {
        // Fails constantly, or generates as many ids as the lead allows.
        (script.quota, script.burst) = (None, IDS);
        let child = life::start(stage, &script)?;
        life::until(Duration::from_secs(2), || {
            stage.made() > 0 || stage.refusals() > 2
        })?;
        life::pause(Duration::from_millis(2));
        child.kill()?;
        let last = stage.keys().into_iter().flatten().max();
        if let (true, Some(last)) = (unlimited, last) {
            let lead_ns = time_ns(subject, last)? - right_ns;
            came.beyond_lead += u64::from(lead_ns > i128::from(LEAD_MS) * MS + mark_ns);
        }
    }
    if goes_on != (stage.made() > 0) || goes_on != (stage.refusals() == 0) {
        came.unlike.push(format!(
            "{} ids and {} × clock_rollback, {what}",
            stage.made(),
            stage.refusals()
        ));
    }
    came.refusals += u64::from(stage.refusals());
    took(stage, &mut history, came, &what);

    // The clock is correct again.
    stage.offset_ns.store(0, Ordering::Relaxed);
    script.quota = Some(IDS);
    script.expected = &[];
    life::start(stage, &script)?.join()?;
    if stage.made() == 0 {
        came.unlike
            .push(format!("no id once the clock is right, {what}"));
    }
    took(stage, &mut history, came, &what);
    came.tally.add(history.finish());
    Ok(())
}

fn took(stage: &Stage, history: &mut History, came: &mut Came, what: &str) {
    history.add(&stage.keys());
    let failures = stage.failures();
    came.unlike
        .extend(failures.map(|(code, os_error)| format!("{code} ({os_error}), {what}")));
}

fn time_ns(subject: &Subject, key: Key) -> Result<i128, Failure> {
    let mut bytes = [0; 24];
    for (place, word) in bytes.chunks_mut(8).zip(key) {
        place.copy_from_slice(&word.to_be_bytes());
    }
    let id = AnyId::from_bytes(&bytes[24 - subject.format.byte_len()..], subject.format)?;
    match &subject.reading {
        Some(reading) => Ok(id.timestamp_with(reading)?.unix_ns()),
        None => Ok(facts::time_ns(id)?),
    }
}
