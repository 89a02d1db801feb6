//! Tests that ids of all languages are distinct and have one order.

pub(crate) mod all_languages;
pub(crate) mod lease_file;
mod lease_writer;
pub(crate) mod state_file;
