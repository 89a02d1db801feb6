//! The C ABI: `libsortid`. The rules that every function keeps stand at the top of `include/sortid.h`.
//!
//! Types and functions are named as in C, and their comments are the comments of the header: `cargo suite generate`
//! renews it. No logic of ids is here: pointers become references, the core answers, the answer is written.
//! `sortid-uniffi` compiles some of these modules too, and exports their functions under other names.
#![allow(non_camel_case_types, reason = "they are the names of the header")]

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

pub mod prefixed;

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
