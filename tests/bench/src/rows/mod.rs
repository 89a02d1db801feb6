//! The rows of the crate `sortid`: operations, peers and accepted ratios.

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

pub(crate) const NOTES: &[&str] = &[
    "ns: per id, the median over the rounds; ratio: of the two medians; demand: the highest ratio.",
    "next …: the process-wide default generator. A tid has one tick a microsecond, so tids come in bursts of 4000, which",
    "  is 4 ms of lead, and the clock catches up before the next burst: the figures include no wait at max_lead.",
    "  Of snowflakes 4000 and of sonyflakes 250 are timed from the beginning of a millisecond, or of ten, on: neither figure includes a wait.",
    "may be stale: the peer's clock is a number that a sleeping thread updates, once a millisecond at best.",
    "two threads: from the first start to the last end, divided by the ids of both.",
    "gate shut: a process that cannot see the kernel's clock source; slow path: the same ids compared with a clock reading.",
    "fill …: calls of 4096 ids; those for tids, and \"raised lead\", on a generator with max_lead_ms of an hour.",
    "state file: one generator with max_lead_ms of an hour on an otherwise unused file; the syncs, about once in a",
    "  second of ids, falls out of a median. 8 processes, 8 threads: as two threads, each with its share of 80 000 ids.",
    "from/to value: 1024 random ids in turn. Peers write into an existing buffer, except where String or Vec is named.",
];

pub(crate) struct Row {
    /// The operation.
    pub(crate) what: &'static str,
    ours: Side,
    /// The format whose default generator must have no lead when a round begins.
    rested: Option<Format>,
    /// Whether to run a fifth of the rounds, since each takes long.
    is_slow: bool,
    /// The number of rounds, if fixed because each takes very long.
    rounds: Option<usize>,
    peer: Option<Peer>,
}

/// The peer, and its function.
struct Peer {
    name: &'static str,
    package: &'static str,
    side: Side,
    demand: Option<f64>,
}

/// A row with its figures.
pub(crate) struct Measured {
    /// The operation.
    pub(crate) what: String,
    /// Ours.
    pub(crate) ours: f64,
    /// The unit of both figures.
    pub(crate) unit: Unit,
    /// The peer, unless the row is there for reference only.
    pub(crate) peer: Option<MeasuredPeer>,
}

/// A peer with its figure.
pub(crate) struct MeasuredPeer {
    /// The peer's function.
    pub(crate) name: String,
    /// Its version.
    pub(crate) version: String,
    /// The highest accepted ratio, if any.
    pub(crate) demand: Option<f64>,
    /// Theirs.
    pub(crate) figure: f64,
}

/// The unit of a figure.
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

    /// Runs a fifth of the rounds, as each waits for the clock.
    fn in_fewer_rounds(self) -> Self {
        Self {
            is_slow: true,
            ..self
        }
    }

    /// Runs this number of rounds, each long enough by itself.
    fn in_rounds(self, rounds: usize) -> Self {
        Self {
            rounds: Some(rounds),
            ..self
        }
    }

    /// Adds a peer: its package, and the called function.
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

    /// Sets the highest accepted ratio.
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
/// Spins: a sleep changes caches and clock rate, and a burst is short.
///
/// For long waits, generates ids of another format, which keep the counter's rate measured.
fn rest(format: Format) {
    let ahead = sortid::new_id(format)
        .and_then(|id| id.timestamp())
        .expect("the default generator of a format with time");
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
    fn row_names_are_unique() {
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
    fn rested_generator_has_no_lead() {
        // Other tests use the same generator concurrently, so one of several attempts must succeed.
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
