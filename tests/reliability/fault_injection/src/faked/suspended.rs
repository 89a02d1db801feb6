//! A machine that is suspended while the cycle counter continues and the monotonic clock stops. A
//! frequency measured across the suspend is wrong by a large factor.

use std::io::{self, Read, Write};
use std::time::Duration;

use sortid::{Format, Generator, Options};

use super::shim::{self, Shim};
use super::{Age, Bursts, GATE_NS, aged, burst, judge_ages, warm, watch};
use crate::child;
use crate::facts;
use crate::ids;
use crate::run::{Checked, Failure, Finding, Run};
use crate::store::Folder;
use sortid_reliability_common::Rng;

/// Microseconds awake and milliseconds asleep.
const SLEEPS: [(u64, u64); 9] = [
    (100, 40),
    (300, 700),
    (900, 150),
    (1400, 1500),
    (1900, 60),
    (2600, 400),
    (7000, 1100),
    (30_000, 1300),
    (120_000, 300),
];
const IDS: usize = 60_000;
const AGES: Duration = Duration::from_millis(400);

pub(crate) fn run(run: &mut Run<'_>) {
    let built = shim::build(Shim::Suspended);
    for (nth, (awake_us, asleep_ms)) in SLEEPS.into_iter().enumerate() {
        // Idle before, or busy; every third case sleeps once more.
        let numbers = [awake_us, asleep_ms, nth as u64 % 2, u64::from(nth % 3 == 2)];
        run.check(
            &format!("suspended after {awake_us} µs for {asleep_ms} ms"),
            facts::all_of(facts::timed()),
            || built.built()?.played("suspended", &numbers),
        );
    }
    for (awake_us, asleep_ms) in [(400, 1300), (1100, 2100)] {
        run.check(
            &format!("two processes on a file, suspended after {awake_us} µs for {asleep_ms} ms"),
            "2 formats",
            || {
                let built = built.built()?;
                built.played("suspended-pair", &[awake_us, asleep_ms])
            },
        );
    }
}

/// Schedules suspend number `number` and returns after it.
fn sleep(number: usize, awake_us: u64, asleep_ms: u64) -> Result<i64, Failure> {
    let length = asleep_ms as i64 * 1_000_000;
    let from = shim::instant_ns()? + awake_us as i64 * 1000;
    // The start is set last, since it activates the pair.
    shim::set(2 * number, length)?;
    shim::set(2 * number + 1, from)?;
    Ok(from + length)
}

/// Generates one id each, suspends, generates bursts of every format, then checks the age of ids.
pub(crate) fn scene(numbers: &[u64]) -> Checked {
    let &[awake_us, asleep_ms, at_work, again] = numbers else {
        return Err("four numbers".into());
    };
    let options = Options::new().max_lead_ms(600_000);
    let generators = facts::timed()
        .map(|format| Ok((format, facts::system(format, &options)?)))
        .collect::<Result<Vec<_>, sortid::Error>>()?;
    for (_, generator) in &generators {
        generator.next()?;
    }
    let mut ages = aged()
        .map(|format| Age::of(format, GATE_NS))
        .collect::<Result<Vec<_>, _>>()?;
    let mut bursts = Bursts::default();
    for number in 0..=again as usize {
        let over = sleep(number, awake_us, asleep_ms)?;
        if at_work > 0 {
            let awake = Duration::from_micros(awake_us);
            warm(awake, awake)?;
        }
        shim::until(over)?;
        for (format, generator) in &generators {
            bursts.add(*format, &[burst(generator, IDS)?]);
        }
        watch(&mut ages, AGES)?;
    }
    let mut finding = Finding::of(format!("{IDS} ids a format"));
    bursts.judge(&mut finding);
    judge_ages("at ease", &ages, &mut finding);
    Ok(finding)
}

/// A process with exclusive use of a file generates ids without system calls, and another one joins
/// occasionally: later ids are greater, whichever process generated them.
pub(crate) fn pair(numbers: &[u64]) -> Checked {
    const ROUNDS: usize = 40;
    let &[awake_us, asleep_ms] = numbers else {
        return Err("two numbers".into());
    };
    let mut finding = Finding::of(format!("{ROUNDS} rounds a format"));
    let mut number = 0;
    for format in [Format::Uid11Snowish, Format::Scru160] {
        let folder = Folder::new()?;
        let options = Options::new().state_file(folder.file());
        let options = match format {
            Format::Uid11Snowish => options.node(1),
            _ => options,
        };
        let below = met(format, &options, ROUNDS, || {
            number += 1;
            sleep(number - 1, awake_us, asleep_ms)
        })?;
        finding.require(
            below == 0,
            format!("{format}: {below} ids below earlier ones of the other process"),
        );
    }
    Ok(finding)
}

fn met(
    format: Format,
    options: &Options,
    rounds: usize,
    sleep: impl FnOnce() -> Result<i64, Failure>,
) -> Result<usize, Failure> {
    let (mut answers, mut answer) = io::pipe()?;
    let (mut requests, mut request) = io::pipe()?;
    let other = child::fork(|pen| {
        // Do not use the library before the sleep, which would measure the counter's frequency.
        let mut word = [0];
        while requests.read_exact(&mut word).is_ok() && word == [1] {
            let made = Generator::dynamic(format, options).and_then(|joined| joined.next());
            let Ok(id) = made else {
                pen.write_id(made);
                return;
            };
            let _ = answer.write_all(&ids::key(id).to_be_bytes());
        }
    })?;
    let ours = Generator::dynamic(format, options)?;
    ours.next()?;
    let over = sleep()?;
    shim::until(over)?;
    warm(Duration::from_millis(4), Duration::from_millis(20))?;
    let mut random = Rng::new(over as u64);
    let mut below = 0;
    for _ in 0..rounds {
        // After one or several ids of this process.
        for _ in 0..1 + random.below(20) {
            ours.next()?;
        }
        request.write_all(&[1])?;
        let mut theirs = [0; 16];
        answers.read_exact(&mut theirs)?;
        let after = ids::key(ours.next()?);
        below += usize::from(after <= u128::from_be_bytes(theirs));
        // From the next move of the high-water mark on, the process has exclusive use again.
        std::thread::sleep(Duration::from_millis(3 + random.below(4)));
    }
    request.write_all(&[0])?;
    for record in other.records()? {
        record.id(format)?;
    }
    Ok(below)
}
