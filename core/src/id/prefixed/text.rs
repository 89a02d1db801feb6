//! The text of a prefixed id, on the stack.

use super::Prefix;
use crate::codec::text::{LENGTH_AT, Text, as_text};

/// The longest prefix, the separator and the longest text of an id.
pub(crate) const LONGEST: usize = Prefix::MAX_LEN + 1 + LENGTH_AT;

/// The text of a prefixed id, at most 111 bytes on the stack. Use it as a `&str`.
///
/// ```
/// use sortid::{Prefix, AnyTypeId, Tid};
///
/// let id = AnyTypeId::new(Prefix::new("order")?, Tid::from_u64(6)?)?;
/// assert_eq!(&*id.to_text(), "order_222222222222a");
/// # Ok::<(), sortid::Error>(())
/// ```
#[derive(Clone, Copy)]
pub struct TypeIdText {
    bytes: [u8; LONGEST],
    len: u8,
}

impl TypeIdText {
    #[inline]
    pub(crate) fn new(prefix: &Prefix, suffix: &Text) -> Self {
        let mut text = Self {
            bytes: [0; LONGEST],
            len: 0,
        };
        if !prefix.is_empty() {
            text.push(prefix.as_str());
            text.push("_");
        }
        text.push(suffix);
        text
    }

    /// Appends a text, for which there is always room.
    #[inline]
    fn push(&mut self, text: &str) {
        let rest = self.bytes.get_mut(self.len.into()..).unwrap_or_default();
        for (slot, byte) in rest.iter_mut().zip(text.bytes()) {
            *slot = byte;
        }
        self.len += text.len() as u8;
    }

    /// Returns the text.
    #[inline]
    pub fn as_str(&self) -> &str {
        let bytes = self.bytes.get(..self.len.into()).unwrap_or_default();
        str::from_utf8(bytes).unwrap_or_default()
    }
}

as_text!(TypeIdText);
