//! Many seeds, on all processors.

use std::sync::Mutex;
use std::sync::atomic::{AtomicBool, AtomicU64, Ordering};
use std::time::{Duration, Instant};

use crate::run::{Config, run};
use crate::sim::counters::Counts;

/// What came of many runs.
#[derive(Default)]
pub struct Summary {
    pub runs: u64,
    pub events: u64,
    pub steps: u64,
    pub counts: Counts,
    /// The seeds that broke a promise, with what was broken.
    pub broken: Vec<(u64, String)>,
    /// From here on none was run.
    pub next: u64,
}

/// When to stop.
#[derive(Clone, Copy)]
pub struct Limits {
    pub seeds: u64,
    pub time: Option<Duration>,
    /// So many broken promises are enough.
    pub broken: usize,
}

/// Runs seeds from one on, as `like` says otherwise, two at a time.
pub fn run_all(like: &Config, limits: Limits) -> Summary {
    let (next, is_over) = (AtomicU64::new(like.seed), AtomicBool::new(false));
    let summary = Mutex::new(Summary::default());
    let begun = Instant::now();
    let end = like.seed.saturating_add(limits.seeds);
    let work = || {
        let mut own = Summary::default();
        while !is_over.load(Ordering::Relaxed) {
            let seed = next.fetch_add(1, Ordering::Relaxed);
            if seed >= end || limits.time.is_some_and(|time| begun.elapsed() >= time) {
                next.fetch_sub(1, Ordering::Relaxed);
                break;
            }
            let outcome = run(&Config {
                seed,
                ..like.clone()
            });
            own.runs += 1;
            own.events += outcome.events;
            own.steps += outcome.steps;
            own.counts.join(&outcome.counts);
            if let Some(violation) = outcome
                .violation
                .filter(|what| is_of_guard(like, seed, what))
            {
                own.broken.push((seed, violation));
                let found = summary.lock().map_or(0, |summary| summary.broken.len());
                is_over.fetch_or(found + own.broken.len() >= limits.broken, Ordering::Relaxed);
            }
        }
        if let Ok(mut summary) = summary.lock() {
            summary.join(own);
        }
    };
    std::thread::scope(|scope| {
        scope.spawn(work);
        work();
    });
    let mut summary = summary.into_inner().unwrap_or_default();
    summary.broken.sort();
    summary.next = next.into_inner();
    summary
}

/// Whether what a seed breaks is the fault of the guard that is left out, if one is: it is what that guard is against, and with it nothing is broken.
fn is_of_guard(like: &Config, seed: u64, what: &str) -> bool {
    let with_it = Config {
        seed,
        without: None,
        ..like.clone()
    };
    like.without.is_none_or(|guard| {
        let is_against = crate::sabotage::is_against(guard);
        is_against.iter().any(|shown| what.contains(shown)) && run(&with_it).violation.is_none()
    })
}

impl Summary {
    fn join(&mut self, mut other: Summary) {
        self.runs += other.runs;
        self.events += other.events;
        self.steps += other.steps;
        self.counts.join(&other.counts);
        self.broken.append(&mut other.broken);
    }
}
