//! Scalars with serde's text, for the `async-graphql` crate.

use ::async_graphql::{InputValueResult, Scalar, ScalarType, Value, from_value, to_value};

use crate::id::prefixed::{IdPrefix, TypeId};
use crate::id::typed::TypedId;

/// Implements a scalar for a newtype.
macro_rules! newtype {
    ($name:ident) => {
        ::async_graphql::scalar!($name);
    };
}
pub(crate) use newtype;

/// One scalar for all prefixes.
#[Scalar(name = "AnyTypeId")]
impl<T: TypedId + Send + Sync, P: IdPrefix> ScalarType for TypeId<T, P> {
    fn parse(value: Value) -> InputValueResult<Self> {
        Ok(from_value(value)?)
    }

    fn to_value(&self) -> Value {
        to_value(self).unwrap_or_default()
    }
}
