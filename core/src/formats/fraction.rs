//! Times in seconds and a binary fraction, as in draft-peabody-01 v7 (section 4.4.4).
//!
//! Writing rounds up to the next fraction, reading rounds all 86 bits down. So every tick reads
//! back unchanged, whatever width it was written in.

use crate::codec::value::{Place, Value};
use crate::error::Error;
use crate::time::{Scale, Tick, Timestamp};

const FRACTION_BITS: u8 = 86;
const FRACTION_ONES: u128 = (1 << FRACTION_BITS) - 1;
const NANOS_PER_SECOND: u128 = 1_000_000_000;

/// 36 bits of seconds and the fraction, around version and variant.
const WHOLE: Place = Place::new(&[(0, 48), (52, 12), (66, 62)]);

/// Encodes a tick as seconds and a fraction of `bits` bits.
pub(crate) const fn encode(tick: Tick, scale: Scale, bits: u8) -> u128 {
    let per_second = NANOS_PER_SECOND / scale.unit_ns as u128;
    let (seconds, sub) = (tick as u128 / per_second, tick as u128 % per_second);
    (seconds << bits) | (sub << bits).div_ceil(per_second)
}

/// Returns the instant, rounded down to the nanosecond.
pub(crate) fn timestamp(value: Value) -> Result<Timestamp, Error> {
    let whole = WHOLE.read(value);
    let nanos = ((whole & FRACTION_ONES) * NANOS_PER_SECOND) >> FRACTION_BITS;
    Timestamp::new((whole >> FRACTION_BITS) as i64, nanos as u32)
}

/// Returns the tick that contains the instant.
pub(crate) const fn tick(value: Value, scale: Scale) -> Tick {
    let per_second = NANOS_PER_SECOND / scale.unit_ns as u128;
    let whole = WHOLE.read(value);
    let sub = ((whole & FRACTION_ONES) * per_second) >> FRACTION_BITS;
    ((whole >> FRACTION_BITS) * per_second + sub) as Tick
}

/// Returns the smallest value that reads as the tick.
pub(crate) const fn min(tick: Tick, scale: Scale) -> Value {
    WHOLE.write(encode(tick, scale, FRACTION_BITS))
}

/// Returns the largest value that reads as the tick.
pub(crate) const fn max(tick: Tick, scale: Scale) -> Value {
    WHOLE.write(encode(tick + 1, scale, FRACTION_BITS) - 1)
}
