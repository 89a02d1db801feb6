//! A generator's immutable configuration: layout and clock policy.

use std::time::Duration;

use super::hot_layout::{HotLayout, ScatterMask, window_ns};
use super::nodes::{NodeRange, NodeWords};
use super::position_codec::{PositionCodec, counter_bits, node_is_above_counter, time_bits};
use super::ticks::{Count, Ticks};
use crate::error::{Error, ErrorCode};
use crate::layout::{CounterSeed, Layout, TimeLayout};
use crate::store::FileHeader;
use crate::sys::Os;
use crate::value::Place;

/// What the engine knows of a format beside its layout.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct FormatKey {
    pub name: &'static str,
    /// From 1, without gaps.
    pub number: u8,
    pub node_words: NodeWords,
    /// The user chooses the layout.
    pub has_own_layout: bool,
}

#[derive(Clone, Debug, PartialEq)]
pub struct Plan {
    pub format: FormatKey,
    pub layout: Layout,
    pub hot: HotLayout,
    pub policy: Policy,
    pub ticks: Option<Ticks>,
    pub counter: Option<Counter>,
    /// How long a clock reading may be reused.
    pub window_ns: u64,
    /// Whether ids have random bits or a counter, whose start may be random.
    pub draws: bool,
    /// With a state file: the encoding of positions.
    pub codec: Option<PositionCodec>,
}

#[derive(Clone, Debug, PartialEq)]
pub struct Counter {
    pub seed: CounterSeed,
    pub greatest: u128,
    place: Place,
    /// `None` if the counter is wider than 64 bits.
    mask: Option<ScatterMask>,
}

/// A `u128` as two `u64`s, to avoid its 16-byte alignment.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct CounterValue {
    pub low: u64,
    upper: u64,
}

impl CounterValue {
    #[inline(always)]
    pub fn int(self) -> u128 {
        u128::from(self.upper) << 64 | u128::from(self.low)
    }
}

impl From<u128> for CounterValue {
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
    pub fn has_room(&self, count: CounterValue) -> bool {
        match self.is_narrow() {
            true => count.low < self.greatest as u64,
            false => count.int() < self.greatest,
        }
    }

    /// How many counts are greater.
    #[inline(always)]
    pub fn room(&self, count: CounterValue) -> u128 {
        match self.is_narrow() {
            true => (self.greatest as u64 - count.low).into(),
            false => self.greatest - count.int(),
        }
    }

    #[inline(always)]
    pub fn after(&self, count: CounterValue, others: u64) -> CounterValue {
        match self.is_narrow() {
            true => CounterValue {
                low: count.low + others,
                ..count
            },
            false => (count.int() + u128::from(others)).into(),
        }
    }

    #[inline(always)]
    pub fn write(&self, count: CounterValue) -> u128 {
        match &self.mask {
            Some(mask) => mask.write(count.low),
            // All counters lie in the first 128 bits, which a test of `hot_layout` checks.
            None => self.place.write(count.int()).to_u128(),
        }
    }
}

impl Plan {
    /// `codec` is the encoding of positions, with a state file.
    pub const fn new(
        format: FormatKey,
        layout: Layout,
        policy: Policy,
        codec: Option<PositionCodec>,
    ) -> Self {
        Self {
            format,
            hot: HotLayout::new(&layout),
            policy,
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
            window_ns: window_ns(&layout),
            draws: layout.random.width() > 0 || layout.counter.is_some(),
            layout,
            codec,
        }
    }

    /// The header of state files for this plan.
    pub fn file_header(&self, time: &TimeLayout) -> FileHeader {
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
            leased_bits: self.policy.is_leased.then_some(node_bits),
        }
    }

    /// The largest number that a user can assign as the node, or `None` if the ids have no node.
    pub fn largest_node(&self) -> Option<u64> {
        let node = self.layout.node.as_ref()?;
        Some(NodeRange::of(&self.layout, node).largest)
    }

    /// Whether ids use the system's clock, and there is one.
    #[inline(always)]
    pub fn uses_system_clock<S: Os>(&self) -> bool {
        !self.policy.is_manual && S::has_clock()
    }

    #[inline(always)]
    pub fn expect_system_clock<S: Os>(&self) -> Result<(), Error> {
        expect_clock(
            self.uses_system_clock::<S>(),
            "clock\0the generator has no system clock: pass the time",
        )
    }

    #[inline(always)]
    pub fn expect_manual_clock(&self) -> Result<(), Error> {
        expect_clock(
            self.policy.is_manual,
            "clock\0the generator has the system's clock: it takes no time without `clock` = manual",
        )
    }
}

#[inline(always)]
fn expect_clock(is_used: bool, otherwise: &'static str) -> Result<(), Error> {
    match is_used {
        true => Ok(()),
        false => Err(Error::about(ErrorCode::InvalidOption, otherwise)),
    }
}

/// What the user chooses beside the layout: where times and the node are from, and what happens when
/// the clock and the ticks are apart.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Policy {
    /// Callers pass the times.
    pub is_manual: bool,
    /// The file is a lease file, which contains the node.
    pub is_leased: bool,
    /// Each id needs the state file's lock, which the fast path never waits for.
    pub is_unmapped: bool,
    /// A drawn node of few bits is claimed first, unless a file keeps ids apart.
    pub may_claim: bool,
    pub must_claim: bool,
    pub max_lead: Count,
    /// How long a call waits for an expired lease.
    pub lease_wait: Duration,
    /// A full tick is an error: the tick does not advance.
    pub fails_if_exhausted: bool,
    /// `None`: unlimited.
    pub tolerance: Option<Count>,
    /// A clock that was set back further is followed, and everything drawn again; otherwise it is
    /// an error.
    pub resets: bool,
    /// Times may come in any order: the counter continues over all ticks.
    pub any_order: bool,
}
