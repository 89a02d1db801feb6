//! The newtype macro: representation and the operations of the format.

/// Defines the conversions between a newtype, its integer and its bits.
macro_rules! integer {
    (u64) => { crate::id::typed::integer!(@ u64, 8, from_u64, to_u64, from_u64, to_u64, u64); };
    (i64) => { crate::id::typed::integer!(@ i64, 8, from_u64, to_u64, from_i64, to_i64, u64); };
    (u128) => { crate::id::typed::integer!(@ u128, 16, from_u128, to_u128, from_u128, to_u128, u128); };
    (@ $int:ty, $bytes:literal, $into:ident, $outof:ident, $from:ident, $to:ident, $raw:ty) => {
        /// Converts from the integer.
        ///
        /// # Errors
        /// Same as `from_bytes`.
        #[inline]
        pub const fn $from(int: $int) -> Result<Self, crate::Error> {
            let value = crate::codec::value::Value::$into(int as $raw);
            match Self::ACCEPTED.has(value) {
                true => Ok(Self(int)),
                false => Err(STATIC_ROW.refusal(value)),
            }
        }

        /// Converts to the integer. Integers sort like the ids, except for comb_mssql and uuid1.
        #[inline]
        pub const fn $to(self) -> $int {
            self.0
        }

        /// Converts from big-endian bytes.
        ///
        /// # Errors
        /// `out_of_range`, `invalid_variant` or `invalid_version` if no id has these bytes.
        #[doc(alias = "from_slice")]
        #[inline]
        pub const fn from_bytes(bytes: [u8; $bytes]) -> Result<Self, crate::Error> {
            Self::$from(<$int>::from_be_bytes(bytes))
        }

        /// Returns the big-endian bytes.
        #[doc(alias("as_bytes", "into_bytes"))]
        #[inline]
        pub const fn to_bytes(self) -> [u8; $bytes] {
            self.0.to_be_bytes()
        }

        #[inline]
        const fn value(self) -> crate::codec::value::Value {
            crate::codec::value::Value::$into(self.0 as $raw)
        }

        #[inline]
        const fn from_value(value: crate::codec::value::Value) -> Self {
            Self(value.$outof() as $int)
        }
    };
    // A separate `impl`: rustc suggests the first functions that return an id.
    (accepted u64) => { crate::id::typed::integer!(@accepted u64, 8, from_u64, u64); };
    (accepted i64) => { crate::id::typed::integer!(@accepted i64, 8, from_u64, u64); };
    (accepted u128) => { crate::id::typed::integer!(@accepted u128, 16, from_u128, u128); };
    (@accepted $int:ty, $bytes:literal, $into:ident, $raw:ty) => {
        /// Returns `None` where [`from_bytes`](Self::from_bytes) fails.
        #[doc(hidden)]
        #[inline(always)]
        pub const fn accepted(bytes: [u8; $bytes]) -> Option<Self> {
            let int = <$int>::from_be_bytes(bytes);
            let value = crate::codec::value::Value::$into(int as $raw);
            match Self::ACCEPTED.has(value) {
                true => Some(Self(int)),
                false => None,
            }
        }
    };
    (accepted [u8; $bytes:literal]) => {
        /// Returns `None` where [`from_bytes`](Self::from_bytes) fails.
        #[doc(hidden)]
        #[inline(always)]
        pub const fn accepted(bytes: [u8; $bytes]) -> Option<Self> {
            match Self::ACCEPTED.has(crate::codec::value::Value::from_bytes(&bytes)) {
                true => Some(Self(bytes)),
                false => None,
            }
        }
    };
    ([u8; $bytes:literal]) => {
        /// Converts from big-endian bytes.
        ///
        /// # Errors
        /// Never fails for this format: the signature is the same for all newtypes.
        #[inline]
        pub const fn from_bytes(bytes: [u8; $bytes]) -> Result<Self, crate::Error> {
            match Self::accepted(bytes) {
                Some(id) => Ok(id),
                None => Err(STATIC_ROW.refusal(crate::codec::value::Value::from_bytes(&bytes))),
            }
        }

        /// Returns the big-endian bytes.
        #[doc(alias = "into_bytes")]
        #[inline]
        pub const fn to_bytes(self) -> [u8; $bytes] {
            self.0
        }

        /// Borrows the big-endian bytes, for drivers of databases.
        #[inline]
        pub const fn as_bytes(&self) -> &[u8; $bytes] {
            &self.0
        }

        #[inline]
        const fn value(self) -> crate::codec::value::Value {
            crate::codec::value::Value::from_bytes(&self.0)
        }

        #[inline]
        const fn from_value(value: crate::codec::value::Value) -> Self {
            Self(value.head())
        }
    };
}
pub(crate) use integer;

/// Defines the newtype of the format whose `ROW` is in the same module.
///
/// Accessors refer to a field by its index in `ROW.fields`.
macro_rules! typed {
    (@made $name:ident) => { $name };
    (@made $name:ident $made:ident) => { crate::$made };
    (
        $(#[$doc:meta])*
        $name:ident($int:tt) $(made $made:ident)?, example $example:literal;
        $($(#[$field_doc:meta])* $field:ident: $type:ty = $index:literal;)*
    ) => {
        $(#[$doc])*
        ///
        /// ```
        #[doc = concat!("use sortid::ids::", stringify!($name), ";")]
        ///
        #[doc = concat!("let id: ", stringify!($name), " = \"", $example, "\".parse()?;")]
        #[doc = concat!("assert_eq!(id.to_string(), \"", $example, "\");")]
        #[doc = concat!("assert_eq!(", stringify!($name), "::from_bytes(id.to_bytes())?, id);")]
        #[doc = concat!("assert!((", stringify!($name), "::MIN..=", stringify!($name), "::MAX).contains(&id));")]
        $(#[doc = concat!("println!(\"{}\", id.", stringify!($field), "());")])*
        /// # Ok::<(), sortid::Error>(())
        /// ```
        #[derive(Clone, Copy, PartialEq, Eq, Hash)]
        #[repr(transparent)]
        pub struct $name($int);

        /// The row at one address, for errors and where it is not a constant to fold.
        pub(crate) static STATIC_ROW: crate::formats::row::Row = crate::formats::row::Row {
            code: crate::Format::$name as u8,
            ..ROW
        };

        impl Ord for $name {
            #[inline]
            fn cmp(&self, other: &Self) -> core::cmp::Ordering {
                match ROW.sorted {
                    crate::formats::row::SortBy::Places(_) => {
                        ROW.sorted.compare(self.value(), other.value())
                    }
                    _ => self.0.cmp(&other.0),
                }
            }
        }

        impl PartialOrd for $name {
            #[inline]
            fn partial_cmp(&self, other: &Self) -> Option<core::cmp::Ordering> {
                Some(self.cmp(other))
            }
        }

        impl $name {
            /// The smallest id that parses.
            #[doc(alias = "min")]
            pub const MIN: Self = Self::from_value(ROW.bounds().0);

            /// The largest id that parses.
            #[doc(alias = "max")]
            pub const MAX: Self = Self::from_value(ROW.bounds().1);

            const ACCEPTED: crate::id::typed::Accepted = crate::id::typed::Accepted::by(&ROW);

            crate::id::typed::integer!($int);

            /// Parses text in any readable form of the format. Does not trim.
            ///
            /// # Errors
            /// The first that applies: `invalid_length`, `invalid_character`, `out_of_range`,
            /// `invalid_variant`, `invalid_version`.
            #[doc(alias("from_str", "from_string", "parse_str", "try_parse"))]
            // libsortid, compiled for size, would call it otherwise.
            #[inline(always)]
            pub fn parse(text: impl AsRef<[u8]>) -> Result<Self, crate::Error> {
                let text = text.as_ref();
                match ROW.codec.parse(text) {
                    Ok(value) if Self::ACCEPTED.has(value) => Ok(Self::from_value(value)),
                    _ => crate::id::typed::refused(&STATIC_ROW, text).map(Self::from_value),
                }
            }

            /// Parses text like `parse`, but corrects spellings that leave the bits certain: see
            /// [`AnyId::parse_lenient`](crate::AnyId::parse_lenient).
            ///
            /// # Errors
            /// The error of `parse`, if the corrected text is invalid too.
            #[cfg(feature = "scan")]
            #[inline]
            pub fn parse_lenient(
                text: impl AsRef<[u8]>,
            ) -> Result<crate::Corrected<Self>, crate::Error> {
                crate::detect::lenient::parse_typed(text.as_ref())
            }

            /// Parses text in one form: see [`AnyId::parse_form`](crate::AnyId::parse_form).
            ///
            /// # Errors
            /// `not_applicable` if the format lacks the form; otherwise as for `parse`.
            #[inline]
            pub fn parse_form(
                text: impl AsRef<[u8]>,
                form: crate::Form,
            ) -> Result<Self, crate::Error> {
                let format = <Self as crate::TypedId>::FORMAT;
                crate::AnyId::parse_form(text, format, form).map(crate::id::typed::Id::from_made)
            }

            /// Parses the canonical text in a constant, where [`parse`](Self::parse) is not
            /// available.
            ///
            /// # Errors
            /// Same as `parse`; `invalid_length` for all other forms.
            ///
            /// ```
            #[doc = concat!("use sortid::{Error, ids::", stringify!($name), "};")]
            ///
            #[doc = concat!("const ID: Result<", stringify!($name), ", Error> = ", stringify!($name), "::parse_const(\"", $example, "\");")]
            #[doc = concat!("assert_eq!(ID, \"", $example, "\".parse());")]
            /// ```
            #[inline]
            pub const fn parse_const(text: &str) -> Result<Self, crate::Error> {
                match STATIC_ROW.read_literal(text.as_bytes()) {
                    Ok(value) => Ok(Self::from_value(value)),
                    Err(error) => Err(error),
                }
            }

            /// Whether `parse` would accept the text.
            #[inline]
            pub fn is_valid(text: impl AsRef<[u8]>) -> bool {
                Self::parse(text).is_ok()
            }

            /// Builds an id from named fields. Omitted fields are zero. Accepts the same ids as
            /// `parse`.
            ///
            /// # Errors
            /// `invalid_field` if a name is unknown or given twice, or if a value does not fit;
            /// `timestamp_out_of_range` for timeid's −1.
            #[inline]
            pub fn from_fields<'a>(
                fields: impl IntoIterator<Item = (&'a str, i128)>,
            ) -> Result<Self, crate::Error> {
                <Self as crate::TypedId>::from_fields(fields)
            }

            /// Returns the range of ids whose canonical text begins with `prefix`.
            ///
            /// # Errors
            /// Same as [`AnyId::prefix_range`](crate::AnyId::prefix_range).
            #[inline]
            pub fn prefix_range(
                prefix: impl AsRef<[u8]>,
            ) -> Result<core::ops::RangeInclusive<Self>, crate::Error> {
                crate::AnyId::prefix_range(prefix, crate::Format::$name)
                    .map(crate::id::typed::typed_range)
            }

            /// Returns the smallest id of the tick that contains `time`, with options for reading:
            /// see [`AnyId::min_at_with`](crate::AnyId::min_at_with).
            ///
            /// # Errors
            /// `not_applicable` if bits and options do not determine the time; otherwise as
            /// documented there.
            #[inline]
            pub fn min_at_with(
                time: impl Into<crate::Timestamp>,
                options: &crate::Options,
            ) -> Result<Self, crate::Error> {
                <Self as crate::TypedId>::min_at_with(time, options)
            }

            /// Returns the largest id of the tick that contains `time`, with options for reading:
            /// see [`AnyId::max_at_with`](crate::AnyId::max_at_with).
            ///
            /// # Errors
            /// Same as [`min_at_with`](Self::min_at_with).
            #[inline]
            pub fn max_at_with(
                time: impl Into<crate::Timestamp>,
                options: &crate::Options,
            ) -> Result<Self, crate::Error> {
                <Self as crate::TypedId>::max_at_with(time, options)
            }

            /// Returns the range of ids in an interval, with options for reading: see
            /// [`AnyId::range_with`](crate::AnyId::range_with).
            ///
            /// # Errors
            /// `not_applicable` if bits and options do not determine the time; otherwise as
            /// documented there.
            #[inline]
            pub fn range_with(
                from: impl Into<crate::Timestamp>,
                to: impl Into<crate::Timestamp>,
                options: &crate::Options,
            ) -> Result<core::ops::RangeInclusive<Self>, crate::Error> {
                <Self as crate::TypedId>::range_with(from, to, options)
            }

            /// Returns the time, with options for reading: see
            /// [`AnyId::timestamp_with`](crate::AnyId::timestamp_with).
            ///
            /// # Errors
            /// As documented there.
            #[inline]
            pub fn timestamp_with(
                self,
                options: &crate::Options,
            ) -> Result<crate::Timestamp, crate::Error> {
                crate::AnyId::from(self).timestamp_with(options)
            }

            /// Returns the canonical text.
            #[doc(alias("array_to_str", "as_str", "encode", "hyphenated"))]
            #[inline]
            pub fn to_text(self) -> crate::Text {
                ROW.codec.write(self.value(), crate::Form::Canonical)
            }

            /// Returns the text in one form: see [`AnyId::to_form`](crate::AnyId::to_form).
            ///
            /// # Errors
            /// `not_applicable` if the format lacks the form.
            #[doc(alias("braced", "simple", "urn"))]
            #[inline]
            pub fn to_form(self, form: crate::Form) -> Result<crate::Text, crate::Error> {
                crate::AnyId::from(self).to_form(form)
            }

            /// Returns the canonical text as `Display` prints it, in two thirds of the time.
            #[cfg(feature = "std")]
            #[cfg_attr(docsrs, doc(cfg(feature = "std")))]
            #[allow(
                clippy::inherent_to_string_shadow_display,
                reason = "the same text, in a string of the right size from the start"
            )]
            #[inline]
            pub fn to_string(&self) -> String {
                String::from(*self)
            }

            /// Converts to another format with the same content: see
            /// [`AnyId::convert`](crate::AnyId::convert).
            ///
            /// # Errors
            /// As documented there; `not_applicable` for any other pair of formats.
            #[inline]
            pub fn convert<T: crate::TypedId>(self) -> Result<T, crate::Error> {
                crate::TypedId::convert(self)
            }

            /// Returns the id whose integer is greater by one, as [`AnyId::successor`](crate::AnyId::successor).
            ///
            /// # Errors
            /// `out_of_range` for the largest id; `not_applicable` if not all bits are an id, or
            /// bytes do not sort.
            #[inline]
            pub fn successor(self) -> Result<Self, crate::Error> {
                crate::AnyId::from(self).successor().map(crate::id::typed::Id::from_made)
            }

            /// Returns the id whose integer is less by one.
            ///
            /// # Errors
            /// `out_of_range` for the smallest id; `not_applicable` as [`successor`](Self::successor).
            #[inline]
            pub fn predecessor(self) -> Result<Self, crate::Error> {
                crate::AnyId::from(self).predecessor().map(crate::id::typed::Id::from_made)
            }

            /// Whether the id parses but is never generated.
            #[inline]
            pub fn is_reserved(self) -> bool {
                crate::AnyId::from(self).is_reserved()
            }

            $($(#[$field_doc])*
            #[inline]
            pub const fn $field(self) -> $type {
                ROW.fields[$index].read(self.value()) as $type
            })*
        }

        impl $name {
            crate::id::typed::integer!(accepted $int);
        }

        crate::id::typed::standard!($name($int));

        impl crate::id::typed::Sealed for $name {}

        impl crate::id::typed::Id for $name {
            #[inline]
            fn from_made(id: crate::AnyId) -> Self {
                Self::from_value(id.value())
            }
        }

        impl crate::TypedId for $name {
            const FORMAT: crate::Format = crate::Format::$name;
            type Bytes = [u8; crate::Format::$name.byte_len()];
            type Text = crate::Text;
            type GeneratedWithPrefix = crate::id::typed::typed!(@made $name $($made)?);

            #[inline(always)]
            fn parse(text: impl AsRef<[u8]>) -> Result<Self, crate::Error> {
                $name::parse(text)
            }

            #[inline]
            fn to_text(self) -> crate::Text {
                $name::to_text(self)
            }

            #[inline]
            fn from_bytes(bytes: Self::Bytes) -> Result<Self, crate::Error> {
                $name::from_bytes(bytes)
            }

            #[inline]
            fn to_bytes(self) -> Self::Bytes {
                $name::to_bytes(self)
            }

            with_clock! {
                #[inline]
                fn try_now() -> Result<Self, crate::Error> {
                    crate::new()
                }
            }
        }

        impl From<$name> for crate::AnyId {
            #[inline]
            fn from(id: $name) -> Self {
                crate::AnyId::from_value(crate::Format::$name, id.value())
            }
        }

        impl TryFrom<crate::AnyId> for $name {
            type Error = crate::Error;

            /// Converts an id. Returns `not_applicable` if it has another format.
            #[inline]
            fn try_from(id: crate::AnyId) -> Result<Self, crate::Error> {
                crate::id::typed::of_format(id)
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
            #[inline]
            fn fmt(&self, f: &mut core::fmt::Formatter<'_>) -> core::fmt::Result {
                f.pad(&self.to_text())
            }
        }

        impl core::fmt::Debug for $name {
            #[inline]
            fn fmt(&self, f: &mut core::fmt::Formatter<'_>) -> core::fmt::Result {
                write!(f, concat!(stringify!($name), "({})"), self.to_text())
            }
        }

        #[cfg(feature = "serde")]
        crate::interop::serde::newtype!($name);
        #[cfg(feature = "schemars")]
        crate::interop::schemars::newtype!($name);
        #[cfg(feature = "async-graphql")]
        crate::interop::async_graphql::newtype!($name);
        #[cfg(feature = "arbitrary")]
        crate::interop::arbitrary::newtype!($name);
    };
}
pub(crate) use typed;
