//! The duration of single calls, which medians of batches hide.
//!
//! The processor's counter times each call, and its own cost is in both sides' figures. The sides
//! alternate in turns of some thousand calls, which are counted after the turn. While another
//! thread fills, the turns are long, since that thread generates a million ids at once.

mod fresh;
mod histogram;
mod neighbour;

use crate::args::Args;
use crate::counter::{self, Rate};
use crate::report::{self, Table};
use crate::rows::{Measured, MeasuredPeer, NOW_V7, Unit, now_v7, uuid7};
use crate::versions::version_of;
use histogram::Histogram;
use neighbour::{Neighbour, Work};

pub(crate) use fresh::{FRESH, serve};

pub(crate) const NOTES: &[&str] = &[
    "p99.99, worst: of single calls of uuid7, each with the 8 to 20 ns that timing it takes, for the peer as well; beside fills: another",
    "  thread fills 1 000 000 ids of the same generator again and again, or makes the peer's.",
    "first …: the median over fresh processes; 900 to 1100: the worst of these ids of a process with threads, the median again.",
];

/// The number of timed calls of each side.
pub(crate) const CALLS: u64 = 30_000_000;
pub(crate) const CALLS_QUICK: u64 = 10_000_000;

/// The highest accepted ratio at p99.99.
const AT_MOST: f64 = 1.0;

/// The number of processes of each side.
const PROCESSES: usize = 201;
const PROCESSES_QUICK: usize = 51;

/// The number of calls timed before they are counted: few enough for the L1 cache.
const TURN: usize = 2048;

/// The number of turns while another thread fills.
const LONG_TURNS: u64 = 20;

const ALONE: [&str; 3] = [
    "median of uuid7, one by one",
    "p99.99 of uuid7",
    "worst of uuid7",
];
const BESIDE: [&str; 3] = [
    "median of uuid7, beside fills",
    "p99.99 of uuid7, beside fills",
    "worst of uuid7, beside fills",
];
const FRESH_ROWS: [&str; 3] = [fresh::FIRST, fresh::WORST, fresh::WORST_OF_ALL];

/// Measures the requested rows.
pub(crate) fn measure(args: &Args, table: &mut Table) -> Result<(), String> {
    let calls = args
        .calls
        .unwrap_or(if args.quick { CALLS_QUICK } else { CALLS });
    let chosen = |names: &[&str]| names.iter().any(|what| args.chooses(what));
    let mut add = |rows: Vec<Measured>| {
        let rows = rows.into_iter().filter(|row| args.chooses(&row.what));
        rows.for_each(|row| table.add(&row));
    };
    if chosen(&ALONE) {
        add(alone(calls).rows(ALONE));
    }
    if chosen(&BESIDE) {
        let (lengths, (ours, theirs)) = beside(calls);
        add(lengths.rows(BESIDE));
        // If the two threads shared a core, they contended less often, which these counts show.
        report::line(&format!(
            "  (meanwhile the other thread generated {} million ids of sortid, and {} million of the peer)",
            ours / 1_000_000,
            theirs / 1_000_000,
        ));
    }
    if chosen(&FRESH_ROWS) {
        let processes = if args.quick {
            PROCESSES_QUICK
        } else {
            PROCESSES
        };
        add(fresh::measured(processes)?);
    }
    Ok(())
}

/// The durations of both sides' calls, in steps of the counter.
struct Lengths {
    ours: Histogram,
    theirs: Histogram,
    ns_per_step: f64,
}

impl Lengths {
    fn rows(&self, [median, p9999, worst]: [&str; 3]) -> Vec<Measured> {
        let row = |what: &str, figure: fn(&Histogram) -> u64, demand| Measured {
            what: what.to_owned(),
            ours: figure(&self.ours) as f64 * self.ns_per_step,
            unit: Unit::Ns,
            peer: Some(MeasuredPeer {
                name: NOW_V7.to_owned(),
                version: version_of("uuid").to_owned(),
                demand,
                figure: figure(&self.theirs) as f64 * self.ns_per_step,
            }),
        };
        vec![
            row(median, |lengths| lengths.quantile(5_000), None),
            row(p9999, |lengths| lengths.quantile(9_999), Some(AT_MOST)),
            row(worst, Histogram::worst, None),
        ]
    }
}

fn alone(calls: u64) -> Lengths {
    let (mut ours, mut theirs) = (OneByOne::new(), OneByOne::new());
    let rate = Rate::begun();
    for _ in 0..calls.div_ceil(TURN as u64) {
        ours.turn(uuid7);
        theirs.turn(now_v7);
    }
    Lengths {
        ns_per_step: rate.ns_per_step(),
        ours: ours.lengths,
        theirs: theirs.lengths,
    }
}

/// Also returns the numbers of ids that the other thread generated for each side.
fn beside(calls: u64) -> (Lengths, (u64, u64)) {
    let (mut ours, mut theirs) = (OneByOne::new(), OneByOne::new());
    let turns = calls.div_ceil(LONG_TURNS * TURN as u64);
    let rate = Rate::begun();
    let generated = Neighbour::beside(|neighbour| {
        for _ in 0..LONG_TURNS {
            neighbour.order(Work::Ours);
            (0..turns).for_each(|_| ours.turn(uuid7));
            neighbour.order(Work::Theirs);
            (0..turns).for_each(|_| theirs.turn(now_v7));
        }
        neighbour.generated()
    });
    let lengths = Lengths {
        ns_per_step: rate.ns_per_step(),
        ours: ours.lengths,
        theirs: theirs.lengths,
    };
    (lengths, generated)
}

/// Calls that are timed individually.
struct OneByOne {
    times: Vec<u64>,
    lengths: Histogram,
}

impl OneByOne {
    fn new() -> Self {
        Self {
            times: vec![0; TURN],
            lengths: Histogram::new(),
        }
    }

    fn turn(&mut self, operation: impl Fn()) {
        // Warms up the caches.
        operation();
        let mut last = counter::now();
        for time in &mut self.times {
            operation();
            let now = counter::now();
            // The counters of different cores may differ a little.
            *time = now.saturating_sub(last);
            last = now;
        }
        self.times.iter().for_each(|&time| self.lengths.add(time));
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn slowest_call_is_the_worst() {
        let mut side = OneByOne::new();
        let rate = Rate::begun();
        let calls = std::cell::Cell::new(0);
        side.turn(|| {
            calls.set(calls.get() + 1);
            if calls.get() == 1000 {
                std::thread::sleep(std::time::Duration::from_millis(20));
            }
        });
        let ns = rate.ns_per_step();
        assert_eq!(calls.get(), TURN + 1);
        assert!(side.lengths.worst() as f64 * ns > 19e6);
        assert!((side.lengths.quantile(5_000) as f64 * ns) < 1e6);
    }

    #[test]
    fn only_p9999_of_single_calls_has_a_limit() {
        let lengths = alone(1);
        let judged = lengths.rows(ALONE).into_iter();
        let judged =
            judged.filter(|row| row.peer.as_ref().is_some_and(|peer| peer.demand.is_some()));
        assert_eq!(
            judged.map(|row| row.what).collect::<Vec<_>>(),
            ["p99.99 of uuid7"]
        );
    }
}
