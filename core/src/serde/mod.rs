//! Serialisation, with the feature `serde`.
//!
//! | | for people (JSON, TOML) | for machines (postcard, bincode, MessagePack) |
//! |---|---|---|
//! | a typed id | its text | its bytes |
//! | [`Id`](crate::Id), which tells its format | `{format, text}` | the format's code, one byte, and the bytes |
//! | [`Prefixed`](crate::Prefixed) | its text, with the prefix | the bytes of the id alone |
//! | [`PrefixedId`](crate::PrefixedId) | `{format, text}` | the format's code, one byte, and the text |
//! | [`Format`](crate::Format) | its name | its name |
//!
//! Text in place of bytes is read as well, and `{format, text}` in place of code and bytes; CBOR as
//! `ciborium` reads it has no text where bytes are asked for. Integers are written where a field asks
//! for them: see [`integer`].

mod dynamic;
pub mod integer;
mod newtype;
mod prefixed;

pub(crate) use newtype::{newtype, read, write};
