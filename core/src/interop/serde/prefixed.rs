//! Ids of declared types: text in human-readable formats, the id's bytes without the prefix in binary
//! ones, so that a column of bytes remains a column of bytes.

use core::fmt;
use core::marker::PhantomData;

use serde::de::{Error, Visitor};
use serde::{Deserialize, Deserializer, Serialize, Serializer};

use crate::id::AnyId;
use crate::id::declared::{IdKind, TypeId};
use crate::id::typed::{Id, TypedId};

#[cfg_attr(docsrs, doc(cfg(feature = "serde")))]
impl<K: IdKind> Serialize for TypeId<K> {
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

struct TypeIdVisitor<K: IdKind>(PhantomData<TypeId<K>>);

impl<K: IdKind> Visitor<'_> for TypeIdVisitor<K> {
    type Value = TypeId<K>;

    fn expecting(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match K::PREFIX {
            Some(prefix) => write!(
                f,
                "a {} with the prefix `{prefix}`, or its bytes",
                K::Id::FORMAT
            ),
            None => write!(f, "a {}, or its bytes", K::Id::FORMAT),
        }
    }

    fn visit_str<E: Error>(self, text: &str) -> Result<Self::Value, E> {
        TypeId::parse(text).map_err(|error| E::custom(error.describe(text)))
    }

    fn visit_bytes<E: Error>(self, bytes: &[u8]) -> Result<Self::Value, E> {
        let id = match bytes.len() == K::Id::FORMAT.byte_len() {
            true => AnyId::from_bytes(bytes, K::Id::FORMAT).map(TypeId::from_made),
            false => TypeId::parse(bytes),
        };
        id.map_err(|error| E::custom(error.describe(bytes)))
    }
}

#[cfg_attr(docsrs, doc(cfg(feature = "serde")))]
impl<'de, K: IdKind> Deserialize<'de> for TypeId<K> {
    fn deserialize<D: Deserializer<'de>>(deserializer: D) -> Result<Self, D::Error> {
        let visitor = TypeIdVisitor(PhantomData);
        match deserializer.is_human_readable() {
            true => deserializer.deserialize_str(visitor),
            false => deserializer.deserialize_bytes(visitor),
        }
    }
}
