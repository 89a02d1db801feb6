//! AnyId texts on the stack, without allocation and terminator.

use core::str;

/// The text of an id, on the stack. Dereferences to `str`.
///
/// ```
/// let text = sortid::Tid::from_u64(6)?.to_text();
/// assert_eq!(&*text, "222222222222a");
/// assert_eq!(text.len(), 13);
/// # Ok::<(), sortid::Error>(())
/// ```
#[derive(Clone, Copy)]
pub struct Text(Memory);

/// The bytes of a text, with its length in the last byte. The size is three SIMD vectors, so that
/// kernels can store a text directly.
pub(crate) type Memory = [u8; 48];

/// The offset of the length.
pub(crate) const LENGTH_AT: usize = size_of::<Memory>() - 1;

impl Text {
    /// A text of the first `len` bytes, which must be ASCII. More bytes are allowed because that
    /// saves work.
    #[inline(always)]
    pub(crate) fn new<const N: usize>(bytes: [u8; N], len: usize) -> Self {
        const { assert!(N <= LENGTH_AT) };
        let mut memory = [0; size_of::<Memory>()];
        memory[..N].copy_from_slice(&bytes);
        memory[LENGTH_AT] = len as u8;
        Self::from_memory(memory)
    }

    /// A text from memory that includes its length. The text must be ASCII.
    #[inline(always)]
    pub(crate) fn from_memory(memory: Memory) -> Self {
        Self(memory)
    }

    /// The result of a codec for a form that it lacks.
    pub(crate) const EMPTY: Self = Self([0; size_of::<Memory>()]);

    /// Returns the first `N` bytes of the memory, including bytes after the text.
    #[inline(always)]
    pub(crate) fn head<const N: usize>(&self) -> &[u8; N] {
        const { assert!(N <= LENGTH_AT) };
        let (heads, _) = self.0.as_chunks();
        &heads[0]
    }

    /// Returns the text.
    #[inline]
    pub fn as_str(&self) -> &str {
        let len = self.0[LENGTH_AT] as usize;
        let bytes = self.0.get(..len).unwrap_or_default();
        // SAFETY: the only constructors take the output of codecs, which write ASCII.
        unsafe { str::from_utf8_unchecked(bytes) }
    }
}

/// Formats bytes in hexadecimal.
#[inline]
pub(crate) fn hex(bytes: &[u8], digits: &[u8; 16]) -> Text {
    let mut memory = [0; LENGTH_AT];
    let (pairs, _) = memory.as_chunks_mut();
    for (pair, byte) in pairs.iter_mut().zip(bytes) {
        *pair = [
            digits[usize::from(byte >> 4)],
            digits[usize::from(byte & 15)],
        ];
    }
    Text::new(memory, 2 * bytes.len())
}

/// Implements the traits that make a text on the stack usable like a `&str`.
macro_rules! as_text {
    ($text:ident) => {
        impl core::ops::Deref for $text {
            type Target = str;
            #[inline]
            fn deref(&self) -> &str {
                self.as_str()
            }
        }

        impl AsRef<str> for $text {
            #[inline]
            fn as_ref(&self) -> &str {
                self
            }
        }

        impl core::fmt::Display for $text {
            #[inline]
            fn fmt(&self, f: &mut core::fmt::Formatter<'_>) -> core::fmt::Result {
                f.pad(self)
            }
        }

        impl core::fmt::Debug for $text {
            #[inline]
            fn fmt(&self, f: &mut core::fmt::Formatter<'_>) -> core::fmt::Result {
                core::fmt::Debug::fmt(self.as_str(), f)
            }
        }

        impl PartialEq for $text {
            #[inline]
            fn eq(&self, other: &Self) -> bool {
                self.as_str() == other.as_str()
            }
        }

        impl Eq for $text {}

        impl PartialEq<str> for $text {
            #[inline]
            fn eq(&self, other: &str) -> bool {
                self.as_str() == other
            }
        }

        impl PartialEq<&str> for $text {
            #[inline]
            fn eq(&self, other: &&str) -> bool {
                self.as_str() == *other
            }
        }
    };
}
pub(crate) use as_text;

as_text!(Text);

/// Implements `{:x}` and `{:X}`: two digits per byte, with the prefix `0x` if `#` is given.
macro_rules! hexadecimal {
    ($name:ident) => {
        crate::codec::text::hexadecimal!($name, LowerHex, b"0123456789abcdef");
        crate::codec::text::hexadecimal!($name, UpperHex, b"0123456789ABCDEF");
    };
    ($name:ident, $trait:ident, $digits:literal) => {
        impl core::fmt::$trait for $name {
            #[inline]
            fn fmt(&self, f: &mut core::fmt::Formatter<'_>) -> core::fmt::Result {
                f.pad_integral(
                    true,
                    "0x",
                    &crate::codec::text::hex(&self.to_bytes(), $digits),
                )
            }
        }
    };
}
pub(crate) use hexadecimal;
