//! Serialization, with the feature `serde`.
//!
//! | | human-readable (JSON, TOML) | binary (postcard, bincode, MessagePack) |
//! |---|---|---|
//! | a typed id | its text | its bytes |
//! | [`AnyId`](crate::AnyId) | `{format, text}` | the format's one-byte code and the bytes |
//! | [`TypeId`](crate::TypeId) | its text with the prefix | the id's bytes without the prefix |
//! | [`AnyTypeId`](crate::AnyTypeId) | `{format, text}` | the format's code and the text |
//! | [`Format`](crate::Format) | its name | its name |
//!
//! Binary formats also accept text in place of bytes, and `{format, text}` in place of code and
//! bytes, except that `ciborium` does not read text if bytes are requested. Integers are used if a
//! field requests them: see [`integer`].

mod dynamic;
pub mod integer;
mod newtype;
mod prefixed;

pub(crate) use newtype::{newtype, read, write};
