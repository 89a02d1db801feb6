//! Where the bits of a format lie, for code in other languages that is written from its row.

use crate::codec::Form;
use crate::error::{Error, ErrorCode};
use crate::formats::Format;
use crate::layout::{Coding, CounterSeed};
use crate::options::{MAX_LEAD_MS, Options, ROLLBACK_TOLERANCE_MS};
use crate::text::Text;
use crate::value::{Place, Value};

/// A run of bits: where it begins, counted from the most significant, and its width.
#[doc(hidden)]
pub type Run = (u32, u32);

/// What every id of a format keeps to. The runs make one unsigned integer, the most significant first.
#[doc(hidden)]
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Rule {
    place: Place,
    /// What is asked of it.
    pub must: Must,
    /// What it is otherwise.
    pub code: ErrorCode,
    /// The first bit to blame then.
    pub bit: u8,
}

/// What the integer of a [`Rule`] must be.
#[doc(hidden)]
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Must {
    /// This one.
    Be(u128),
    /// No greater one.
    BeAtMost(u128),
    /// Any other one.
    NotBe(u128),
}

impl Rule {
    /// Where it lies.
    pub fn runs(&self) -> impl Iterator<Item = Run> + use<> {
        runs(self.place)
    }
}

/// How a tick becomes the bits of the time.
#[doc(hidden)]
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum TimeCoding {
    /// The tick, unsigned.
    Linear,
    /// The tick in two's complement.
    Signed,
    /// Milliseconds above ten bits of microseconds.
    MillisMicros,
    /// Seconds above a binary fraction, which goes on to the end of the id around its marks.
    BinaryFraction,
}

/// Where the time of a format lies and how it counts.
#[doc(hidden)]
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct TimeShape {
    place: Place,
    /// How it is written there.
    pub coding: TimeCoding,
    /// The instant of tick 0, in nanoseconds since 1970.
    pub epoch_ns: i128,
    /// How long a tick lasts.
    pub unit_ns: i128,
    /// The first tick that ids are made of.
    pub first: i128,
    /// The last one.
    pub last: i128,
}

impl TimeShape {
    /// Where it lies.
    pub fn runs(&self) -> impl Iterator<Item = Run> + use<> {
        runs(self.place)
    }
}

/// How ids of a format are made by default: what of them neither the time nor a rule takes, and how far they go from the clock.
#[doc(hidden)]
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Making {
    counter: Place,
    node: Place,
    random: Place,
    /// How the counter begins a tick; without a counter it is zero there, and the only one.
    pub start: Start,
    /// Drawn nodes have so many bits, and these set.
    pub node_bits: u32,
    /// The bits that every drawn node has set.
    pub node_with: u64,
    /// Some numbers of these bits are no id's: they are drawn again.
    pub draws_again: bool,
    /// How far a tick may be ahead of the highest reading of the clock, in milliseconds.
    pub max_lead_ms: u64,
    /// How far the clock may go back, in milliseconds.
    pub rollback_tolerance_ms: u64,
}

/// How a counter begins a tick.
#[doc(hidden)]
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Start {
    /// At zero.
    Zero,
    /// At a number of so many bits that is drawn for the tick.
    Random(u32),
    /// At a number of so many bits that is drawn for the generator.
    Kept(u32),
    /// It does not count: it goes through all its numbers by chance.
    Permuted,
}

impl Making {
    /// Where the counter lies.
    pub fn counter(&self) -> impl Iterator<Item = Run> + use<> {
        runs(self.counter)
    }

    /// Where the node lies.
    pub fn node(&self) -> impl Iterator<Item = Run> + use<> {
        runs(self.node)
    }

    /// Where the bits lie that are drawn for each id.
    pub fn random(&self) -> impl Iterator<Item = Run> + use<> {
        runs(self.random)
    }
}

fn runs(place: Place) -> impl Iterator<Item = Run> {
    let spans = place.spans().into_iter();
    let spans = spans.map(|span| (span.at as u32, span.width as u32));
    spans.filter(|(_, width)| *width > 0)
}

impl Format {
    /// What is judged of 64 to 160 bits, whatever text they came as.
    #[doc(hidden)]
    pub fn rules(self) -> impl Iterator<Item = Rule> {
        let row = self.row();
        let rule = |place, must, code, bit| Rule {
            place,
            must,
            code,
            bit,
        };
        let marks = row.marks.iter().map(move |mark| {
            let must = Must::Be(mark.value);
            rule(mark.place(), must, mark.code, mark.at)
        });
        let limits = row.layout.limits.iter().map(move |limit| {
            let must = Must::BeAtMost(limit.largest);
            rule(limit.place, must, ErrorCode::OutOfRange, 0)
        });
        let hole = row.layout.time.and_then(move |time| {
            let hole = time.write(time.hole?);
            let must = Must::NotBe(time.place.read(hole));
            Some(rule(time.place, must, ErrorCode::OutOfRange, 0))
        });
        marks.chain(limits).chain(hole)
    }

    /// Where the time lies under options of reading.
    ///
    /// # Errors
    /// `not_applicable` where the bits tell no time; `invalid_option`.
    #[doc(hidden)]
    pub fn time_shape(self, options: &Options) -> Result<TimeShape, Error> {
        let (_, time) = self.row().time_with(self, options)?;
        Ok(TimeShape {
            place: time.place,
            coding: match time.coding {
                Coding::Linear => TimeCoding::Linear,
                Coding::Signed => TimeCoding::Signed,
                Coding::MillisMicros => TimeCoding::MillisMicros,
                Coding::BinaryFraction { .. } => TimeCoding::BinaryFraction,
            },
            epoch_ns: time.scale.epoch_ns,
            unit_ns: time.scale.unit_ns,
            first: time.first,
            last: time.last,
        })
    }

    /// How ids are made where no options are given.
    #[doc(hidden)]
    pub fn making(self) -> Making {
        let layout = self.row().default_layout();
        let limited = layout.limits.iter().map(|limit| limit.place);
        Making {
            counter: layout.counter.map_or(Place::NONE, |counter| counter.place),
            node: layout.node.map_or(Place::NONE, |node| node.place),
            random: layout.random,
            start: match layout.counter.map(|counter| counter.seed) {
                None | Some(CounterSeed::Zero) => Start::Zero,
                Some(CounterSeed::Random(bits)) => Start::Random(bits.into()),
                Some(CounterSeed::Kept(bits)) => Start::Kept(bits.into()),
                Some(CounterSeed::Permuted) => Start::Permuted,
            },
            node_bits: layout.node.map_or(0, |node| node.drawn_bits.into()),
            node_with: layout.node.map_or(0, |node| node.drawn_with),
            draws_again: layout.nonzero.is_some() || limited.count() > 0,
            max_lead_ms: MAX_LEAD_MS,
            rollback_tolerance_ms: ROLLBACK_TOLERANCE_MS,
        }
    }

    /// Zero in each form that is read, the canonical one first, of a format whose texts are one number in so many symbols: where another byte
    /// than the first symbol stands, that byte stands in all of that form.
    #[doc(hidden)]
    pub fn zeros(self) -> impl Iterator<Item = Text> {
        let row = self.row();
        let forms = Form::ALL.iter().filter(move |form| {
            let is_number = row.literal.is_one_number();
            is_number && self.reads(**form)
        });
        forms.map(|form| row.codec.write(Value::ZERO, *form))
    }

    /// The bytes that are read for the symbol of a value, in texts as [`zeros`](Self::zeros) has them: first the one that is written.
    #[doc(hidden)]
    pub fn symbols(self, value: u8) -> impl Iterator<Item = u8> {
        let row = self.row();
        // The last symbol but one: that is one everywhere, and no spare bits are in it.
        let int = u32::from(value) * row.literal.radix();
        let text = match self.bits() {
            160 => Value::from_parts(0, int),
            bits => Value::from_u128(u128::from(int) << (128 - bits)),
        };
        let text = row.codec.write(text, Form::Canonical);
        let written = text.as_bytes().iter().rev().nth(1).copied();
        let all = (0..u8::MAX).filter(move |&byte| row.literal.value_of(byte) == value);
        let others = all.filter(move |&byte| Some(byte) != written);
        written.into_iter().chain(others)
    }

    /// The byte that holds a bit of a text of so many bytes, where errors tell it.
    #[doc(hidden)]
    pub fn offset_of_bit(self, text_len: usize, bit: u8) -> Option<usize> {
        self.row().codec.offset_of_bit(text_len, bit)
    }

    /// How many symbols there are.
    #[doc(hidden)]
    pub fn radix(self) -> u32 {
        self.row().literal.radix()
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_shape_is_that_of_the_row() {
        let shape = |format: Format| format.time_shape(&Options::new());
        let uuid6 = shape(Format::Uuid6).expect("it tells a time");
        assert_eq!(uuid6.runs().collect::<Vec<_>>(), [(0, 48), (52, 12)]);
        assert_eq!((uuid6.unit_ns, uuid6.first), (100, 0));
        assert!(shape(Format::Uuid4).is_err() && shape(Format::Uuid8).is_err());
        let rules = Format::Timeid.rules().collect::<Vec<_>>();
        assert_eq!(rules.len(), 1);
        assert_eq!(rules[0].must, Must::NotBe((1 << 54) - 1));
        assert_eq!(Format::Scru64.rules().count(), 2);
        let offsets = Format::Uuid7
            .rules()
            .map(|rule| Format::Uuid7.offset_of_bit(36, rule.bit));
        assert_eq!(offsets.collect::<Vec<_>>(), [Some(19), Some(14)]);
    }

    #[test]
    fn what_is_made_is_that_of_the_row() {
        let making = Format::Uuid7.making();
        assert_eq!(making.counter().collect::<Vec<_>>(), [(52, 12), (66, 30)]);
        assert_eq!(making.random().collect::<Vec<_>>(), [(96, 32)]);
        assert_eq!((making.start, making.node_bits), (Start::Random(41), 0));
        let making = Format::Tid.making();
        assert_eq!(making.node().collect::<Vec<_>>(), [(54, 10)]);
        assert_eq!((making.start, making.node_bits), (Start::Zero, 10));
        assert_eq!(Format::Uuid6.making().start, Start::Kept(13));
        assert!(Format::Cuid.making().draws_again && Format::Uuid8.making().draws_again);
    }

    #[test]
    fn texts_are_those_of_the_codec() {
        let zeros = |format: Format| format.zeros().map(|text| text.to_string());
        assert_eq!(zeros(Format::Tid).collect::<Vec<_>>(), ["2222222222222"]);
        let [canonical, compact, urn] = &zeros(Format::Uuid7).collect::<Vec<_>>()[..] else {
            panic!("three forms are read");
        };
        assert_eq!(compact, &"0".repeat(32));
        assert_eq!(urn, &format!("urn:uuid:{canonical}"));
        assert_eq!(zeros(Format::Timeid).count(), 0);
        assert_eq!(zeros(Format::Snowflake).count(), 0);
        let symbols = |format: Format, value| format.symbols(value).collect::<Vec<_>>();
        assert_eq!(symbols(Format::Uuid7, 15), b"fF");
        assert_eq!(symbols(Format::Ulid, 31), b"Zz");
        assert_eq!(symbols(Format::Ksuid, 61), b"z");
        assert_eq!(symbols(Format::PushId, 0), b"-");
    }
}
