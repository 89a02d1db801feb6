//! Ids as parameters and columns of `rusqlite`.
//!
//! A parameter is an `INTEGER` for 64-bit formats whose ids all fit an `i64`, otherwise a `BLOB`. A
//! column is read by the type of each value, which may also be text.

use ::rusqlite::types::{
    FromSql, FromSqlError, FromSqlResult, ToSql, ToSqlOutput, Value, ValueRef,
};

use super::stored::{from_bytes, from_integer, to_integer};
use crate::formats::stored;
use crate::id::AnyId;
use crate::id::declared::{IdKind, TypeId};
use crate::id::typed::TypedId;
use crate::interop::column_types::{Database, Stored};

fn bound(id: AnyId) -> ::rusqlite::Result<ToSqlOutput<'static>> {
    let value = match id.format().stored_in(Database::Sqlite) {
        Stored::Integer => {
            let integer = to_integer(id);
            Value::Integer(
                integer.map_err(|error| ::rusqlite::Error::ToSqlConversionFailure(error.into()))?,
            )
        }
        _ => Value::Blob(id.to_bytes().as_ref().into()),
    };
    Ok(ToSqlOutput::Owned(value))
}

fn read<T: TypedId>(value: ValueRef<'_>) -> FromSqlResult<T> {
    let id = match value {
        ValueRef::Integer(integer) if T::FORMAT.stored() == Stored::Integer => {
            from_integer(integer)
        }
        ValueRef::Blob(bytes) => from_bytes(bytes),
        ValueRef::Text(text) => AnyId::parse(text, T::FORMAT).map(T::from_made),
        _ => return Err(FromSqlError::InvalidType),
    };
    id.map_err(|error| FromSqlError::Other(error.into()))
}

macro_rules! bind {
    ($kind:ident: $($name:ident)*) => {
        $(bind! { @ crate::ids::$name, })*
    };
    (@ $type:ty, $($generics:tt)*) => {
        #[cfg_attr(docsrs, doc(cfg(feature = "rusqlite")))]
        impl<$($generics)*> ToSql for $type {
            fn to_sql(&self) -> ::rusqlite::Result<ToSqlOutput<'_>> {
                bound((*self).into())
            }
        }

        #[cfg_attr(docsrs, doc(cfg(feature = "rusqlite")))]
        impl<$($generics)*> FromSql for $type {
            fn column_result(value: ValueRef<'_>) -> FromSqlResult<Self> {
                read(value)
            }
        }
    };
}

stored!(bind);
bind! { @ TypeId<K>, K: IdKind }
