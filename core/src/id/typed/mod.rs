//! The newtypes, one per format: `Copy`, the size of their integer, in the format's order.

use core::fmt::{Debug, Display};
use core::hash::Hash;
use core::ops::{Deref, RangeInclusive};
use core::str::FromStr;

use crate::codec::value::Value;
use crate::error::{Error, Lack};
use crate::formats::Format;
use crate::formats::layout::Limit;
use crate::formats::options::Options;
use crate::formats::row::Row;
use crate::id::AnyId;
use crate::id::declared::id_type::IdType;
use crate::time::Timestamp;

mod bigint;
mod newtype;
mod node;
#[cfg(feature = "std")]
mod plain;
mod standard;
mod timed;
mod uuids;

pub(crate) use bigint::bigint;
pub(crate) use newtype::{integer, typed};
pub(crate) use node::node;
#[cfg(feature = "std")]
pub(crate) use plain::plain;
pub(crate) use standard::standard;
pub(crate) use timed::{timed, told};
pub(crate) use uuids::uuid;

with_clock! {
    pub(crate) use plain::no_new;
}

mod sealed {
    pub trait Sealed {}
    impl Sealed for crate::AnyId {}
}
pub(crate) use sealed::Sealed;

/// A type of ids: a newtype such as [`Tid`](crate::Tid), or [`AnyId`].
///
/// ```
/// use sortid::{AnyId, Format, Id, Uuid7};
///
/// fn key(id: impl Id) -> String {
///     format!("{}:{id}", id.into().format())
/// }
/// let id: Uuid7 = "018bcfe5-6800-7000-8000-000000000000".parse()?;
/// assert_eq!(key(id), "uuid7:018bcfe5-6800-7000-8000-000000000000");
/// assert_eq!(key(AnyId::parse("3jzfcijpj2z2a", Format::Tid)?), "tid:3jzfcijpj2z2a");
/// # Ok::<(), sortid::Error>(())
/// ```
pub trait Id:
    Sealed + Copy + Ord + Hash + Display + Debug + Into<AnyId> + Send + Sync + Unpin + 'static
{
    /// Converts an id that is known to be of this type.
    #[doc(hidden)]
    fn from_made(id: AnyId) -> Self;
}

impl Id for AnyId {
    fn from_made(id: AnyId) -> Self {
        id
    }
}

/// The newtype of a format, for code that is generic over formats.
///
/// Each newtype has the same functions without this trait in scope, except those that need a time
/// if its bits contain none.
///
/// ```
/// use sortid::{Error, Tid, TypedId, Uuid7};
///
/// fn age_ms<T: TypedId>(text: &str, now_ms: i64) -> Result<i64, Error> {
///     Ok(now_ms - T::parse(text)?.timestamp()?.unix_ms())
/// }
/// let now_ms = 1_700_000_000_000;
/// assert_eq!(age_ms::<Uuid7>("018bcfe5-6800-7000-8000-000000000000", now_ms)?, 0);
/// assert_eq!(age_ms::<Tid>("3ke6kg3wk2222", now_ms)?, 0);
/// # Ok::<(), sortid::Error>(())
/// ```
pub trait TypedId: Id + FromStr<Err = Error> + TryFrom<AnyId, Error = Error> {
    /// The format.
    const FORMAT: Format;

    /// The type as a value.
    const TYPE: &'static IdType = &IdType::new(Self::FORMAT);

    /// An array of the id's length.
    type Bytes: AsRef<[u8]> + Copy;

    /// The text of an id, on the stack.
    type Text: Deref<Target = str> + Copy + Display;

    /// The newtype of [`Format::generated_with_prefix`].
    #[doc(hidden)]
    type GeneratedWithPrefix: TypedId;

    /// Same as [`AnyId::parse`], for this format.
    ///
    /// # Errors
    /// `invalid_length`, `invalid_character`, `out_of_range`, `invalid_variant`, `invalid_version`.
    fn parse(text: impl AsRef<[u8]>) -> Result<Self, Error>;

    /// Returns the canonical text, of a [`TypeId`](crate::TypeId) with its prefix.
    fn to_text(self) -> Self::Text;

    /// Converts from big-endian bytes.
    ///
    /// # Errors
    /// `out_of_range`, `invalid_variant` or `invalid_version` if no id has these bytes.
    fn from_bytes(bytes: Self::Bytes) -> Result<Self, Error>;

    /// Returns the big-endian bytes.
    fn to_bytes(self) -> Self::Bytes;

    with_clock! {
        /// Generates an id, like [`new`](crate::new).
        ///
        /// # Errors
        /// Same as `new`.
        #[cfg_attr(docsrs, doc(cfg(feature = "std")))]
        fn try_now() -> Result<Self, Error>;
    }

    /// Returns the time in the bits, with the format's default epoch. It takes half as long as
    /// [`AnyId::timestamp`].
    ///
    /// # Errors
    /// `not_applicable` for a format without time.
    #[inline(always)]
    fn timestamp(self) -> Result<Timestamp, Error> {
        match const { Self::FORMAT.row().told() } {
            Some(time) => Ok(Timestamp(time.timestamp(self.into().value())?)),
            None => Err(Self::FORMAT.row().lacks(Lack::Time)),
        }
    }

    /// Same as [`AnyId::from_fields`], for this format.
    ///
    /// # Errors
    /// `invalid_field`, `timestamp_out_of_range`.
    fn from_fields<'a>(fields: impl IntoIterator<Item = (&'a str, i128)>) -> Result<Self, Error> {
        AnyId::from_fields(fields, Self::FORMAT).map(Self::from_made)
    }

    /// Same as [`AnyId::min_at`], for this format.
    ///
    /// # Errors
    /// `not_applicable`, `timestamp_out_of_range`.
    fn min_at(time: impl Into<Timestamp>) -> Result<Self, Error> {
        AnyId::min_at(time, Self::FORMAT).map(Self::from_made)
    }

    /// Same as [`AnyId::max_at`], for this format.
    ///
    /// # Errors
    /// `not_applicable`, `timestamp_out_of_range`.
    fn max_at(time: impl Into<Timestamp>) -> Result<Self, Error> {
        AnyId::max_at(time, Self::FORMAT).map(Self::from_made)
    }

    /// Same as [`AnyId::min_at_with`], for this format.
    ///
    /// # Errors
    /// `invalid_option`, `not_applicable`, `timestamp_out_of_range`.
    fn min_at_with(time: impl Into<Timestamp>, options: &Options) -> Result<Self, Error> {
        AnyId::min_at_with(time, Self::FORMAT, options).map(Self::from_made)
    }

    /// Same as [`AnyId::max_at_with`], for this format.
    ///
    /// # Errors
    /// `invalid_option`, `not_applicable`, `timestamp_out_of_range`.
    fn max_at_with(time: impl Into<Timestamp>, options: &Options) -> Result<Self, Error> {
        AnyId::max_at_with(time, Self::FORMAT, options).map(Self::from_made)
    }

    /// Same as [`AnyId::range`], for this format.
    ///
    /// # Errors
    /// `invalid_option`, `not_applicable`, `timestamp_out_of_range`.
    fn range(
        from: impl Into<Timestamp>,
        to: impl Into<Timestamp>,
    ) -> Result<RangeInclusive<Self>, Error> {
        AnyId::range(from, to, Self::FORMAT).map(typed_range)
    }

    /// Same as [`AnyId::range_with`], for this format.
    ///
    /// # Errors
    /// `invalid_option`, `not_applicable`, `timestamp_out_of_range`.
    fn range_with(
        from: impl Into<Timestamp>,
        to: impl Into<Timestamp>,
        options: &Options,
    ) -> Result<RangeInclusive<Self>, Error> {
        AnyId::range_with(from, to, Self::FORMAT, options).map(typed_range)
    }

    /// Same as [`AnyId::convert`], to the format of `T`.
    ///
    /// # Errors
    /// As for `AnyId::convert`.
    ///
    /// ```
    /// use sortid::{Uuid1, Uuid6};
    ///
    /// let old: Uuid1 = "c232ab00-9414-11ec-b3c8-9f6bdeced846".parse()?;
    /// let new: Uuid6 = old.convert()?;
    /// assert_eq!(new.to_string(), "1ec9414c-232a-6b00-b3c8-9f6bdeced846");
    /// # Ok::<(), sortid::Error>(())
    /// ```
    fn convert<T: TypedId>(self) -> Result<T, Error> {
        self.into().convert(T::FORMAT).map(T::from_made)
    }
}

/// A newtype that generates ids without returning a `Result`: it has the function `now`.
#[cfg(feature = "std")]
#[cfg_attr(docsrs, doc(cfg(feature = "std")))]
#[diagnostic::on_unimplemented(
    message = "new ids of `{Self}` can fail: after a clock rollback they could repeat",
    note = "call `try_now`, which returns a `Result`"
)]
pub trait InfallibleNew: TypedId {
    /// Generates an id, like `now`.
    ///
    /// # Panics
    /// Same as `now`.
    fn infallible_new() -> Self;
}

pub(crate) fn typed_range<T: Id>(ids: RangeInclusive<AnyId>) -> RangeInclusive<T> {
    let (min, max) = ids.into_inner();
    T::from_made(min)..=T::from_made(max)
}

/// Returns `not_applicable` unless the id is of the type's format.
#[inline]
pub(crate) fn of_format<T: TypedId>(id: AnyId) -> Result<T, Error> {
    if id.format() == T::FORMAT {
        Ok(T::from_made(id))
    } else {
        Err(Error::of_other_format(T::FORMAT, id.format()))
    }
}

/// The conditions of `Row::check` as masks that are known at compile time.
pub(crate) struct Accepted {
    marks: (Value, Value),
    limits: &'static [Limit],
    hole: Option<(Value, Value)>,
}

impl Accepted {
    pub(crate) const fn by(row: &Row) -> Self {
        let (mut mask, mut bits, mut i) = (Value::ZERO, Value::ZERO, 0);
        while i < row.marks.len() {
            let mark = row.marks[i];
            mask = mask.or(mark.place().mask());
            bits = bits.or(mark.place().write(mark.value));
            i += 1;
        }
        let hole = match &row.layout.time {
            Some(time) => match time.hole {
                Some(hole) => Some((time.place.mask(), time.write(hole))),
                None => None,
            },
            None => None,
        };
        Self {
            marks: (mask, bits),
            limits: row.layout.limits,
            hole,
        }
    }

    #[inline(always)]
    pub(crate) const fn has(&self, value: Value) -> bool {
        let (mask, bits) = self.marks;
        let mut marked = value.and(mask).is(bits);
        let mut i = 0;
        while i < self.limits.len() {
            marked &= self.limits[i].place.read(value) <= self.limits[i].largest;
            i += 1;
        }
        match self.hole {
            Some((mask, hole)) => marked && !value.and(mask).is(hole),
            None => marked,
        }
    }
}

/// Parses a text that the fast path rejected, to determine the error.
#[cold]
pub(crate) fn refused(row: &'static Row, text: &[u8]) -> Result<Value, Error> {
    row.parse(text)
}
