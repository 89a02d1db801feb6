//! The first ids of a process: this program, started again with `--fresh`.
//!
//! Such a process times its first id, then the 900th to the 1100th one by one, beside a thread that runs and one that
//! sleeps: this shows whether a generator changes its behaviour after a number of ids, or with threads.

use std::process::Command;
use std::sync::atomic::{AtomicBool, Ordering};
use std::thread;
use std::time::Instant;

use crate::measure::median;
use crate::rows::{Measured, MeasuredPeer, NOW_V7, Unit, now_v7, uuid7};
use crate::versions::version_of;

/// What tells a process that it is one of these.
pub(crate) const FRESH: &str = "--fresh";

/// Who makes the ids.
const OURS: &str = "ours";
const THEIRS: &str = "theirs";

/// The ids that are looked at one by one.
const LOOKED_AT: std::ops::RangeInclusive<u32> = 900..=1100;

pub(super) const FIRST: &str = "first uuid7 of a process";
pub(super) const WORST: &str = "worst of uuid7 900 to 1100";
pub(super) const WORST_OF_ALL: &str = "worst of uuid7 900 to 1100, of all";

/// The life of such a process.
pub(crate) fn serve(who: &str) -> Result<(), String> {
    let operation = match who {
        OURS => uuid7,
        THEIRS => now_v7,
        _ => return Err(format!("{FRESH} is followed by {OURS} or {THEIRS}")),
    };
    // What reading the clock sets up is not the id's.
    let _ = Instant::now().elapsed();
    let timed = || {
        let begun = Instant::now();
        operation();
        begun.elapsed().as_nanos()
    };
    let first = timed();
    let over = AtomicBool::new(false);
    let worst = thread::scope(|scope| {
        scope.spawn(|| {
            while !over.load(Ordering::Acquire) {
                std::hint::spin_loop();
            }
        });
        let sleeping = scope.spawn(thread::park);
        // The first was made.
        (2..*LOOKED_AT.start()).for_each(|_| operation());
        let worst = LOOKED_AT.map(|_| timed()).max();
        over.store(true, Ordering::Release);
        sleeping.thread().unpark();
        worst
    });
    println!("{first} {}", worst.unwrap_or_default());
    Ok(())
}

/// The rows; a round is a process of ours and one of the peer's.
pub(super) fn measured(rounds: usize) -> Result<Vec<Measured>, String> {
    let (mut ours, mut theirs) = (Told::default(), Told::default());
    for _ in 0..rounds {
        ours.ask(OURS)?;
        theirs.ask(THEIRS)?;
    }
    let row = |what: &str, figure: fn(&Told) -> f64| Measured {
        what: what.to_owned(),
        ours: figure(&ours),
        unit: Unit::Ns,
        peer: Some(MeasuredPeer {
            name: NOW_V7.to_owned(),
            version: version_of("uuid").to_owned(),
            demand: None,
            figure: figure(&theirs),
        }),
    };
    Ok(vec![
        row(FIRST, |told| median(told.first.clone())),
        row(WORST, |told| median(told.worst.clone())),
        row(WORST_OF_ALL, |told| {
            told.worst.iter().copied().fold(0.0, f64::max)
        }),
    ])
}

/// What processes told, in nanoseconds.
#[derive(Default)]
struct Told {
    first: Vec<f64>,
    worst: Vec<f64>,
}

impl Told {
    fn ask(&mut self, who: &str) -> Result<(), String> {
        let program = std::env::current_exe().map_err(|error| error.to_string())?;
        let output = Command::new(program).args([FRESH, who]).output();
        let output = output.map_err(|error| format!("{FRESH} {who}: {error}"))?;
        let text = String::from_utf8_lossy(&output.stdout);
        let (first, worst) =
            pair(&text).ok_or_else(|| format!("{FRESH} {who} ended with {}", output.status))?;
        self.first.push(first);
        self.worst.push(worst);
        Ok(())
    }
}

fn pair(text: &str) -> Option<(f64, f64)> {
    let (first, second) = text.trim().split_once(' ')?;
    Some((first.parse().ok()?, second.parse().ok()?))
}
