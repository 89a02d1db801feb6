//! Time-sortable identifiers, the same in every language.
//!
//! | type | contents |
//! |---|---|
//! | [`Format`] | the closed list of formats |
//! | [`AnyId`] | an immutable value: a format and its bits; typed: [`Tid`], [`Uuid7`], … |
//! | [`Generator`] | the only object with state; safe to share between threads |
//! | [`Error`] | one set of codes, the same everywhere |
//!
//! ```
//! # #[cfg(feature = "std")] {
//! let id = sortid::uuid7();
//! assert!(sortid::uuid7() > id);
//! # }
//!
//! let tid: sortid::Tid = "3jzfcijpj2z2a".parse()?;
//! assert_eq!(tid.timestamp_us(), 1_688_137_381_887_007);
//!
//! assert!("kjzfcijpj2z2a".parse::<sortid::Tid>().is_err());
//! # Ok::<(), sortid::Error>(())
//! ```
//!
//! A new id comes from its format's function or type: [`uuid7()`] or [`Uuid7::now`], with the
//! fallible versions [`try_uuid7`] and [`Uuid7::try_now`]. A format whose ids could repeat after
//! the clock is set back can refuse to generate, so it has only the fallible versions:
//! [`try_tid`] and [`Tid::try_now`].
//!
//! Functions take the input first, then the format to read it as. An interval of ids is a
//! [`RangeInclusive`](core::ops::RangeInclusive), which contains both ends:
//!
//! ```
//! use std::collections::BTreeMap;
//!
//! use sortid::{Format, AnyId, Tid, Timestamp};
//!
//! const FIRST: Tid = sortid::literals::tid!("3jzfcijpj2z2a"); // checked at compile time
//!
//! let posts = BTreeMap::from([(FIRST, "hello")]);
//! let (from, to) = (
//!     Timestamp::from_unix_ms(1_688_137_381_000),
//!     Timestamp::from_unix_ms(1_688_137_382_000),
//! );
//! assert_eq!(posts.range(Tid::range(from, to)?).count(), 1);
//!
//! let id = AnyId::parse("3jzfcijpj2z2a", Format::Tid)?; // the format is known at run time
//! assert!(AnyId::range(from, to, Format::Tid)?.contains(&id));
//! assert_eq!(Tid::try_from(id)?, FIRST);
//! assert_eq!(u64::from(FIRST), 0x17fd_6873_eaf0_7c06);
//! # Ok::<(), sortid::Error>(())
//! ```
//!
//! A [column](columns) holds many ids and copies nothing (feature `columns`):
//!
//! ```
//! # #[cfg(feature = "columns")] {
//! use sortid::columns::{Cells, TimeReader, Column, OnInvalid, Unit};
//! use sortid::{Format, Options};
//!
//! let (data, offsets) = (b"3jzfcijpj2z2a3jzfcijpj2z2b", [0, 13, 26]); // Arrow's layout of texts
//! let column = Column::texts(Cells::Offsets32 { data, offsets: &offsets }, Format::Tid)?;
//! let clock = TimeReader::new(Format::Tid, Unit::Milliseconds, &Options::new())?;
//! let mut times = [0; 2];
//! column.times(&clock, &mut times, &mut [], OnInvalid::Stop)?.complete()?;
//! assert_eq!(times, [1_688_137_381_887; 2]);
//! # }
//! # Ok::<(), sortid::Error>(())
//! ```
//!
//! A [declared type](id_type!) has a prefix, as a TypeID has, or an epoch of its own. It is a Rust
//! type, so the compiler keeps ids of different types apart:
//!
//! ```
//! sortid::id_type!(pub type OrderId = TypeId<Order>, prefix = "order");
//!
//! let id: OrderId = "order_01fwhe4ydgfk1shh6w1g60eecf".parse()?;
//! // The database stores the id without its prefix.
//! assert_eq!(id.id().to_string(), "017f22e2-79b0-7cc3-98c4-dc0c0c07398f");
//! # Ok::<(), sortid::Error>(())
//! ```
//!
//! [`find_ids_at`] finds the ids in whole logs, and explains which formats it can distinguish from
//! words (feature `scan`):
//!
//! ```
//! # #[cfg(feature = "scan")] {
//! let now = sortid::Timestamp::from_unix_ms(1_700_000_000_000);
//! let log = "GET /orders/order_01fwhe4ydgfk1shh6w1g60eecf 200 by=3jzfcijpj2z2a";
//! let found = sortid::find_ids_at(log, None, now)
//!     .map(|(range, id)| (&log[range], id.format().name()));
//! assert_eq!(
//!     found.collect::<Vec<_>>(),
//!     [("order_01fwhe4ydgfk1shh6w1g60eecf", "uuid7"), ("3jzfcijpj2z2a", "tid")]
//! );
//! # }
//! ```
//!
//! Every interface passes times as a [`Timestamp`]: whole Unix seconds and nanoseconds. Names of
//! numbers include their unit.
//!
//! # Features
//! - `std` (default): [`Generator`] and the functions for new ids. Values and codecs work without
//!   it.
//! - `state-file`: generators that continue where the previous process stopped: the option
//!   [`state_file`](Options::state_file).
//! - `lease`: lease files, for agents; see [`mod@lease`] and the crate `sortid-leasing`.
//! - `scan`: [`inspect`] and [`find_ids`]: the formats of a text, and ids in any
//!   text.
//! - `keyed`: ids from a time and a key, such as an order number.
//! - `columns`: [columns] of ids, and a faster [`Generator::fill_text`]; `arrow`: their import and
//!   export through Arrow's C data interface.
//! - `js`: the clock and random bytes of browsers and Node, on `wasm32-unknown-unknown`. Without
//!   it, the functions that read the clock do not exist there.
//! - `serde`: ids as text, or as bytes in binary formats; see [`serialization`].
//! - `uuid`: conversions to and from `uuid::Uuid`; `bson`: [`ObjectId`] to and from
//!   `bson::oid::ObjectId`.
//! - `chrono`, `jiff`, `time`: conversions between [`Timestamp`] and their instants, which are
//!   then accepted as times.
//! - `schemars`: JSON schemas; `arbitrary`: ids for fuzzing.
//! - `conversions`: all of the above except `std` and `js`.
//! - `utoipa-5`, `utoipa-6`: schemas of OpenAPI; `async-graphql`: scalars of GraphQL.
//! - `diesel` and `diesel-sqlite`, `postgres-types` (for `postgres` and `tokio-postgres`),
//!   `rusqlite`, `sea-orm-2`, `sqlx-0_8`, `sqlx-0_9`: ids as query parameters and
//!   columns.
#![cfg_attr(feature = "rusqlite", doc = include_str!("interop/databases.md"))]
#![cfg_attr(not(any(feature = "std", test)), no_std)]
#![cfg_attr(not(test), warn(clippy::disallowed_methods, clippy::disallowed_types))]
#![cfg_attr(docsrs, feature(doc_cfg))]

/// Defines one item that exists only where there is a clock: not on `wasm32-unknown-unknown`,
/// unless the feature `js` or a host provides one.
macro_rules! with_clock {
    ($($item:tt)*) => {
        #[cfg(all(
            feature = "std",
            any(
                feature = "js",
                sortid_clock = "host",
                not(all(target_family = "wasm", target_os = "unknown"))
            )
        ))]
        $($item)*
    };
}

mod codec;
#[cfg(feature = "columns")]
pub mod columns;
#[cfg(feature = "scan")]
mod detect;
mod error;
mod formats;
mod id;
mod interop;
mod time;

#[cfg(feature = "std")]
#[cfg_attr(
    target_family = "wasm",
    allow(dead_code, reason = "parts that only a system clock uses")
)]
mod generator;
#[cfg(feature = "lease")]
pub mod lease;
#[cfg(feature = "std")]
use sortid_engine::sys;

/// The operating system that generators use.
#[cfg(feature = "std")]
use sortid_engine::native::NativeOs as Sys;

pub use codec::Form;
pub use codec::text::Text;
#[cfg(feature = "scan")]
pub use detect::*;
#[doc(hidden)]
pub use error::is_same_spelling;
pub use error::{Error, ErrorCode, Message};
pub use formats::kind::UuidKind;
pub use formats::options::Options;
pub use formats::*;
pub use id::convert::{ByteOrder, CONVERT_ALONE, Converted, convert, convert_bytes};
pub use id::declared::{IdKind, IdType, TypeId};
pub use id::prefixed::{AnyTypeId, Prefix, TypeIdText, prefix_of};
#[cfg(feature = "std")]
pub use id::typed::InfallibleNew;
pub use id::typed::{Id, TypedId};
pub use id::{AnyId, Bytes, compare_bytes};
pub use ids::{
    AnyUuid, ElasticsearchId, ElasticsearchKOrdered, ElasticsearchRouted, Ksuid, ObjectId, Scru160,
    Snowflake, Tid, Timeid, Tsid, Uid11Fullrand, Uid11Snowish, Uid11TsSeqRand, Uid11Xid, Ulid,
    Uuid1, Uuid4, Uuid6, Uuid7, Uuid7Draft01, Uuid8, Xid,
};
#[doc(hidden)]
pub use interop::column_types::{Database, Stored, StoredColumn};
#[cfg(feature = "serde")]
pub use interop::serde as serialization;
pub use time::Timestamp;

/// The values of [`Options`], and their description for command lines and bindings.
pub mod options {
    pub use crate::formats::options::{
        ClockSource, Epoch, FieldOrder, NodeClaim, OPTIONS, OnExhausted, OnRollback, OptionInfo,
        OptionKind, OptionValue, Order, Precision, Preset, RollbackTolerance, Usage,
    };
}

/// The types and traits that most programs need, for `use sortid::prelude::*`.
///
/// ```
/// use sortid::prelude::*;
///
/// fn first_of_day<T: TypedId>(day: &str) -> Result<T, sortid::Error> {
///     T::min_at(format!("{day}T00:00:00Z").parse::<Timestamp>()?)
/// }
/// let id = first_of_day::<Uuid7>("2023-11-14")?;
/// assert_eq!(id.to_string(), "018bcb20-b400-7000-8000-000000000000");
/// # Ok::<(), sortid::Error>(())
/// ```
pub mod prelude {
    pub use crate::{AnyId, Format, Id, IdKind, Timestamp, TypeId, TypedId};
    #[cfg(feature = "std")]
    pub use crate::{Generator, Options};
    pub use crate::{Ksuid, ObjectId, Snowflake, Tid, Tsid, Ulid, Uuid4, Uuid6, Uuid7, Xid};
}

with_clock! {
    pub use generator::{
        Filled, Ids, default_generator, fill_in_one_process, new, new_id, new_id_at, new_of,
        new_of_within, new_within,
    };
}

with_clock! {
    pub use ids::{
        ksuid, scru160, try_ksuid, try_object_id, try_scru160, try_snowflake, try_tid, try_timeid,
        try_tsid, try_uid11_fullrand, try_uid11_snowish, try_uid11_ts_seq_rand, try_uid11_xid,
        try_ulid, try_uuid1, try_uuid4, try_uuid6, try_uuid7, try_uuid7_draft01, try_uuid8, try_xid,
        uid11_fullrand, ulid, uuid1, uuid4, uuid6, uuid7, uuid7_draft01, uuid8,
    };
}

/// Descriptions of formats, from which code and SQL are generated. They follow no version.
#[doc(hidden)]
pub mod shape {
    #[cfg(feature = "scan")]
    pub use crate::detect::shape::{Making, Must, Rule, Run, Start, TimeCoding, TimeShape};
}

#[doc(hidden)]
#[cfg(feature = "std")]
pub use generator::plans;

/// A clock and a seed for tests.
#[cfg(feature = "testing")]
pub mod testing {
    pub use crate::generator::{Settings, TestClock};
}
#[cfg(feature = "std")]
pub use generator::{Generator, NodeOrigin, Reseed, Status, in_one_process, reseed};
#[cfg(all(feature = "lease", unix))]
pub use sortid_engine::native::file_identity;
#[cfg(all(feature = "lease", any(unix, windows)))]
pub use sortid_engine::native::remote_file_system;

#[cfg(all(doctest, feature = "std"))]
#[doc = include_str!("../../README.md")]
#[doc = include_str!("../README.md")]
#[doc = include_str!("../../docs/index.md")]
struct ReadmeExamples;

#[cfg(all(doctest, feature = "testing"))]
#[doc = include_str!("../../docs/rust.md")]
struct GuideExamples;

#[cfg(all(
    doctest,
    feature = "keyed",
    feature = "scan",
    feature = "state-file",
    feature = "testing"
))]
#[doc = include_str!("../../docs/cookbook.md")]
struct CookbookExamples;

#[cfg(all(doctest, feature = "state-file"))]
#[doc = include_str!("../../docs/state-file.md")]
#[doc = include_str!("../../docs/lease-file.md")]
struct FileExamples;
