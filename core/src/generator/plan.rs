//! What a generator is and stays: its format, its layout, and what the options say of the clock.

use super::shape::{Shape, serves_ns};
use super::spread::Spread;
use super::ticks::{Count, Ticks};
use super::words::Words;
use crate::error::{Error, ErrorCode};
use crate::formats::Format;
use crate::layout::{CounterLayout, CounterSeed, Layout};
use crate::options::{OnExhausted, OnRollback, Options, Purpose, RollbackTolerance};

pub(super) struct Plan {
    pub(super) format: Format,
    pub(super) layout: Layout,
    pub(super) shape: Shape,
    pub(super) policy: Policy,
    pub(super) ticks: Option<Ticks>,
    pub(super) counter: Option<Counter>,
    /// For how long a reading of the clock serves at most.
    pub(super) serves_ns: u64,
    /// Whether ids have anything drawn.
    pub(super) draws: bool,
    /// How a state file tells positions, if there is one.
    pub(super) words: Option<Words>,
}

/// What is counted in a tick.
pub(super) struct Counter {
    pub(super) seed: CounterSeed,
    pub(super) greatest: u64,
    spread: Option<Spread>,
}

impl Counter {
    #[inline(always)]
    pub(super) fn write(&self, count: u64) -> u128 {
        // All counters stand so: a test of the plans says so.
        match &self.spread {
            Some(spread) => spread.write(count),
            None => 0,
        }
    }
}

impl Plan {
    pub(super) fn new(format: Format, options: &Options) -> Result<Self, Error> {
        let layout = format
            .row()
            .layout_with(format, options, Purpose::Generate)?;
        let words = match (&options.state_file, &layout.time) {
            (Some(_), Some(time)) => Some(Words::of(&layout, time)),
            _ => None,
        };
        let counter = |counter: CounterLayout| Counter {
            seed: counter.seed,
            greatest: counter.place.max() as u64,
            spread: Spread::new(counter.place),
        };
        Ok(Self {
            format,
            shape: Shape::new(&layout),
            policy: Policy::new(&layout, options)?,
            ticks: layout.time.map(Ticks::new),
            counter: layout.counter.map(counter),
            serves_ns: serves_ns(&layout),
            draws: layout.random.width() > 0 || layout.counter.is_some(),
            layout,
            words,
        })
    }
}

/// What the options say of the clock, in ticks.
#[derive(Clone, Copy)]
pub(super) struct Policy {
    pub(super) max_lead: Count,
    pub(super) on_exhausted: OnExhausted,
    /// `None`: any.
    pub(super) tolerance: Option<Count>,
    pub(super) on_rollback: OnRollback,
}

impl Policy {
    fn new(layout: &Layout, options: &Options) -> Result<Self, Error> {
        let unit_ns = layout.time.map_or(1, |time| time.scale.unit_ns);
        let ticks = |ms: u64| {
            let ticks = i128::from(ms) * 1_000_000 / unit_ns;
            Count::try_from(ticks).unwrap_or(Count::MAX)
        };
        let resets = layout.rules_out_repeats(layout.node.and_then(|node| node.chosen));
        let keeps_state = options.state_file.is_some();
        if keeps_state && options.on_rollback == Some(OnRollback::Reset) {
            // What was passed would be passed again.
            return Err(Error::about(ErrorCode::InvalidOption, "on_rollback"));
        }
        Ok(Self {
            max_lead: ticks(options.max_lead_ms.unwrap_or(1000)),
            on_exhausted: options.on_exhausted.unwrap_or(OnExhausted::Advance),
            tolerance: match options.rollback_tolerance_ms {
                None => Some(ticks(10_000)),
                Some(RollbackTolerance::Ms(ms)) => Some(ticks(ms)),
                Some(RollbackTolerance::Unlimited) => None,
            },
            on_rollback: options.on_rollback.unwrap_or(if resets && !keeps_state {
                OnRollback::Reset
            } else {
                OnRollback::Error
            }),
        })
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    /// The plain functions rely on it.
    #[test]
    fn a_default_generator_has_the_shape_of_its_format() {
        for &format in Format::ALL {
            let plan = Plan::new(format, &Options::new()).expect("the defaults");
            assert_eq!(plan.shape, Shape::of(format), "{format}");
        }
    }

    #[test]
    fn every_counter_can_be_written() {
        use crate::options::{Precision, Usage};
        for &format in Format::ALL {
            for options in [
                Options::new(),
                Options::new().counter_bits(16),
                Options::new().usage(Usage::Microsecond),
                Options::new().precision(Precision::Ms),
                Options::new().precision(Precision::Ns),
                Options::new().timestamp_bits(64),
            ] {
                let Ok(plan) = Plan::new(format, &options) else {
                    continue;
                };
                let written = plan.counter.map(|counter| counter.write(counter.greatest));
                let mask = plan
                    .layout
                    .counter
                    .map(|counter| counter.place.mask().to_u128());
                assert_eq!(written, mask, "{format}");
            }
        }
    }
}
