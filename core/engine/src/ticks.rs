//! Ticks as 64-bit numbers, relative to a base: the first tick that ids of the format can contain.
//!
//! Two layouts have more ticks: 66 bits of nanoseconds in draft-01 v7, and all 64 bits of
//! milliseconds in flake. From the year 2554 on, the base of the former is near the clock instead.
//! With a state file it stays the first tick.

use super::hot_layout::ScatterMask;
use crate::error::{Error, ErrorCode};
use crate::layout::{Coding, TimeLayout};
use crate::time::{Scale, Tick, UnixTime};

const SECOND_NS: i128 = 1_000_000_000;

/// A tick relative to the base, which is relative to the format's first tick.
pub type Count = u64;

#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Ticks {
    layout: TimeLayout,
    /// The last tick and the invalid one, relative to the first.
    last: u128,
    hole: Option<Count>,
    fast: Option<FastConversion>,
    /// For layouts with one base and without a special encoding: the offset of a tick, and the
    /// positions of its bits.
    mask: Option<(u64, ScatterMask)>,
}

/// Converts clock readings from 1970 to 2242 to ticks, if a tick starts with 1970. Needs no
/// division if a second is a whole number of ticks.
#[derive(Clone, Copy, Debug, PartialEq)]
struct FastConversion {
    /// 0 if a second is not a whole number of ticks.
    per_second: u64,
    unit_ns: u64,
    /// 2^64 / `unit_ns`, rounded up: exact for numbers below 2^30, if the unit is at most 2^30.
    reciprocal: u64,
    /// The tick of 1970, relative to the first.
    zero: i64,
}

/// The limit of the fast conversion: the year 2242.
const FAST_SECONDS: u64 = 1 << 33;

impl Ticks {
    pub const fn new(layout: TimeLayout) -> Self {
        let last = (layout.last - layout.first).unsigned_abs();
        Self {
            layout,
            last,
            hole: match layout.hole {
                Some(hole) => Some((hole - layout.first) as Count),
                None => None,
            },
            fast: FastConversion::new(&layout),
            mask: match (layout.coding, ScatterMask::new(layout.place)) {
                (Coding::Linear | Coding::Signed, Some(mask)) if last < Count::MAX as u128 => {
                    Some((layout.first as u64, mask))
                }
                _ => None,
            },
        }
    }

    pub fn unit_ns(&self) -> i128 {
        self.layout.scale.unit_ns
    }

    /// The tick of a clock reading; the next one if it is invalid. With how many ticks the reading is
    /// before the base: the tick is then 0.
    #[inline(always)]
    pub fn read(&self, time: UnixTime, base: u128) -> Result<(Count, u64), Error> {
        // If the ticks need only one base, it is 0.
        let is_lowest = self.last < Count::MAX.into() || base == 0;
        if let Some(fast) = self.fast.as_ref().filter(|_| is_lowest)
            && let Some(tick) = fast.read(time)
            && u128::from(tick) <= self.last
        {
            return Ok((self.step_over(tick), 0));
        }
        self.relative(self.layout.scale.floor(time), base)
    }

    /// [`read`](Self::read) for a tick as the format counts it. `timestamp_out_of_range` after the
    /// last one.
    #[cold]
    #[inline(never)]
    pub fn relative(&self, tick: Tick, base: u128) -> Result<(Count, u64), Error> {
        let above = tick - self.layout.first;
        let is_encodable = above <= self.last as Tick;
        let above = above - base as Tick;
        match Count::try_from(above) {
            Ok(tick) if tick < Count::MAX && is_encodable => Ok((self.step_over(tick), 0)),
            Err(_) if above < 0 => Ok((0, u64::try_from(-above).unwrap_or(u64::MAX))),
            _ => Err(Error::new(ErrorCode::TimestampOutOfRange)),
        }
    }

    /// The first tick that starts at this time or later, relative to the first of all.
    pub fn first_from(&self, time: UnixTime) -> Result<Count, Error> {
        let tick = self.layout.scale.floor(time);
        let starts_before = self
            .layout
            .scale
            .start(tick)
            .is_ok_and(|start| start < time);
        self.relative(tick + Tick::from(starts_before), 0)
            .map(|(tick, _)| tick)
    }

    /// The tick of a given id, relative to the base. `None` if it is below the base, since every
    /// new id is then greater.
    #[inline(always)]
    pub fn of_id(&self, tick: Option<Tick>, base: u128) -> Result<Option<Count>, Error> {
        let known = tick.map(|tick| self.relative(tick, base));
        let known = known.transpose()?.filter(|(_, below)| *below == 0);
        Ok(known.map(|(tick, _)| tick))
    }

    /// The base for a clock reading.
    pub fn base(&self, time: UnixTime) -> u128 {
        let above = self.layout.scale.floor(time) - self.layout.first;
        match u128::try_from(above) {
            Ok(above) if above >= Count::MAX.into() && above <= self.last => above >> 63 << 63,
            _ => 0,
        }
    }

    /// The tick as the format counts it.
    fn absolute(&self, tick: Count, base: u128) -> Tick {
        self.layout.first + (base + u128::from(tick)) as Tick
    }

    pub fn last(&self, base: u128) -> Count {
        let last = self.last.saturating_sub(base);
        last.min((Count::MAX - 1).into()) as Count
    }

    /// The tick, or the next one if it is the invalid one.
    #[inline(always)]
    pub fn step_over(&self, tick: Count) -> Count {
        tick + Count::from(self.hole == Some(tick))
    }

    /// Whether all later ticks are valid.
    pub fn is_past_hole(&self, tick: Count) -> bool {
        self.hole.is_none_or(|hole| tick > hole)
    }

    #[inline(always)]
    pub fn check(&self, tick: Count, base: u128) -> Result<(), Error> {
        // If the ticks need only one base, it is 0.
        let above = match self.last < Count::MAX.into() {
            true => tick.into(),
            false => base + u128::from(tick),
        };
        // The last count is outside of every term of a node.
        match above <= self.last && self.hole != Some(tick) && tick < Count::MAX {
            true => Ok(()),
            false => Err(Error::new(ErrorCode::TimestampOutOfRange)),
        }
    }

    /// The bits of a tick in the first 128 of an id, which contain all of it.
    #[inline(always)]
    pub fn write(&self, tick: Count, base: u128) -> u128 {
        match &self.mask {
            Some((first, mask)) => mask.write(tick.wrapping_add(*first)),
            None => self.layout.write(self.absolute(tick, base)).to_u128(),
        }
    }

    pub fn start(&self, tick: Count, base: u128) -> Result<UnixTime, Error> {
        self.layout.scale.start(self.absolute(tick, base))
    }

    /// The time from a reading to the end of its tick, if the fast conversion applies.
    #[inline(always)]
    pub fn left_ns(&self, reading: UnixTime) -> Option<u64> {
        self.fast.as_ref()?.left_ns(reading)
    }
}

impl FastConversion {
    const fn new(layout: &TimeLayout) -> Option<Self> {
        let Scale { epoch_ns, unit_ns } = layout.scale;
        let is_aligned = unit_ns > 0 && epoch_ns % unit_ns == 0;
        if !is_aligned || unit_ns > u64::MAX as i128 {
            return None;
        }
        let zero = -epoch_ns / unit_ns - layout.first;
        if zero as i64 as i128 != zero {
            return None;
        }
        Some(Self {
            per_second: match SECOND_NS % unit_ns {
                0 => (SECOND_NS / unit_ns) as u64,
                _ => 0,
            },
            unit_ns: unit_ns as u64,
            // 0 represents 2^64, for a unit of one nanosecond.
            reciprocal: (u64::MAX / unit_ns as u64).wrapping_add(1),
            zero: zero as i64,
        })
    }

    /// Divides nanoseconds of a second by the unit.
    #[inline(always)]
    fn units(&self, nanos: u32) -> u64 {
        match self.reciprocal {
            0 => nanos.into(),
            reciprocal => ((u128::from(nanos) * u128::from(reciprocal)) >> 64) as u64,
        }
    }

    #[inline(always)]
    fn read(&self, time: UnixTime) -> Option<u64> {
        let since_1970 = match self.per_second {
            0 => Self::nanos(time)?.checked_div(self.unit_ns)?,
            per_second => Self::seconds(time)? * per_second + self.units(time.nanos()),
        };
        since_1970.checked_add_signed(self.zero)
    }

    #[inline(always)]
    fn seconds(time: UnixTime) -> Option<u64> {
        let seconds = time.seconds() as u64;
        (seconds < FAST_SECONDS).then_some(seconds)
    }

    #[inline(always)]
    fn nanos(time: UnixTime) -> Option<u64> {
        Some(Self::seconds(time)? * SECOND_NS as u64 + u64::from(time.nanos()))
    }

    #[inline(always)]
    fn left_ns(&self, time: UnixTime) -> Option<u64> {
        let passed = match self.per_second {
            0 => Self::nanos(time)?.checked_rem(self.unit_ns)?,
            _ => u64::from(time.nanos()) - self.units(time.nanos()) * self.unit_ns,
        };
        Some(self.unit_ns - passed)
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::examples::{TID, TIMEID, TSID, UUID7};

    fn layouts() -> Vec<TimeLayout> {
        const MS_OF_48_BITS: Tick = 1 << 48;
        let linear = |bits: u8, epoch_ms: i64, unit_ns: i128| {
            TimeLayout::linear(&[(0, bits)], Scale::since_unix_ms(epoch_ms, unit_ns))
        };
        let coded = |bits: u8, coding: Coding, unit_ns: i128, last: Tick| TimeLayout {
            coding,
            last,
            ..linear(bits, 0, unit_ns)
        };
        let fraction = |bits: u8, unit_ns: i128| {
            let seconds: Tick = 1 << 36;
            let coding = Coding::BinaryFraction { bits };
            coded(
                36 + bits,
                coding,
                unit_ns,
                seconds * (1_000_000_000 / unit_ns) - 1,
            )
        };
        let examples = [TID, TIMEID, TSID, UUID7].map(|layout| layout.time.expect("a time"));
        let mut all = examples.to_vec();
        all.extend([
            linear(64, 0, 1_000_000),
            linear(32, 0, 1_000_000_000),
            linear(64, 0, 7),
            linear(60, 0, 100),
            linear(32, 0, 3_600_000_000_000),
            linear(42, -12_345_678_901, 1_000_000),
            linear(39, 1_409_529_600_000, 10_000_000),
            TimeLayout::linear(&[(32, 16), (16, 16), (0, 16)], Scale::UNIX_MS),
            coded(58, Coding::MillisMicros, 1000, MS_OF_48_BITS * 1000 - 1),
            coded(60, Coding::MillisFraction, 1000, MS_OF_48_BITS * 1000 - 1),
            fraction(12, 1_000_000),
            fraction(24, 1000),
            fraction(38, 1),
        ]);
        all
    }

    /// Returns instants on both sides of every edge, and 2000 pseudo-random ones.
    fn instants(layout: &TimeLayout) -> Vec<UnixTime> {
        let scale = layout.scale;
        let edges = [
            layout.first,
            layout.first + 1,
            -1,
            0,
            layout.last,
            layout.last.saturating_add(1),
            layout.last / 3,
        ];
        let mut all: Vec<i128> = edges
            .iter()
            .flat_map(|tick| [-1, 0, 1].map(|ns| tick * scale.unit_ns + scale.epoch_ns + ns))
            .collect();
        let mut seed: u64 = 7;
        for _ in 0..2000 {
            seed = seed.wrapping_mul(6_364_136_223_846_793_005).wrapping_add(1);
            all.push(i128::from(seed >> 1) - (1 << 60));
        }
        all.into_iter()
            .filter_map(|ns| UnixTime::from_unix_ns(ns).ok())
            .collect()
    }

    #[test]
    fn ticks_agree_with_scale_on_readings_and_layout_on_bits() {
        for layout in layouts() {
            let ticks = Ticks::new(layout);
            for time in instants(&layout) {
                let floor = layout.step_over_up(layout.scale.floor(time));
                let base = ticks.base(time);
                match ticks.read(time, base) {
                    Ok((tick, 0)) => {
                        assert!(floor <= layout.last, "{layout:?} {time:?}");
                        assert_eq!(ticks.absolute(tick, base), floor, "{layout:?} {time:?}");
                        let bits = layout.write(floor).to_u128();
                        assert_eq!(ticks.write(tick, base), bits, "{layout:?} {time:?}");
                        if let (Some(left), None) = (ticks.left_ns(time), layout.hole) {
                            let end = (floor + 1) * layout.scale.unit_ns + layout.scale.epoch_ns;
                            assert_eq!(i128::from(left), end - time.unix_ns());
                        }
                    }
                    Ok((_, below)) => {
                        assert_eq!(layout.first - i128::from(below), floor);
                    }
                    Err(_) => assert!(floor > layout.last),
                }
            }
        }
    }

    /// A forged file may lead there, and no node has a term with it.
    #[test]
    fn check_rejects_the_last_count() {
        let layout = TimeLayout::linear(&[(0, 64)], Scale::UNIX_MS);
        let checked = [Count::MAX - 1, Count::MAX].map(|tick| Ticks::new(layout).check(tick, 0));
        assert!(checked[0].is_ok() && checked[1].is_err(), "{checked:?}");
    }

    #[test]
    fn check_rejects_only_the_invalid_tick() {
        let layout = TIMEID.time.expect("a time");
        let hole = layout.hole.expect("an invalid tick");
        let ticks = Ticks::new(layout);
        let hole = Count::try_from(hole - layout.first).expect("above the first");
        let checked = [hole - 1, hole, hole + 1].map(|tick| ticks.check(tick, 0).is_ok());
        assert_eq!(checked, [true, false, true]);
        let past = [hole - 1, hole + 1].map(|tick| ticks.is_past_hole(tick));
        assert_eq!(past, [false, true]);
    }
}
