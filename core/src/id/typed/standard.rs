//! Conversions by traits of the standard library.
//!
//! Newtypes of integers do not implement `AsRef<[u8]>`: they contain no big-endian bytes to borrow.

/// Defines the conversions between a newtype, its integer, its bytes and its text.
macro_rules! standard {
    ($name:ident(u64)) => { crate::id::typed::standard!(@int $name, u64, 8, from_u64, to_u64); };
    ($name:ident(i64)) => { crate::id::typed::standard!(@int $name, i64, 8, from_i64, to_i64); };
    ($name:ident(u128)) => { crate::id::typed::standard!(@int $name, u128, 16, from_u128, to_u128); };
    ($name:ident([u8; $bytes:literal])) => {
        crate::id::typed::standard!(@all $name, $bytes);

        impl AsRef<[u8]> for $name {
            #[inline]
            fn as_ref(&self) -> &[u8] {
                &self.0
            }
        }
    };
    (@int $name:ident, $int:ty, $bytes:literal, $from:ident, $to:ident) => {
        crate::id::typed::standard!(@all $name, $bytes);

        impl From<$name> for $int {
            #[inline]
            fn from(id: $name) -> Self {
                id.$to()
            }
        }

        impl TryFrom<$int> for $name {
            type Error = crate::Error;

            #[doc = concat!("What [`", stringify!($from), "`](Self::", stringify!($from), ") refuses.")]
            #[inline]
            fn try_from(int: $int) -> Result<Self, crate::Error> {
                Self::$from(int)
            }
        }
    };
    (@all $name:ident, $bytes:literal) => {
        impl From<$name> for [u8; $bytes] {
            #[inline]
            fn from(id: $name) -> Self {
                id.to_bytes()
            }
        }

        impl TryFrom<[u8; $bytes]> for $name {
            type Error = crate::Error;

            /// Same errors as [`from_bytes`](Self::from_bytes).
            #[inline]
            fn try_from(bytes: [u8; $bytes]) -> Result<Self, crate::Error> {
                Self::from_bytes(bytes)
            }
        }

        impl TryFrom<&[u8]> for $name {
            type Error = crate::Error;

            /// Converts from big-endian bytes. Returns `invalid_length` or the errors of
            /// [`from_bytes`](Self::from_bytes).
            #[inline]
            fn try_from(bytes: &[u8]) -> Result<Self, crate::Error> {
                match bytes.try_into() {
                    Ok(bytes) => Self::from_bytes(bytes),
                    Err(_) => Err(crate::Error::from(crate::codec::invalid_length(bytes)).of(&STATIC_ROW)),
                }
            }
        }

        impl TryFrom<&str> for $name {
            type Error = crate::Error;

            /// Same errors as [`parse`](Self::parse).
            #[inline]
            fn try_from(text: &str) -> Result<Self, crate::Error> {
                Self::parse(text)
            }
        }

        #[cfg(feature = "std")]
        impl From<$name> for String {
            #[inline]
            fn from(id: $name) -> Self {
                id.to_text().as_str().to_owned()
            }
        }

        crate::codec::text::hexadecimal!($name);
    };
}
pub(crate) use standard;
