//! Encodes a generator position as an increasing `u64`; 0 means none.

use super::ticks::Count;
use crate::error::{Error, ErrorCode};
use crate::layout::{Layout, TimeLayout};

/// Encodes the tick, counted from the format's first one, and, if both fit into 64 bits, the
/// counter below it.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct PositionCodec {
    /// The width of the counter; `None` if only the tick is encoded.
    counter_bits: Option<u8>,
}

impl PositionCodec {
    pub fn of(layout: &Layout, time: &TimeLayout) -> Self {
        let counter_bits = counter_bits(layout);
        let fits = time_bits(time) + counter_bits <= 64;
        Self {
            counter_bits: fits.then_some(counter_bits),
        }
    }

    /// Whether each id has a position of its own.
    pub fn has_counter(self) -> bool {
        self.counter_bits.is_some()
    }

    pub fn per_tick(self) -> u64 {
        1 << self.counter_bits.unwrap_or(0)
    }

    pub fn encode(self, tick: Count, counter: u128) -> Result<u64, Error> {
        let place = match self.counter_bits {
            Some(bits) => u128::from(tick) << bits | counter,
            None => tick.into(),
        };
        // Fails in the year 2151 or later, if the position does not fit.
        u64::try_from(place + 1).map_err(|_| Error::new(ErrorCode::TimestampOutOfRange))
    }

    /// The tick of a position, and the counter if encoded.
    pub fn decode(self, position: u64) -> (Count, Option<u128>) {
        let place = position - 1;
        match self.counter_bits {
            Some(bits) => (place >> bits, Some(u128::from(place & ((1 << bits) - 1)))),
            None => (place, None),
        }
    }

    /// The last position before a tick; 0 before the first tick.
    pub fn before(self, tick: Count) -> u64 {
        let before = u128::from(tick) << self.counter_bits.unwrap_or(0);
        u64::try_from(before).unwrap_or(u64::MAX)
    }

    /// The first position of the first tick whose positions are all greater than this one.
    pub fn next_tick(self, position: u64) -> u64 {
        match position {
            0 => 1,
            _ => self.before(self.decode(position).0 + 1).saturating_add(1),
        }
    }

    /// Encodes a clock reading as the first position of its tick.
    pub fn encode_reading(self, tick: Count) -> u64 {
        self.encode(tick, 0).unwrap_or(u64::MAX)
    }
}

pub fn time_bits(time: &TimeLayout) -> u8 {
    (128 - (time.last - time.first).leading_zeros()) as u8
}

pub fn counter_bits(layout: &Layout) -> u8 {
    layout.counter.map_or(0, |counter| counter.place.width())
}

/// Whether the node precedes the counter in an id. All users of a file then need the same node, or
/// ids of a tick would not be in order.
pub fn node_is_above_counter(layout: &Layout) -> bool {
    match (layout.node, layout.counter) {
        (Some(node), Some(counter)) => node.place.lowest_span().0 < counter.place.lowest_span().0,
        _ => false,
    }
}
