//! `libsortid_lease`: a lease file kept from C without an agent. Its header is `include/sortid_lease.h`, and the rules at the top of `include/sortid.h` are
//! its rules too.
//!
//! The boundary, errors and options are libsortid's, compiled once more: what is exported there is in other files, so that no library has the symbols of the
//! other.
#![allow(non_camel_case_types, reason = "they are the names of the header")]

#[allow(dead_code, reason = "libsortid needs all of it")]
#[path = "../../src/boundary.rs"]
mod boundary;

#[path = "../../src/error.rs"]
pub mod error;

#[path = "../../src/options.rs"]
pub mod options;

pub mod lease;
