//! Integrations with other crates, each behind a feature with the crate's name.

#[cfg(feature = "arbitrary")]
pub(crate) mod arbitrary;
#[cfg(feature = "async-graphql")]
pub(crate) mod async_graphql;
#[cfg(feature = "bson")]
mod bson;
#[cfg(feature = "chrono")]
mod chrono;
pub(crate) mod column_types;
#[cfg(feature = "diesel")]
mod diesel;
#[cfg(feature = "jiff")]
mod jiff;
#[cfg(feature = "postgres-types")]
mod postgres_types;
#[cfg(feature = "rusqlite")]
mod rusqlite;
#[cfg(feature = "schemars")]
pub(crate) mod schemars;
#[cfg(feature = "sea-orm")]
mod sea_orm;
#[cfg(feature = "serde")]
pub mod serde;
#[cfg(feature = "sqlx")]
mod sqlx;
#[cfg(any(
    test,
    feature = "diesel",
    feature = "postgres-types",
    feature = "rusqlite",
    feature = "sea-orm",
    feature = "sqlx"
))]
mod stored;
#[cfg(feature = "time")]
mod time;
#[cfg(feature = "utoipa")]
pub(crate) mod utoipa;
#[cfg(feature = "uuid")]
mod uuid;

/// The error for a time outside the other crate's range.
#[cfg(any(feature = "chrono", feature = "jiff", feature = "time"))]
const BEYOND: crate::Error = crate::Error::new(crate::ErrorCode::TimestampOutOfRange);
