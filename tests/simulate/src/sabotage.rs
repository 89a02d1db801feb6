//! Every guard left out in turn: who would not notice is too weak to be believed.

use crate::campaign::{Limits, run_all};
use crate::run::Config;
use crate::world::Guard;

/// A guard must be missed within so many seeds.
const SEEDS: u64 = 1000;

/// How it went with one of them.
pub struct Row {
    pub guard: String,
    /// The first seed that missed it, counted from 1, and what it saw.
    pub caught: Option<(u64, String)>,
}

/// Leaves out one guard after another.
pub fn all(from: u64, mut report: impl FnMut(&Row)) -> (u32, u32) {
    let (mut caught, mut missed) = (0, 0);
    for guard in Guard::ALL.iter().copied() {
        let config = Config {
            without: Some(guard),
            ..Config::new(from)
        };
        let limits = Limits {
            seeds: SEEDS,
            time: None,
            broken: 1,
        };
        let first = run_all(&config, limits).broken.into_iter().next();
        let row = Row {
            guard: format!("{guard:?}"),
            caught: first.map(|(seed, what)| (seed - from + 1, what)),
        };
        match row.caught {
            Some(_) => caught += 1,
            None => missed += 1,
        }
        report(&row);
    }
    (caught, missed)
}
