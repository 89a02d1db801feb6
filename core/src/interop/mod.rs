//! Integrations with other crates, each behind a feature with the crate's name, and its major where
//! two are in wide use: then one source is compiled for each.
#![allow(clippy::duplicate_mod, reason = "one source for several majors")]

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
#[cfg(feature = "sea-orm-2")]
mod sea_orm;
#[cfg(feature = "serde")]
pub mod serde;
#[cfg(feature = "sqlx-0_8")]
mod sqlx_0_8;
#[cfg(feature = "sqlx-0_9")]
mod sqlx_0_9;
#[cfg(any(
    test,
    feature = "diesel",
    feature = "postgres-types",
    feature = "rusqlite",
    feature = "sea-orm-2",
    feature = "sqlx-0_8",
    feature = "sqlx-0_9"
))]
mod stored;
#[cfg(feature = "time")]
mod time;
#[cfg(feature = "utoipa-5")]
mod utoipa_5;
#[cfg(feature = "utoipa-6")]
mod utoipa_6;
#[cfg(feature = "uuid")]
mod uuid;

/// The error for a time outside the other crate's range.
#[cfg(any(feature = "chrono", feature = "jiff", feature = "time"))]
const BEYOND: crate::Error = crate::Error::new(crate::ErrorCode::TimestampOutOfRange);
