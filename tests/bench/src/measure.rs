//! The rounds: ours and the peer's in turns, and the medians over them.

use std::time::Duration;

use crate::side::Side;

/// The number and length of rounds.
pub(crate) struct Effort {
    /// The number of rounds.
    rounds: usize,
    /// The duration of a batch of variable size. A round has two batches, and most rounds should
    /// fit between two interruptions by the system.
    batch: Duration,
}

impl Effort {
    /// For a first estimate.
    pub(crate) const PROBE: Self = Self {
        rounds: 101,
        batch: Duration::from_micros(100),
    };

    /// For published figures.
    pub(crate) const FULL: Self = Self {
        rounds: 1001,
        batch: Duration::from_micros(300),
    };

    /// For a quick check.
    pub(crate) const QUICK: Self = Self {
        rounds: 501,
        batch: Duration::from_micros(150),
    };

    /// Quick or full effort.
    pub(crate) fn of(quick: bool) -> Self {
        if quick { Self::QUICK } else { Self::FULL }
    }

    /// The number of rounds, and the duration of a batch.
    pub(crate) fn rounds(&self) -> usize {
        self.rounds
    }

    pub(crate) fn batch(&self) -> Duration {
        self.batch
    }

    /// For rounds that are long regardless.
    pub(crate) fn of_rounds(&self, rounds: usize) -> Self {
        Self { rounds, ..*self }
    }

    /// For rounds that each pass over a million rows.
    pub(crate) fn of_passes(&self) -> Self {
        Self {
            rounds: (self.rounds / 10) | 1,
            ..*self
        }
    }

    /// For rounds that take long regardless of their batches.
    pub(crate) fn of_slow_rounds(&self) -> Self {
        Self {
            rounds: (self.rounds / 5) | 1,
            ..*self
        }
    }
}

/// Nanoseconds per operation, as medians of the rounds.
#[derive(Clone, Copy, Debug, PartialEq)]
pub(crate) struct Medians {
    /// Ours.
    pub(crate) ours: f64,
    /// The peer's.
    pub(crate) theirs: f64,
}

/// Measures both sides in turns; calls `before`, untimed, before each round.
pub(crate) fn in_turns(
    ours: &mut Side,
    theirs: &mut Side,
    mut before: impl FnMut(),
    effort: &Effort,
) -> Medians {
    before();
    let our_batch = ours.batch_size(effort.batch);
    let their_batch = theirs.batch_size(effort.batch);
    let (mut our_times, mut their_times) = (Vec::new(), Vec::new());
    for round in 0..effort.rounds {
        before();
        if round % 2 == 0 {
            our_times.push(ours.ns_per_operation(our_batch));
            their_times.push(theirs.ns_per_operation(their_batch));
        } else {
            their_times.push(theirs.ns_per_operation(their_batch));
            our_times.push(ours.ns_per_operation(our_batch));
        }
    }
    Medians {
        ours: median(our_times),
        theirs: median(their_times),
    }
}

/// Measures a side without a peer.
pub(crate) fn alone(side: &mut Side, effort: &Effort) -> f64 {
    let batch = side.batch_size(effort.batch);
    let times = (0..effort.rounds).map(|_| side.ns_per_operation(batch));
    median(times.collect())
}

/// The median; the greater middle value if their number is even.
pub(crate) fn median(mut values: Vec<f64>) -> f64 {
    let middle = values.len() / 2;
    *values.select_nth_unstable_by(middle, f64::total_cmp).1
}

#[cfg(test)]
mod tests {
    use super::*;
    use std::sync::{Arc, Mutex};

    #[test]
    fn median_is_middle_value() {
        assert_eq!(median(vec![5.0, 1.0, 900.0]), 5.0);
        assert_eq!(median(vec![4.0, 3.0, 2.0, 1.0]), 3.0);
    }

    #[test]
    fn sides_alternate_which_goes_first() {
        let log = Arc::new(Mutex::new(String::new()));
        let writes = |letter: char| {
            let log = log.clone();
            move || log.lock().expect("not poisoned").push(letter)
        };
        let mut ours = Side::repeated(writes('o')).in_bursts_of(1);
        let mut theirs = Side::repeated(writes('t')).in_bursts_of(1);
        let effort = Effort {
            rounds: 3,
            batch: Duration::ZERO,
        };
        in_turns(&mut ours, &mut theirs, writes('|'), &effort);
        assert_eq!(*log.lock().expect("not poisoned"), "|ot|ot|to|ot");
    }
}
