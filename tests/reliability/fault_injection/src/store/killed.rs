//! Writers killed at any time, and the ids of their successors.

use std::sync::atomic::Ordering;
use std::time::Duration;

use sortid::ErrorCode;

use super::disk::Way;
use super::history::{History, Tally};
use super::life::{self, Script, Stage};
use super::{Folder, Subject, seeded, subjects, warm};
use crate::run::{Checked, Failure, Finding, Run};
use sortid_reliability_common::Rng;

/// The number of successive processes on a file.
const LIVES: usize = 25;
/// The number of attempts per format before a sabotage counts as undetected.
const ATTEMPTS: usize = 8;
/// The range of times at which a writer is killed.
const SOONEST_US: f64 = 50.0;
const OPENED_US: f64 = 1500.0;
const LATEST_US: f64 = 30_000.0;
const SECOND_NS: i64 = 1_000_000_000;

pub(crate) fn run(run: &mut Run<'_>) {
    let kills = run.rounds();
    for subject in subjects() {
        run.check("killed writers", subject.name, || {
            warm()?;
            let (attacked, finding) = attack(&subject, kills, End::Killed, Way::Honest)?;
            Ok(judged(&attacked, finding))
        });
    }
    run.check("killed writers", "a skipped write is noticed", || {
        noticed(End::Killed, Way::WritesSkipped)
    });
}

/// The end of writers.
#[derive(Clone, Copy, PartialEq)]
pub(crate) enum End {
    /// They are killed.
    Killed,
    /// Most are killed, and half of the time unsynced data is also lost.
    PowerLost,
}

/// The outcome of a row.
#[derive(Default)]
pub(crate) struct Attacked {
    pub(crate) tally: Tally,
    kills: u64,
    cuts: u64,
    absent: u64,
    refusals: u64,
    opening: u64,
    failures: Vec<String>,
}

pub(crate) fn judged(attacked: &Attacked, mut finding: Finding) -> Finding {
    attacked.tally.judge(&mut finding);
    let failed = attacked.failures.len();
    finding.require(
        failed == 0,
        match attacked.failures.first() {
            None => "0 lives ended by errors".to_owned(),
            Some(first) => format!("{failed} lives ended by errors, the first by {first}"),
        },
    );
    finding
}

/// Negative control: with this sabotage the same attack must find repeats.
pub(crate) fn noticed(end: End, way: Way) -> Checked {
    warm()?;
    let (mut wrong, mut lives, mut formats) = (0, 0, 0);
    let subjects = subjects();
    for subject in &subjects {
        // Whether lost data matters depends on chance.
        for _ in 0..ATTEMPTS {
            let (attacked, _) = attack(subject, 2 * LIVES, end, way)?;
            lives += attacked.tally.lives;
            if attacked.tally.wrong() > 0 {
                wrong += attacked.tally.wrong();
                formats += 1;
                break;
            }
        }
    }
    let mut finding = Finding::of(format!("{} formats, {lives} lives", subjects.len()));
    finding.require(
        formats == subjects.len(),
        format!("noticed in {formats} formats, {wrong} ids"),
    );
    Ok(finding)
}

/// The way in which a file is used.
struct Variation {
    script: Script,
    /// The maximum clock offset of its processes.
    wanders_ns: u64,
    failing: u32,
}

fn variation(subject: &Subject, folder: &Folder, end: End, nth: usize) -> Variation {
    let options = subject.options.clone().state_file(folder.file());
    // Two variations have one thread with exclusive use of the generator.
    let (threads, apart) = [(1, false), (2, false), (1, true), (3, true), (3, false)][nth % 5];
    let options = if nth % 3 == 1 {
        seeded(options)
    } else {
        options
    };
    // Every other variation with a wandering clock: with a small lead they mostly wait.
    let lead_ms = [1000, 1000, 20, 200][nth % 4];
    let failing = if end == End::PowerLost && nth % 4 == 3 {
        100
    } else {
        0
    };
    Variation {
        script: Script {
            options: options.max_lead_ms(lead_ms),
            threads,
            apart,
            expected: if failing > 0 {
                &[ErrorCode::StoreIo]
            } else {
                &[]
            },
            ..Script::of(subject, folder)
        },
        wanders_ns: if nth % 2 == 1 {
            8 * SECOND_NS as u64
        } else {
            0
        },
        failing,
    }
}

/// The time until a writer is killed: each order of magnitude is equally likely, but half of the
/// writers have had the time to open the file.
fn soon(random: &mut Rng) -> Duration {
    let soonest_us = if random.below(2) == 0 {
        SOONEST_US
    } else {
        OPENED_US
    };
    let part = random.below(1 << 20) as f64 / (1 << 20) as f64;
    let micros = soonest_us * (LATEST_US / soonest_us).powf(part);
    Duration::from_nanos((micros * 1000.0) as u64)
}

/// Runs `kills` successive processes on files of a format, with varying settings.
pub(crate) fn attack(
    subject: &Subject,
    kills: usize,
    end: End,
    way: Way,
) -> Result<(Attacked, Finding), Failure> {
    let stage = life::stage()?;
    let mut attacked = Attacked::default();
    let mut random = Rng::new(kills as u64);
    let lives = if end == End::PowerLost {
        LIVES / 2
    } else {
        LIVES
    };
    let files = kills.div_ceil(lives);
    for nth in 0..files {
        file(
            stage,
            subject,
            (end, way, nth),
            lives,
            &mut random,
            &mut attacked,
        )?;
    }
    let Attacked {
        tally,
        kills,
        cuts,
        absent,
        refusals,
        opening,
        ..
    } = &attacked;
    let cut = match end {
        End::Killed => String::new(),
        End::PowerLost => format!(", {cuts} power cuts ({absent} took the file)"),
    };
    let mut finding = Finding::of(format!(
        "{files} files, {kills} kills ({opening} while it was opened){cut}"
    ));
    finding.note(format!("{} lives made no id", tally.idle));
    if *refusals > 0 {
        finding.note(format!("{refusals} failed syncs reported"));
    }
    Ok((attacked, finding))
}

/// The number of successive processes on a file.
fn file(
    stage: &'static Stage,
    subject: &Subject,
    (end, way, nth): (End, Way, usize),
    lives: usize,
    random: &mut Rng,
    attacked: &mut Attacked,
) -> Result<(), Failure> {
    let folder = Folder::new()?;
    let mut used = variation(subject, &folder, end, nth);
    stage.disk.clear(way, used.failing, random.below(1 << 32));
    let mut history = History::of(subject.format);
    let mut highest = 0;
    for _ in 0..lives {
        used.script.seed = random.below(1 << 40);
        if used.wanders_ns > 0 {
            let offset = random.below(used.wanders_ns) as i64;
            highest = offset.max(highest);
            stage.offset_ns.store(offset, Ordering::Relaxed);
        }
        // Some close the file, and their last writes may be lost.
        let leaves = end == End::PowerLost && random.below(4) == 0;
        used.script.quota = leaves.then_some(1000);
        let child = life::start(stage, &used.script)?;
        life::pause(soon(random));
        if !leaves || !stage.is_opened() || used.wanders_ns > 0 {
            child.kill()?;
            attacked.kills += 1;
            attacked.opening += u64::from(!stage.is_opened());
        } else {
            child.join()?;
        }
        take(stage, &mut history, attacked);
        if end == End::PowerLost && random.below(2) == 0 {
            let found = stage.disk.lose(&folder.file(), random)?;
            folder.replace(found.as_deref())?;
            attacked.cuts += 1;
            attacked.absent += u64::from(found.is_none());
            stage.disk.settle(&folder.file())?;
        }
    }
    // The file must remain usable: a last process has the time to generate ids.
    stage.offset_ns.store(highest, Ordering::Relaxed);
    used.script.quota = Some(1000);
    life::start(stage, &used.script)?.join()?;
    let made: usize = stage.keys().iter().map(Vec::len).sum();
    if made == 0 && stage.failures().next().is_none() {
        attacked.failures.push("no id at all".to_owned());
    }
    take(stage, &mut history, attacked);
    stage.offset_ns.store(0, Ordering::Relaxed);
    attacked.tally.add(history.finish());
    Ok(())
}

/// Adds the ids of a process, and how it ended.
fn take(stage: &Stage, history: &mut History, attacked: &mut Attacked) {
    history.add(&stage.keys());
    attacked.refusals += u64::from(stage.refusals());
    let failures = stage.failures();
    attacked
        .failures
        .extend(failures.map(|(code, os_error)| format!("{code} (system error {os_error})")));
}
