//! Conversions of newtypes of 128 bits from and to `AnyUuid` and the type of the `uuid` crate.

/// Defines the conversions of a newtype of 128 bits, by the bits.
macro_rules! uuid {
    ($name:ident) => {
        impl From<$name> for crate::AnyUuid {
            #[inline]
            fn from(id: $name) -> Self {
                Self::from_bits(id.to_u128())
            }
        }

        impl TryFrom<crate::AnyUuid> for $name {
            type Error = crate::Error;

            /// Returns `invalid_variant`, `invalid_version` or `out_of_range` if no id has these bits.
            #[inline]
            fn try_from(id: crate::AnyUuid) -> Result<Self, crate::Error> {
                Self::from_u128(id.to_u128())
            }
        }

        #[cfg(feature = "uuid")]
        #[cfg_attr(docsrs, doc(cfg(feature = "uuid")))]
        impl From<$name> for ::uuid::Uuid {
            #[inline]
            fn from(id: $name) -> Self {
                Self::from_u128(id.to_u128())
            }
        }

        #[cfg(feature = "uuid")]
        #[cfg_attr(docsrs, doc(cfg(feature = "uuid")))]
        impl TryFrom<::uuid::Uuid> for $name {
            type Error = crate::Error;

            /// Returns `invalid_variant`, `invalid_version` or `out_of_range` if no id has these bits.
            #[inline]
            fn try_from(uuid: ::uuid::Uuid) -> Result<Self, crate::Error> {
                Self::from_u128(uuid.as_u128())
            }
        }
    };
}
pub(crate) use uuid;
