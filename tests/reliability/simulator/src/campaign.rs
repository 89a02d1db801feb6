//! Many seeds, on several native threads.

use std::sync::Mutex;
use std::sync::atomic::{AtomicBool, AtomicU64, Ordering};
use std::time::{Duration, Instant};

use crate::run::{Config, run};
use crate::sim::coverage::Counts;

/// The outcome of many runs.
#[derive(Default)]
pub struct Summary {
    pub runs: u64,
    pub events: u64,
    pub steps: u64,
    pub counts: Counts,
    /// The failed seeds, each with the broken guarantee.
    pub broken: Vec<(u64, String)>,
    /// The first seed that was not run.
    pub next: u64,
}

/// When to stop, and how many runs are executed at a time.
#[derive(Clone, Copy)]
pub struct Limits {
    pub seeds: u64,
    pub time: Option<Duration>,
    /// Stops after this many failed seeds.
    pub broken: usize,
    pub jobs: usize,
}

/// Runs successive seeds, starting with the seed of `like` and otherwise configured like it.
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
        for _ in 1..limits.jobs {
            scope.spawn(work);
        }
        work();
    });
    let mut summary = summary.into_inner().unwrap_or_default();
    summary.broken.sort();
    summary.next = next.into_inner();
    summary
}

/// Whether the failure of a seed is caused by the disabled guard, if there is one: the failure is
/// one that the guard prevents, and the seed passes with the guard enabled.
fn is_of_guard(like: &Config, seed: u64, what: &str) -> bool {
    let with_it = Config {
        seed,
        without: None,
        ..like.clone()
    };
    like.without.is_none_or(|guard| {
        let symptoms = crate::sabotage::symptoms(guard);
        symptoms.iter().any(|symptom| what.contains(symptom)) && run(&with_it).violation.is_none()
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
