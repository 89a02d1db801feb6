//! A format's time layout in numbers for SQL, which computes in microseconds since 1970.

use sortid::shape::{Must, Run, TimeCoding, TimeShape};
use sortid::{AnyId, Error, ErrorCode, Format, Options, Timestamp};

use crate::model::{Bound, Dialect, TickPart, TimeField, TimeLayout};

impl TimeLayout {
    /// Returns the time layout of a format, or `None` if its ids contain no time.
    pub(crate) fn of(format: Format, options: &Options) -> Result<Option<Self>, Error> {
        let shape = match format.time_shape(options) {
            Err(error) if error.code() == ErrorCode::NotApplicable => return Ok(None),
            shape => shape?,
        };
        let fields = fields(&shape);
        let divisor = gcd(shape.unit_ns, 1000);
        let (numerator, denominator) = (shape.unit_ns / divisor, 1000 / divisor);
        let epoch_us = shape.epoch_ns.div_euclid(1000);
        let width: u32 = shape.runs().map(|(_, width)| width).sum();
        let (min_tick, max_tick) = match shape.coding {
            TimeCoding::Linear => (0, (1 << width) - 1),
            TimeCoding::Signed => (-(1 << (width - 1)), (1 << (width - 1)) - 1),
            TimeCoding::MillisMicros => (0, ((1 << 48) - 1) * 1000 + 1023),
            TimeCoding::MillisFraction => (0, (1 << 48) * 1000 - 1),
            TimeCoding::BinaryFraction => (0, (1 << 36) * 1_000_000 - 1),
        };
        // Saturate: beyond the range of every database type the exact value does not matter.
        let start_us = |tick: i128| {
            let ns = shape.unit_ns.saturating_mul(tick);
            let ns = ns.saturating_add(shape.epoch_ns);
            ns.div_euclid(1000) + i128::from(ns.rem_euclid(1000) > 0)
        };
        let (min_template, max_template) = match templates(format, options, &shape, &fields) {
            // Columns of such ids do not sort by time, and get no bounds.
            Err(error) if error.code() == ErrorCode::NotApplicable => (Vec::new(), Vec::new()),
            templates => templates?,
        };
        Ok(Some(TimeLayout {
            fields,
            coding: shape.coding,
            numerator,
            denominator,
            epoch_us,
            min_tick,
            max_tick,
            first_us: start_us(shape.first),
            last_us: start_us(shape.last + 1) - 1,
            reserved_tick: reserved_tick(format, &shape),
            min_template,
            max_template,
        }))
    }

    /// Returns the start of a tick in microseconds since 1970, rounded down.
    pub(crate) fn tick_start_us(&self, tick: i128) -> i128 {
        tick.saturating_mul(self.numerator)
            .div_euclid(self.denominator)
            + self.epoch_us
    }

    /// Returns the last tick that begins at `us` or earlier.
    pub(crate) fn last_tick_by(&self, us: i128) -> i128 {
        ((us + 1 - self.epoch_us) * self.denominator - 1).div_euclid(self.numerator)
    }

    /// Returns the first tick that begins at `us` or later.
    pub(crate) fn first_tick_from(&self, us: i128) -> i128 {
        self.last_tick_by(us - 1) + 1
    }
}

fn gcd(a: i128, b: i128) -> i128 {
    if b == 0 { a } else { gcd(b, a % b) }
}

fn fields(shape: &TimeShape) -> Vec<TimeField> {
    let whole = shape.runs().collect::<Vec<Run>>();
    let field = |runs: &[Run], part: TickPart| TimeField {
        runs: runs.to_vec(),
        part,
    };
    match shape.coding {
        TimeCoding::Linear | TimeCoding::Signed => vec![field(&whole, TickPart::Tick)],
        TimeCoding::MillisMicros => vec![
            field(&[(0, 48)], TickPart::Millis),
            field(&[(48, 10)], TickPart::MicrosOfMilli),
        ],
        TimeCoding::MillisFraction => vec![
            field(&[(0, 48)], TickPart::Millis),
            field(&[(52, 12)], TickPart::FractionOfMilli),
        ],
        TimeCoding::BinaryFraction => vec![
            field(&[(0, 36)], TickPart::Seconds),
            field(&[(36, 12), (52, 12)], TickPart::Fraction(0)),
            field(&[(66, 31)], TickPart::Fraction(1)),
            field(&[(97, 31)], TickPart::Fraction(2)),
        ],
    }
}

/// Returns the tick that no id contains.
fn reserved_tick(format: Format, shape: &TimeShape) -> Option<i128> {
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
    fields: &[TimeField],
) -> Result<(Vec<u8>, Vec<u8>), Error> {
    let start_ns = shape.unit_ns.saturating_mul(shape.first);
    let start_ns = start_ns.saturating_add(shape.epoch_ns);
    let start = Timestamp::from_unix_ns(start_ns)?;
    let end = Timestamp::from_unix_ns(start_ns.saturating_add(1))?;
    let cleared = |id: &AnyId| {
        let mut bytes = id.to_bytes().to_vec();
        for (at, width) in fields.iter().flat_map(|field| &field.runs) {
            for bit in *at..at + width {
                if let Some(byte) = bytes.get_mut(bit as usize / 8) {
                    *byte &= !(0x80 >> (bit % 8));
                }
            }
        }
        bytes
    };
    let ids = AnyId::range_with(start, end, format, options)?;
    Ok((cleared(ids.start()), cleared(ids.end())))
}

impl TimeLayout {
    /// Checks that 64-bit integers can compute its microseconds. Returns the reason if not.
    pub(crate) fn check_arithmetic(&self, dialect: Dialect) -> Result<(), &'static str> {
        let max_tick = self
            .max_tick
            .min(self.last_tick_by(dialect.time_range_us().1));
        match (self.numerator, self.denominator) {
            (numerator, denominator)
                if self.coding == TimeCoding::BinaryFraction
                    && (numerator, denominator) != (1, 1) =>
            {
                Err("SQL reads fractions of a second in microseconds only; omit the precision")
            }
            (1, _) | (_, 1) => Ok(()),
            _ if max_tick.saturating_mul(self.numerator) <= i128::from(i64::MAX) => Ok(()),
            _ => Err("64 bits are too few to convert this unit of time to microseconds"),
        }
    }

    /// Returns the smallest or the largest id of any tick, with the tick's bits cleared.
    pub(crate) fn template(&self, bound: Bound) -> &[u8] {
        match bound {
            Bound::Min => &self.min_template,
            Bound::Max => &self.max_template,
        }
    }

    /// Whether times of ids may exceed 64-bit microseconds.
    pub(crate) fn is_wide(&self) -> bool {
        let product = self.max_tick.saturating_mul(self.numerator);
        product > i128::from(i64::MAX) || product / self.denominator > i128::from(i64::MAX) / 2
    }

    /// Whether generated ids may have the top bit set, which non-negative signed integers cannot
    /// hold.
    pub(crate) fn has_top_bit(&self) -> bool {
        let in_time = self.fields.iter().find_map(|field| {
            let width: u32 = field.runs.iter().map(|(_, width)| width).sum();
            field.runs.first().filter(|(at, _)| *at == 0)?;
            Some(self.last_tick_by(self.last_us) >> (width - 1) & 1 == 1)
        });
        let outside = || {
            self.max_template
                .first()
                .is_some_and(|byte| byte & 0x80 != 0)
        };
        in_time.unwrap_or_else(outside)
    }
}
