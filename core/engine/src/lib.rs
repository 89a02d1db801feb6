//! The engine of `sortid`: a layout goes in, ids come out.
//!
//! It knows no formats and no options, and reaches the operating system only through the trait
//! [`sys::Os`], of which everything that generates is generic. `native` implements it for real
//! systems; simulations and model checkers have implementations of their own.
//!
//! The path of a call: `call` (locks, waits, files) → `clock_cache` and `run` (ids without a clock
//! read) or `state` (the algorithm). See `docs/generator.md`.
//!
//! This crate is a part of `sortid`, and follows no version: do not depend on it.
#![allow(
    missing_docs,
    rustdoc::private_intra_doc_links,
    reason = "a part of sortid, for those who change it"
)]
#![cfg_attr(not(any(feature = "std", test)), no_std)]
#![cfg_attr(docsrs, feature(doc_cfg))]
#![cfg_attr(not(test), warn(clippy::disallowed_methods, clippy::disallowed_types))]

pub mod error;
#[cfg(test)]
mod examples;
pub mod fraction;
pub mod layout;
pub mod time;
pub mod value;

#[cfg(feature = "std")]
pub mod call;
#[cfg(feature = "std")]
pub mod claim;
#[cfg(feature = "std")]
pub mod clock_cache;
#[cfg(feature = "std")]
pub mod file_position;
#[cfg(feature = "std")]
pub mod hot_layout;
#[cfg(feature = "std")]
pub mod identity;
#[cfg(feature = "std")]
pub mod lease_file;
#[cfg(feature = "native")]
#[allow(
    clippy::disallowed_methods,
    clippy::disallowed_types,
    reason = "these files call the operating system"
)]
pub mod native;
#[cfg(feature = "std")]
pub mod nodes;
#[cfg(feature = "std")]
pub mod permutation;
#[cfg(feature = "std")]
pub mod plan;
#[cfg(feature = "std")]
pub mod position_codec;
#[cfg(feature = "std")]
pub mod run;
#[cfg(feature = "std")]
pub mod slot;
#[cfg(feature = "std")]
pub mod state;
#[cfg(feature = "std")]
pub mod status;
#[cfg(feature = "std")]
pub mod store;
#[cfg(feature = "std")]
pub mod sys;
#[cfg(feature = "std")]
pub mod ticks;
