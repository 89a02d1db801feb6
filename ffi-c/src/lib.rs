//! The C ABI: `libsortid`. The conventions of all functions are at the top of `include/sortid.h`.
//!
//! Types and functions have their C names. `cargo suite generate` copies their comments to the
//! header. Functions only convert pointers, call the core and write the result. `sortid-uniffi`
//! compiles some of these modules too, and exports their functions under other names.
//!
//! # Safety
//! Each pointer is NULL or valid for its documented access.
#![allow(non_camel_case_types, reason = "these are the names in the header")]
#![allow(
    clippy::missing_safety_doc,
    reason = "the section above is about all functions"
)]

mod boundary;
mod tables;

pub mod version;

pub mod error;

pub mod status;

pub mod format;

pub mod id;

pub mod order;

pub mod fields;

pub mod time;

pub mod options;

pub mod range;

pub mod spelling;

pub mod inspect;

pub mod convert;

pub mod kind;

pub mod id_type;

pub mod new;

pub mod generator;

pub mod fill;

pub mod column;

pub mod columns;

pub mod arrow;

pub mod testing;

#[cfg(feature = "test-panic")]
pub mod test_panic;

pub mod per_format;
