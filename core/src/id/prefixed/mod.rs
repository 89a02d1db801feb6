//! Ids with the prefix of a type (TypeID v0.3.0), for any format.
//!
//! The prefix changes only the text, not the bits, time, fields, order or bytes. The text is the
//! prefix, `_` and the suffix: the form `typeid` for UUIDs, the canonical text for every other
//! format.

mod dynamic;
#[cfg(feature = "std")]
mod pattern;
mod prefix;
mod read;
mod text;

pub use dynamic::AnyTypeId;
pub use prefix::Prefix;
pub use read::prefix_of;
pub(crate) use read::{read, require_prefixes, suffix_form};
#[cfg(feature = "scan")]
pub(crate) use read::{split_well_formed, suffix_of};
#[cfg(feature = "serde")]
pub(crate) use text::LONGEST;
pub use text::TypeIdText;
