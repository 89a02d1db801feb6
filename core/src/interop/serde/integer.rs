//! A typed id as its integer, for `#[serde(with = "sortid::serialization::integer")]`.
//!
//! The integer is an `i64` for timeid, a `u64` for the other 64-bit formats, and a `u128` for
//! 128-bit formats. JavaScript rounds integers above 2^53 when it reads JSON; text works
//! everywhere.
//!
//! ```
//! use serde::{Deserialize, Serialize};
//!
//! #[derive(Serialize, Deserialize)]
//! struct Post {
//!     #[serde(with = "sortid::serialization::integer")]
//!     key: sortid::Tid,
//! }
//!
//! let post: Post = serde_json::from_str(r#"{"key":1728652679052295174}"#)?;
//! assert_eq!(post.key.to_string(), "3jzfcijpj2z2a");
//! assert_eq!(serde_json::to_string(&post)?, r#"{"key":1728652679052295174}"#);
//! # Ok::<(), serde_json::Error>(())
//! ```

use serde::de::{Deserialize, Deserializer, Error as _};
use serde::ser::{Error as _, Serialize, Serializer};

use crate::id::AnyId;
use crate::id::typed::TypedId;

/// Serializes an id as its integer.
///
/// # Errors
/// `not_applicable` for a format without an integer (scru160); errors of the serializer.
pub fn serialize<T: TypedId, S: Serializer>(id: &T, serializer: S) -> Result<S::Ok, S::Error> {
    let id: AnyId = (*id).into();
    if let Ok(int) = id.to_u64() {
        match T::FORMAT.is_signed() {
            true => serializer.serialize_i64(int.cast_signed()),
            false => serializer.serialize_u64(int),
        }
    } else {
        let int = id.to_u128().map_err(S::Error::custom)?;
        serializer.serialize_u128(int)
    }
}

/// Deserializes an id from its integer.
///
/// # Errors
/// As for [`serialize`]; errors of the deserializer, and of an integer that is not an id.
pub fn deserialize<'de, T: TypedId, D: Deserializer<'de>>(deserializer: D) -> Result<T, D::Error> {
    let id = match (T::FORMAT.bits(), T::FORMAT.is_signed()) {
        (64, true) => AnyId::from_u64(i64::deserialize(deserializer)?.cast_unsigned(), T::FORMAT),
        (64, false) => AnyId::from_u64(u64::deserialize(deserializer)?, T::FORMAT),
        (128, _) => AnyId::from_u128(u128::deserialize(deserializer)?, T::FORMAT),
        _ => Err(T::FORMAT.row().lacks(crate::error::Lack::Integer)),
    };
    id.map(T::from_made).map_err(D::Error::custom)
}

/// An optional id as its integer, for `#[serde(with = "sortid::serialization::integer::option")]`.
///
/// ```
/// use serde::{Deserialize, Serialize};
///
/// #[derive(Serialize, Deserialize)]
/// struct Reply {
///     #[serde(with = "sortid::serialization::integer::option")]
///     to: Option<sortid::Snowflake>,
/// }
///
/// let reply: Reply = serde_json::from_str(r#"{"to":null}"#)?;
/// assert_eq!(serde_json::to_string(&reply)?, r#"{"to":null}"#);
/// # Ok::<(), serde_json::Error>(())
/// ```
pub mod option {
    use super::{Deserialize, Deserializer, Integer, Serializer, TypedId};

    /// Serializes an id as its integer, or nothing.
    ///
    /// # Errors
    /// As for [`integer::serialize`](super::serialize).
    pub fn serialize<T: TypedId, S: Serializer>(
        id: &Option<T>,
        serializer: S,
    ) -> Result<S::Ok, S::Error> {
        match id {
            Some(id) => serializer.serialize_some(&Integer(*id)),
            None => serializer.serialize_none(),
        }
    }

    /// Deserializes an id from its integer, or nothing.
    ///
    /// # Errors
    /// As for [`integer::deserialize`](super::deserialize).
    pub fn deserialize<'de, T: TypedId, D: Deserializer<'de>>(
        deserializer: D,
    ) -> Result<Option<T>, D::Error> {
        let id = Option::<Integer<T>>::deserialize(deserializer)?;
        Ok(id.map(|Integer(id)| id))
    }
}

/// An id that is its integer.
struct Integer<T>(T);

impl<T: TypedId> Serialize for Integer<T> {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        serialize(&self.0, serializer)
    }
}

impl<'de, T: TypedId> Deserialize<'de> for Integer<T> {
    fn deserialize<D: Deserializer<'de>>(deserializer: D) -> Result<Self, D::Error> {
        deserialize(deserializer).map(Self)
    }
}
