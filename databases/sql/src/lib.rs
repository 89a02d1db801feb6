//! SQL for time-sortable ids: functions, checks, columns and partitioned tables, for six databases.
//!
//! A [`Request`] names a format and a database. Its [`Script`] is plain SQL that needs no
//! extension: functions that extract the time of an id, functions that return the smallest and the
//! largest id of a time, conversions to and from text, a check constraint, and the column's
//! definition. On request it also creates a table, partitioned by time.
//!
//! ```
//! use sortid::Format;
//! use sortid_sql::{Dialect, Request, Table};
//!
//! let mut request = Request::new(Format::Uuid7, Dialect::Postgresql);
//! request.table = Some(Table::new("events"));
//! let script = request.write()?;
//! assert_eq!(script.column_type(), "uuid");
//! assert!(script.to_string().contains("CREATE TABLE \"events\""));
//! # Ok::<(), sortid_sql::Error>(())
//! ```
#![cfg_attr(not(test), warn(clippy::disallowed_methods, clippy::disallowed_types))]
#![cfg_attr(docsrs, feature(doc_cfg))]
#![forbid(unsafe_code)]

mod column;
mod decode;
mod dialect;
mod encode;
mod error;
mod functions;
mod model;
mod postgres;
mod request;
mod script;
mod symbols;
mod table;
mod text;
mod time_layout;

pub use error::{Error, UnknownName};
pub use model::{ColumnType, Dialect, Period};
pub use request::{Partitions, Request, Table};
pub use script::{Fragment, FragmentKind, Script};
