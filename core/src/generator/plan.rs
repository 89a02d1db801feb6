//! What a generator is and stays: its format, its layout, and what the options say of the clock.

use super::shape::Shape;
use super::ticks::{Count, Ticks};
use super::words::Words;
use crate::error::{Error, ErrorCode};
use crate::formats::Format;
use crate::layout::{CounterLayout, Layout};
use crate::options::{OnExhausted, OnRollback, Options, Purpose, RollbackTolerance};

pub(super) struct Plan {
    pub(super) format: Format,
    pub(super) layout: Layout,
    pub(super) shape: Shape,
    pub(super) policy: Policy,
    pub(super) ticks: Option<Ticks>,
    /// The counter, and its greatest value.
    pub(super) counter: Option<(CounterLayout, u64)>,
    /// For how long a reading of the clock serves at most.
    pub(super) serves_ns: u64,
    /// How a state file tells positions, if there is one.
    pub(super) words: Option<Words>,
}

/// For how long a reading of the clock serves. A microsecond at least: within that, ids of microseconds
/// carry later ticks anyway. A hundredth of a longer tick. Not at all where ticks are shorter than what a look costs.
fn serves_ns(unit_ns: i128) -> u64 {
    match unit_ns {
        ..1000 => 0,
        _ => u64::try_from(unit_ns / 100).map_or(u64::MAX, |ns| ns.max(1000)),
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
        let greatest = |counter: CounterLayout| (counter, counter.place.max() as u64);
        Ok(Self {
            format,
            shape: Shape::new(&layout),
            policy: Policy::new(&layout, options)?,
            ticks: layout.time.map(Ticks::new),
            counter: layout.counter.map(greatest),
            // Without time nothing is read.
            serves_ns: serves_ns(layout.time.map_or(i128::MAX, |time| time.scale.unit_ns)),
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
            (i128::from(ms) * 1_000_000 / unit_ns).unsigned_abs()
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
    fn counters_fit_into_64_bits() {
        for &format in Format::ALL {
            let options = Options::new();
            let layout = format.row().layout_with(format, &options, Purpose::Generate);
            let counter = layout.expect("the defaults").counter;
            assert!(counter.is_none_or(|counter| counter.place.width() <= 48), "{format}");
        }
    }
}
