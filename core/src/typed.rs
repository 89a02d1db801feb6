//! The newtype of one format: `Copy`, the size of its integer, in the format's own order.

use core::ops::RangeInclusive;

use crate::error::{Error, ErrorCode};
use crate::formats::Format;
use crate::id::Id;
use crate::layout::Row;
use crate::options::Options;
use crate::time::Timestamp;
use crate::value::Value;

mod sealed {
    pub trait Sealed {}
    impl Sealed for crate::Id {}
}
pub(crate) use sealed::Sealed;

/// What a generator can yield: a newtype such as [`Tid`](crate::Tid), or the dynamic [`Id`].
pub trait Target: Sealed + Copy + Ord + Into<Id> {
    /// An id that is known to be of this type.
    #[doc(hidden)]
    fn from_made(id: Id) -> Self;
}

impl Target for Id {
    fn from_made(id: Id) -> Self {
        id
    }
}

/// The newtype of one format, for code that is generic over the formats; each newtype has the same
/// functions of its own.
///
/// ```
/// use sortid::{Error, Tid, Timestamp, TypedId, Uuid7};
///
/// fn first<T: TypedId>(time: Timestamp) -> Result<T, Error> {
///     T::min_at(time)
/// }
/// let noon = Timestamp::from_unix_ms(1_700_000_000_000);
/// assert_eq!(first::<Uuid7>(noon)?.unix_ts_ms(), 1_700_000_000_000);
/// assert_eq!(first::<Tid>(noon)?.timestamp_us(), 1_700_000_000_000_000);
/// # Ok::<(), sortid::Error>(())
/// ```
pub trait TypedId: Target {
    /// The format.
    const FORMAT: Format;

    /// See [`Id::from_fields`].
    ///
    /// # Errors
    /// `invalid_field`, `timestamp_out_of_range`.
    fn from_fields<'a>(fields: impl IntoIterator<Item = (&'a str, i128)>) -> Result<Self, Error> {
        Id::from_fields(fields, Self::FORMAT).map(Self::from_made)
    }

    /// See [`Id::min_at`].
    ///
    /// # Errors
    /// `not_applicable`, `timestamp_out_of_range`.
    fn min_at(time: Timestamp) -> Result<Self, Error> {
        Id::min_at(time, Self::FORMAT).map(Self::from_made)
    }

    /// See [`Id::max_at`].
    ///
    /// # Errors
    /// `not_applicable`, `timestamp_out_of_range`.
    fn max_at(time: Timestamp) -> Result<Self, Error> {
        Id::max_at(time, Self::FORMAT).map(Self::from_made)
    }

    /// See [`Id::range`].
    ///
    /// # Errors
    /// `invalid_option`, `not_applicable`, `timestamp_out_of_range`.
    fn range(from: Timestamp, to: Timestamp) -> Result<RangeInclusive<Self>, Error> {
        Id::range(from, to, Self::FORMAT).map(typed_range)
    }

    /// See [`Id::range_with`].
    ///
    /// # Errors
    /// `invalid_option`, `not_applicable`, `timestamp_out_of_range`.
    fn range_with(
        from: Timestamp,
        to: Timestamp,
        options: &Options,
    ) -> Result<RangeInclusive<Self>, Error> {
        Id::range_with(from, to, Self::FORMAT, options).map(typed_range)
    }

    /// See [`Id::prefix_range`].
    ///
    /// # Errors
    /// `invalid_length`, `invalid_character`, `out_of_range`, `invalid_variant`, `invalid_version`.
    fn prefix_range(prefix: impl AsRef<[u8]>) -> Result<RangeInclusive<Self>, Error> {
        Id::prefix_range(prefix, Self::FORMAT).map(typed_range)
    }
}

fn typed_range<T: Target>(ids: RangeInclusive<Id>) -> RangeInclusive<T> {
    let (min, max) = ids.into_inner();
    T::from_made(min)..=T::from_made(max)
}

/// `not_applicable` unless the id is of the format.
pub(crate) fn expect_format(id: Id, format: Format) -> Result<Id, Error> {
    if id.format() == format {
        Ok(id)
    } else {
        Err(Error::new(ErrorCode::NotApplicable))
    }
}

/// What `Row::check` accepts, as masks that are known when compiling.
pub(crate) struct Accepted {
    marks: (Value, Value),
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
            hole,
        }
    }

    #[inline(always)]
    pub(crate) const fn has(&self, value: Value) -> bool {
        let (mask, bits) = self.marks;
        let marked = value.and(mask).is(bits);
        match self.hole {
            Some((mask, hole)) => marked && !value.and(mask).is(hole),
            None => marked,
        }
    }
}

/// Parses what the short way did not accept, for the error.
#[cold]
pub(crate) fn refused(format: Format, text: &[u8]) -> Result<Id, Error> {
    Id::parse(text, format)
}

/// The integer that a newtype holds, and its way to and from the bits.
macro_rules! integer {
    (u64) => { crate::typed::integer!(@ u64, 8, from_u64, to_u64, from_u64, to_u64, u64); };
    (i64) => { crate::typed::integer!(@ i64, 8, from_u64, to_u64, from_i64, to_i64, u64); };
    (u128) => { crate::typed::integer!(@ u128, 16, from_u128, to_u128, from_u128, to_u128, u128); };
    (@ $int:ty, $bytes:literal, $into:ident, $outof:ident, $from:ident, $to:ident, $raw:ty) => {
        /// From the integer.
        ///
        /// # Errors
        /// What `from_bytes` refuses.
        #[inline]
        pub const fn $from(int: $int) -> Result<Self, crate::Error> {
            const ACCEPTED: crate::typed::Accepted = crate::typed::Accepted::by(&ROW);
            let value = crate::value::Value::$into(int as $raw);
            if ACCEPTED.has(value) {
                return Ok(Self(int));
            }
            match ROW.check(value) {
                Ok(()) => Ok(Self(int)),
                Err((code, _)) => Err(crate::Error::new(code)),
            }
        }

        /// The integer, in the order of the ids.
        pub const fn $to(self) -> $int {
            self.0
        }

        /// From big-endian bytes.
        ///
        /// # Errors
        /// `out_of_range`, `invalid_variant` or `invalid_version` where no id has these bytes.
        #[inline]
        pub const fn from_bytes(bytes: [u8; $bytes]) -> Result<Self, crate::Error> {
            Self::$from(<$int>::from_be_bytes(bytes))
        }

        /// The big-endian bytes.
        pub const fn to_bytes(self) -> [u8; $bytes] {
            self.0.to_be_bytes()
        }

        #[inline]
        const fn value(self) -> crate::value::Value {
            crate::value::Value::$into(self.0 as $raw)
        }

        #[inline]
        const fn from_value(value: crate::value::Value) -> Self {
            Self(value.$outof() as $int)
        }
    };
    ([u8; 20]) => {
        /// From big-endian bytes.
        ///
        /// # Errors
        /// None for this format; the signature is that of every newtype.
        pub const fn from_bytes(bytes: [u8; 20]) -> Result<Self, crate::Error> {
            match ROW.check(crate::value::Value::from_bytes(&bytes)) {
                Ok(()) => Ok(Self(bytes)),
                Err((code, _)) => Err(crate::Error::new(code)),
            }
        }

        /// The big-endian bytes.
        pub const fn to_bytes(self) -> [u8; 20] {
            self.0
        }

        #[inline]
        const fn value(self) -> crate::value::Value {
            crate::value::Value::from_bytes(&self.0)
        }

        #[inline]
        const fn from_value(value: crate::value::Value) -> Self {
            Self(value.to_bytes())
        }
    };
}
pub(crate) use integer;

/// Declares the newtype of the format whose `ROW` stands in the same module.
///
/// Accessors name a field by its place in `ROW.fields`.
macro_rules! typed {
    (
        $(#[$doc:meta])*
        $name:ident($int:tt), example $example:literal;
        $($(#[$field_doc:meta])* $field:ident: $type:ty = $index:literal;)*
    ) => {
        $(#[$doc])*
        ///
        /// ```
        #[doc = concat!("use sortid::", stringify!($name), ";")]
        ///
        #[doc = concat!("let id: ", stringify!($name), " = \"", $example, "\".parse()?;")]
        #[doc = concat!("assert_eq!(id.to_string(), \"", $example, "\");")]
        #[doc = concat!("assert_eq!(", stringify!($name), "::from_bytes(id.to_bytes())?, id);")]
        $(#[doc = concat!("println!(\"{}\", id.", stringify!($field), "());")])*
        /// # Ok::<(), sortid::Error>(())
        /// ```
        #[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash)]
        #[repr(transparent)]
        pub struct $name($int);

        impl $name {
            crate::typed::integer!($int);

            /// Reads text in any of the format's forms; nothing is trimmed.
            ///
            /// # Errors
            /// In this order: `invalid_length`, `invalid_character`, `out_of_range`,
            /// `invalid_variant`, `invalid_version`.
            #[inline]
            pub fn parse(text: impl AsRef<[u8]>) -> Result<Self, crate::Error> {
                const ACCEPTED: crate::typed::Accepted = crate::typed::Accepted::by(&ROW);
                let text = text.as_ref();
                match ROW.codec.parse(text) {
                    Ok(value) if ACCEPTED.has(value) => Ok(Self::from_value(value)),
                    _ => crate::typed::refused(crate::Format::$name, text)
                        .map(|id| Self::from_value(id.value())),
                }
            }

            /// Whether `parse` would accept the text.
            #[inline]
            pub fn is_valid(text: impl AsRef<[u8]>) -> bool {
                Self::parse(text).is_ok()
            }

            /// From named fields; those left out are zero. Accepts what parsing accepts.
            ///
            /// # Errors
            /// `invalid_field` for a name the format lacks, a name given twice or a value too
            /// wide for its bits; `timestamp_out_of_range` for timeid's −1.
            pub fn from_fields<'a>(
                fields: impl IntoIterator<Item = (&'a str, i128)>,
            ) -> Result<Self, crate::Error> {
                <Self as crate::TypedId>::from_fields(fields)
            }

            /// From the smallest to the largest id whose canonical text begins with `prefix`.
            ///
            /// # Errors
            /// As [`Id::prefix_range`](crate::Id::prefix_range).
            pub fn prefix_range(
                prefix: impl AsRef<[u8]>,
            ) -> Result<core::ops::RangeInclusive<Self>, crate::Error> {
                <Self as crate::TypedId>::prefix_range(prefix)
            }

            /// The canonical text.
            #[inline]
            pub fn to_text(self) -> crate::Text {
                crate::Id::from(self).to_text()
            }

            /// Whether the id parses but is never generated.
            pub fn is_reserved(self) -> bool {
                crate::Id::from(self).is_reserved()
            }

            $($(#[$field_doc])*
            pub const fn $field(self) -> $type {
                ROW.fields[$index].read(self.value()) as $type
            })*
        }

        impl crate::typed::Sealed for $name {}

        impl crate::typed::Target for $name {
            #[inline]
            fn from_made(id: crate::Id) -> Self {
                Self::from_value(id.value())
            }
        }

        impl crate::TypedId for $name {
            const FORMAT: crate::Format = crate::Format::$name;
        }

        impl From<$name> for crate::Id {
            #[inline]
            fn from(id: $name) -> Self {
                crate::Id::from_value(crate::Format::$name, id.value())
            }
        }

        impl TryFrom<crate::Id> for $name {
            type Error = crate::Error;

            /// `not_applicable` for an id of another format.
            fn try_from(id: crate::Id) -> Result<Self, crate::Error> {
                crate::typed::expect_format(id, crate::Format::$name)
                    .map(|id| Self::from_value(id.value()))
            }
        }

        impl core::str::FromStr for $name {
            type Err = crate::Error;
            #[inline]
            fn from_str(text: &str) -> Result<Self, crate::Error> {
                Self::parse(text)
            }
        }

        impl core::fmt::Display for $name {
            fn fmt(&self, f: &mut core::fmt::Formatter<'_>) -> core::fmt::Result {
                f.pad(&self.to_text())
            }
        }

        impl core::fmt::Debug for $name {
            fn fmt(&self, f: &mut core::fmt::Formatter<'_>) -> core::fmt::Result {
                write!(f, concat!(stringify!($name), "({})"), self.to_text())
            }
        }

        #[cfg(feature = "serde")]
        impl serde::Serialize for $name {
            fn serialize<S: serde::Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
                serializer.serialize_str(&self.to_text())
            }
        }

        #[cfg(feature = "serde")]
        impl<'de> serde::Deserialize<'de> for $name {
            fn deserialize<D: serde::Deserializer<'de>>(deserializer: D) -> Result<Self, D::Error> {
                crate::serde::deserialize_text(deserializer, crate::Format::$name)
                    .map(|id| Self::from_value(id.value()))
            }
        }
    };
}
pub(crate) use typed;

/// Declares the time of a newtype whose bits tell it.
macro_rules! timed {
    ($name:ident) => {
        impl $name {
            /// The time in the bits, with the format's default epoch.
            pub fn timestamp(self) -> crate::Timestamp {
                // The default layouts stay far inside the range of a timestamp.
                crate::Id::from(self)
                    .timestamp()
                    .unwrap_or(crate::Timestamp::MAX)
            }

            /// The smallest id of the tick in which an instant lies.
            ///
            /// # Errors
            /// `timestamp_out_of_range` for a tick that no id carries, never clamped.
            pub fn min_at(time: crate::Timestamp) -> Result<Self, crate::Error> {
                <Self as crate::TypedId>::min_at(time)
            }

            /// The largest id of the tick in which an instant lies.
            ///
            /// # Errors
            /// As [`min_at`](Self::min_at).
            pub fn max_at(time: crate::Timestamp) -> Result<Self, crate::Error> {
                <Self as crate::TypedId>::max_at(time)
            }

            /// From the smallest to the largest id of the half-open interval `[from, to)`.
            ///
            /// # Errors
            /// `invalid_option` for an empty interval; else as [`min_at`](Self::min_at).
            ///
            /// ```
            /// use std::collections::BTreeMap;
            ///
            #[doc = concat!("use sortid::{Timestamp, ", stringify!($name), "};")]
            ///
            /// let hour = |n| Timestamp::from_unix_ms(1_700_000_000_000 + n * 3_600_000);
            #[doc = concat!("let posts = BTreeMap::from([(", stringify!($name), "::min_at(hour(1))?, 1)]);")]
            #[doc = concat!("assert_eq!(posts.range(", stringify!($name), "::range(hour(0), hour(2))?).count(), 1);")]
            /// # Ok::<(), sortid::Error>(())
            /// ```
            pub fn range(
                from: crate::Timestamp,
                to: crate::Timestamp,
            ) -> Result<core::ops::RangeInclusive<Self>, crate::Error> {
                <Self as crate::TypedId>::range(from, to)
            }

            /// [`range`](Self::range) for ids of another epoch or precision.
            ///
            /// # Errors
            /// `invalid_option` for what is no option of reading this format; else as `range`.
            pub fn range_with(
                from: crate::Timestamp,
                to: crate::Timestamp,
                options: &crate::Options,
            ) -> Result<core::ops::RangeInclusive<Self>, crate::Error> {
                <Self as crate::TypedId>::range_with(from, to, options)
            }
        }
    };
}
pub(crate) use timed;

/// What a plain function without a `Result` does with its documented failures.
#[cfg(feature = "std")]
#[cold]
pub(crate) fn no_new(format: Format, error: Error) -> ! {
    panic!("no new {format}: {error}")
}

/// Declares the plain function for a new id on the process-wide default generator.
#[cfg(feature = "std")]
macro_rules! plain {
    ($(#[$doc:meta])* $function:ident -> $name:ident) => {
        $(#[$doc])*
        ///
        /// # Errors
        /// What [`Generator::next`](crate::Generator::next) of a default generator refuses.
        ///
        /// ```
        #[doc = concat!("let (a, b) = (sortid::", stringify!($function), "()?, sortid::", stringify!($function), "()?);")]
        /// assert_ne!(a, b);
        /// # Ok::<(), sortid::Error>(())
        /// ```
        #[inline]
        pub fn $function() -> Result<$name, crate::Error> {
            crate::new()
        }
    };
    ($(#[$doc:meta])* $function:ident or $fallible:ident -> $name:ident) => {
        $(#[$doc])*
        ///
        /// # Panics
        /// If the operating system gives no random bytes, if its clock stands outside the time
        /// of the format, or in a signal handler that interrupts another call of it;
        #[doc = concat!("[`", stringify!($fallible), "`] returns these as errors.")]
        ///
        /// ```
        #[doc = concat!("assert_ne!(sortid::", stringify!($function), "(), sortid::", stringify!($function), "());")]
        /// ```
        #[inline]
        pub fn $function() -> $name {
            match $fallible() {
                Ok(id) => id,
                Err(error) => crate::typed::no_new(crate::Format::$name, error),
            }
        }

        #[doc = concat!("[`", stringify!($function), "`] without its panics.")]
        ///
        /// # Errors
        /// `entropy_unavailable`, `timestamp_out_of_range`; in a signal handler that interrupts
        /// another call of it `counter_exhausted`, or `forked_generator` in a child forked there.
        ///
        /// ```
        #[doc = concat!("let id = sortid::", stringify!($fallible), "()?;")]
        /// # Ok::<(), sortid::Error>(())
        /// ```
        #[inline]
        pub fn $fallible() -> Result<$name, crate::Error> {
            crate::new()
        }
    };
}
#[cfg(feature = "std")]
pub(crate) use plain;
