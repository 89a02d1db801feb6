//! Times with a binary fraction.
//!
//! Seconds and a fraction, as in draft-peabody-01 v7 (section 4.4.4): writing rounds up to the next
//! fraction, reading rounds all 86 bits down. So every tick reads back unchanged, whatever width it
//! was written in.
//!
//! Milliseconds and a fraction of 12 bits (RFC 9562 section 6.2, method 3): writing rounds down,
//! like PostgreSQL. Reading returns the last microsecond that begins within the fraction's 244 ns,
//! or before. So every microsecond reads back unchanged.

use crate::error::Error;
use crate::time::{Scale, Tick, UnixTime};
use crate::value::{Place, Value};

const FRACTION_BITS: u8 = 86;
const FRACTION_ONES: u128 = (1 << FRACTION_BITS) - 1;
const NANOS_PER_SECOND: u128 = 1_000_000_000;

/// 36 bits of seconds and the fraction, around version and variant.
const WHOLE: Place = Place::new(&[(0, 48), (52, 12), (66, 62)]);

/// Encodes a tick as seconds and a fraction of `bits` bits.
pub const fn encode(tick: Tick, scale: Scale, bits: u8) -> u128 {
    let per_second = NANOS_PER_SECOND / scale.unit_ns as u128;
    let (seconds, sub) = (tick as u128 / per_second, tick as u128 % per_second);
    (seconds << bits) | (sub << bits).div_ceil(per_second)
}

/// Returns the instant, rounded down to the nanosecond.
pub fn timestamp(value: Value) -> Result<UnixTime, Error> {
    let whole = WHOLE.read(value);
    let nanos = ((whole & FRACTION_ONES) * NANOS_PER_SECOND) >> FRACTION_BITS;
    UnixTime::new((whole >> FRACTION_BITS) as i64, nanos as u32)
}

/// Returns the tick that contains the instant.
pub const fn tick(value: Value, scale: Scale) -> Tick {
    let per_second = NANOS_PER_SECOND / scale.unit_ns as u128;
    let whole = WHOLE.read(value);
    let sub = ((whole & FRACTION_ONES) * per_second) >> FRACTION_BITS;
    ((whole >> FRACTION_BITS) * per_second + sub) as Tick
}

/// Returns the smallest value that reads as the tick.
pub const fn min(tick: Tick, scale: Scale) -> Value {
    WHOLE.write(encode(tick, scale, FRACTION_BITS))
}

/// Returns the largest value that reads as the tick.
pub const fn max(tick: Tick, scale: Scale) -> Value {
    WHOLE.write(encode(tick + 1, scale, FRACTION_BITS) - 1)
}

/// Encodes microseconds as milliseconds above 12 bits of their fraction.
pub const fn millis_of_micros(micros: Tick) -> u128 {
    let micros = micros as u64;
    (((micros / 1000) << 12) | ((micros % 1000 * 4096) / 1000)) as u128
}

/// Returns the last microsecond that begins before the fraction ends.
pub const fn micros_of_millis(millis: u128) -> Tick {
    let (millis, fraction) = ((millis >> 12) as u64, millis as u64 & 0xfff);
    (millis * 1000 + (((fraction + 1) * 1000 - 1) >> 12)) as Tick
}

/// Returns the largest fraction that reads as the microsecond.
pub const fn last_of_micros(micros: Tick) -> u128 {
    millis_of_micros(micros + 1) - 1
}
