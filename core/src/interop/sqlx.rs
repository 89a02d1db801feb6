//! Ids as parameters and columns of `sqlx`, in every database that it supports.
//!
//! A newtype maps to one of sqlx's own types: `i64` for 64-bit formats whose ids all fit, `Uuid`
//! for 128 bits, otherwise `Vec<u8>`.

use std::vec::Vec;

use ::sqlx_core::database::Database;
use ::sqlx_core::decode::Decode;
use ::sqlx_core::encode::{Encode, IsNull};
use ::sqlx_core::error::BoxDynError;
use ::sqlx_core::types::Type;
use ::uuid::Uuid;

use super::stored::{from_bytes, from_integer, to_integer};
use crate::formats::stored;

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
        #[cfg_attr(docsrs, doc(cfg(feature = "sqlx")))]
        impl<DB: Database> Type<DB> for crate::$name
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

        #[cfg_attr(docsrs, doc(cfg(feature = "sqlx")))]
        impl<'q, DB: Database> Encode<'q, DB> for crate::$name
        where
            $theirs: Encode<'q, DB>,
        {
            fn encode_by_ref(&self, out: &mut DB::ArgumentBuffer) -> Result<IsNull, BoxDynError> {
                let $id = *self;
                let value: $theirs = $to;
                value.encode(out)
            }
        }

        #[cfg_attr(docsrs, doc(cfg(feature = "sqlx")))]
        impl<'r, DB: Database> Decode<'r, DB> for crate::$name
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
