//! Scalars with serde's text, for the `async-graphql` crate.

use ::async_graphql::{InputValueResult, Scalar, ScalarType, Value, from_value, to_value};

use crate::id::declared::{IdKind, TypeId};

/// Implements a scalar for a newtype.
macro_rules! newtype {
    ($name:ident) => {
        ::async_graphql::scalar!($name);
    };
}
pub(crate) use newtype;

/// One scalar for all declared types.
#[Scalar(name = "AnyTypeId")]
impl<K: IdKind> ScalarType for TypeId<K> {
    fn parse(value: Value) -> InputValueResult<Self> {
        Ok(from_value(value)?)
    }

    fn to_value(&self) -> Value {
        to_value(self).unwrap_or_default()
    }
}
