//! Ids: the dynamic id, newtypes, ids with prefixes, conversions and ranges.
//!
//! The dynamic id is a format and its bits, for formats that are known only at run time.

pub(crate) mod convert;
pub(crate) mod declared;
pub(crate) mod form;
#[cfg(feature = "keyed")]
mod keyed;
mod neighbors;
pub(crate) mod prefixed;
pub(crate) mod range;
pub(crate) mod typed;

use core::cmp::Ordering;
use core::fmt;

use crate::codec::Form;
use crate::codec::text::Text;
use crate::codec::value::{MAX_BYTES, Value};
use crate::error::{Error, ErrorCode, Lack};
use crate::formats::Format;
use crate::formats::kind::UuidKind;
use crate::formats::options::Options;
use crate::formats::row::{Reserved, SortBy};
use crate::time::Timestamp;

/// An id of any format: an immutable value that includes its format.
///
/// Ids of one format are ordered by value (timeid and uuid1 by time, comb_mssql like SQL Server).
/// Ids of different formats are never equal, and are ordered by the code of the format.
///
/// ```
/// use sortid::{Format, AnyId};
///
/// # fn main() -> Result<(), sortid::Error> {
/// let id = AnyId::parse("3jzfcijpj2z2a", Format::Tid)?;
/// assert_eq!(id.field("timestamp_us")?, 1_688_137_381_887_007);
/// assert_eq!(id.timestamp()?.to_string(), "2023-06-30T15:03:01.887007Z");
/// assert_eq!(id.to_string(), "3jzfcijpj2z2a");
/// # Ok(())
/// # }
/// ```
#[derive(Clone, Copy, PartialEq, Eq, Hash)]
pub struct AnyId {
    format: Format,
    value: Value,
}

impl AnyId {
    /// Builds an id from bits that are known to be valid.
    #[doc(hidden)]
    #[inline]
    pub const fn from_value(format: Format, value: Value) -> Self {
        Self { format, value }
    }

    /// Returns the bits.
    #[doc(hidden)]
    #[inline]
    pub const fn value(&self) -> Value {
        self.value
    }

    /// Builds an id from bits that may be invalid.
    #[inline]
    pub(crate) fn checked(format: Format, value: Value) -> Result<Self, Error> {
        match format.row().check(value) {
            Ok(()) => Ok(Self { format, value }),
            Err(_) => Err(format.row().refusal(value)),
        }
    }

    /// Parses text in any readable form of the format. Does not trim.
    ///
    /// # Errors
    /// The first that applies: `invalid_length`; `invalid_character` with the offset of the first
    /// bad byte; `out_of_range`; `invalid_variant`; `invalid_version`.
    #[inline]
    pub fn parse(text: impl AsRef<[u8]>, format: Format) -> Result<Self, Error> {
        let value = format.row().parse(text.as_ref())?;
        Ok(Self { format, value })
    }

    /// Parses text in one form, also in those that `parse` does not read. The text has the length
    /// in which [`to_form`](Self::to_form) writes the id.
    ///
    /// # Errors
    /// `not_applicable` if the format lacks the form; otherwise as for `parse`.
    ///
    /// ```
    /// use sortid::{Form, Format, AnyId};
    ///
    /// let id = AnyId::parse_form("1BihbxwwQ4NZZpKRH9JDCz", Format::Uuid7, Form::Base58)?;
    /// assert_eq!(id.to_string(), "017f22e2-79b0-7cc3-98c4-dc0c0c07398f");
    /// # Ok::<(), sortid::Error>(())
    /// ```
    #[inline]
    pub fn parse_form(text: impl AsRef<[u8]>, format: Format, form: Form) -> Result<Self, Error> {
        form::parse(text.as_ref(), format, form)
    }

    /// Parses the canonical text in a constant, where [`parse`](Self::parse) is not available.
    ///
    /// # Errors
    /// Same as `parse`; `invalid_length` for all other forms.
    ///
    /// ```
    /// use sortid::{Error, Format, AnyId};
    ///
    /// const ID: Result<AnyId, Error> = AnyId::parse_const("3jzfcijpj2z2a", Format::Tid);
    /// assert_eq!(ID, AnyId::parse("3jzfcijpj2z2a", Format::Tid));
    /// ```
    #[inline]
    pub const fn parse_const(text: &str, format: Format) -> Result<Self, Error> {
        match format.row().read_literal(text.as_bytes()) {
            Ok(value) => Ok(Self { format, value }),
            Err(error) => Err(error),
        }
    }

    /// Whether `parse` would accept the text.
    #[inline]
    pub fn is_valid(text: impl AsRef<[u8]>, format: Format) -> bool {
        Self::parse(text, format).is_ok()
    }

    /// Converts from big-endian bytes of exactly the format's width.
    ///
    /// # Errors
    /// `invalid_length`, `out_of_range`, `invalid_variant`, `invalid_version`.
    #[inline]
    pub fn from_bytes(bytes: &[u8], format: Format) -> Result<Self, Error> {
        if bytes.len() != format.byte_len() {
            return Err(Error::at(ErrorCode::InvalidLength, bytes.len()).of(format.row()));
        }
        Self::checked(format, Value::from_bytes(bytes))
    }

    /// Converts from the 64-bit integer of a 64-bit format, in two's complement for timeid.
    ///
    /// # Errors
    /// `not_applicable` for wider formats; `out_of_range`.
    #[inline]
    pub fn from_u64(int: u64, format: Format) -> Result<Self, Error> {
        if format.bits() != 64 {
            return Err(format.row().lacks(Lack::Integer));
        }
        Self::checked(format, Value::from_u64(int))
    }

    /// Converts from the 128-bit integer of a 128-bit format.
    ///
    /// # Errors
    /// `not_applicable` for formats of other widths; `out_of_range`, `invalid_variant`,
    /// `invalid_version`.
    #[inline]
    pub fn from_u128(int: u128, format: Format) -> Result<Self, Error> {
        if format.bits() != 128 {
            return Err(format.row().lacks(Lack::Integer));
        }
        Self::checked(format, Value::from_u128(int))
    }

    /// Builds an id from named fields. Omitted fields are zero. Accepts the same ids as `parse`.
    ///
    /// # Errors
    /// `invalid_field` if a name is unknown or given twice, or if a value does not fit;
    /// `timestamp_out_of_range` for timeid's −1.
    ///
    /// ```
    /// use sortid::{Format, AnyId};
    ///
    /// let id = AnyId::from_fields([("timestamp_us", 1), ("clock_id", 31)], Format::Tid)?;
    /// assert_eq!(id.to_string(), "222222222232z");
    /// # Ok::<(), sortid::Error>(())
    /// ```
    #[inline]
    pub fn from_fields<'a>(
        fields: impl IntoIterator<Item = (&'a str, i128)>,
        format: Format,
    ) -> Result<Self, Error> {
        let row = format.row();
        let mut value = row.layout.fixed;
        for mark in row.marks {
            value = value.or(mark.place().write(mark.value));
        }
        let mut given = Value::ZERO;
        for (name, int) in fields {
            let number = row.field(name)?;
            let field = &row.fields[number];
            if given.and(field.place.mask()) != Value::ZERO {
                return Err(Error::about(ErrorCode::InvalidField, field.name));
            }
            given = given.or(field.place.mask());
            value = value.or(row.write_field(number, int)?);
        }
        // Fixed bits and limits are valid by now, so only a hole in the time can fail this check.
        Self::checked(format, value).map_err(|_| {
            let reserved = "\0timestamp_us cannot be -1, which is reserved";
            Error::about(ErrorCode::TimestampOutOfRange, reserved)
        })
    }

    /// Returns the format.
    #[inline]
    pub const fn format(&self) -> Format {
        self.format
    }

    /// Returns the canonical text.
    #[inline]
    pub fn to_text(&self) -> Text {
        self.format.row().codec.write(self.value, Form::Canonical)
    }

    /// Returns another text form.
    ///
    /// # Errors
    /// `not_applicable` if the format lacks the form.
    #[inline]
    pub fn to_form(&self, form: Form) -> Result<Text, Error> {
        let text = form::write(self.value, self.format, form);
        if text.is_empty() {
            return Err(form::missing(self.format, form));
        }
        Ok(text)
    }

    /// Returns the big-endian bytes.
    #[inline]
    pub fn to_bytes(&self) -> Bytes {
        Bytes::new(self.value, self.format.byte_len() as u8)
    }

    /// Returns the 64-bit integer. For timeid it is in two's complement, so that it sorts as an
    /// `i64`.
    ///
    /// # Errors
    /// `not_applicable` for wider formats.
    #[inline]
    pub fn to_u64(&self) -> Result<u64, Error> {
        match self.format.bits() {
            64 => Ok(self.value.to_u64()),
            _ => Err(self.format.row().lacks(Lack::Integer)),
        }
    }

    /// Returns the 128-bit integer.
    ///
    /// # Errors
    /// `not_applicable` for formats of other widths.
    #[inline]
    pub fn to_u128(&self) -> Result<u128, Error> {
        match self.format.bits() {
            128 => Ok(self.value.to_u128()),
            _ => Err(self.format.row().lacks(Lack::Integer)),
        }
    }

    /// Returns every field with its value, most significant first. Values have up to 80 bits;
    /// timeid's time is signed.
    #[inline]
    pub fn fields(&self) -> impl Iterator<Item = (&'static str, i128)> + '_ {
        let fields = self.format.row().fields.iter();
        fields.map(|field| (field.name, field.read(self.value)))
    }

    /// Returns the value of a field.
    ///
    /// # Errors
    /// `invalid_field` if the format has no field of this name.
    #[inline]
    pub fn field(&self, name: &str) -> Result<i128, Error> {
        let row = self.format.row();
        let field = &row.fields[row.field(name)?];
        Ok(field.read(self.value))
    }

    /// Returns the node: the field of that name, otherwise the bits that the option
    /// [`node`](Options::node) sets by default. `None` for a format without a node.
    ///
    /// ```
    /// use sortid::{AnyId, Format};
    ///
    /// let id = AnyId::parse("3jzfcijpj2z2a", Format::Tid)?;
    /// assert_eq!(id.node(), Some(6));
    /// # Ok::<(), sortid::Error>(())
    /// ```
    pub fn node(&self) -> Option<u64> {
        let row = self.format.row();
        let field = row.fields.iter().find(|field| field.name == "node");
        let place = field.map(|field| field.place);
        let place = place.or(row.layout.node.map(|node| node.place))?;
        Some(place.read(self.value) as u64)
    }

    /// Returns the time in the bits, with the format's default epoch.
    ///
    /// # Errors
    /// `not_applicable` if the format has no time (uid11_fullrand, uuid4) or the application
    /// chooses its layout (uuid8: see [`timestamp_with`](Self::timestamp_with)).
    #[inline]
    pub fn timestamp(&self) -> Result<Timestamp, Error> {
        let row = self.format.row();
        match &row.layout.time {
            Some(time) if row.tells_time => Ok(Timestamp(time.timestamp(self.value)?)),
            _ => Err(row.lacks(Lack::Time)),
        }
    }

    /// Returns the time of an id with another epoch or layout (uuid8), or to another precision.
    /// Also accepts all options of the generator: options that do not affect reading are ignored.
    ///
    /// # Errors
    /// `invalid_option` if the format lacks an option or a value is out of bounds; `not_applicable`
    /// under the same conditions as [`timestamp`](Self::timestamp); `timestamp_out_of_range` if the
    /// seconds exceed 64 bits.
    ///
    /// ```
    /// use sortid::{Format, AnyId, Options};
    ///
    /// let id = AnyId::parse("00000000-03e8-8000-8000-000000000001", Format::Uuid8)?;
    /// assert!(id.timestamp().is_err());
    /// let options = Options::new().timestamp_bits(48).unit_ns(1_000_000);
    /// assert_eq!(id.timestamp_with(&options)?.seconds(), 1);
    /// # Ok::<(), sortid::Error>(())
    /// ```
    #[inline]
    pub fn timestamp_with(&self, options: &Options) -> Result<Timestamp, Error> {
        let (_, time) = self.format.row().time_with(options)?;
        let time = time.timestamp_as_read(self.value, options.precision.is_some())?;
        Ok(Timestamp(time))
    }

    /// Returns the kind of UUID of an `any_uuid`; `None` for every other format.
    ///
    /// ```
    /// use sortid::{Format, AnyId, UuidKind};
    ///
    /// let id = AnyId::parse("00000000-0000-0000-c000-000000000046", Format::AnyUuid)?;
    /// assert_eq!(id.kind(), Some(UuidKind::Microsoft));
    /// assert_eq!(AnyId::parse("3jzfcijpj2z2a", Format::Tid)?.kind(), None);
    /// # Ok::<(), sortid::Error>(())
    /// ```
    #[inline]
    pub fn kind(&self) -> Option<UuidKind> {
        (self.format.row().kind)(self.value)
    }

    /// Whether the id parses but is never generated: for example a tid with its top bit set, or a
    /// scru160 at either end of its time range.
    #[inline]
    pub fn is_reserved(&self) -> bool {
        match self.format.row().reserved {
            Reserved::None => false,
            Reserved::TopBit => self.value.to_u64() >> 63 == 1,
            Reserved::If(is_reserved) => is_reserved(self.value),
        }
    }
}

impl AnyId {
    /// Returns bytes that compare like the ids of this format, for external sorting.
    #[doc(hidden)]
    #[inline]
    pub fn order_bytes(&self) -> [u8; MAX_BYTES] {
        self.format.row().sorted.key(self.value).to_bytes()
    }
}

impl Ord for AnyId {
    #[inline]
    fn cmp(&self, other: &Self) -> Ordering {
        let formats = self.format.code().cmp(&other.format.code());
        formats.then_with(|| self.format.row().sorted.compare(self.value, other.value))
    }
}

/// The order of two ids of a format by their big-endian bytes, padded with zeros, which are not
/// checked.
#[doc(hidden)]
#[inline]
pub fn compare_bytes<const N: usize>(format: Format, a: &[u8; N], b: &[u8; N]) -> Ordering {
    match format.row().sorted {
        SortBy::Bytes | SortBy::Chance => {
            // Mostly decided here, in less time than by a call of `memcmp`.
            let head = |bytes: &[u8; N]| bytes.first_chunk().copied().map(u64::from_be_bytes);
            head(a).cmp(&head(b)).then_with(|| a.cmp(b))
        }
        sorted => compare_outlined(sorted, Value::from_bytes(a), Value::from_bytes(b)),
    }
}

#[inline(never)]
fn compare_outlined(sorted: SortBy, a: Value, b: Value) -> Ordering {
    sorted.compare(a, b)
}

impl PartialOrd for AnyId {
    #[inline]
    fn partial_cmp(&self, other: &Self) -> Option<Ordering> {
        Some(self.cmp(other))
    }
}

impl fmt::Display for AnyId {
    #[inline]
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.pad(&self.to_text())
    }
}

impl fmt::Debug for AnyId {
    #[inline]
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "AnyId({}, {})", self.format.name(), self.to_text())
    }
}

crate::codec::text::hexadecimal!(AnyId);

/// The 8 to 20 big-endian bytes of an id. Dereferences to `[u8]`.
#[derive(Clone, Copy, PartialEq, Eq)]
pub struct Bytes {
    bytes: [u8; crate::codec::value::MAX_BYTES],
    len: u8,
}

impl Bytes {
    #[inline]
    pub(crate) const fn new(value: Value, len: u8) -> Self {
        Self {
            bytes: value.to_bytes(),
            len,
        }
    }
}

impl core::ops::Deref for Bytes {
    type Target = [u8];
    #[inline]
    fn deref(&self) -> &[u8] {
        self.bytes.get(..self.len as usize).unwrap_or_default()
    }
}

impl AsRef<[u8]> for Bytes {
    #[inline]
    fn as_ref(&self) -> &[u8] {
        self
    }
}

impl fmt::Debug for Bytes {
    #[inline]
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        fmt::Debug::fmt(&**self, f)
    }
}
