//! Ids as parameters and columns of `sqlx`, in every database that it supports.
//!
//! A newtype maps to one of sqlx's own types: `i64` for 64-bit formats whose ids all fit, `Uuid`
//! for 128 bits, otherwise `Vec<u8>`.

use std::vec::Vec;

use super::sqlx_core::database::Database;
use super::sqlx_core::decode::Decode;
use super::sqlx_core::encode::{Encode, IsNull};
use super::sqlx_core::error::BoxDynError;
use super::sqlx_core::types::Type;
use ::uuid::Uuid;

use crate::formats::stored;
use crate::id::declared::{IdKind, TypeId};
use crate::interop::stored::{from_bytes, from_integer, to_integer};

/// Binds a newtype to one of sqlx's types, in both directions.
macro_rules! bind {
    (Integer: $($name:ident)*) => {
        $(bind! { @ $name, i64, |id| to_integer(id.into())?, |integer| from_integer(integer)? })*
    };
    (Uuid: $($name:ident)*) => {
        $(bind! { @ $name, Uuid, |id| Uuid::from_bytes(id.to_bytes()), |uuid| from_bytes(uuid.as_bytes())? })*
    };
    (Bytes: $($name:ident)*) => {
        $(bind! { @ $name, Vec<u8>, |id| id.to_bytes().to_vec(), |bytes| from_bytes(&bytes)? })*
    };
    (@ $name:ident, $theirs:ty, |$id:ident| $to:expr, |$value:ident| $from:expr) => {
        impl<DB: Database> Type<DB> for crate::ids::$name
        where
            $theirs: Type<DB>,
        {
            fn type_info() -> DB::TypeInfo {
                <$theirs as Type<DB>>::type_info()
            }

            fn compatible(ty: &DB::TypeInfo) -> bool {
                <$theirs as Type<DB>>::compatible(ty)
            }
        }

        impl<'q, DB: Database> Encode<'q, DB> for crate::ids::$name
        where
            $theirs: Encode<'q, DB>,
        {
            fn encode_by_ref(&self, out: &mut arguments!('q, DB)) -> Result<IsNull, BoxDynError> {
                let $id = *self;
                let value: $theirs = $to;
                value.encode(out)
            }
        }

        impl<'r, DB: Database> Decode<'r, DB> for crate::ids::$name
        where
            $theirs: Decode<'r, DB>,
        {
            fn decode(value: DB::ValueRef<'r>) -> Result<Self, BoxDynError> {
                let $value = <$theirs as Decode<DB>>::decode(value)?;
                Ok($from)
            }
        }
    };
}

stored!(bind);

impl<DB: Database, K: IdKind<Id: Type<DB>>> Type<DB> for TypeId<K> {
    fn type_info() -> DB::TypeInfo {
        K::Id::type_info()
    }

    fn compatible(ty: &DB::TypeInfo) -> bool {
        K::Id::compatible(ty)
    }
}

impl<'q, DB: Database, K: IdKind<Id: Encode<'q, DB>>> Encode<'q, DB> for TypeId<K> {
    fn encode_by_ref(&self, out: &mut arguments!('q, DB)) -> Result<IsNull, BoxDynError> {
        self.id().encode_by_ref(out)
    }
}

impl<'r, DB: Database, K: IdKind<Id: Decode<'r, DB>>> Decode<'r, DB> for TypeId<K> {
    fn decode(value: DB::ValueRef<'r>) -> Result<Self, BoxDynError> {
        K::Id::decode(value).map(Self::new)
    }
}
