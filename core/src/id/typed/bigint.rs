//! Conversions of 64-bit newtypes that a signed column stores: see `Format::stored`.

/// Defines the conversions of an unsigned newtype from and to `i64`. With `reserved`, ids that do
/// not fit parse, but are never generated.
macro_rules! bigint {
    ($name:ident) => {
        crate::id::typed::bigint!(@from $name);

        impl $name {
            /// Converts to the signed integer of a `bigint` column.
            #[inline]
            pub const fn to_i64(self) -> i64 {
                self.0 as i64
            }
        }

        impl From<$name> for i64 {
            #[inline]
            fn from(id: $name) -> Self {
                id.to_i64()
            }
        }
    };
    ($name:ident, reserved) => {
        crate::id::typed::bigint!(@from $name);

        impl $name {
            /// Converts to the signed integer of a `bigint` column.
            ///
            /// # Errors
            /// `out_of_range` for reserved ids with the top bit set, which are never generated.
            #[inline]
            pub const fn to_i64(self) -> Result<i64, crate::Error> {
                match self.0 as i64 {
                    ..0 => Err(crate::Error::new(crate::ErrorCode::OutOfRange)),
                    int => Ok(int),
                }
            }
        }

        impl TryFrom<$name> for i64 {
            type Error = crate::Error;

            /// Same errors as `to_i64`.
            #[inline]
            fn try_from(id: $name) -> Result<Self, crate::Error> {
                id.to_i64()
            }
        }
    };
    (@from $name:ident) => {
        impl $name {
            /// Converts from the signed integer of a `bigint` column.
            ///
            /// # Errors
            /// `out_of_range` for negative integers; otherwise as `from_u64`.
            #[inline]
            pub const fn from_i64(int: i64) -> Result<Self, crate::Error> {
                match int {
                    ..0 => Err(crate::Error::new(crate::ErrorCode::OutOfRange)),
                    int => Self::from_u64(int as u64),
                }
            }
        }

        impl TryFrom<i64> for $name {
            type Error = crate::Error;

            /// Same errors as [`from_i64`](Self::from_i64).
            #[inline]
            fn try_from(int: i64) -> Result<Self, crate::Error> {
                Self::from_i64(int)
            }
        }
    };
}
pub(crate) use bigint;
