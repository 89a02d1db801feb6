//! `libsortid_lease`: lease files without an agent, for C. Its header is `include/sortid_lease.h`; the rules at the top of `include/sortid.h`
//! apply.
//!
//! It compiles libsortid's sources for the FFI boundary, errors and options, without exporting their symbols.
#![allow(non_camel_case_types, reason = "they are the names of the header")]

#[allow(dead_code, reason = "libsortid needs all of it")]
#[path = "../../../ffi-c/src/boundary.rs"]
mod boundary;

#[allow(dead_code, reason = "libsortid needs all of it")]
#[path = "../../../ffi-c/src/error.rs"]
pub mod error;

#[path = "../../../ffi-c/src/options.rs"]
pub mod options;

pub mod lease;
