//! A clock that is slower than the counter, as on a faster processor, which generates
//! correspondingly more ids in one cached window.

use std::thread;
use std::time::Duration;

use sortid::{AnyId, Format, Generator, Options};

use super::shim::{self, Shim};
use super::{Age, Bursts, GATE_NS, aged, burst, judge_ages, warm, watch};
use crate::facts;
use crate::run::{Checked, Failure, Finding, Run};
use crate::store::Folder;
use crate::store::history::History;
use crate::store::keys::key_of;

/// The factors by which clocks are slow.
const DIVISORS: [u64; 7] = [2, 3, 5, 8, 13, 21, 32];
/// Ids per thread and format.
const IDS: usize = 60_000;
const AGES: Duration = Duration::from_millis(200);
/// A longer lead than any burst uses, in milliseconds.
const LEAD_MS: u64 = 600_000;

pub(crate) fn run(run: &mut Run<'_>) {
    let built = shim::build(Shim::Slow);
    for (which, is_all) in [("the monotonic clock", 0), ("all clocks", 1)] {
        for divisor in DIVISORS {
            let threads = if divisor % 2 == 0 { 1 } else { 3 };
            run.check(
                &format!("{which} {divisor} times slower"),
                facts::all_of(facts::timed()),
                || built.built()?.played("slow", &[divisor, is_all, threads]),
            );
        }
    }
    for divisor in [3, 8, 16] {
        run.check(
            &format!("lives of a state file, clocks {divisor} times slower"),
            "7 formats",
            || built.built()?.played("slow-lives", &[divisor]),
        );
    }
}

/// Slows the clocks from here on.
fn slow_down(divisor: u64, is_all: u64) -> Result<(), Failure> {
    shim::set(1, divisor as i64)?;
    shim::set(2, is_all as i64)?;
    shim::set(0, shim::instant_ns()?)?;
    // By the slow clock, more than two measurement windows.
    warm(Duration::from_millis(120), Duration::from_millis(800))
}

/// Generates bursts of every format, then checks the age of ids.
pub(crate) fn scene(numbers: &[u64]) -> Checked {
    let &[divisor, is_all, threads] = numbers else {
        return Err("three numbers".into());
    };
    slow_down(divisor, is_all)?;
    let mut bursts = Bursts::default();
    let readings = shim::readings()?;
    for format in facts::timed() {
        let generator = facts::system(format, &Options::new().max_lead_ms(LEAD_MS))?;
        let made = thread::scope(|scope| {
            let running: Vec<_> = (0..threads)
                .map(|_| scope.spawn(|| burst(&generator, IDS)))
                .collect();
            let joined = running.into_iter().map(|thread| {
                let joined = thread
                    .join()
                    .map_err(|_| Failure::from("a thread panicked"));
                joined?.map_err(Failure::from)
            });
            joined.collect::<Result<Vec<Vec<AnyId>>, Failure>>()
        })?;
        bursts.add(format, &made);
    }
    let readings = shim::readings()? - readings;
    // One window by the monotonic clock may be several by the wall clock.
    let stretch = if is_all == 0 { i128::from(divisor) } else { 1 };
    let mut ages = aged()
        .map(|format| Age::of(format, GATE_NS * stretch))
        .collect::<Result<Vec<_>, _>>()?;
    watch(&mut ages, AGES)?;
    let mut finding = Finding::of(format!("{threads} × {IDS} ids a format"));
    bursts.judge(&mut finding);
    // Few reads mean that the clock is cached.
    finding.note(format!("{readings} readings of the clock"));
    judge_ages("at ease", &ages, &mut finding);
    Ok(finding)
}

/// Successive processes that use a state file, generate a burst and end normally: the high-water
/// mark returns to the last id, never below.
pub(crate) fn lives(numbers: &[u64]) -> Checked {
    const LIVES: usize = 12;
    let &[divisor] = numbers else {
        return Err("one number".into());
    };
    slow_down(divisor, 1)?;
    let mut finding = Finding::of(format!("{LIVES} lives a format"));
    for format in [
        Format::Tid,
        Format::Timeid,
        Format::Uid11Snowish,
        Format::Uid11TsSeqRand,
        Format::Uuid6,
        Format::Uuid7,
        Format::Scru160,
    ] {
        let folder = Folder::new()?;
        let options = Options::new()
            .state_file(folder.file())
            .max_lead_ms(LEAD_MS);
        let mut history = History::of(format);
        for life in 0..LIVES {
            let generator = Generator::dynamic(format, &options)?;
            let mut ids = burst(&generator, 10_000 + 777 * life)?;
            // A started tick is closed, and a new one used completely.
            generator.status();
            ids.extend(burst(&generator, 1023 + life % 3)?);
            history.add(&[ids.into_iter().map(key_of).collect()]);
        }
        let tally = history.finish();
        finding.never(
            tally.repeats + tally.behind + tally.inversions > 0,
            format!(
                "{format}: {} repeats, {} ids not above earlier lives, {} inversions",
                tally.repeats, tally.behind, tally.inversions
            ),
        );
    }
    finding.require(true, "7 formats looked at");
    Ok(finding)
}
