//! Ids as parameters and columns of `diesel`: `BigInt` for 64-bit formats whose ids all fit, `Uuid`
//! and `Binary` for 128 bits, otherwise `Binary`.
//!
//! Reading works in every database for which diesel reads `i64`, `Uuid` or bytes. Writing differs:
//! a value no longer exists when the statement runs, and each database has its own way to take
//! ownership. PostgreSQL and MySQL take bytes, which requires neither client library. SQLite has a
//! type of its own, which exists only if its library is linked.

use ::diesel::backend::Backend;
use ::diesel::deserialize::{self, FromSql, Queryable};
use ::diesel::expression::{AsExpression, TypedExpressionType};
use ::diesel::internal::derives::as_expression::Bound;
use ::diesel::mysql::Mysql;
use ::diesel::pg::Pg;
#[cfg(feature = "diesel-sqlite")]
use ::diesel::serialize::IsNull;
use ::diesel::serialize::{self, Output, ToSql};
use ::diesel::sql_types::{self, BigInt, Binary, Nullable, SingleValue, SqlType};
#[cfg(feature = "diesel-sqlite")]
use ::diesel::sqlite::Sqlite;
use ::uuid::Uuid;
use std::vec::Vec;

use super::stored::{from_bytes, from_integer, to_integer};
use crate::formats::stored;
use crate::id::declared::{IdKind, TypeId};

/// Binds a newtype to one of diesel's types, in both directions.
macro_rules! bind {
    (Integer: $($name:ident)*) => { $(
        bind! { @ $name, BigInt, i64, |integer| from_integer(integer)? }
        bind! { @ everywhere $name, BigInt, i64, |id| to_integer(id.into())? }
        bind! { @ queryable $name }
    )* };
    (Uuid: $($name:ident)*) => { $(
        bind! { @ $name, sql_types::Uuid, Uuid, |uuid| from_bytes(uuid.as_bytes())? }
        bind! { @ to Pg, $name, sql_types::Uuid, Uuid, |id| Uuid::from_bytes(id.to_bytes()) }
        bind! { @ binary $name }
        bind! { @ queryable $name }
    )* };
    (Bytes: $($name:ident)*) => { $(
        bind! { @ binary $name }
        bind! { @ queryable $name }
    )* };
    (@ binary $name:ident) => {
        bind! { @ $name, Binary, Vec<u8>, |bytes| from_bytes(&bytes)? }
        bind! { @ everywhere $name, Binary, Vec<u8>, |id| id.to_bytes().to_vec() }
    };
    (@ everywhere $name:ident, $sql:ty, $theirs:ty, |$id:ident| $to:expr) => {
        bind! { @ to Pg, $name, $sql, $theirs, |$id| $to }
        bind! { @ to Mysql, $name, $sql, $theirs, |$id| $to }

        #[cfg(feature = "diesel-sqlite")]
        #[cfg_attr(docsrs, doc(cfg(feature = "diesel-sqlite")))]
        impl ToSql<$sql, Sqlite> for crate::ids::$name {
            fn to_sql<'b>(&'b self, out: &mut Output<'b, '_, Sqlite>) -> serialize::Result {
                let $id = *self;
                out.set_value($to);
                Ok(IsNull::No)
            }
        }
    };
    (@ to $db:ident, $name:ident, $sql:ty, $theirs:ty, |$id:ident| $to:expr) => {
        #[cfg_attr(docsrs, doc(cfg(feature = "diesel")))]
        impl ToSql<$sql, $db> for crate::ids::$name {
            fn to_sql<'b>(&'b self, out: &mut Output<'b, '_, $db>) -> serialize::Result {
                let $id = *self;
                let value: $theirs = $to;
                ToSql::<$sql, $db>::to_sql(&value, &mut out.reborrow())
            }
        }
    };
    (@ $name:ident, $sql:ty, $theirs:ty, |$value:ident| $from:expr) => {
        #[cfg_attr(docsrs, doc(cfg(feature = "diesel")))]
        impl<DB: Backend> FromSql<$sql, DB> for crate::ids::$name
        where
            $theirs: FromSql<$sql, DB>,
        {
            fn from_sql(bytes: DB::RawValue<'_>) -> deserialize::Result<Self> {
                let $value = <$theirs as FromSql<$sql, DB>>::from_sql(bytes)?;
                Ok($from)
            }
        }

        bind! { @ expression $name, $sql, crate::ids::$name, }
        bind! { @ expression $name, $sql, &'a crate::ids::$name, 'a }

        #[cfg_attr(docsrs, doc(cfg(feature = "diesel")))]
        impl<DB: Backend> ToSql<Nullable<$sql>, DB> for crate::ids::$name
        where
            Self: ToSql<$sql, DB>,
        {
            fn to_sql<'b>(&'b self, out: &mut Output<'b, '_, DB>) -> serialize::Result {
                ToSql::<$sql, DB>::to_sql(self, out)
            }
        }
    };
    (@ expression $name:ident, $sql:ty, $of:ty, $($life:lifetime)?) => {
        #[cfg_attr(docsrs, doc(cfg(feature = "diesel")))]
        impl$(<$life>)? AsExpression<$sql> for $of {
            type Expression = Bound<$sql, Self>;

            fn as_expression(self) -> Self::Expression {
                Bound::new(self)
            }
        }

        #[cfg_attr(docsrs, doc(cfg(feature = "diesel")))]
        impl$(<$life>)? AsExpression<Nullable<$sql>> for $of {
            type Expression = Bound<Nullable<$sql>, Self>;

            fn as_expression(self) -> Self::Expression {
                Bound::new(self)
            }
        }
    };
    (@ queryable $name:ident) => {
        #[cfg_attr(docsrs, doc(cfg(feature = "diesel")))]
        impl<DB: Backend, ST: SingleValue> Queryable<ST, DB> for crate::ids::$name
        where
            Self: FromSql<ST, DB>,
        {
            type Row = Self;

            fn build(row: Self) -> deserialize::Result<Self> {
                Ok(row)
            }
        }
    };
}

stored!(bind);

#[cfg_attr(docsrs, doc(cfg(feature = "diesel")))]
impl<DB: Backend, ST, K: IdKind<Id: ToSql<ST, DB>>> ToSql<ST, DB> for TypeId<K> {
    fn to_sql<'b>(&'b self, out: &mut Output<'b, '_, DB>) -> serialize::Result {
        self.as_id().to_sql(out)
    }
}

#[cfg_attr(docsrs, doc(cfg(feature = "diesel")))]
impl<DB: Backend, ST, K: IdKind<Id: FromSql<ST, DB>>> FromSql<ST, DB> for TypeId<K> {
    fn from_sql(bytes: DB::RawValue<'_>) -> deserialize::Result<Self> {
        K::Id::from_sql(bytes).map(Self::new)
    }
}

#[cfg_attr(docsrs, doc(cfg(feature = "diesel")))]
impl<DB: Backend, ST: SingleValue, K: IdKind> Queryable<ST, DB> for TypeId<K>
where
    Self: FromSql<ST, DB>,
{
    type Row = Self;

    fn build(row: Self) -> deserialize::Result<Self> {
        Ok(row)
    }
}

#[cfg_attr(docsrs, doc(cfg(feature = "diesel")))]
impl<ST, K> AsExpression<ST> for TypeId<K>
where
    ST: SqlType + TypedExpressionType,
    K: IdKind<Id: AsExpression<ST>>,
{
    type Expression = Bound<ST, Self>;

    fn as_expression(self) -> Self::Expression {
        Bound::new(self)
    }
}

#[cfg_attr(docsrs, doc(cfg(feature = "diesel")))]
impl<ST, K> AsExpression<ST> for &TypeId<K>
where
    ST: SqlType + TypedExpressionType,
    K: IdKind<Id: AsExpression<ST>>,
{
    type Expression = Bound<ST, Self>;

    fn as_expression(self) -> Self::Expression {
        Bound::new(self)
    }
}
