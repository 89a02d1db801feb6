//! What a format's row is made of, and the layout: where time, counter, node and random bits lie.
//!
//! A row's layout is the default one; options turn it into the layout of one generator or reading.

mod row;

use crate::error::{Error, ErrorCode};
use crate::fraction;
use crate::options::Options;
use crate::time::{Scale, Tick, Timestamp};
use crate::value::{Place, Value};

use row::sign_extend;
pub(crate) use row::{AmongWords, Field, Inspected, InspectedAt, Mark, Row, SortBy, uuid_marks};

/// How a tick becomes the bits of the time field.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Coding {
    Linear,
    /// Two's complement.
    Signed,
    /// Milliseconds above ten bits of microseconds (SCRU160, alternative counter usage).
    MillisMicros,
    /// Seconds above a binary fraction of `bits` (draft-01 v7).
    BinaryFraction {
        bits: u8,
    },
}

/// Where the time lies and how it counts.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) struct TimeLayout {
    pub(crate) place: Place,
    pub(crate) coding: Coding,
    pub(crate) scale: Scale,
    /// The ticks that ids are made of: from `first` to `last` …
    pub(crate) first: Tick,
    pub(crate) last: Tick,
    /// … but for this one (timeid's −1).
    pub(crate) hole: Option<Tick>,
}

impl TimeLayout {
    /// An unsigned time in one run of bits.
    pub(crate) const fn linear(spans: &[(u8, u8)], scale: Scale) -> Self {
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

    pub(crate) const fn read(&self, value: Value) -> Tick {
        let int = self.place.read(value) as i128;
        match self.coding {
            Coding::Linear => int,
            Coding::Signed => sign_extend(int, self.place.width()),
            Coding::MillisMicros => (int >> 10) * 1000 + (int & 0x3ff),
            Coding::BinaryFraction { .. } => fraction::tick(value, self.scale),
        }
    }

    pub(crate) const fn write(&self, tick: Tick) -> Value {
        let int = match self.coding {
            Coding::Linear | Coding::Signed => tick as u128,
            Coding::MillisMicros => ((tick / 1000) << 10 | (tick % 1000)) as u128,
            Coding::BinaryFraction { bits } => fraction::encode(tick, self.scale, bits),
        };
        self.place.write(int)
    }

    /// The exact instant in the bits.
    #[inline(always)]
    pub(crate) fn timestamp(&self, value: Value) -> Result<Timestamp, Error> {
        // As most of them are, and where a hundred and twenty-eight bits would take as long again.
        match self.place.read_short(value) {
            Some(ticks) if matches!(self.coding, Coding::Linear) => self.scale.start(ticks.into()),
            _ => self.timestamp_of_any(value),
        }
    }

    #[inline(never)]
    fn timestamp_of_any(&self, value: Value) -> Result<Timestamp, Error> {
        match self.coding {
            Coding::BinaryFraction { .. } => fraction::timestamp(value),
            _ => self.scale.start(self.read(value)),
        }
    }

    /// The same, floored to the tick if that is asked for: the bits may tell more.
    pub(crate) fn timestamp_as_read(
        &self,
        value: Value,
        to_tick: bool,
    ) -> Result<Timestamp, Error> {
        let timestamp = self.timestamp(value)?;
        match to_tick {
            true => self.scale.start(self.scale.floor(timestamp)),
            false => Ok(timestamp),
        }
    }

    pub(crate) fn check(&self, tick: Tick) -> Result<Tick, Error> {
        if tick < self.first || tick > self.last || self.hole == Some(tick) {
            return Err(Error::new(ErrorCode::TimestampOutOfRange));
        }
        Ok(tick)
    }

    /// The tick, or the one above if this is the hole.
    pub(crate) fn step_over_up(&self, tick: Tick) -> Tick {
        if self.hole == Some(tick) {
            tick + 1
        } else {
            tick
        }
    }

    /// The tick, or the one below if this is the hole.
    pub(crate) fn step_over_down(&self, tick: Tick) -> Tick {
        if self.hole == Some(tick) {
            tick - 1
        } else {
            tick
        }
    }
}

/// What the counter does when a new tick begins.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum CounterSeed {
    /// It starts at zero.
    Zero,
    /// It starts at a random number of so many bits.
    Random(u8),
    /// It returns to a start of so many random bits, drawn once per generator.
    Kept(u8),
    /// It runs through a random permutation of all its values.
    Permuted,
}

/// Where ids of one tick are counted.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) struct CounterLayout {
    pub(crate) place: Place,
    pub(crate) seed: CounterSeed,
}

impl CounterLayout {
    /// Starts at random in each tick, with the top bit clear: half of the numbers fit into any tick.
    pub(crate) const fn from_lower_half(place: Place) -> Self {
        Self {
            place,
            seed: CounterSeed::Random(place.width() - 1),
        }
    }
}

/// A number that tells generators apart.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) struct NodeLayout {
    pub(crate) place: Place,
    /// Drawn nodes have so many bits: up to 16 they are from one list, above each is a number of its own.
    pub(crate) drawn_bits: u8,
    /// Bits that every drawn node has set.
    pub(crate) drawn_with: u64,
    /// The user's own.
    pub(crate) chosen: Option<u64>,
}

/// A place whose numbers end before its bits do.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) struct Limit {
    pub(crate) place: Place,
    pub(crate) largest: u128,
}

/// Where everything lies in the ids of one generator.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) struct Layout {
    pub(crate) time: Option<TimeLayout>,
    /// Without one, a tick holds one id.
    pub(crate) counter: Option<CounterLayout>,
    pub(crate) node: Option<NodeLayout>,
    /// Bits drawn anew for each id.
    pub(crate) random: Place,
    /// Bits that are zero in what is made here, and anything in what others made.
    pub(crate) idle: Place,
    /// Version, variant, and what the user fixed beside the node.
    pub(crate) fixed: Value,
    /// These bits are never all zero.
    pub(crate) nonzero: Option<Place>,
    /// The random bits rule out a repeat when the clock passes a tick again.
    pub(crate) random_enough: bool,
    /// What is no number of so many bits, but one below a power of something else.
    pub(crate) limits: &'static [Limit],
}

impl Layout {
    pub(crate) const NONE: Layout = Layout {
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

    /// Time, a sequence that starts at zero in each tick, and random bits.
    pub(crate) const fn sequenced(
        time: TimeLayout,
        sequence: &[(u8, u8)],
        random: &[(u8, u8)],
    ) -> Self {
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

    /// Counts time from the epoch that the user gave, if any.
    pub(crate) fn set_epoch(&mut self, options: &Options) -> Result<(), Error> {
        if let (Some(epoch_unix_ms), Some(time)) = (options.given_epoch()?, &mut self.time) {
            time.scale = Scale::since_unix_ms(epoch_unix_ms, time.scale.unit_ns);
        }
        Ok(())
    }

    /// Whether what is drawn rules out a repeat when the clock passes a tick again, the node being
    /// the user's or, without one, drawn.
    #[cfg(feature = "std")]
    pub(crate) const fn rules_out_repeats(&self, chosen: Option<u64>) -> bool {
        self.random_enough || (self.node.is_some() && chosen.is_none())
    }

    /// The largest number of a place.
    pub(crate) const fn largest(&self, place: Place) -> u128 {
        let mut i = 0;
        while i < self.limits.len() {
            if self.limits[i].place.is(place) {
                return self.limits[i].largest;
            }
            i += 1;
        }
        place.max()
    }

    /// The largest of what neither the time nor a fixed value takes.
    pub(crate) fn free(&self) -> Value {
        let counter = self.counter.map_or(Place::NONE, |counter| counter.place);
        let node = self.node.map_or(Place::NONE, |node| node.place);
        [counter, node, self.random, self.idle]
            .iter()
            .fold(Value::ZERO, |free, &place| {
                free.or(place.write(self.largest(place)))
            })
    }
}
