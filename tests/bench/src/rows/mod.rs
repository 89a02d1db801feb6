//! What is measured of the crate `sortid`, against what, and what is demanded.

#[macro_use]
mod ours;
mod fill;
mod next;
mod samples;
mod scan;
mod shut;
mod stale;
mod store;
mod system_texts;
mod systems;
mod text;

use sortid::{Format, Timestamp};

use crate::measure::{self, Effort};
use crate::side::Side;
use crate::versions::version_of;

pub(crate) use next::{NOW_V7, now_v7, uuid7};
pub(crate) use scan::{NOTES as SCAN_NOTES, rows as scan_rows};
pub(crate) use shut::{clock, open as shut_gate_open, rows as shut_rows};
pub(crate) use stale::rows as stale_rows;
pub(crate) use store::options as store_options;

/// What stands below the table.
pub(crate) const NOTES: &[&str] = &[
    "ns: per id, the median over the rounds; ratio: of the two medians; demand: the highest ratio.",
    "next …: the process-wide default generator. A tid has one tick a microsecond, so tids come in bursts of 4000, which",
    "  is 4 ms of lead, and the clock catches up before the next burst: no wait at max_lead is in the figures.",
    "  Of snowflakes 4000 and of sonyflakes 250 are timed from the beginning of a millisecond, or of ten, on: no wait is in either figure.",
    "may be stale: the peer's clock is a number that a sleeping thread writes, once in a millisecond at best.",
    "two threads: from when the first begins to when the last ends, divided by the ids of both.",
    "gate shut: a process that cannot read what the kernel keeps time by; slow path: the same ids beside a reading of the clock.",
    "fill …: calls of 4096 ids; those for tids, and \"raised lead\", on a generator with max_lead_ms of an hour.",
    "state file: one generator with max_lead_ms of an hour on an otherwise unused file; the syncs, about once in a",
    "  second of ids, falls out of a median. 8 processes, 8 threads: as two threads, each with its share of 80 000 ids.",
    "from/to value: 1024 random ids in turn. Peers write into a buffer that is there, unless it says String or Vec.",
];

/// A row of the table.
pub(crate) struct Row {
    /// What is done.
    pub(crate) what: &'static str,
    ours: Side,
    /// A format whose default generator shall have no lead at the beginning of a round.
    rested: Option<Format>,
    /// Its rounds take long, so that it has a fifth of them.
    is_slow: bool,
    /// They take so long that it has only these.
    rounds: Option<usize>,
    peer: Option<Peer>,
}

/// Who does the same, and how.
struct Peer {
    name: &'static str,
    package: &'static str,
    side: Side,
    demand: Option<f64>,
}

/// A row with its figures.
pub(crate) struct Measured {
    /// What is done.
    pub(crate) what: String,
    /// Ours.
    pub(crate) ours: f64,
    /// Of both figures.
    pub(crate) unit: Unit,
    /// The peer, unless the row is there for reference only.
    pub(crate) peer: Option<MeasuredPeer>,
}

/// A peer with its figure.
pub(crate) struct MeasuredPeer {
    /// What of the peer was called.
    pub(crate) name: String,
    /// Its version.
    pub(crate) version: String,
    /// What the ratio shall be at most, where that is judged.
    pub(crate) demand: Option<f64>,
    /// Theirs.
    pub(crate) figure: f64,
}

/// What figures count.
#[derive(Clone, Copy)]
pub(crate) enum Unit {
    /// Nanoseconds per operation.
    Ns,
    /// Bytes.
    Bytes,
}

impl Row {
    pub(crate) fn new(what: &'static str, ours: Side) -> Self {
        Self {
            what,
            ours,
            rested: None,
            is_slow: false,
            rounds: None,
            peer: None,
        }
    }

    /// Lets the clock catch up with the default generator of `format` before each round.
    fn rested(self, format: Format) -> Self {
        Self {
            rested: Some(format),
            ..self
        }
    }

    /// In a fifth of the rounds: each of them waits for the clock.
    fn in_fewer_rounds(self) -> Self {
        Self {
            is_slow: true,
            ..self
        }
    }

    /// In so many rounds: each of them is long enough to tell by itself.
    fn in_rounds(self, rounds: usize) -> Self {
        Self {
            rounds: Some(rounds),
            ..self
        }
    }

    /// Beside a peer: its package, and what of it is called.
    pub(crate) fn beside(self, package: &'static str, name: &'static str, side: Side) -> Self {
        let peer = Peer {
            name,
            package,
            side,
            demand: None,
        };
        Self {
            peer: Some(peer),
            ..self
        }
    }

    /// The ratio to the peer shall be at most this.
    pub(crate) fn at_most(mut self, demand: f64) -> Self {
        if let Some(peer) = &mut self.peer {
            peer.demand = Some(demand);
        }
        self
    }

    /// The peer's package.
    #[cfg(test)]
    pub(crate) fn package(&self) -> Option<&'static str> {
        self.peer.as_ref().map(|peer| peer.package)
    }

    /// Measures the row.
    pub(crate) fn measured(mut self, effort: &Effort) -> Measured {
        let Some(mut peer) = self.peer else {
            return Measured {
                what: self.what.to_owned(),
                ours: measure::alone(&mut self.ours, effort),
                unit: Unit::Ns,
                peer: None,
            };
        };
        let rested = self.rested;
        let before = || {
            if let Some(format) = rested {
                rest(format);
            }
        };
        let effort = match (self.rounds, self.is_slow) {
            (Some(rounds), _) => &effort.of_rounds(rounds),
            (None, true) => &effort.of_slow_rounds(),
            (None, false) => effort,
        };
        let medians = measure::in_turns(&mut self.ours, &mut peer.side, before, effort);
        Measured {
            what: self.what.to_owned(),
            ours: medians.ours,
            unit: Unit::Ns,
            peer: Some(MeasuredPeer {
                name: peer.name.to_owned(),
                version: version_of(peer.package).to_owned(),
                demand: peer.demand,
                figure: medians.theirs,
            }),
        }
    }
}

/// Every row, in the order of the table.
pub(crate) fn rows() -> Vec<Row> {
    let mut rows = next::rows();
    rows.extend(systems::rows());
    rows.extend(text::rows());
    rows.extend(system_texts::rows());
    rows.extend(fill::rows());
    rows.extend(store::rows());
    rows.extend(next::references());
    rows
}

/// Waits until the clock has caught up with the default generator of a format.
///
/// It spins: after a sleep caches and clock rate are not what they were, and a burst is short.
///
/// Unless it takes long: ids of another format are made meanwhile, without which nobody would know the speed of the processor's counter any more.
fn rest(format: Format) {
    let ahead = sortid::new_id(format)
        .and_then(|id| id.timestamp())
        .expect("the default generator of a format that tells its time");
    let long = Timestamp::now().unix_ns() + 10_000_000;
    while Timestamp::now() < ahead {
        match ahead.unix_ns() > long {
            true => uuid7(),
            false => std::hint::spin_loop(),
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn every_row_has_a_name_of_its_own() {
        let rows = rows().into_iter().chain(shut_rows());
        let rows: Vec<_> = rows.chain(stale_rows()).chain(scan_rows()).collect();
        let mut names: Vec<_> = rows
            .iter()
            .map(|row| (row.what, row.peer.as_ref().map(|peer| peer.name)))
            .collect();
        names.sort_unstable();
        names.dedup();
        assert_eq!(names.len(), rows.len());
    }

    #[test]
    fn a_rested_generator_has_no_lead() {
        // Tests beside this one make ids by the same generator, so not each time.
        assert!((0..20).any(|_| {
            for _ in 0..1000 {
                sortid::try_tid().expect("a tid");
            }
            rest(Format::Tid);
            let id = sortid::try_tid().expect("a tid");
            let tick_ns = 1000;
            id.timestamp().unix_ns() <= Timestamp::now().unix_ns() + tick_ns
        }));
    }
}
