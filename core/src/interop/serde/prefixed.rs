//! Typed prefixed ids: text in human-readable formats, the id's bytes without the prefix in binary
//! ones, so that a column of bytes remains a column of bytes.

use core::fmt;
use core::marker::PhantomData;

use serde::de::{Error, Visitor};
use serde::{Deserialize, Deserializer, Serialize, Serializer};

use crate::id::AnyId;
use crate::id::prefixed::{IdPrefix, TypeId};
use crate::id::typed::TypedId;

#[cfg_attr(docsrs, doc(cfg(feature = "serde")))]
impl<T: TypedId, P: IdPrefix> Serialize for TypeId<T, P> {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        match serializer.is_human_readable() {
            true => serializer.serialize_str(&self.to_text()),
            false => {
                let id: AnyId = (*self).into();
                serializer.serialize_bytes(&id.to_bytes())
            }
        }
    }
}

struct PrefixedVisitor<T, P>(PhantomData<TypeId<T, P>>);

impl<T: TypedId, P: IdPrefix> Visitor<'_> for PrefixedVisitor<T, P> {
    type Value = TypeId<T, P>;

    fn expecting(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(
            f,
            "a {} with the prefix `{}`, or its bytes",
            T::FORMAT,
            P::PREFIX
        )
    }

    fn visit_str<E: Error>(self, text: &str) -> Result<Self::Value, E> {
        TypeId::parse(text).map_err(|error| E::custom(error.describe(text)))
    }

    fn visit_bytes<E: Error>(self, bytes: &[u8]) -> Result<Self::Value, E> {
        let id = match bytes.len() == T::FORMAT.byte_len() {
            true => AnyId::from_bytes(bytes, T::FORMAT).map(|id| TypeId::from(T::from_made(id))),
            false => TypeId::parse(bytes),
        };
        id.map_err(|error| E::custom(error.describe(bytes)))
    }
}

#[cfg_attr(docsrs, doc(cfg(feature = "serde")))]
impl<'de, T: TypedId, P: IdPrefix> Deserialize<'de> for TypeId<T, P> {
    fn deserialize<D: Deserializer<'de>>(deserializer: D) -> Result<Self, D::Error> {
        let visitor = PrefixedVisitor(PhantomData);
        match deserializer.is_human_readable() {
            true => deserializer.deserialize_str(visitor),
            false => deserializer.deserialize_bytes(visitor),
        }
    }
}
