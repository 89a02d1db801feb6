//! What a generator is and stays: its format, its layout, and what the options say of the clock.

use super::gate::serves_ns;
use super::ledger::Words;
use super::run::Shape;
use crate::error::{Error, ErrorCode};
use crate::formats::Format;
use crate::layout::Layout;
use crate::options::{OnExhausted, OnRollback, Options, Purpose, RollbackTolerance};
use crate::time::Tick;

pub(super) struct Plan {
    pub(super) format: Format,
    pub(super) layout: Layout,
    pub(super) shape: Shape,
    pub(super) policy: Policy,
    /// For how long a reading of the clock serves.
    pub(super) reading_serves_ns: i128,
    /// How a state file tells positions, if there is one.
    pub(super) words: Option<Words>,
}

/// A lead that what the processor's counter tells never reaches.
const COUNTER_LEAD_NS: i128 = 10_000;

impl Plan {
    pub(super) fn new(format: Format, options: &Options) -> Result<Self, Error> {
        let layout = format
            .row()
            .layout_with(format, options, Purpose::Generate)?;
        let policy = Policy::new(&layout, options)?;
        let unit_ns = layout.time.map_or(0, |time| time.scale.unit_ns);
        let words = match (&options.state_file, &layout.time) {
            (Some(_), Some(time)) => Some(Words::of(&layout, time)),
            _ => None,
        };
        // Where other processes go on in a tick, the counter does not tell when it is over.
        let may_lead =
            policy.max_lead * unit_ns >= COUNTER_LEAD_NS && !words.is_some_and(Words::have_counter);
        let mut shape = Shape::new(&layout, may_lead);
        shape.in_crowds = words.is_some_and(Words::have_counter);
        Ok(Self {
            reading_serves_ns: serves_ns(unit_ns),
            format,
            layout,
            shape,
            policy,
            words,
        })
    }
}

/// What the options say of the clock, in ticks.
#[derive(Clone, Copy)]
pub(super) struct Policy {
    pub(super) max_lead: Tick,
    pub(super) on_exhausted: OnExhausted,
    pub(super) tolerance: Tick,
    pub(super) on_rollback: OnRollback,
}

impl Policy {
    fn new(layout: &Layout, options: &Options) -> Result<Self, Error> {
        let unit_ns = layout.time.map_or(1, |time| time.scale.unit_ns);
        let ticks = |ms: u64| Tick::from(ms) * 1_000_000 / unit_ns;
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
                None => ticks(10_000),
                Some(RollbackTolerance::Ms(ms)) => ticks(ms),
                Some(RollbackTolerance::Unlimited) => Tick::MAX,
            },
            on_rollback: options.on_rollback.unwrap_or(if resets && !keeps_state {
                OnRollback::Reset
            } else {
                OnRollback::Error
            }),
        })
    }
}
