//! Format rows, and their parts other than codec and layout.

use core::cmp::Ordering;
use core::hash::{Hash, Hasher};

use crate::codec::fault::Fault;
use crate::codec::value::{self, Place, Span, Value};
use crate::codec::{Codec, Form, Literal, spelling};
use crate::formats::kind::UuidKind;
use crate::formats::layout::{Layout, TimeLayout};
use crate::formats::options::{Invalid, OPTIONS, OptionInfo, Options, Scope};
use sortid_engine::error::ErrorCode;

/// The row of a format: everything that the algorithms need to know about it.
pub(crate) struct Row {
    /// The code of the format; 0 in constants, from which no error is made.
    pub(crate) code: u8,
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
    pub(crate) configure: fn(&mut Layout, &Options) -> Result<(), Invalid>,
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
            SortBy::Signed => value.xor(SIGN),
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
    pub(crate) fn write(&self, int: i128) -> Option<Value> {
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
        self.code == other.code
    }
}

impl Eq for Row {}

impl Hash for Row {
    fn hash<H: Hasher>(&self, state: &mut H) {
        self.code.hash(state);
    }
}

impl Row {
    /// A row with this width and text, and defaults for everything else.
    pub(crate) const fn new(bits: u8, codec: &'static dyn Codec, literal: Literal) -> Self {
        Self {
            code: 0,
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

    /// Returns whether ids can be generated.
    #[inline]
    pub(crate) const fn can_generate(&self) -> bool {
        self.read_only.is_none()
    }

    /// Returns whether generators of this format have the option.
    pub(crate) fn has_option(&self, option: &OptionInfo) -> bool {
        let has_time = self.layout.time.is_some();
        match option.scope {
            Scope::All => self.can_generate(),
            Scope::Time => has_time && self.can_generate(),
            Scope::Leased => {
                let mut nodes = OPTIONS.iter().filter(|option| option.says_node());
                has_time && self.can_generate() && nodes.any(|option| self.has_option(option))
            }
            Scope::Node if option.name == "node" => self.node_option().is_some(),
            Scope::Own | Scope::Node => self.options.contains(&option.name),
        }
    }

    /// Returns the option that sets the node: `machine_id` of UUIDs, which also take it as `node`,
    /// otherwise `node`.
    pub(crate) fn node_option(&self) -> Option<&'static str> {
        let mut names = ["machine_id", "node"].into_iter();
        names.find(|name| self.options.contains(name))
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

    /// Returns the layout without options.
    pub(crate) const fn default_layout(&self) -> Layout {
        let mut layout = self.layout;
        layout.fixed = layout.fixed.or(marks_value(self.marks));
        layout
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

    /// Returns the value of a canonical text.
    pub(crate) const fn literal_value(&self, text: &[u8]) -> Result<Value, Fault> {
        let value = match self.literal.read(text, self.bits) {
            Ok(value) => value,
            Err(fault) => return Err(fault),
        };
        match self.check(value) {
            Ok(()) => Ok(value),
            Err((ErrorCode::OutOfRange, _)) => Err(Fault::new(ErrorCode::OutOfRange)),
            Err((code, bit)) => Err(Fault::at(code, self.literal.offset_of_bit(bit))),
        }
    }

    /// Returns the length of the texts in a form, of the shortest if it varies; 0 if the format lacks
    /// the form.
    pub(crate) fn form_len(&self, form: Form) -> u8 {
        match (
            self.codec.write(Value::ZERO, form).len(),
            spelling::len(form),
        ) {
            (0, Some(len)) if self.has_spelling(form) => len,
            (len, _) => len as u8,
        }
    }

    /// Returns whether the ids have a spelling that belongs to all UUIDs, or to all 128 bits.
    pub(crate) fn has_spelling(&self, form: Form) -> bool {
        match form {
            Form::Braced | Form::Upper | Form::Typeid => {
                !self.codec.write(Value::ZERO, Form::Urn).is_empty()
            }
            _ => self.bits == 128,
        }
    }

    /// Returns the smallest and the largest id, in the format's order.
    pub(crate) const fn bounds(&self) -> (Value, Value) {
        let (smallest, mut largest) = (marks_value(self.marks), Value::ones(self.bits));
        let mut i = 0;
        while i < self.layout.limits.len() {
            let limit = &self.layout.limits[i];
            largest = replaced(largest, limit.place, limit.largest);
            i += 1;
        }
        i = 0;
        while i < self.marks.len() {
            largest = replaced(largest, self.marks[i].place(), self.marks[i].value);
            i += 1;
        }
        match self.sorted {
            SortBy::Signed => (smallest.xor(SIGN), largest.xor(SIGN)),
            _ => (smallest, largest),
        }
    }
}

/// The sign bit of signed ids, which have 64 bits.
const SIGN: Value = Value::from_u64(1 << 63);

const fn replaced(value: Value, place: Place, int: u128) -> Value {
    value.and(place.mask().not()).or(place.write(int))
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
