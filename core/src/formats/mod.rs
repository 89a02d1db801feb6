//! Formats: the registry, and what describes a format: its layout, its options, its nodes.

pub(crate) mod kind;
mod named;
pub(crate) mod node;
pub(crate) mod options;
mod reading;
mod registry;
pub(crate) mod row;

pub use registry::*;
pub(crate) use sortid_engine::{fraction, layout};
