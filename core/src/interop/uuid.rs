//! Conversions between `AnyUuid` and the `uuid` crate's type. The other UUID types define theirs
//! next to each type.

use ::uuid::Uuid;

use crate::ids::AnyUuid;

impl From<AnyUuid> for Uuid {
    fn from(id: AnyUuid) -> Uuid {
        Uuid::from_u128(id.to_u128())
    }
}

impl From<Uuid> for AnyUuid {
    fn from(uuid: Uuid) -> Self {
        Self::from_bits(uuid.as_u128())
    }
}
