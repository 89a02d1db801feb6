//! Conversions to and from the `uuid` crate.

use ::uuid::Uuid;

use crate::error::Error;
use crate::formats::{CombGuid, CombMssql, OrderedUuid, Uuid6, Uuid7, Uuid7Draft01, Uuid8};

macro_rules! interop {
    ($($name:ident)*) => {$(
        impl From<$name> for Uuid {
            fn from(id: $name) -> Uuid {
                Uuid::from_u128(id.to_u128())
            }
        }

        impl TryFrom<Uuid> for $name {
            type Error = Error;

            /// `invalid_variant` or `invalid_version` for a UUID of another kind.
            fn try_from(uuid: Uuid) -> Result<Self, Error> {
                $name::from_u128(uuid.as_u128())
            }
        }
    )*};
}

interop!(Uuid6 Uuid7Draft01 Uuid7 Uuid8 OrderedUuid CombGuid CombMssql);
