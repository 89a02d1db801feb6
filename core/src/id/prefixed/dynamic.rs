//! The dynamic prefixed id, for programs that learn the format or the prefix at run time.

use core::fmt;

use super::{Prefix, TypeIdText, read, require_prefixes, suffix_form};
use crate::codec::text::Text;
use crate::error::Error;
use crate::formats::Format;
use crate::formats::kind::UuidKind;
use crate::id::AnyId;
use crate::time::Timestamp;

/// An id of any format with the prefix of its type: an immutable value.
///
/// A prefixed `any_uuid` is a TypeID; a prefixed `uuid7` is one of version 7. Two values are equal
/// if their prefixes and ids are. They are ordered by prefix, then by id.
///
/// ```
/// use sortid::{ErrorCode, Format, Prefix, AnyTypeId};
///
/// let id = AnyTypeId::parse("order_01fwhe4ydgfk1shh6w1g60eecf", Format::Uuid7)?;
/// assert_eq!(id.prefix().as_str(), "order");
/// assert_eq!(id.id().to_string(), "017f22e2-79b0-7cc3-98c4-dc0c0c07398f");
/// assert_eq!(id.to_string(), "order_01fwhe4ydgfk1shh6w1g60eecf");
///
/// let user = Prefix::new("user")?;
/// let refused = AnyTypeId::parse_expecting(id.to_string(), Format::Uuid7, &user).unwrap_err();
/// assert_eq!(refused.code(), ErrorCode::WrongPrefix);
/// # Ok::<(), sortid::Error>(())
/// ```
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct AnyTypeId {
    prefix: Prefix,
    id: AnyId,
}

impl AnyTypeId {
    /// Creates an id with a prefix.
    ///
    /// # Errors
    /// `not_applicable` for a format with `_` among its symbols (elasticflake, push_id).
    #[inline]
    pub fn new(prefix: Prefix, id: impl Into<AnyId>) -> Result<Self, Error> {
        let id = id.into();
        require_prefixes(id.format())?;
        Ok(Self { prefix, id })
    }

    /// For an id whose format is known to take a prefix.
    #[inline]
    pub(crate) const fn known(prefix: Prefix, id: AnyId) -> Self {
        Self { prefix, id }
    }

    /// Parses a text with any prefix. A text without `_` has the empty prefix. Nothing is trimmed.
    ///
    /// UUIDs are read only in their form `typeid`, all other formats only in their canonical text.
    ///
    /// # Errors
    /// `not_applicable` as for [`new`](Self::new). Otherwise, in this order and with offsets from
    /// the start of the whole text: `invalid_length`; `invalid_character` at the first bad byte;
    /// `out_of_range`; `invalid_variant`; `invalid_version`.
    #[inline]
    pub fn parse(text: impl AsRef<[u8]>, format: Format) -> Result<Self, Error> {
        let (prefix, id) = read(text.as_ref(), format, None)?;
        Ok(Self { prefix, id })
    }

    /// Parses a text with this prefix.
    ///
    /// # Errors
    /// `wrong_prefix` at 0 if the text has another prefix or no prefix, whatever follows; otherwise
    /// as for [`parse`](Self::parse).
    #[inline]
    pub fn parse_expecting(
        text: impl AsRef<[u8]>,
        format: Format,
        prefix: &Prefix,
    ) -> Result<Self, Error> {
        let (prefix, id) = read(text.as_ref(), format, Some(prefix))?;
        Ok(Self { prefix, id })
    }

    /// Returns whether [`parse`](Self::parse) accepts the text.
    #[inline]
    pub fn is_valid(text: impl AsRef<[u8]>, format: Format) -> bool {
        Self::parse(text, format).is_ok()
    }

    /// Returns the prefix.
    #[inline]
    pub const fn prefix(&self) -> &Prefix {
        &self.prefix
    }

    /// Returns the id without its prefix.
    #[inline]
    pub const fn id(&self) -> AnyId {
        self.id
    }

    /// Returns the time of the id. An `any_uuid` of version 1, 6 or 7 has the time of that version.
    ///
    /// # Errors
    /// `not_applicable` for every other `any_uuid`; otherwise as for [`AnyId::timestamp`].
    ///
    /// ```
    /// use sortid::{Format, AnyTypeId};
    ///
    /// let id = AnyTypeId::parse("order_01fwhe4ydgfk1shh6w1g60eecf", Format::AnyUuid)?;
    /// assert_eq!(id.timestamp()?.to_string(), "2022-02-22T19:22:22Z");
    /// # Ok::<(), sortid::Error>(())
    /// ```
    #[inline]
    pub fn timestamp(&self) -> Result<Timestamp, Error> {
        let format = match self.id.kind() {
            Some(UuidKind::Version1) => Format::Uuid1,
            Some(UuidKind::Version6) => Format::Uuid6,
            Some(UuidKind::Version7) => Format::Uuid7,
            _ => self.id.format(),
        };
        AnyId::from_value(format, self.id.value()).timestamp()
    }

    /// Returns the text: the prefix, `_` and the suffix, or only the suffix if the prefix is empty.
    #[inline]
    pub fn to_text(&self) -> TypeIdText {
        TypeIdText::new(&self.prefix, &self.suffix())
    }

    /// Returns the text after the prefix.
    #[inline]
    fn suffix(&self) -> Text {
        let row = self.id.format().row();
        row.codec
            .write(self.id.value(), suffix_form(self.id.format()))
    }
}

impl From<AnyTypeId> for AnyId {
    #[inline]
    fn from(prefixed: AnyTypeId) -> Self {
        prefixed.id
    }
}

#[cfg(feature = "std")]
impl From<AnyTypeId> for String {
    #[inline]
    fn from(id: AnyTypeId) -> Self {
        id.to_text().as_str().to_owned()
    }
}

impl fmt::Display for AnyTypeId {
    #[inline]
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.pad(&self.to_text())
    }
}

impl fmt::Debug for AnyTypeId {
    #[inline]
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let format = self.id.format();
        write!(f, "AnyTypeId({}, {})", format.name(), self.to_text())
    }
}
