//! What a format's row is made of, and the layout: where time, counter, node and random bits lie.
//!
//! A row's layout is the default one; options turn it into the layout of one generator or reading.

use crate::codec::{Codec, Literal};
use crate::error::{Error, ErrorCode};
use crate::formats::Format;
use crate::fraction;
use crate::options::{Options, Purpose};
use crate::time::{Scale, Tick, Timestamp};
use crate::value::{Place, Value};

/// A format: everything the algorithms need to know of it.
pub(crate) struct Row {
    pub(crate) bits: u8,
    pub(crate) codec: &'static dyn Codec,
    /// The canonical text, for constants.
    pub(crate) literal: Literal,
    pub(crate) fields: &'static [Field],
    /// Bits that are the same in every id, in the order in which they are judged.
    pub(crate) marks: &'static [Mark],
    pub(crate) layout: Layout,
    /// Format-specific options, and what they do to the layout.
    pub(crate) options: &'static [&'static str],
    pub(crate) configure: fn(&mut Layout, &Options) -> Result<(), Error>,
    /// Whether the bits alone tell the time; not so for uuid8, whose maker chooses the layout.
    pub(crate) tells_time: bool,
    /// Ids that parse but are never generated.
    pub(crate) is_reserved: fn(Value) -> bool,
    /// `inspect` puts an equally likely reading after that of this format, not by its own code.
    pub(crate) inspected_after: Option<Format>,
    /// `inspect` ranks this format first whatever its time (uid11 section 5).
    pub(crate) always_likely: bool,
    /// What the format is, in one line for people.
    pub(crate) summary: &'static str,
    /// The specification, for people.
    pub(crate) specification: &'static str,
}

/// A named field.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Field {
    pub(crate) name: &'static str,
    pub(crate) place: Place,
    pub(crate) signed: bool,
}

impl Field {
    pub(crate) const fn new(name: &'static str, spans: &[(u8, u8)]) -> Self {
        Self {
            name,
            place: Place::new(spans),
            signed: false,
        }
    }

    pub(crate) const fn signed(name: &'static str, spans: &[(u8, u8)]) -> Self {
        Self {
            name,
            place: Place::new(spans),
            signed: true,
        }
    }

    pub(crate) const fn read(&self, value: Value) -> i128 {
        let int = self.place.read(value) as i128;
        if self.signed {
            sign_extend(int, self.place.width())
        } else {
            int
        }
    }

    /// `invalid_field` for what does not fit.
    pub(crate) fn write(&self, int: i128) -> Result<Value, Error> {
        let width = self.place.width();
        let fits = if self.signed {
            sign_extend(int, width) == int
        } else {
            int >= 0 && int as u128 <= self.place.max()
        };
        if fits {
            Ok(self.place.write(int as u128))
        } else {
            Err(Error::about(ErrorCode::InvalidField, self.name))
        }
    }
}

const fn sign_extend(int: i128, width: u8) -> i128 {
    let shift = 128 - width as u32;
    (int << shift) >> shift
}

/// Bits with one allowed value.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Mark {
    pub(crate) at: u8,
    pub(crate) width: u8,
    pub(crate) value: u128,
    pub(crate) code: ErrorCode,
}

impl Mark {
    pub(crate) const fn place(&self) -> Place {
        Place::new(&[(self.at, self.width)])
    }
}

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
    pub(crate) fn timestamp(&self, value: Value) -> Result<Timestamp, Error> {
        match self.coding {
            Coding::BinaryFraction { .. } => fraction::timestamp(value),
            _ => self.scale.start(self.read(value)),
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

/// A number that tells generators apart.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) struct NodeLayout {
    pub(crate) place: Place,
    /// Drawn nodes are below this; every one of them is told by a bit of this width.
    pub(crate) drawn_bits: u8,
    /// The user's own.
    pub(crate) chosen: Option<u64>,
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
    pub(crate) fn set_epoch(&mut self, options: &Options) {
        if let (Some(epoch_unix_ms), Some(time)) = (options.epoch_unix_ms, &mut self.time) {
            time.scale = Scale::since_unix_ms(epoch_unix_ms, time.scale.unit_ns);
        }
    }

    /// Whether what is drawn rules out a repeat when the clock passes a tick again, the node being
    /// the user's or, without one, drawn.
    #[cfg(feature = "std")]
    pub(crate) const fn rules_out_repeats(&self, chosen: Option<u64>) -> bool {
        self.random_enough || (self.node.is_some() && chosen.is_none())
    }

    /// The bits that neither the time nor a fixed value takes.
    pub(crate) fn free(&self) -> Value {
        let counter = self.counter.map_or(Place::NONE, |counter| counter.place);
        let node = self.node.map_or(Place::NONE, |node| node.place);
        [counter, node, self.random, self.idle]
            .iter()
            .fold(Value::ZERO, |free, place| free.or(place.mask()))
    }
}

impl Row {
    /// A format of this width and text, with nothing else in it yet.
    pub(crate) const fn new(bits: u8, codec: &'static dyn Codec, literal: Literal) -> Self {
        Self {
            bits,
            codec,
            literal,
            fields: &[],
            marks: &[],
            layout: Layout::NONE,
            options: &[],
            configure: |_, _| Ok(()),
            tells_time: true,
            is_reserved: |_| false,
            inspected_after: None,
            always_likely: false,
            summary: "",
            specification: "",
        }
    }

    /// The layout under these options; `invalid_option` for what the format lacks.
    pub(crate) fn layout_with(
        &self,
        format: Format,
        options: &Options,
        purpose: Purpose,
    ) -> Result<Layout, Error> {
        options.check(format, purpose)?;
        let mut layout = self.default_layout();
        (self.configure)(&mut layout, options)?;
        Ok(layout)
    }

    /// The layout where no options are given.
    pub(crate) const fn default_layout(&self) -> Layout {
        let mut layout = self.layout;
        layout.fixed = layout.fixed.or(marks_value(self.marks));
        layout
    }

    /// Whether a value is an id of this format: the code and the first bit to blame if not.
    pub(crate) const fn check(&self, value: Value) -> Result<(), (ErrorCode, u8)> {
        let mut i = 0;
        while i < self.marks.len() {
            let mark = self.marks[i];
            if mark.place().read(value) != mark.value {
                return Err((mark.code, mark.at));
            }
            i += 1;
        }
        if let Some(time) = self.layout.time
            && let Some(hole) = time.hole
            && time.read(value) == hole
        {
            return Err((ErrorCode::OutOfRange, 0));
        }
        Ok(())
    }

    /// Reads a canonical text in a constant.
    pub(crate) const fn read_literal(&self, text: &[u8]) -> Result<Value, Error> {
        let value = match self.literal.read(text, self.bits) {
            Ok(value) => value,
            Err(error) => return Err(error),
        };
        match self.check(value) {
            Ok(()) => Ok(value),
            Err((ErrorCode::OutOfRange, _)) => Err(Error::new(ErrorCode::OutOfRange)),
            Err((code, bit)) => Err(Error::at(code, self.literal.offset_of_bit(bit))),
        }
    }

    /// The smallest and largest ids between two values, bounds included.
    pub(crate) fn clamp(&self, mut low: Value, mut high: Value) -> Result<(Value, Value), Error> {
        for mark in self.marks {
            let place = mark.place();
            let below = Value::ones(mark.at + mark.width).not();
            if place.read(low) > mark.value || place.read(high) < mark.value {
                return Err(Error::new(mark.code));
            }
            if place.read(low) < mark.value {
                low = low.and(below.not());
            }
            if place.read(high) > mark.value {
                high = high.or(below).and(Value::ones(self.bits));
            }
        }
        for mark in self.marks {
            let place = mark.place();
            let marked = |value: Value| value.and(place.mask().not()).or(place.write(mark.value));
            (low, high) = (marked(low), marked(high));
        }
        if let Some(time) = self.layout.time
            && let Some(hole) = time.hole
        {
            let last_before = || time.write(hole - 1).or(time.place.mask().not());
            match (time.read(low) == hole, time.read(high) == hole) {
                (true, true) => return Err(Error::new(ErrorCode::OutOfRange)),
                (true, false) => low = time.write(hole + 1),
                (false, true) => high = last_before().and(Value::ones(self.bits)),
                (false, false) => {}
            }
        }
        Ok((low, high))
    }
}

const fn marks_value(marks: &[Mark]) -> Value {
    let mut value = Value::ZERO;
    let mut i = 0;
    while i < marks.len() {
        value = value.or(marks[i].place().write(marks[i].value));
        i += 1;
    }
    value
}

/// Variant and version of a UUID, in the order in which they are judged (RFC 9562 section 4).
pub(crate) const fn uuid_marks(version: u128) -> [Mark; 2] {
    [
        Mark {
            at: 64,
            width: 2,
            value: 0b10,
            code: ErrorCode::InvalidVariant,
        },
        Mark {
            at: 48,
            width: 4,
            value: version,
            code: ErrorCode::InvalidVersion,
        },
    ]
}
