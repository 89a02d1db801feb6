//! Why a codec cannot read a text.

use sortid_engine::error::ErrorCode;

/// A code and, for some codes, the offset of the byte at fault or the length of the text.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) struct Fault {
    pub(crate) code: ErrorCode,
    pub(crate) offset: Option<u32>,
}

impl Fault {
    #[inline]
    pub(crate) const fn new(code: ErrorCode) -> Self {
        Self { code, offset: None }
    }

    #[inline]
    pub(crate) const fn at(code: ErrorCode, offset: usize) -> Self {
        let offset = if offset < u32::MAX as usize {
            Some(offset as u32)
        } else {
            None
        };
        Self { code, offset }
    }

    /// Moves the offset by `before` bytes, for a fault in the rest of a longer text.
    #[inline]
    pub(crate) const fn behind(self, before: usize) -> Self {
        match self.offset {
            Some(offset) => Self::at(self.code, before + offset as usize),
            None => self,
        }
    }
}
