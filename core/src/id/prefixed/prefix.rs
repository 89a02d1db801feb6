//! The prefix and its grammar.

use core::fmt;
use core::str::{self, FromStr};

use crate::codec::fault::Fault;
use crate::codec::invalid_length;
use crate::error::{Error, ErrorCode};

/// The prefix of a type: at most 63 characters `a` to `z` and `_`, without `_` at either end; may
/// be empty (TypeID v0.3.0).
///
/// Prefixes are ordered by their bytes.
///
/// ```
/// use sortid::Prefix;
///
/// const ORDER: Prefix = match Prefix::new("order") {
///     Ok(prefix) => prefix,
///     Err(_) => panic!("no prefix"),
/// };
/// assert_eq!(ORDER.as_str(), "order");
/// assert!(Prefix::new("Order").is_err() && Prefix::new("order_").is_err());
/// ```
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct Prefix {
    /// Padded with zeros, so that the derived order is the order of the prefixes.
    bytes: [u8; Self::MAX_LEN],
    len: u8,
}

impl Prefix {
    /// The maximum length in bytes.
    pub const MAX_LEN: usize = 63;

    /// The empty prefix: the text is only the suffix.
    pub const EMPTY: Prefix = Prefix {
        bytes: [0; Self::MAX_LEN],
        len: 0,
    };

    /// The error for an invalid prefix from the caller.
    const NONE: Error = Error::about(
        ErrorCode::InvalidOption,
        "prefix\0a prefix has at most 63 characters a-z and _, and neither begins nor ends with _",
    );

    /// Creates a prefix.
    ///
    /// # Errors
    /// `invalid_option` for an invalid prefix.
    #[inline]
    pub const fn new(prefix: &str) -> Result<Self, Error> {
        match Self::found(prefix.as_bytes()) {
            Ok(prefix) => Ok(prefix),
            Err(_) => Err(Self::NONE),
        }
    }

    /// Reads the prefix of a text. Fails with `invalid_length`, or with `invalid_character` at the
    /// first bad byte.
    #[inline]
    pub(super) const fn found(text: &[u8]) -> Result<Self, Fault> {
        if text.len() > Self::MAX_LEN {
            return Err(invalid_length(text));
        }
        let (mut bytes, mut at) = ([0; Self::MAX_LEN], 0);
        while at < text.len() {
            let is_inside = at > 0 && at + 1 < text.len();
            if !(text[at].is_ascii_lowercase() || (is_inside && text[at] == b'_')) {
                return Err(Fault::at(ErrorCode::InvalidCharacter, at));
            }
            bytes[at] = text[at];
            at += 1;
        }
        Ok(Self {
            bytes,
            len: text.len() as u8,
        })
    }

    /// Returns the prefix as a string.
    #[inline]
    pub const fn as_str(&self) -> &str {
        let (text, _) = self.bytes.split_at(self.len as usize);
        match str::from_utf8(text) {
            Ok(text) => text,
            // Unreachable: every constructor checks the grammar, which is ASCII.
            Err(_) => "",
        }
    }

    /// Returns whether the prefix is empty.
    #[inline]
    pub const fn is_empty(&self) -> bool {
        self.len == 0
    }
}

impl AsRef<str> for Prefix {
    #[inline]
    fn as_ref(&self) -> &str {
        self.as_str()
    }
}

impl FromStr for Prefix {
    type Err = Error;

    /// Fails as for [`new`](Self::new).
    #[inline]
    fn from_str(prefix: &str) -> Result<Self, Error> {
        Self::new(prefix)
    }
}

impl TryFrom<&[u8]> for Prefix {
    type Error = Error;

    /// Fails as for [`new`](Self::new).
    #[inline]
    fn try_from(prefix: &[u8]) -> Result<Self, Error> {
        Self::found(prefix).map_err(|_| Self::NONE)
    }
}

impl TryFrom<&str> for Prefix {
    type Error = Error;

    /// Fails as for [`new`](Self::new).
    #[inline]
    fn try_from(prefix: &str) -> Result<Self, Error> {
        Self::new(prefix)
    }
}

impl fmt::Display for Prefix {
    #[inline]
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.pad(self.as_str())
    }
}

impl fmt::Debug for Prefix {
    #[inline]
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "Prefix({:?})", self.as_str())
    }
}
