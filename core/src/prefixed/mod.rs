//! Ids with the prefix of a type before them (TypeID v0.3.0), over any format.
//!
//! The id is what it is without: its bits, time, fields, order and bytes. Only its text is longer: the prefix, `_`, and
//! the suffix, which for UUIDs is their form `typeid` and for every other format its canonical text.

mod dynamic;
#[cfg(feature = "std")]
mod pattern;
mod prefix;
mod read;
mod text;
mod typed;

pub use dynamic::PrefixedId;
pub use prefix::{IdPrefix, Prefix};
pub use read::prefix_of;
pub(crate) use read::{read, split_well_formed, suffix_form, suffix_of};
#[cfg(feature = "serde")]
pub(crate) use text::LONGEST;
pub use text::PrefixedText;
pub use typed::Prefixed;
