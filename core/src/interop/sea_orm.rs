//! Ids as values and columns of `sea-orm`, in every database of its.
//!
//! Each is what one of sea-orm's own types is: `BigInteger` for formats of 64 bits whose ids all fit it, `Uuid` for 128 bits, else `Binary`.

use std::string::{String, ToString};
use std::sync::Arc;
use std::vec::Vec;

use ::sea_orm::sea_query::{ArrayType, ColumnType, Nullable, ValueType, ValueTypeErr};
use ::sea_orm::{
    ActiveValue, ColIdx, DbErr, IntoActiveValue, QueryResult, TryFromU64, TryGetError, TryGetable,
    Value,
};
use ::uuid::Uuid;

use super::stored::{from_bytes, from_integer, stored, to_integer};
use crate::error::Error;
use crate::typed::TypedId;

fn no_id<T: TypedId>(error: Error) -> DbErr {
    DbErr::TryIntoErr {
        from: "a column",
        into: T::FORMAT.name(),
        source: Arc::new(error),
    }
}

/// What a query gave, as one of their types and then as an id.
fn got<T: TypedId, V: TryGetable, I: ColIdx>(
    row: &QueryResult,
    column: I,
    of: impl Fn(V) -> Result<T, Error>,
) -> Result<T, TryGetError> {
    let value = V::try_get_by(row, column)?;
    of(value).map_err(|error| TryGetError::DbErr(no_id::<T>(error)))
}

/// An integer; where none can be, since a value cannot be refused, bytes: of them a server says that they are no integer, and SQLite, which takes them,
/// keeps them behind all integers, as the order has it.
fn integer(id: crate::Id) -> Value {
    let bytes = |_| Value::Bytes(Some(id.to_bytes().as_ref().to_vec()));
    to_integer(id).map_or_else(bytes, |integer| Value::BigInt(Some(integer)))
}

fn of_value<T: TypedId>(value: Value) -> Result<T, ValueTypeErr> {
    let id = match value {
        Value::BigInt(Some(integer)) => from_integer(integer),
        Value::Uuid(Some(uuid)) => from_bytes(uuid.as_bytes()),
        Value::Bytes(Some(bytes)) => from_bytes(&bytes),
        _ => return Err(ValueTypeErr),
    };
    id.map_err(|_| ValueTypeErr)
}

/// Binds a newtype as one of their types: what becomes that, and what a row has.
macro_rules! bind {
    (Integer: $($name:ident)*) => { $(
        bind! {
            @ $name, BigInt, ColumnType::BigInteger, |id| integer(id.into()),
            |row, column| match got(row, column, from_integer) {
                Err(TryGetError::DbErr(why)) => {
                    got(row, column, |bytes: Vec<u8>| from_bytes(&bytes)).map_err(|_| TryGetError::DbErr(why))
                }
                id => id,
            },
            |number| <i64 as TryFrom<u64>>::try_from(number).ok().and_then(|integer| from_integer(integer).ok())
        }
    )* };
    (Uuid: $($name:ident)*) => { $(
        bind! {
            @ $name, Uuid, ColumnType::Uuid, |id| Uuid::from_bytes(id.to_bytes()).into(),
            |row, column| got(row, column, |uuid: Uuid| from_bytes(uuid.as_bytes())),
            |_number| None
        }
    )* };
    (Bytes: $($name:ident)*) => { $(
        bind! {
            @ $name, Bytes, ColumnType::Binary(crate::$name::FORMAT.byte_len() as u32), |id| id.to_bytes().to_vec().into(),
            |row, column| got(row, column, |bytes: Vec<u8>| from_bytes(&bytes)),
            |_number| None
        }
    )* };
    (
        @ $name:ident, $kind:ident, $column:expr, |$id:ident| $to:expr,
        |$row:ident, $at:ident| $get:expr, |$number:ident| $of_number:expr
    ) => {
        #[cfg_attr(docsrs, doc(cfg(feature = "sea-orm")))]
        impl From<crate::$name> for Value {
            fn from($id: crate::$name) -> Self {
                $to
            }
        }

        #[cfg_attr(docsrs, doc(cfg(feature = "sea-orm")))]
        impl TryGetable for crate::$name {
            fn try_get_by<I: ColIdx>($row: &QueryResult, $at: I) -> Result<Self, TryGetError> {
                $get
            }
        }

        #[cfg_attr(docsrs, doc(cfg(feature = "sea-orm")))]
        impl ValueType for crate::$name {
            fn try_from(value: Value) -> Result<Self, ValueTypeErr> {
                of_value(value)
            }

            fn type_name() -> String {
                stringify!($name).to_string()
            }

            fn array_type() -> ArrayType {
                ArrayType::$kind
            }

            fn column_type() -> ColumnType {
                $column
            }
        }

        #[cfg_attr(docsrs, doc(cfg(feature = "sea-orm")))]
        impl Nullable for crate::$name {
            fn null() -> Value {
                Value::$kind(None)
            }
        }

        #[cfg_attr(docsrs, doc(cfg(feature = "sea-orm")))]
        impl IntoActiveValue<crate::$name> for crate::$name {
            fn into_active_value(self) -> ActiveValue<crate::$name> {
                ActiveValue::Set(self)
            }
        }

        /// What a database made by itself, which is an id where it is an integer.
        #[cfg_attr(docsrs, doc(cfg(feature = "sea-orm")))]
        impl TryFromU64 for crate::$name {
            fn try_from_u64($number: u64) -> Result<Self, DbErr> {
                $of_number.ok_or(DbErr::ConvertFromU64(stringify!($name)))
            }
        }
    };
}

stored!(bind);
