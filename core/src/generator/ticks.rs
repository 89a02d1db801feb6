//! Ticks as the generator counts them: from 0, which is the first that the format's ids carry.
//!
//! They are read by arithmetic of 64 bits; they are kept in 128, for the nanoseconds of draft-01 v7, which take 66.

use crate::error::{Error, ErrorCode};
use crate::layout::{Coding, TimeLayout};
use crate::time::{Tick, Timestamp};

const SECOND_NS: i128 = 1_000_000_000;

/// A reading of the clock in ticks.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Reading {
    /// So many ticks before the first.
    Before(u64),
    At(Count),
    /// After the last.
    Beyond,
}

/// A tick above the first one.
pub(super) type Count = u128;

/// How a format's ticks are told and written.
#[derive(Clone, Copy, Debug)]
pub(super) struct Ticks {
    layout: TimeLayout,
    /// Above the first: the last one, and the one that is left out.
    pub(super) last: Count,
    hole: Option<Count>,
    quick: Option<Quick>,
    written: Written,
}

/// Where a tick is a part of a second that goes into it: no division.
#[derive(Clone, Copy, Debug)]
struct Quick {
    epoch_s: i64,
    epoch_ns: u32,
    per_second: u64,
    /// 2^64 over the unit, rounded up: right for all numbers below 2^30, since the unit is none that is greater.
    reciprocal: u64,
    /// The tick of the epoch, above the first.
    zero: u64,
}

/// Where a tick's bits stand, where they are in one piece of the first 128.
#[derive(Clone, Copy, Debug)]
enum Written {
    Shifted { first: u64, ones: u64, shift: u32 },
    Otherwise,
}

impl Ticks {
    pub(super) fn new(layout: TimeLayout) -> Self {
        let above_first = |tick: Tick| (tick - layout.first).unsigned_abs();
        Self {
            layout,
            last: above_first(layout.last),
            hole: layout.hole.map(above_first),
            quick: Quick::new(&layout),
            written: Written::new(&layout),
        }
    }

    pub(super) fn unit_ns(&self) -> i128 {
        self.layout.scale.unit_ns
    }

    /// The tick of a reading; the one above if ids do not carry that.
    #[inline]
    pub(super) fn read(&self, time: Timestamp) -> Reading {
        match self.quick.and_then(|quick| quick.read(time)) {
            Some(tick) if Count::from(tick) <= self.last => {
                Reading::At(self.step_over(tick.into()))
            }
            _ => self.place(self.layout.scale.floor(time)),
        }
    }

    /// Any tick, above the first.
    pub(super) fn place(&self, tick: Tick) -> Reading {
        let above = tick - self.layout.first;
        match Count::try_from(above) {
            Ok(tick) if tick <= self.last => Reading::At(self.step_over(tick)),
            Ok(_) => Reading::Beyond,
            Err(_) => Reading::Before(u64::try_from(-above).unwrap_or(u64::MAX)),
        }
    }

    /// The tick as the format counts it.
    fn whole(&self, tick: Count) -> Tick {
        self.layout.first + tick as Tick
    }

    #[inline]
    pub(super) fn step_over(&self, tick: Count) -> Count {
        tick + Count::from(self.hole == Some(tick))
    }

    /// Whether ids of consecutive ticks follow one another from this one on.
    pub(super) fn is_past_hole(&self, tick: Count) -> bool {
        self.hole.is_none_or(|hole| tick > hole)
    }

    pub(super) fn check(&self, tick: Count) -> Result<(), Error> {
        match tick <= self.last && self.hole != Some(tick) {
            true => Ok(()),
            false => Err(Error::new(ErrorCode::TimestampOutOfRange)),
        }
    }

    /// The bits of a tick, of the first 128; those of a time are nowhere else.
    #[inline]
    pub(super) fn write(&self, tick: Count) -> u128 {
        match self.written {
            Written::Shifted { first, ones, shift } => {
                u128::from((tick as u64).wrapping_add(first) & ones) << shift
            }
            Written::Otherwise => self.layout.write(self.whole(tick)).to_u128(),
        }
    }

    /// The instant at which a tick begins.
    pub(super) fn start(&self, tick: Count) -> Result<Timestamp, Error> {
        self.layout.scale.start(self.whole(tick))
    }

    /// For how long after a reading, which lies in this tick, the tick lasts.
    #[inline]
    pub(super) fn left_ns(&self, tick: Count, reading: Timestamp) -> u64 {
        if let Some(quick) = self.quick
            && let Some((_, ns)) = quick.since(reading)
        {
            let unit_ns = self.unit_ns() as u64;
            return unit_ns - (ns - quick.units(ns) * unit_ns);
        }
        let end = self.start(tick + 1).map(Timestamp::unix_ns);
        let left = end.map_or(0, |end| end - reading.unix_ns());
        u64::try_from(left.max(0)).unwrap_or(u64::MAX)
    }
}

impl Quick {
    fn new(layout: &TimeLayout) -> Option<Self> {
        let scale = layout.scale;
        let epoch = Timestamp::from_unix_ns(scale.epoch_ns).ok()?;
        let divides = scale.unit_ns > 0 && SECOND_NS % scale.unit_ns == 0;
        divides.then_some(())?;
        Some(Self {
            epoch_s: epoch.seconds(),
            epoch_ns: epoch.nanos(),
            per_second: (SECOND_NS / scale.unit_ns) as u64,
            reciprocal: (u64::MAX / scale.unit_ns as u64).wrapping_add(1),
            zero: u64::try_from(-layout.first).ok()?,
        })
    }

    /// Seconds and nanoseconds since the epoch, if that is so little that ticks fit.
    #[inline]
    fn since(&self, time: Timestamp) -> Option<(u64, u64)> {
        let mut seconds = time.seconds().wrapping_sub(self.epoch_s) as u64;
        let mut nanos = u64::from(time.nanos()).wrapping_sub(self.epoch_ns.into());
        if time.nanos() < self.epoch_ns {
            nanos = nanos.wrapping_add(SECOND_NS as u64);
            seconds = seconds.wrapping_sub(1);
        }
        (seconds < 1 << 33).then_some((seconds, nanos))
    }

    /// How many units go into nanoseconds of a second.
    #[inline]
    fn units(&self, nanos: u64) -> u64 {
        match self.reciprocal {
            // A unit of a nanosecond.
            0 => nanos,
            reciprocal => (u128::from(nanos) * u128::from(reciprocal) >> 64) as u64,
        }
    }

    #[inline]
    fn read(&self, time: Timestamp) -> Option<u64> {
        let (seconds, nanos) = self.since(time)?;
        (seconds * self.per_second + self.units(nanos)).checked_add(self.zero)
    }
}

impl Written {
    fn new(layout: &TimeLayout) -> Self {
        let (end, width) = layout.place.lowest_span();
        let is_one_piece = layout.place.end_of_one_piece().is_some();
        match layout.coding {
            Coding::Linear | Coding::Signed if is_one_piece && end <= 128 && width <= 64 => {
                Written::Shifted {
                    first: layout.first as u64,
                    ones: u64::MAX >> (64 - width),
                    shift: 128 - end,
                }
            }
            _ => Written::Otherwise,
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::formats::Format;
    use crate::options::{Options, Precision, Purpose, Usage};

    fn layouts() -> Vec<TimeLayout> {
        let mut all = Vec::new();
        for &format in Format::ALL {
            for options in [
                Options::new(),
                Options::new().precision(Precision::Ns),
                Options::new().precision(Precision::Ms),
                Options::new().usage(Usage::Microsecond),
                Options::new().epoch_unix_ms(-12_345_678_901),
                Options::new().timestamp_bits(64).unit_ns(7),
                Options::new().timestamp_bits(60).unit_ns(100),
                Options::new().timestamp_bits(32).unit_ns(3_600_000_000_000),
            ] {
                let layout = format.row().layout_with(format, &options, Purpose::Generate);
                all.extend(layout.ok().and_then(|layout| layout.time));
            }
        }
        all
    }

    /// Instants on both sides of whatever may be an edge.
    fn instants(layout: &TimeLayout) -> Vec<Timestamp> {
        let scale = layout.scale;
        let edges = [layout.first, layout.first + 1, -1, 0, layout.last, layout.last / 3];
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
            .filter_map(|ns| Timestamp::from_unix_ns(ns).ok())
            .collect()
    }

    #[test]
    fn readings_are_those_of_the_scale_and_bits_those_of_the_layout() {
        let layouts = layouts();
        assert!(layouts.len() > 15);
        for layout in layouts {
            let ticks = Ticks::new(layout);
            for time in instants(&layout) {
                let floor = layout.step_over_up(layout.scale.floor(time));
                let read = ticks.read(time);
                match read {
                    Reading::At(tick) => {
                        assert_eq!(ticks.whole(tick), floor, "{layout:?} {time}");
                        let bits = layout.write(floor).to_u128();
                        assert_eq!(ticks.write(tick), bits, "{layout:?} {time}");
                        if layout.hole.is_none() {
                            let end = (floor + 1) * layout.scale.unit_ns + layout.scale.epoch_ns;
                            let left = end - time.unix_ns();
                            assert_eq!(i128::from(ticks.left_ns(tick, time)), left);
                        }
                    }
                    Reading::Before(ticks) => assert_eq!(layout.first - i128::from(ticks), floor),
                    Reading::Beyond => assert!(floor > layout.last),
                }
            }
        }
    }
}
