//! Time-sortable identifiers, the same in every language.
//!
//! | noun | what it is |
//! |---|---|
//! | [`Format`] | the closed list of formats |
//! | [`Id`] | an immutable value: a format and its bits; typed: [`Tid`], [`Uuid7`], … |
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
//! A new id comes from a function of its format or from its type: [`uuid7()`] and [`Uuid7::now`],
//! with [`try_uuid7`] and [`Uuid7::try_now`] beside them. A format whose ids of a time that was
//! passed may repeat can refuse, where the clock was set back: it has [`try_tid`] and
//! [`Tid::try_now`] alone.
//!
//! What is read stands before the format it is read as, and both ends of what is between are a
//! [`RangeInclusive`](core::ops::RangeInclusive):
//!
//! ```
//! use std::collections::BTreeMap;
//!
//! use sortid::{Format, Id, Tid, Timestamp};
//!
//! const FIRST: Tid = sortid::tid!("3jzfcijpj2z2a"); // checked where it is compiled
//!
//! let posts = BTreeMap::from([(FIRST, "hello")]);
//! let (from, to) = (Timestamp::from_unix_ms(1_688_137_381_000), Timestamp::from_unix_ms(1_688_137_382_000));
//! assert_eq!(posts.range(Tid::range(from, to)?).count(), 1);
//!
//! let id = Id::parse("3jzfcijpj2z2a", Format::Tid)?; // the format is known at run time
//! assert!(Id::range(from, to, Format::Tid)?.contains(&id));
//! assert_eq!(Tid::try_from(id)?, FIRST);
//! assert_eq!(u64::from(FIRST), 0x17fd_6873_eaf0_7c06);
//! # Ok::<(), sortid::Error>(())
//! ```
//!
//! Many ids at once are a [column](columns), of which nothing is copied:
//!
//! ```
//! use sortid::columns::{Cells, Clock, Column, OnRefusal, Unit};
//! use sortid::{Format, Options};
//!
//! let (data, offsets) = (b"3jzfcijpj2z2a3jzfcijpj2z2b", [0, 13, 26]); // as Arrow holds texts
//! let column = Column::texts(Cells::Offsets32 { data, offsets: &offsets }, Format::Tid)?;
//! let clock = Clock::new(Format::Tid, Unit::Milliseconds, &Options::new())?;
//! let mut times = [0; 2];
//! column.times(&clock, &mut times, &mut [], OnRefusal::Stop)?.complete()?;
//! assert_eq!(times, [1_688_137_381_887; 2]);
//! # Ok::<(), sortid::Error>(())
//! ```
//!
//! An id can carry the [prefix](crate::Prefixed) of its type in its text, as TypeIDs do; the type keeps ids apart and is judged by
//! the compiler:
//!
//! ```
//! sortid::prefix!(pub Order = "order");
//! type OrderId = sortid::Prefixed<sortid::Uuid7, Order>;
//!
//! let id: OrderId = "order_01fwhe4ydgfk1shh6w1g60eecf".parse()?;
//! assert_eq!(id.id().to_string(), "017f22e2-79b0-7cc3-98c4-dc0c0c07398f"); // what goes to the database
//! # Ok::<(), sortid::Error>(())
//! ```
//!
//! Whole logs are searched for ids: which formats are told from words, and how, [`find_ids_at`] says:
//!
//! ```
//! let now = sortid::Timestamp::from_unix_ms(1_700_000_000_000);
//! let log = "GET /orders/order_01fwhe4ydgfk1shh6w1g60eecf 200 by=3jzfcijpj2z2a";
//! let found = sortid::find_ids_at(log, None, now).map(|(range, id)| (&log[range], id.format().name()));
//! assert_eq!(found.collect::<Vec<_>>(), [("order_01fwhe4ydgfk1shh6w1g60eecf", "uuid7"), ("3jzfcijpj2z2a", "tid")]);
//! ```
//!
//! Times cross every boundary as [`Timestamp`]: whole Unix seconds and nanoseconds. Numbers carry
//! their unit in their name.
//!
//! # Features
//! - `std` (default): [`Generator`] and the functions for new ids. Values and codecs work without.
//! - `serde`: ids as text, or as bytes where nobody reads; see [`mod@serde`].
//! - `uuid`: conversions to and from `uuid::Uuid`; `bson`: of [`ObjectId`] to and from `bson::oid::ObjectId`.
//! - `chrono`, `jiff`, `time`: [`Timestamp`] from and to their instants.
//! - `arrow`: [columns] in and out through Arrow's C data interface.
//! - `schemars`: JSON schemas; `arbitrary`: ids for fuzzing.
//! - `lease`: the rules by which nodes are leased, for agents; see [`mod@grant`].
//! - `conversions`: all of these but `std`.
//! - `diesel` and `diesel-sqlite`, `postgres-types` (for `postgres` and `tokio-postgres`), `rusqlite`, `sea-orm`, `sqlx`: ids as parameters and columns.
#![cfg_attr(feature = "rusqlite", doc = include_str!("interop/databases.md"))]
#![cfg_attr(not(any(feature = "std", test)), no_std)]
#![cfg_attr(docsrs, feature(doc_cfg))]

mod codec;
pub mod columns;
mod convert;
mod error;
mod formats;
mod fraction;
mod id;
mod inspect;
mod interop;
mod kind;
mod layout;
mod near;
mod node;
mod options;
mod prefixed;
mod range;
mod roles;
mod scan;
mod shape;
mod stored;
mod text;
mod time;
mod typed;
mod value;

#[cfg(feature = "std")]
mod generator;
#[cfg(feature = "lease")]
pub mod grant;
#[cfg(feature = "std")]
mod guards;
#[cfg(feature = "std")]
mod process;
#[cfg(feature = "std")]
#[allow(
    clippy::disallowed_methods,
    clippy::disallowed_types,
    reason = "the one place that asks the system"
)]
mod real;
#[cfg(feature = "serde")]
pub mod serde;
#[cfg(feature = "std")]
mod store;
#[cfg(feature = "std")]
mod stream;
#[cfg(feature = "std")]
mod world;

/// Which world this is: see `world.rs`.
#[cfg(feature = "std")]
use real::Real as Here;

pub use codec::Form;
pub use convert::{CONVERT_ALONE, Converted, convert, convert_bytes};
pub use error::{Error, ErrorCode};
pub use formats::*;
pub use id::{Bytes, Id};
#[cfg(all(
    feature = "std",
    not(all(target_family = "wasm", target_os = "unknown"))
))]
pub use inspect::inspect;
#[doc(hidden)]
pub use inspect::{Likelihood, Readings};
pub use inspect::{inspect_at, refusals};
pub use kind::UuidKind;
#[doc(hidden)]
pub use near::{NearMiss, Slip, near_by_length, near_misses};
pub use options::{
    ClockSource, Epoch, OPTIONS, OnExhausted, OnRollback, OptionInfo, OptionKind, OptionValue,
    Options, Order, Precision, RollbackTolerance, Usage,
};
pub use prefixed::{IdPrefix, Prefix, Prefixed, PrefixedId, PrefixedText, prefix_of};
#[doc(hidden)]
pub use roles::{Part, Role};
#[cfg(all(
    feature = "std",
    not(all(target_family = "wasm", target_os = "unknown"))
))]
pub use scan::find_ids;
pub use scan::{FoundIds, find_ids_at};
#[doc(hidden)]
pub use scan::{Places, places};
#[doc(hidden)]
pub use shape::{Making, Must, Rule, Run, Start, TimeCoding, TimeShape};
#[doc(hidden)]
pub use stored::{Database, Stored, StoredColumn};
pub use text::Text;
pub use time::Timestamp;
#[cfg(feature = "std")]
pub use typed::AlwaysNew;
pub use typed::{Target, TypedId};

#[cfg(feature = "std")]
pub use generator::{
    Filled, Generator, Ids, Reseed, Status, default_generator, in_one_process, new, new_id, new_of,
    new_of_within, new_within, reseed,
};
#[cfg(all(feature = "lease", unix))]
pub use real::file_identity;
#[cfg(all(feature = "lease", any(unix, windows)))]
pub use real::remote_file_system;

#[cfg(feature = "lease")]
pub use generator::{LeaseFile, Leased, Stretch};

#[cfg(all(doctest, feature = "std"))]
#[doc = include_str!("../../README.md")]
struct ReadmeExamples;

#[cfg(all(doctest, feature = "std"))]
#[doc = include_str!("../../docs/state-file.md")]
#[doc = include_str!("../../docs/lease-file.md")]
struct FileExamples;
