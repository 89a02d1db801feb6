//! Declared types: a format, a prefix and how the ids are read, as a value and as a Rust type.

pub(crate) mod id_type;
mod type_id;

pub use id_type::IdType;
pub use type_id::{IdKind, TypeId};
