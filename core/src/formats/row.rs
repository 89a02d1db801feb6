//! Format rows, and their parts other than codec and layout.

use core::cmp::Ordering;
use core::hash::{Hash, Hasher};

use crate::codec::text::Text;
use crate::codec::value::{self, Place, Span, Value};
use crate::codec::{Codec, Form, Literal};
use crate::error::{Cause, Error, ErrorCode, Lack};
use crate::formats::Format;
use crate::formats::kind::UuidKind;
use crate::formats::layout::{Layout, TimeLayout};
use crate::formats::options::{OPTIONS, OptionInfo, Options, Purpose, Scope};

/// The row of a format: everything that the algorithms need to know about it.
pub(crate) struct Row {
    pub(crate) format: Format,
    pub(crate) bits: u8,
    pub(crate) codec: &'static dyn Codec,
    /// The structure of the canonical text, for constants.
    pub(crate) literal: Literal,
    pub(crate) fields: &'static [Field],
    /// Fixed bits, in the order in which they are checked.
    pub(crate) marks: &'static [Mark],
    pub(crate) layout: Layout,
    /// The names of the format-specific options, which `configure` applies to the layout.
    pub(crate) options: &'static [&'static str],
    pub(crate) configure: fn(&mut Layout, &Options) -> Result<(), Error>,
    /// Whether the bits alone determine the time. Not for uuid8 and custom64, where the application
    /// chooses the layout.
    pub(crate) tells_time: bool,
    /// The text of an example, if ids can only be read.
    pub(crate) read_only: Option<&'static str>,
    /// Returns the kind of an id, if the format has several.
    pub(crate) kind: fn(Value) -> Option<UuidKind>,
    pub(crate) reserved: Reserved,
    pub(crate) sorted: SortBy,
    /// Whether canonical texts sort like the ids.
    pub(crate) text_sorts: bool,
    pub(crate) inspected: Inspected,
    /// Whether libraries with all formats compile the format's plain functions separately, at 5 KB
    /// each: see [`new_of`](crate::new_of).
    #[cfg_attr(
        not(feature = "std"),
        allow(dead_code, reason = "ids are made with `std` alone")
    )]
    pub(crate) compiled_apart: bool,
    /// The maximum width of drawn nodes, if options can make it greater than the default.
    #[cfg_attr(
        not(feature = "std"),
        allow(dead_code, reason = "ids are made with `std` alone")
    )]
    pub(crate) most_drawn_bits: u8,
    /// Whether every language has a type and functions of the format's name. Others are made and read
    /// by their names, as dynamic ids.
    pub(crate) is_known: bool,
    /// A one-line description.
    pub(crate) summary: &'static str,
    /// The specification, as text.
    pub(crate) specification: &'static str,
}

/// The ids that parse but are never generated.
#[derive(Clone, Copy, Debug)]
pub(crate) enum Reserved {
    None,
    /// Those whose first bit is set.
    TopBit,
    /// Those for which the function returns true.
    If(fn(Value) -> bool),
}

/// The order of a format's ids.
#[derive(Clone, Copy, Debug)]
pub(crate) enum SortBy {
    /// By their bytes.
    Bytes,
    /// As two's complement integers.
    Signed,
    /// By these bit fields, the most significant first; 128 bits together.
    Places(&'static [Place]),
    /// By their bytes, but the order is meaningless.
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

    /// Returns a value whose bytes compare in this order.
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

/// How `inspect` ranks the readings of a format.
#[cfg_attr(
    not(feature = "scan"),
    allow(dead_code, reason = "only detection ranks readings")
)]
#[derive(Clone, Copy, Debug)]
pub(crate) struct Inspected {
    /// The Unix time in seconds from which on times are likely.
    pub(crate) likely_from: i64,
    /// Whether readings rank first regardless of their time (uid11 section 5).
    pub(crate) always_likely: bool,
    /// Whether only likely readings are listed, because nearly every text is a valid id.
    pub(crate) if_likely: bool,
    /// Whether readings are found only if the format is requested, because every integer is an id
    /// without a time.
    pub(crate) if_named: bool,
    /// Whether a text in the form `typeid` without a prefix is also read, if that is likely.
    pub(crate) bare_typeid: bool,
    /// Whether a reading is dropped if another UUID format matches or if the text has no hyphens,
    /// because 32 bare digits are more often a hash.
    pub(crate) last_resort: bool,
    /// Whether UUIDs are not read as this format, because many of them have a likely time in it.
    pub(crate) skips_uuids: bool,
    /// How ids are distinguished from the words around them.
    pub(crate) among_words: AmongWords,
}

/// How ids of a format are distinguished from the words around them.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum AmongWords {
    /// By fixed bits and hyphens, or by a prefix, regardless of their time.
    ByMarks,
    /// By a time at which the format was in use.
    ByTime,
    /// Not reliably. If the format is requested explicitly, by their time.
    IfNamed,
}

impl Inspected {
    pub(crate) const BY_CODE: Inspected = Inspected {
        // 2010-01-01T00:00:00Z: hardly any format was in use before.
        likely_from: 1_262_304_000,
        always_likely: false,
        if_likely: false,
        if_named: false,
        bare_typeid: false,
        last_resort: false,
        skips_uuids: false,
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
            value::sign_extend(int, self.place.width())
        } else {
            int
        }
    }

    /// Returns `None` if the number does not fit.
    fn write(&self, int: i128) -> Option<Value> {
        let width = self.place.width();
        let fits = if self.signed {
            value::sign_extend(int, width) == int
        } else {
            int >= 0 && int as u128 <= self.place.max()
        };
        fits.then(|| self.place.write(int as u128))
    }
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

    /// Whether the bits of a value match.
    #[inline]
    const fn is_in(&self, value: Value) -> bool {
        let span = Span {
            at: self.at,
            width: self.width,
        };
        span.read(value) == self.value
    }
}

/// Rows are equal if their formats are.
impl PartialEq for Row {
    fn eq(&self, other: &Self) -> bool {
        self.format == other.format
    }
}

impl Eq for Row {}

impl Hash for Row {
    fn hash<H: Hasher>(&self, state: &mut H) {
        self.format.hash(state);
    }
}

impl Row {
    /// A row with this width and text, and defaults for everything else.
    pub(crate) const fn new(
        format: Format,
        bits: u8,
        codec: &'static dyn Codec,
        literal: Literal,
    ) -> Self {
        Self {
            format,
            bits,
            codec,
            literal,
            fields: &[],
            marks: &[],
            layout: Layout::NONE,
            options: &[],
            configure: |_, _| Ok(()),
            tells_time: true,
            read_only: None,
            kind: |_| None,
            reserved: Reserved::None,
            sorted: SortBy::Bytes,
            text_sorts: true,
            inspected: Inspected::BY_CODE,
            compiled_apart: false,
            most_drawn_bits: 0,
            is_known: false,
            summary: "",
            specification: "",
        }
    }

    /// The error for an operation that ids of the format lack.
    pub(crate) const fn lacks(&'static self, what: Lack) -> Error {
        Error::lacks(what).of(self)
    }

    /// The error for a value that [`check`](Self::check) rejects.
    pub(crate) const fn refusal(&'static self, code: ErrorCode, value: Value) -> Error {
        let version = match code {
            ErrorCode::InvalidVersion => Some(Place::new(&[(48, 4)]).read(value) as u8),
            _ => None,
        };
        Error::by(code, Cause::Bits { row: self, version })
    }

    /// Returns whether ids can be generated.
    #[inline]
    pub(crate) const fn is_made(&self) -> bool {
        self.read_only.is_none()
    }

    /// Returns whether generators of this format have the option.
    pub(crate) fn has_option(&self, option: &OptionInfo) -> bool {
        let has_time = self.layout.time.is_some();
        match option.scope {
            Scope::All => self.is_made(),
            Scope::Time => has_time && self.is_made(),
            Scope::Leased => {
                let mut nodes = OPTIONS.iter().filter(|option| option.says_node());
                has_time && self.is_made() && nodes.any(|option| self.has_option(option))
            }
            Scope::Node if option.name == "node" => self.node_option().is_some(),
            Scope::Own | Scope::Node => self.options.contains(&option.name),
        }
    }

    /// Returns the option that sets the node, which every format also takes as `node`.
    fn node_option(&self) -> Option<&'static str> {
        let says_node = |name: &&&str| {
            let mut options = OPTIONS.iter();
            options.any(|option| option.name == **name && option.says_node())
        };
        self.options.iter().find(says_node).copied()
    }

    /// Returns the options with `node` under the format's own name for it, if that is another.
    fn with_own_node(&'static self, options: &Options) -> Result<Option<Options>, Error> {
        let Some(node) = options.node.filter(|_| !self.options.contains(&"node")) else {
            return Ok(None);
        };
        let Some(own) = self.node_option() else {
            return Ok(None);
        };
        if options
            .given()
            .any(|option| option.says_node() && option.name != "node")
        {
            return Err(Error::excluded("node", own));
        }
        let mut options = options.clone();
        options.node = None;
        let place = match own {
            "clock_id" => &mut options.clock_id,
            "machine" => &mut options.machine,
            "shard" => &mut options.shard,
            "machine_id" => &mut options.machine_id,
            _ => &mut options.node_id,
        };
        *place = Some(node);
        Ok(Some(options))
    }

    /// Returns the layout with the options applied, or `invalid_option` if the format lacks one of
    /// them.
    pub(crate) fn layout_with(
        &'static self,
        options: &Options,
        purpose: Purpose,
    ) -> Result<Layout, Error> {
        options.check(self)?;
        let with_own_node = self.with_own_node(options)?;
        let options = with_own_node.as_ref().unwrap_or(options);
        let layout = self.configured(options)?;
        match purpose {
            Purpose::Read if options.given().any(|option| !self.is_read_with(option)) => {
                self.configured(&self.reading(options))
            }
            _ => Ok(layout),
        }
    }

    /// Returns whether an option affects how ids are read. The width of the node moves the time only
    /// if the application chooses the layout.
    pub(crate) fn is_read_with(&self, option: &OptionInfo) -> bool {
        option.reads && (option.name != "node_bits" || !self.tells_time)
    }

    /// Returns the options that affect how ids are read.
    pub(crate) fn reading(&self, options: &Options) -> Options {
        let mut reading = options.reading();
        reading.node_bits = reading.node_bits.filter(|_| !self.tells_time);
        reading
    }

    fn configured(&'static self, options: &Options) -> Result<Layout, Error> {
        let mut layout = self.default_layout();
        match (self.configure)(&mut layout, options) {
            Ok(()) => Ok(layout),
            Err(error) => Err(error.of(self)),
        }
    }

    /// Returns the layout with the options applied, and its time. Returns `not_applicable` if the
    /// bits do not determine the time.
    pub(crate) fn time_with(
        &'static self,
        options: &Options,
    ) -> Result<(Layout, TimeLayout), Error> {
        let layout = self.layout_with(options, Purpose::Read)?;
        let time = layout
            .time
            .filter(|_| self.tells_time || options.names_layout())
            .ok_or(self.lacks(Lack::Time))?;
        Ok((layout, time))
    }

    /// Returns `not_applicable` if times do not bound ids, because they do not sort.
    #[inline]
    pub(crate) fn check_order(&'static self) -> Result<(), Error> {
        match self.sorted {
            SortBy::Chance => Err(self.lacks(Lack::Order)),
            _ => Ok(()),
        }
    }

    /// Like the time of [`time_with`](Self::time_with) without options.
    #[inline]
    pub(crate) fn default_time(&'static self) -> Result<&'static TimeLayout, Error> {
        let time = self.layout.time.as_ref().filter(|_| self.tells_time);
        time.ok_or(self.lacks(Lack::Time))
    }

    /// Returns the layout without options.
    pub(crate) const fn default_layout(&self) -> Layout {
        let mut layout = self.layout;
        layout.fixed = layout.fixed.or(marks_value(self.marks));
        layout
    }

    /// Parses text in any readable form.
    #[inline]
    pub(crate) fn parse(&'static self, text: &[u8]) -> Result<Value, Error> {
        let refused = |error: Error| error.of_text(self, text);
        let value = self.codec.parse(text).map_err(refused)?;
        match self.check(value) {
            Ok(()) => Ok(value),
            Err((code, bit)) => Err(refused(match self.codec.offset_of_bit(text.len(), bit) {
                Some(offset) => Error::at(code, offset),
                None => Error::new(code),
            })),
        }
    }

    /// Checks that a value is an id of this format. Otherwise returns the error code and the first
    /// bit at fault.
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

    /// Returns the layout of the time, if the bits alone determine the time.
    pub(crate) const fn told(&self) -> Option<&TimeLayout> {
        if self.tells_time {
            self.layout.time.as_ref()
        } else {
            None
        }
    }

    /// Returns the number of a field by its name, or `invalid_field`.
    pub(crate) fn field(&'static self, name: &str) -> Result<usize, Error> {
        let field = self.fields.iter().position(|field| field.name == name);
        field.ok_or(Error::by(ErrorCode::InvalidField, Cause::NoField(self)))
    }

    /// Returns the bits of a field, or `invalid_field` if the number does not fit.
    pub(crate) fn write_field(&'static self, field: usize, int: i128) -> Result<Value, Error> {
        let place = self.fields[field].place;
        let value = self.fields[field].write(int);
        let value = value.filter(|value| place.read(*value) <= self.layout.largest(place));
        value.ok_or_else(|| {
            let cause = Cause::Field {
                row: self,
                field: field as u8,
                given: int.try_into().unwrap_or(0),
                is_wide: i64::try_from(int).is_err(),
            };
            Error::by(ErrorCode::InvalidField, cause)
        })
    }

    /// Returns the canonical text of the largest id.
    pub(crate) fn largest_text(&self) -> Text {
        let with =
            |value: Value, place: Place, int| value.and(place.mask().not()).or(place.write(int));
        let mut value = Value::ones(self.bits);
        for limit in self.layout.limits {
            value = with(value, limit.place, limit.largest);
        }
        for mark in self.marks {
            value = with(value, mark.place(), mark.value);
        }
        self.codec.write(value, Form::Canonical)
    }

    /// Parses a canonical text in a constant.
    pub(crate) const fn read_literal(&'static self, text: &[u8]) -> Result<Value, Error> {
        let error = match self.literal.read(text, self.bits) {
            Ok(value) => match self.check(value) {
                Ok(()) => return Ok(value),
                Err((ErrorCode::OutOfRange, _)) => Error::new(ErrorCode::OutOfRange),
                Err((code, bit)) => Error::at(code, self.literal.offset_of_bit(bit)),
            },
            Err(error) => error,
        };
        Err(error.of_text(self, text))
    }

    /// Returns the smallest and largest ids between two values, inclusive.
    pub(crate) fn clamp(
        &'static self,
        mut low: Value,
        mut high: Value,
    ) -> Result<(Value, Value), Error> {
        for mark in self.marks {
            let place = mark.place();
            let below = Value::ones(mark.at + mark.width).not();
            if place.read(low) > mark.value || place.read(high) < mark.value {
                return Err(Error::new(mark.code).of(self));
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
                (true, true) => return Err(Error::new(ErrorCode::OutOfRange).of(self)),
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

/// The variant and version bits of a UUID, in the order in which they are checked (RFC 9562 section
/// 4).
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
