//! A run that breaks a promise, with less and less in it as long as it still does.

use crate::run::{Config, Outcome, run};
use crate::sim::events::Event;

/// Enough: each takes a millisecond or some.
const MOST_RUNS: u32 = 600;

struct Shrinking {
    best: Config,
    runs: u32,
}

impl Shrinking {
    /// Whether it still breaks with this.
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

    /// The least that still breaks, of what may be anything up to `most`.
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

/// The least run that was found, and how it ends.
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
