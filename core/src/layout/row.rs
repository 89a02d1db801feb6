//! A format's row, and what of it is neither a codec nor a layout.

use core::cmp::Ordering;

use super::{Layout, TimeLayout};
use crate::codec::{Codec, Literal};
use crate::error::{Error, ErrorCode};
use crate::formats::Format;
use crate::kind::UuidKind;
use crate::options::{Options, Purpose};
use crate::value::{Place, Span, Value};

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
    /// Whether ids of it are made here.
    pub(crate) is_made: bool,
    /// What kind of its format an id is, where there are several.
    pub(crate) kind: fn(Value) -> Option<UuidKind>,
    /// Ids that parse but are never generated.
    pub(crate) is_reserved: fn(Value) -> bool,
    pub(crate) sorted: SortBy,
    /// Whether canonical texts sort as the ids do.
    pub(crate) text_sorts: bool,
    pub(crate) inspected: Inspected,
    /// Whether libraries of all formats compile its plain functions apart, at 5 KB each: see
    /// [`new_of`](crate::new_of).
    #[cfg_attr(
        not(feature = "std"),
        allow(dead_code, reason = "ids are made with `std` alone")
    )]
    pub(crate) compiled_apart: bool,
    /// What the format is, in one line for people.
    pub(crate) summary: &'static str,
    /// The specification, for people.
    pub(crate) specification: &'static str,
}

/// How ids of a format are ordered.
#[derive(Clone, Copy, Debug)]
pub(crate) enum SortBy {
    /// As their bytes.
    Bytes,
    /// As integers in two's complement.
    Signed,
    /// By these places, the most significant first.
    Places(&'static [Place]),
    /// As their bytes, which are in this order by chance.
    Chance,
}

impl SortBy {
    #[inline]
    pub(crate) fn compare(self, a: Value, b: Value) -> Ordering {
        match self {
            SortBy::Bytes | SortBy::Chance => a.cmp(&b),
            _ => self.key(a).cmp(&self.key(b)),
        }
    }

    /// What compares by its bytes as this value does; places are 128 bits together.
    #[inline]
    pub(crate) fn key(self, value: Value) -> Value {
        match self {
            SortBy::Bytes | SortBy::Chance => value,
            // A flipped sign bit puts negative numbers first.
            SortBy::Signed => value.xor(Value::from_u64(1 << 63)),
            SortBy::Places(places) => Value::from_u128(places.iter().fold(0, |key, place| {
                key.unbounded_shl(place.width().into()) | place.read(value)
            })),
        }
    }
}

/// How `inspect` judges readings of a format.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Inspected {
    /// The Unix second from which on times are likely.
    pub(crate) likely_from: i64,
    /// It ranks first whatever its time (uid11 section 5).
    pub(crate) always_likely: bool,
    /// Other readings of it are not listed: nearly every text is one.
    pub(crate) if_likely: bool,
    /// It is also read where the form `typeid` stands without a prefix, if that is likely.
    pub(crate) bare_typeid: bool,
    /// It is listed only where no other UUID is, and not by its digits alone, which are more often a hash.
    pub(crate) last_resort: bool,
    pub(crate) place: InspectedAt,
    /// How ids of it are told from the words around them.
    pub(crate) among_words: AmongWords,
}

/// How ids of a format are told from the words around them.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum AmongWords {
    /// By marks and hyphens, or a prefix before them, whatever their time.
    ByMarks,
    /// By a time when the format was in use.
    ByTime,
    /// Not well enough, unless somebody knows that there are some: then by their time.
    IfNamed,
}

/// Where an equally likely reading stands.
#[derive(Clone, Copy, Debug)]
pub(crate) enum InspectedAt {
    Code,
    /// Behind that of this format.
    After(Format),
    /// Where that of this format does, the later time first.
    With(Format),
}

impl Inspected {
    pub(crate) const BY_CODE: Inspected = Inspected {
        // 2010-01-01T00:00:00Z: before it hardly any of the formats was in use.
        likely_from: 1_262_304_000,
        always_likely: false,
        if_likely: false,
        bare_typeid: false,
        last_resort: false,
        place: InspectedAt::Code,
        among_words: AmongWords::IfNamed,
    };
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

pub(super) const fn sign_extend(int: i128, width: u8) -> i128 {
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

    /// Whether a value has it.
    #[inline]
    const fn is_in(&self, value: Value) -> bool {
        let span = Span {
            at: self.at,
            width: self.width,
        };
        span.read(value) == self.value
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
            is_made: true,
            kind: |_| None,
            is_reserved: |_| false,
            sorted: SortBy::Bytes,
            text_sorts: true,
            inspected: Inspected::BY_CODE,
            compiled_apart: false,
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
        options.check(format)?;
        let layout = self.configured(options)?;
        match purpose {
            Purpose::Read if options.given().any(|option| !option.reads) => {
                self.configured(&options.reading())
            }
            _ => Ok(layout),
        }
    }

    fn configured(&self, options: &Options) -> Result<Layout, Error> {
        let mut layout = self.default_layout();
        (self.configure)(&mut layout, options)?;
        Ok(layout)
    }

    /// The layout under these options, and where the time lies in it; `not_applicable` where the bits do not tell it.
    pub(crate) fn time_with(
        &self,
        format: Format,
        options: &Options,
    ) -> Result<(Layout, TimeLayout), Error> {
        let layout = self.layout_with(format, options, Purpose::Read)?;
        let time = layout
            .time
            .filter(|_| self.tells_time || options.names_layout())
            .ok_or(Error::new(ErrorCode::NotApplicable))?;
        Ok((layout, time))
    }

    /// The layout where no options are given.
    pub(crate) const fn default_layout(&self) -> Layout {
        let mut layout = self.layout;
        layout.fixed = layout.fixed.or(marks_value(self.marks));
        layout
    }

    /// Reads text in any form.
    #[inline]
    pub(crate) fn parse(&self, text: &[u8]) -> Result<Value, Error> {
        let value = self.codec.parse(text)?;
        match self.check(value) {
            Ok(()) => Ok(value),
            Err((code, bit)) => Err(match self.codec.offset_of_bit(text.len(), bit) {
                Some(offset) => Error::at(code, offset),
                None => Error::new(code),
            }),
        }
    }

    /// Whether a value is an id of this format: the code and the first bit to blame if not.
    #[inline]
    pub(crate) const fn check(&self, value: Value) -> Result<(), (ErrorCode, u8)> {
        let mut i = 0;
        while i < self.marks.len() {
            let mark = &self.marks[i];
            if !mark.is_in(value) {
                return Err((mark.code, mark.at));
            }
            i += 1;
        }
        let mut i = 0;
        while i < self.layout.limits.len() {
            let limit = self.layout.limits[i];
            if limit.place.read(value) > limit.largest {
                return Err((ErrorCode::OutOfRange, 0));
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

    /// The time that the bits alone tell.
    pub(crate) const fn told(&self) -> Option<TimeLayout> {
        if self.tells_time {
            self.layout.time
        } else {
            None
        }
    }

    /// The bits of a field; `invalid_field` for what does not fit.
    pub(crate) fn write_field(&self, field: &Field, int: i128) -> Result<Value, Error> {
        let value = field.write(int)?;
        match field.place.read(value) <= self.layout.largest(field.place) {
            true => Ok(value),
            false => Err(Error::about(ErrorCode::InvalidField, field.name)),
        }
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
