//! The dynamic prefixed id: for programs that learn format or prefix at run time.

use core::fmt;

use super::{Prefix, PrefixedText, read, suffix_form};
use crate::error::{Error, ErrorCode};
use crate::formats::Format;
use crate::id::Id;
use crate::text::Text;

/// An id of any format and the prefix of its type: an immutable value.
///
/// A prefixed `uuid7` is a TypeID. Equal where prefix and id are; ordered by the prefix, then as the ids are.
///
/// ```
/// use sortid::{ErrorCode, Format, Prefix, PrefixedId};
///
/// let id = PrefixedId::parse("order_01fwhe4ydgfk1shh6w1g60eecf", Format::Uuid7)?;
/// assert_eq!(id.prefix().as_str(), "order");
/// assert_eq!(id.id().to_string(), "017f22e2-79b0-7cc3-98c4-dc0c0c07398f");
/// assert_eq!(id.to_string(), "order_01fwhe4ydgfk1shh6w1g60eecf");
///
/// let user = Prefix::new("user")?;
/// let refused = PrefixedId::parse_expecting(id.to_string(), Format::Uuid7, &user).unwrap_err();
/// assert_eq!(refused.code(), ErrorCode::WrongPrefix);
/// # Ok::<(), sortid::Error>(())
/// ```
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct PrefixedId {
    prefix: Prefix,
    id: Id,
}

impl PrefixedId {
    /// An id with a prefix before it.
    ///
    /// # Errors
    /// `not_applicable` for a format whose texts have `_` among their symbols (elasticflake, push_id).
    pub fn new(prefix: Prefix, id: impl Into<Id>) -> Result<Self, Error> {
        let id = id.into();
        match id.format().takes_prefix() {
            true => Ok(Self { prefix, id }),
            false => Err(Error::new(ErrorCode::NotApplicable)),
        }
    }

    /// What is known to take a prefix.
    pub(super) const fn known(prefix: Prefix, id: Id) -> Self {
        Self { prefix, id }
    }

    /// Reads a text with any prefix; one without `_` has the empty prefix. Nothing is trimmed.
    ///
    /// UUIDs are read in their form `typeid` alone, all other formats in their canonical text.
    ///
    /// # Errors
    /// `not_applicable` as [`new`](Self::new). Then in this order, offsets counted from the start of the whole text:
    /// `invalid_length`; `invalid_character` at the first bad byte; `out_of_range`; `invalid_variant`; `invalid_version`.
    pub fn parse(text: impl AsRef<[u8]>, format: Format) -> Result<Self, Error> {
        let (prefix, id) = read(text.as_ref(), format, None)?;
        Ok(Self { prefix, id })
    }

    /// Reads a text that has this prefix.
    ///
    /// # Errors
    /// `wrong_prefix` at 0 where another prefix stands before the last `_`, whatever follows, or none; else as
    /// [`parse`](Self::parse).
    pub fn parse_expecting(
        text: impl AsRef<[u8]>,
        format: Format,
        prefix: &Prefix,
    ) -> Result<Self, Error> {
        let (prefix, id) = read(text.as_ref(), format, Some(prefix))?;
        Ok(Self { prefix, id })
    }

    /// Whether [`parse`](Self::parse) would accept the text.
    pub fn is_valid(text: impl AsRef<[u8]>, format: Format) -> bool {
        Self::parse(text, format).is_ok()
    }

    /// The prefix.
    pub const fn prefix(&self) -> &Prefix {
        &self.prefix
    }

    /// The id without its prefix.
    pub const fn id(&self) -> Id {
        self.id
    }

    /// The text: the prefix, `_` and the suffix; the suffix alone where the prefix is empty.
    pub fn to_text(&self) -> PrefixedText {
        PrefixedText::new(&self.prefix, &self.suffix())
    }

    /// What stands behind the prefix.
    fn suffix(&self) -> Text {
        let row = self.id.format().row();
        row.codec
            .write(self.id.value(), suffix_form(self.id.format()))
    }
}

impl From<PrefixedId> for Id {
    fn from(prefixed: PrefixedId) -> Self {
        prefixed.id
    }
}

#[cfg(feature = "std")]
impl From<PrefixedId> for String {
    fn from(id: PrefixedId) -> Self {
        id.to_text().as_str().to_owned()
    }
}

impl fmt::Display for PrefixedId {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.pad(&self.to_text())
    }
}

impl fmt::Debug for PrefixedId {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let format = self.id.format();
        write!(f, "PrefixedId({}, {})", format.name(), self.to_text())
    }
}
