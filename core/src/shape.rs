//! Where the bits of a format lie, for code in other languages that is written from its row.

use crate::error::Error;
use crate::formats::Format;
use crate::layout::Coding;
use crate::options::Options;
use crate::value::Place;

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
        let marks = row.marks.iter().map(|mark| Rule {
            place: mark.place(),
            must: Must::Be(mark.value),
        });
        let limits = row.layout.limits.iter().map(|limit| Rule {
            place: limit.place,
            must: Must::BeAtMost(limit.largest),
        });
        let hole = row.layout.time.and_then(|time| {
            let hole = time.write(time.hole?);
            let must = Must::NotBe(time.place.read(hole));
            let place = time.place;
            Some(Rule { place, must })
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
    }
}
