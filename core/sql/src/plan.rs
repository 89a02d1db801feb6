//! A format's time layout in numbers for SQL, which computes in microseconds since 1970.

use sortid::{Error, ErrorCode, Format, Id, Must, Options, Run, TimeCoding, TimeShape, Timestamp};

use crate::bounds::End;
use crate::model::Dialect;

/// The bits of an id that form a number.
pub(crate) struct Overlay {
    /// Their positions, most significant first.
    pub(crate) runs: Vec<Run>,
    pub(crate) part: Part,
}

/// The part of the tick that an overlay contains.
#[derive(Clone, Copy, PartialEq, Eq)]
pub(crate) enum Part {
    Tick,
    Millis,
    MicrosOfMilli,
    Seconds,
    /// The binary fraction of a second: its first 24 bits, the next 31, or the last 31.
    Fraction(u8),
}

/// The time of a format.
pub(crate) struct Time {
    pub(crate) overlays: Vec<Overlay>,
    pub(crate) coding: TimeCoding,
    /// Microseconds since 1970 are `tick * times / over + epoch_us`, rounded down.
    pub(crate) times: i128,
    pub(crate) over: i128,
    pub(crate) epoch_us: i128,
    /// The range of ticks that the bits can hold.
    pub(crate) lowest: i128,
    pub(crate) highest: i128,
    /// The range of microseconds for which ids can be made.
    pub(crate) first_us: i128,
    pub(crate) last_us: i128,
    /// A tick that no id carries.
    pub(crate) hole: Option<i128>,
    /// The smallest and the largest id of a tick, with the tick's bits cleared.
    pub(crate) min: Vec<u8>,
    pub(crate) max: Vec<u8>,
}

impl Time {
    /// Returns the time of a format, or `None` if its bits contain no time.
    pub(crate) fn of(format: Format, options: &Options) -> Result<Option<Self>, Error> {
        let shape = match format.time_shape(options) {
            Err(error) if error.code() == ErrorCode::NotApplicable => return Ok(None),
            shape => shape?,
        };
        let overlays = overlays(&shape);
        let divisor = gcd(shape.unit_ns, 1000);
        let (times, over) = (shape.unit_ns / divisor, 1000 / divisor);
        let epoch_us = shape.epoch_ns.div_euclid(1000);
        let width: u32 = shape.runs().map(|(_, width)| width).sum();
        let (lowest, highest) = match shape.coding {
            TimeCoding::Linear => (0, (1 << width) - 1),
            TimeCoding::Signed => (-(1 << (width - 1)), (1 << (width - 1)) - 1),
            TimeCoding::MillisMicros => (0, ((1 << 48) - 1) * 1000 + 1023),
            TimeCoding::BinaryFraction => (0, (1 << 36) * 1_000_000 - 1),
        };
        // Saturate: beyond the range of every database type the exact value does not matter.
        let start_us = |tick: i128| {
            let ns = shape.unit_ns.saturating_mul(tick);
            let ns = ns.saturating_add(shape.epoch_ns);
            ns.div_euclid(1000) + i128::from(ns.rem_euclid(1000) > 0)
        };
        let (min, max) = templates(format, options, &shape, &overlays)?;
        Ok(Some(Time {
            overlays,
            coding: shape.coding,
            times,
            over,
            epoch_us,
            lowest,
            highest,
            first_us: start_us(shape.first),
            last_us: start_us(shape.last + 1) - 1,
            hole: hole(format, &shape),
            min,
            max,
        }))
    }

    /// Returns the start of a tick in microseconds since 1970, rounded down.
    pub(crate) fn us(&self, tick: i128) -> i128 {
        tick.saturating_mul(self.times).div_euclid(self.over) + self.epoch_us
    }

    /// Returns the last tick that begins at `us` or earlier.
    pub(crate) fn last_tick_by(&self, us: i128) -> i128 {
        ((us + 1 - self.epoch_us) * self.over - 1).div_euclid(self.times)
    }

    /// Returns the first tick that begins at `us` or later.
    pub(crate) fn first_tick_from(&self, us: i128) -> i128 {
        self.last_tick_by(us - 1) + 1
    }
}

fn gcd(a: i128, b: i128) -> i128 {
    if b == 0 { a } else { gcd(b, a % b) }
}

fn overlays(shape: &TimeShape) -> Vec<Overlay> {
    let whole = shape.runs().collect::<Vec<Run>>();
    let overlay = |runs: &[Run], part: Part| Overlay {
        runs: runs.to_vec(),
        part,
    };
    match shape.coding {
        TimeCoding::Linear | TimeCoding::Signed => vec![overlay(&whole, Part::Tick)],
        TimeCoding::MillisMicros => vec![
            overlay(&[(0, 48)], Part::Millis),
            overlay(&[(48, 10)], Part::MicrosOfMilli),
        ],
        TimeCoding::BinaryFraction => vec![
            overlay(&[(0, 36)], Part::Seconds),
            overlay(&[(36, 12), (52, 12)], Part::Fraction(0)),
            overlay(&[(66, 31)], Part::Fraction(1)),
            overlay(&[(97, 31)], Part::Fraction(2)),
        ],
    }
}

/// Returns the tick that no id carries.
fn hole(format: Format, shape: &TimeShape) -> Option<i128> {
    let time = shape.runs().collect::<Vec<Run>>();
    let width: u32 = shape.runs().map(|(_, width)| width).sum();
    format.rules().find_map(|rule| match rule.must {
        Must::NotBe(bits) if rule.runs().collect::<Vec<Run>>() == time => {
            let shift = 128 - width;
            Some(match shape.coding {
                TimeCoding::Signed => (bits as i128) << shift >> shift,
                _ => bits as i128,
            })
        }
        _ => None,
    })
}

/// Returns the smallest and the largest id of some tick, with the tick's bits cleared.
fn templates(
    format: Format,
    options: &Options,
    shape: &TimeShape,
    overlays: &[Overlay],
) -> Result<(Vec<u8>, Vec<u8>), Error> {
    let start_ns = shape.unit_ns.saturating_mul(shape.first);
    let start_ns = start_ns.saturating_add(shape.epoch_ns);
    let start = Timestamp::from_unix_ns(start_ns)?;
    let end = Timestamp::from_unix_ns(start_ns.saturating_add(1))?;
    let cleared = |id: &Id| {
        let mut bytes = id.to_bytes().to_vec();
        for (at, width) in overlays.iter().flat_map(|overlay| &overlay.runs) {
            for bit in *at..at + width {
                if let Some(byte) = bytes.get_mut(bit as usize / 8) {
                    *byte &= !(0x80 >> (bit % 8));
                }
            }
        }
        bytes
    };
    let ids = Id::range_with(start, end, format, options)?;
    Ok((cleared(ids.start()), cleared(ids.end())))
}

impl Time {
    /// Checks that 64-bit integers suffice to compute its microseconds. Returns the reason if not.
    pub(crate) fn is_reckoned(&self, db: Dialect) -> Result<(), &'static str> {
        let highest = self.highest.min(self.last_tick_by(db.times().1));
        match (self.times, self.over) {
            (times, over)
                if self.coding == TimeCoding::BinaryFraction && (times, over) != (1, 1) =>
            {
                Err("its fraction is read in microseconds alone: leave --precision out")
            }
            (1, _) | (_, 1) => Ok(()),
            _ if highest.saturating_mul(self.times) <= i128::from(i64::MAX) => Ok(()),
            _ => Err(
                "the unit of its time is neither microseconds nor a part of one: 64 bits are too few",
            ),
        }
    }

    /// Returns the id at an end of any tick, with the tick's bits cleared.
    pub(crate) fn template(&self, end: End) -> &[u8] {
        match end {
            End::Min => &self.min,
            End::Max => &self.max,
        }
    }

    /// Whether ids may carry times that exceed 64-bit microseconds.
    pub(crate) fn is_wide(&self) -> bool {
        let product = self.highest.saturating_mul(self.times);
        product > i128::from(i64::MAX) || product / self.over > i128::from(i64::MAX) / 2
    }

    /// Whether generated ids may have the top bit set, which non-negative signed integers cannot
    /// hold.
    pub(crate) fn has_top_bit(&self) -> bool {
        let in_time = self.overlays.iter().find_map(|overlay| {
            let width: u32 = overlay.runs.iter().map(|(_, width)| width).sum();
            overlay.runs.first().filter(|(at, _)| *at == 0)?;
            Some(self.last_tick_by(self.last_us) >> (width - 1) & 1 == 1)
        });
        let outside = || self.max.first().is_some_and(|byte| byte & 0x80 != 0);
        in_time.unwrap_or_else(outside)
    }
}
