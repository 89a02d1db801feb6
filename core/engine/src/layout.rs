//! The layout of ids: positions of time, counter, node and random bits.

use crate::error::{Error, ErrorCode};
use crate::fraction;
use crate::time::{Scale, Tick, UnixTime};
use crate::value::{Place, Value};

use crate::value::sign_extend;

/// The encoding of a tick in the time field.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Coding {
    Linear,
    /// Two's complement.
    Signed,
    /// Milliseconds above ten bits of microseconds (SCRU160, alternative counter usage).
    MillisMicros,
    /// Milliseconds above 12 bits of their fraction (RFC 9562 section 6.2, method 3).
    MillisFraction,
    /// Seconds above a binary fraction of `bits` (draft-01 v7).
    BinaryFraction {
        bits: u8,
    },
}

/// The position and encoding of the time.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct TimeLayout {
    pub place: Place,
    pub coding: Coding,
    pub scale: Scale,
    /// The first and the last tick that ids may have.
    pub first: Tick,
    pub last: Tick,
    /// A tick in between that no id has (timeid's −1).
    pub hole: Option<Tick>,
}

impl TimeLayout {
    /// An unsigned tick in the given bits.
    pub const fn linear(spans: &[(u8, u8)], scale: Scale) -> Self {
        let place = Place::new(spans);
        Self {
            place,
            coding: Coding::Linear,
            scale,
            first: 0,
            last: place.max() as Tick,
            hole: None,
        }
    }

    pub const fn read(&self, value: Value) -> Tick {
        let int = self.place.read(value) as i128;
        match self.coding {
            Coding::Linear => int,
            Coding::Signed => sign_extend(int, self.place.width()),
            Coding::MillisMicros => (int >> 10) * 1000 + (int & 0x3ff),
            Coding::MillisFraction => fraction::micros_of_millis(int as u128),
            Coding::BinaryFraction { .. } => fraction::tick(value, self.scale),
        }
    }

    pub const fn write(&self, tick: Tick) -> Value {
        let int = match self.coding {
            Coding::Linear | Coding::Signed => tick as u128,
            Coding::MillisMicros => ((tick / 1000) << 10 | (tick % 1000)) as u128,
            Coding::MillisFraction => fraction::millis_of_micros(tick),
            Coding::BinaryFraction { bits } => fraction::encode(tick, self.scale, bits),
        };
        self.place.write(int)
    }

    /// Returns the exact instant that the bits encode.
    #[inline(always)]
    pub fn timestamp(&self, value: Value) -> Result<UnixTime, Error> {
        // The common case. 128-bit arithmetic would take twice as long.
        match self.place.read_short(value) {
            Some(ticks) if matches!(self.coding, Coding::Linear) => self.scale.start(ticks.into()),
            _ => self.timestamp_of_any(value),
        }
    }

    #[inline(never)]
    fn timestamp_of_any(&self, value: Value) -> Result<UnixTime, Error> {
        match self.coding {
            Coding::BinaryFraction { .. } => fraction::timestamp(value),
            _ => self.scale.start(self.read(value)),
        }
    }

    /// Like `timestamp`, but rounds down to the tick if `to_tick` is set: the bits may be more
    /// precise.
    pub fn timestamp_as_read(&self, value: Value, to_tick: bool) -> Result<UnixTime, Error> {
        let timestamp = self.timestamp(value)?;
        match to_tick {
            true => self.scale.start(self.scale.floor(timestamp)),
            false => Ok(timestamp),
        }
    }

    pub fn check(&self, tick: Tick) -> Result<Tick, Error> {
        if tick < self.first || tick > self.last || self.hole == Some(tick) {
            return Err(Error::new(ErrorCode::TimestampOutOfRange));
        }
        Ok(tick)
    }

    /// Returns the tick, or the next one if it is the hole.
    pub fn step_over_up(&self, tick: Tick) -> Tick {
        if self.hole == Some(tick) {
            tick + 1
        } else {
            tick
        }
    }

    /// Returns the tick, or the previous one if it is the hole.
    pub fn step_over_down(&self, tick: Tick) -> Tick {
        if self.hole == Some(tick) {
            tick - 1
        } else {
            tick
        }
    }
}

/// The start of the counter in a new tick.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum CounterSeed {
    /// Zero.
    Zero,
    /// A random number of this many bits.
    Random(u8),
    /// The same random number of this many bits in each tick, drawn once per generator.
    Kept(u8),
    /// None: the counter takes its values in random order.
    Permuted,
}

/// The position and start of the counter, which distinguishes the ids of a tick.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct CounterLayout {
    pub place: Place,
    pub seed: CounterSeed,
}

impl CounterLayout {
    /// A counter that starts at random in each tick with the top bit clear, so that every tick has
    /// room for half of the numbers.
    pub const fn from_lower_half(place: Place) -> Self {
        Self {
            place,
            seed: CounterSeed::Random(place.width() - 1),
        }
    }
}

/// The maximum width of drawn nodes that are recorded, so that each is drawn only once.
pub const MOST_LISTED_BITS: u8 = 16;

/// The node: a number that distinguishes generators.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct NodeLayout {
    pub place: Place,
    /// The width of drawn nodes. A family of processes draws each node of up to 16 bits only once;
    /// wider nodes are drawn independently.
    pub drawn_bits: u8,
    /// Bits that every drawn node has set.
    pub drawn_with: u64,
    /// The node that the user assigned.
    pub chosen: Option<u64>,
}

impl NodeLayout {
    /// A node that is drawn from the numbers of `drawn_bits` bits.
    pub const fn drawn(spans: &[(u8, u8)], drawn_bits: u8) -> Self {
        Self {
            place: Place::new(spans),
            drawn_bits,
            drawn_with: 0,
            chosen: None,
        }
    }

    /// A node that is neither drawn nor chosen, but comes from a lease file.
    pub const fn leased(place: Place) -> Self {
        Self {
            place,
            drawn_bits: 0,
            drawn_with: 0,
            chosen: None,
        }
    }
}

/// A bit field whose largest number is less than its width allows.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Limit {
    pub place: Place,
    pub largest: u128,
}

/// The bit layout of one generator's ids.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Layout {
    pub time: Option<TimeLayout>,
    /// If absent, a tick has one id.
    pub counter: Option<CounterLayout>,
    pub node: Option<NodeLayout>,
    /// Bits drawn for each id.
    pub random: Place,
    /// Bits that are zero in generated ids and arbitrary in others.
    pub idle: Place,
    /// Version, variant, and values that the user fixed, except the node.
    pub fixed: Value,
    /// Bits that are never all zero.
    pub nonzero: Option<Place>,
    /// Whether the random bits rule out repeated ids when the clock repeats a tick.
    pub random_enough: bool,
    /// The bit fields whose range is not a power of two.
    pub limits: &'static [Limit],
}

impl Layout {
    pub const NONE: Layout = Layout {
        time: None,
        counter: None,
        node: None,
        random: Place::NONE,
        idle: Place::NONE,
        fixed: Value::ZERO,
        nonzero: None,
        random_enough: false,
        limits: &[],
    };

    /// A layout of time, a sequence that starts at zero in each tick, and random bits.
    pub const fn sequenced(time: TimeLayout, sequence: &[(u8, u8)], random: &[(u8, u8)]) -> Self {
        Self {
            time: Some(time),
            counter: Some(CounterLayout {
                place: Place::new(sequence),
                seed: CounterSeed::Zero,
            }),
            random: Place::new(random),
            ..Self::NONE
        }
    }

    /// Whether drawn bits rule out repeated ids when the clock repeats a tick. `chosen` is the
    /// user's node; without one, the node is drawn.
    #[cfg(feature = "std")]
    pub const fn rules_out_repeats(&self, chosen: Option<u64>) -> bool {
        self.random_enough || (self.node.is_some() && chosen.is_none())
    }

    /// Returns the largest number of a bit field.
    pub const fn largest(&self, place: Place) -> u128 {
        let mut i = 0;
        while i < self.limits.len() {
            if self.limits[i].place.is(place) {
                return self.limits[i].largest;
            }
            i += 1;
        }
        place.max()
    }

    /// Returns the largest value of all bits that are neither time nor fixed.
    pub const fn free(&self) -> Value {
        let random = self.random.write(self.largest(self.random));
        let mut free = random.or(self.idle.write(self.largest(self.idle)));
        if let Some(counter) = self.counter {
            free = free.or(counter.place.write(self.largest(counter.place)));
        }
        if let Some(node) = self.node {
            free = free.or(node.place.write(self.largest(node.place)));
        }
        free
    }
}
