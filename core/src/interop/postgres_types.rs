//! Ids as parameters and columns of `postgres` and `tokio-postgres`.
//!
//! The column's type decides how an id is stored: `uuid` for 128 bits, `bigint` for 64-bit formats
//! whose ids all fit, `bytea` and `text` for all formats.

use std::boxed::Box;
use std::error::Error as StdError;

use ::bytes::BytesMut;
use ::postgres_types::{FromSql, IsNull, ToSql, Type, to_sql_checked};

use super::stored::{from_bytes, from_integer, to_integer};
use crate::error::{Error, ErrorCode};
use crate::formats::{Format, stored};
use crate::id::AnyId;
use crate::id::declared::{IdKind, TypeId};
use crate::id::typed::TypedId;
use crate::interop::column_types::Stored;

type Failure = Box<dyn StdError + Sync + Send>;

fn accepts(format: Format, ty: &Type) -> bool {
    match *ty {
        Type::UUID => format.stored() == Stored::Uuid,
        Type::INT8 => format.stored() == Stored::Integer,
        Type::BYTEA | Type::TEXT | Type::VARCHAR => true,
        _ => false,
    }
}

fn write(id: AnyId, ty: &Type, out: &mut BytesMut) -> Result<IsNull, Failure> {
    match *ty {
        Type::INT8 => out.extend_from_slice(&to_integer(id)?.to_be_bytes()),
        Type::TEXT | Type::VARCHAR => out.extend_from_slice(id.to_text().as_bytes()),
        _ => out.extend_from_slice(id.to_bytes().as_ref()),
    }
    Ok(IsNull::No)
}

fn read<T: TypedId>(ty: &Type, raw: &[u8]) -> Result<T, Failure> {
    Ok(match *ty {
        Type::INT8 => {
            let bytes = raw.try_into();
            from_integer(i64::from_be_bytes(
                bytes.map_err(|_| Error::new(ErrorCode::InvalidLength))?,
            ))?
        }
        Type::TEXT | Type::VARCHAR => AnyId::parse(raw, T::FORMAT).map(T::from_made)?,
        _ => from_bytes(raw)?,
    })
}

macro_rules! bind {
    ($kind:ident: $($name:ident)*) => {
        $(bind! { @ crate::ids::$name, })*
    };
    (@ $type:ty, $($generics:tt)*) => {
        #[cfg_attr(docsrs, doc(cfg(feature = "postgres-types")))]
        impl<$($generics)*> ToSql for $type {
            fn to_sql(&self, ty: &Type, out: &mut BytesMut) -> Result<IsNull, Failure> {
                write((*self).into(), ty, out)
            }

            fn accepts(ty: &Type) -> bool {
                accepts(Self::FORMAT, ty)
            }

            to_sql_checked!();
        }

        #[cfg_attr(docsrs, doc(cfg(feature = "postgres-types")))]
        impl<'a, $($generics)*> FromSql<'a> for $type {
            fn from_sql(ty: &Type, raw: &'a [u8]) -> Result<Self, Failure> {
                read(ty, raw)
            }

            fn accepts(ty: &Type) -> bool {
                accepts(Self::FORMAT, ty)
            }
        }
    };
}

stored!(bind);
bind! { @ TypeId<K>, K: IdKind }
