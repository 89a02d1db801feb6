//! Conversions of any UUID to and from the `uuid` crate's; those of the others stand beside them.

use ::uuid::Uuid;

use crate::formats::AnyUuid;

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
