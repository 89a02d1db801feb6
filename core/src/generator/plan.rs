//! A generator's immutable configuration: layout and clock policy.

use std::time::Duration;

use super::hot_layout::{HotLayout, ScatterMask, window_ns};
use super::nodes::NodeWords;
use super::position_codec::{PositionCodec, counter_bits, node_is_above_counter, time_bits};
use super::ticks::{Count, Ticks};
use crate::codec::value::Place;
use crate::error::{Error, ErrorCode};
use crate::formats::layout::{CounterSeed, Layout, TimeLayout};
use crate::formats::options::{
    ClockSource, MAX_LEAD_MS, NodeClaim, OnExhausted, OnRollback, Options, ROLLBACK_TOLERANCE_MS,
    RollbackTolerance,
};
use crate::store::FileHeader;
use crate::sys::{Os, Sys};

/// What the engine knows of a format beside its layout.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) struct FormatKey {
    pub(crate) name: &'static str,
    /// From 1, without gaps.
    pub(crate) number: u8,
    pub(crate) node_words: NodeWords,
    /// The user chooses the layout.
    pub(crate) has_own_layout: bool,
}

#[derive(Clone, Debug, PartialEq)]
pub(super) struct Plan {
    pub(super) format: FormatKey,
    pub(super) layout: Layout,
    pub(super) hot: HotLayout,
    pub(super) policy: Policy,
    pub(super) clock: ClockSource,
    pub(super) ticks: Option<Ticks>,
    pub(super) counter: Option<Counter>,
    /// How long a clock reading may be reused.
    pub(super) window_ns: u64,
    /// Whether ids have random bits or a counter, whose start may be random.
    pub(super) draws: bool,
    /// With a state file: the encoding of positions.
    pub(super) codec: Option<PositionCodec>,
    /// The file is a lease file, which contains the node.
    pub(super) is_leased: bool,
    /// A drawn node of few bits is claimed first: ids have the system clock's time, and no file
    /// keeps them apart.
    pub(super) may_claim: bool,
    pub(super) must_claim: bool,
    /// Each id needs the state file's lock, which the fast path never waits for.
    pub(super) is_unmapped: bool,
}

#[derive(Clone, Debug, PartialEq)]
pub(super) struct Counter {
    pub(super) seed: CounterSeed,
    pub(super) greatest: u128,
    place: Place,
    /// `None` if the counter is wider than 64 bits.
    mask: Option<ScatterMask>,
}

/// A `u128` as two `u64`s, to avoid its 16-byte alignment.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) struct Counted {
    pub(super) low: u64,
    upper: u64,
}

impl Counted {
    #[inline(always)]
    pub(super) fn int(self) -> u128 {
        u128::from(self.upper) << 64 | u128::from(self.low)
    }
}

impl From<u128> for Counted {
    #[inline(always)]
    fn from(int: u128) -> Self {
        Self {
            low: int as u64,
            upper: (int >> 64) as u64,
        }
    }
}

impl Counter {
    /// Whether all counts fit into 64 bits, so that the upper half can be ignored.
    #[inline(always)]
    fn is_narrow(&self) -> bool {
        self.greatest <= u64::MAX.into()
    }

    /// Whether there is a greater count. A position from a state file may have a count that is too
    /// great.
    #[inline(always)]
    pub(super) fn has_room(&self, count: Counted) -> bool {
        match self.is_narrow() {
            true => count.low < self.greatest as u64,
            false => count.int() < self.greatest,
        }
    }

    /// How many counts are greater.
    #[inline(always)]
    pub(super) fn room(&self, count: Counted) -> u128 {
        match self.is_narrow() {
            true => (self.greatest as u64 - count.low).into(),
            false => self.greatest - count.int(),
        }
    }

    #[inline(always)]
    pub(super) fn after(&self, count: Counted, others: u64) -> Counted {
        match self.is_narrow() {
            true => Counted {
                low: count.low + others,
                ..count
            },
            false => (count.int() + u128::from(others)).into(),
        }
    }

    #[inline(always)]
    pub(super) fn write(&self, count: Counted) -> u128 {
        match &self.mask {
            Some(mask) => mask.write(count.low),
            // All counters lie in the first 128 bits, which a test of `hot_layout` checks.
            None => self.place.write(count.int()).to_u128(),
        }
    }
}

impl Plan {
    /// The plan for a layout with the options applied.
    pub(super) fn of_layout(format: FormatKey, layout: Layout, options: &Options) -> Self {
        let codec = match (options.file(), &layout.time) {
            (Some(_), Some(time)) => Some(PositionCodec::of(&layout, time)),
            _ => None,
        };
        Self::with(format, layout, options, codec)
    }

    pub(super) const fn with(
        format: FormatKey,
        layout: Layout,
        options: &Options,
        codec: Option<PositionCodec>,
    ) -> Self {
        Self {
            format,
            hot: HotLayout::new(&layout),
            policy: Policy::new(&layout, options),
            clock: match options.clock {
                Some(given) => given,
                None => ClockSource::System,
            },
            ticks: match layout.time {
                Some(time) => Some(Ticks::new(time)),
                None => None,
            },
            counter: match layout.counter {
                Some(counter) => Some(Counter {
                    seed: counter.seed,
                    greatest: layout.largest(counter.place),
                    place: counter.place,
                    mask: ScatterMask::new(counter.place),
                }),
                None => None,
            },
            is_leased: options.lease_file.is_some(),
            may_claim: codec.is_none()
                && !matches!(options.clock, Some(ClockSource::Manual))
                && !matches!(options.node_claim, Some(NodeClaim::Drawn)),
            must_claim: matches!(options.node_claim, Some(NodeClaim::Required)),
            is_unmapped: options.is_unmapped(),
            window_ns: window_ns(&layout),
            draws: layout.random.width() > 0 || layout.counter.is_some(),
            layout,
            codec,
        }
    }

    /// The header of state files for this plan.
    pub(super) fn file_header(&self, time: &TimeLayout) -> FileHeader {
        let node_bits = self.layout.node.map_or(0, |node| node.place.width());
        FileHeader {
            format: self.format.name,
            epoch_ns: time.scale.epoch_ns,
            unit_ns: time.scale.unit_ns,
            time_bits: time_bits(time),
            counter_bits: counter_bits(&self.layout),
            is_permuted: self.hot.is_permuted(),
            own_layout: match self.format.has_own_layout {
                true => node_bits | u8::from(node_is_above_counter(&self.layout)) << 7,
                false => 0,
            },
            leased_bits: self.is_leased.then_some(node_bits),
        }
    }

    /// Whether ids use this clock, and it exists.
    #[inline(always)]
    pub(super) fn uses_clock(&self, clock: ClockSource) -> bool {
        self.clock == clock && (clock == ClockSource::Manual || Sys::has_clock())
    }

    #[inline(always)]
    pub(super) fn expect_clock(&self, clock: ClockSource) -> Result<(), Error> {
        match self.uses_clock(clock) {
            true => Ok(()),
            false => Err(Error::about(ErrorCode::InvalidOption, "clock")),
        }
    }
}

/// The options about clocks, in ticks.
#[derive(Clone, Copy, Debug, PartialEq)]
pub(super) struct Policy {
    pub(super) max_lead: Count,
    /// How long a call waits for an expired lease.
    pub(super) lease_wait: Duration,
    pub(super) on_exhausted: OnExhausted,
    /// `None`: unlimited.
    pub(super) tolerance: Option<Count>,
    pub(super) on_rollback: OnRollback,
    /// Times may come in any order: the counter continues over all ticks.
    pub(super) any_order: bool,
}

impl Policy {
    const fn new(layout: &Layout, options: &Options) -> Self {
        let unit_ns = match layout.time {
            Some(time) => time.scale.unit_ns,
            None => 1,
        };
        let chosen = match layout.node {
            Some(node) => node.chosen,
            None => None,
        };
        let resets = layout.rules_out_repeats(chosen)
            && !options.has_state_file()
            && options.lease_file.is_none();
        Self {
            max_lead: match options.max_lead_ms {
                Some(ms) => ticks(ms, unit_ns),
                None => ticks(MAX_LEAD_MS, unit_ns),
            },
            lease_wait: match (options.clock, options.on_exhausted, options.max_lead_ms) {
                (Some(ClockSource::Manual), _, _) | (_, Some(OnExhausted::Error), _) => {
                    Duration::ZERO
                }
                (_, _, Some(ms)) => Duration::from_millis(ms),
                (_, _, None) => Duration::from_millis(MAX_LEAD_MS),
            },
            on_exhausted: match options.on_exhausted {
                Some(given) => given,
                None => OnExhausted::Advance,
            },
            tolerance: match options.rollback_tolerance_ms {
                None => Some(ticks(ROLLBACK_TOLERANCE_MS, unit_ns)),
                Some(RollbackTolerance::Ms(ms)) => Some(ticks(ms, unit_ns)),
                Some(RollbackTolerance::Unlimited) => None,
            },
            on_rollback: match options.on_rollback {
                Some(given) => given,
                None if resets => OnRollback::Reset,
                None => OnRollback::Error,
            },
            any_order: false,
        }
    }
}

const fn ticks(ms: u64, unit_ns: i128) -> Count {
    let ticks = ms as i128 * 1_000_000 / unit_ns;
    match ticks < Count::MAX as i128 {
        true => ticks as Count,
        false => Count::MAX,
    }
}
