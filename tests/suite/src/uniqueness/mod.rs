//! Ids that all languages generate at the same time: distinct, and in one order.

pub(crate) mod all_languages;
pub(crate) mod lease_file;
mod lease_writer;
pub(crate) mod state_file;
