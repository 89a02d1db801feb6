//! The first ids of a process: this program, started again with `--fresh`.
//!
//! The process times its first id, then the 900th to the 1100th one by one, with another running
//! and a sleeping thread: this shows whether a generator changes its behaviour after a number of
//! ids, or with threads.

use std::process::Command;
use std::sync::atomic::{AtomicBool, Ordering};
use std::thread;
use std::time::Instant;

use crate::measure::median;
use crate::rows::{Measured, MeasuredPeer, NOW_V7, Unit, now_v7, uuid7};
use crate::versions::version_of;

/// The argument that starts such a process.
pub(crate) const FRESH: &str = "--fresh";

/// The side that generates the ids.
const OURS: &str = "ours";
const THEIRS: &str = "theirs";

/// The ids that are timed individually.
const LOOKED_AT: std::ops::RangeInclusive<u32> = 900..=1100;

pub(super) const FIRST: &str = "first uuid7 of a process";
pub(super) const WORST: &str = "worst of uuid7 900 to 1100";
pub(super) const WORST_OF_ALL: &str = "worst of uuid7 900 to 1100, of all";

pub(crate) fn serve(who: &str) -> Result<(), String> {
    let operation = match who {
        OURS => uuid7,
        THEIRS => now_v7,
        _ => return Err(format!("{FRESH} is followed by {OURS} or {THEIRS}")),
    };
    // Excludes the first clock reading's setup from the id's time.
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
        // The first id was generated above.
        (2..*LOOKED_AT.start()).for_each(|_| operation());
        let worst = LOOKED_AT.map(|_| timed()).max();
        over.store(true, Ordering::Release);
        sleeping.thread().unpark();
        worst
    });
    println!("{first} {}", worst.unwrap_or_default());
    Ok(())
}

/// Measures the rows; a round is one process of each side.
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
        row(FIRST, |times| median(times.first.clone())),
        row(WORST, |times| median(times.worst.clone())),
        row(WORST_OF_ALL, |times| {
            times.worst.iter().copied().fold(0.0, f64::max)
        }),
    ])
}

/// The times that processes reported, in nanoseconds.
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
