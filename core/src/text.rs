//! Text of an id on the stack: no allocation, no terminator.

use core::{fmt, ops::Deref, str};

use crate::codec::{Codec, Form};
use crate::value::Value;

/// The longest text: `urn:uuid:` and 36 characters.
pub(crate) const MAX_TEXT: usize = 45;

/// The text of an id, held on the stack; use it as a `&str`.
///
/// ```
/// let text = sortid::Tid::from_u64(6)?.to_text();
/// assert_eq!(&*text, "222222222222a");
/// assert_eq!(text.len(), 13);
/// # Ok::<(), sortid::Error>(())
/// ```
#[derive(Clone, Copy)]
pub struct Text {
    bytes: [u8; MAX_TEXT],
    len: u8,
}

impl Text {
    #[inline]
    pub(crate) fn new(codec: &(impl Codec + ?Sized), value: Value, form: Form) -> Option<Self> {
        let text = Self::written(codec, value, form);
        (text.len > 0).then_some(text)
    }

    pub(crate) const fn empty() -> Self {
        Self {
            bytes: [0; MAX_TEXT],
            len: 0,
        }
    }

    /// The canonical text, which every codec writes.
    #[inline]
    pub(crate) fn canonical(codec: &(impl Codec + ?Sized), value: Value) -> Self {
        Self::written(codec, value, Form::Canonical)
    }

    /// Empty where the codec lacks the form. Written in place: the bytes are not moved.
    #[inline(always)]
    fn written(codec: &(impl Codec + ?Sized), value: Value, form: Form) -> Self {
        let mut text = Self::empty();
        text.len = codec.write(value, form, &mut text.bytes).unwrap_or(0) as u8;
        text
    }

    /// The text.
    #[inline]
    pub fn as_str(&self) -> &str {
        let bytes = self.bytes.get(..self.len as usize).unwrap_or_default();
        // SAFETY: the only constructor takes what a codec wrote, and codecs write ASCII.
        unsafe { str::from_utf8_unchecked(bytes) }
    }
}

impl Deref for Text {
    type Target = str;
    #[inline]
    fn deref(&self) -> &str {
        self.as_str()
    }
}

impl AsRef<str> for Text {
    #[inline]
    fn as_ref(&self) -> &str {
        self
    }
}

impl fmt::Display for Text {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.pad(self)
    }
}

impl fmt::Debug for Text {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        fmt::Debug::fmt(self.as_str(), f)
    }
}

impl PartialEq for Text {
    fn eq(&self, other: &Self) -> bool {
        self.as_str() == other.as_str()
    }
}

impl Eq for Text {}

impl PartialEq<str> for Text {
    fn eq(&self, other: &str) -> bool {
        self.as_str() == other
    }
}

impl PartialEq<&str> for Text {
    fn eq(&self, other: &&str) -> bool {
        self.as_str() == *other
    }
}
