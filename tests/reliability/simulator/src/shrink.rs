//! Reduces a failing run step by step, as long as it still fails.

use crate::run::{Config, Outcome, run};
use crate::sim::events::Event;

/// The maximum number of attempts. Each takes about a millisecond.
const MOST_RUNS: u32 = 600;

struct Shrinking {
    best: Config,
    runs: u32,
}

impl Shrinking {
    /// Whether the run still fails with this configuration.
    fn attempt(&mut self, config: Config) -> bool {
        if self.runs >= MOST_RUNS || config == self.best {
            return false;
        }
        self.runs += 1;
        let breaks = run(&config).violation.is_some();
        if breaks {
            self.best = config;
        }
        breaks
    }

    /// Lowers a limit of up to `most` by binary search.
    fn lower(&mut self, most: u64, with: impl Fn(&Config, u64) -> Config) -> bool {
        let (mut low, mut high, mut is_less) = (0, most, false);
        while low < high {
            let middle = low + (high - low) / 2;
            match self.attempt(with(&self.best, middle)) {
                true => (high, is_less) = (middle, true),
                false => low = middle + 1,
            }
        }
        is_less
    }
}

/// Returns the smallest failing configuration and its outcome.
pub fn shrink(config: &Config) -> (Config, Outcome) {
    let mut shrinking = Shrinking {
        best: config.clone(),
        runs: 0,
    };
    loop {
        let best = shrinking.best.clone();
        let events = run(&best).events.saturating_add(1).min(best.most_events);
        shrinking.lower(events, |config, most_events| Config {
            most_events,
            ..config.clone()
        });
        for &event in Event::ALL {
            let left_out = shrinking.best.left_out | 1 << event as u32;
            let best = shrinking.best.clone();
            shrinking.attempt(Config { left_out, ..best });
        }
        shrinking.lower(best.most_lives.min(3), |config, most| Config {
            most_lives: most.max(1),
            ..config.clone()
        });
        shrinking.lower(best.most_processes.min(10), |config, most| Config {
            most_processes: most.max(1),
            ..config.clone()
        });
        shrinking.lower(best.most_threads.min(12), |config, most| Config {
            most_threads: most.max(1),
            ..config.clone()
        });
        shrinking.lower(best.most_actions.min(20), |config, most_actions| Config {
            most_actions,
            ..config.clone()
        });
        if shrinking.best == best {
            let outcome = run(&best);
            return (best, outcome);
        }
    }
}
