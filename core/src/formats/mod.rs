//! Formats: the registry, and what describes a format: its layout, its options, its nodes.

pub(crate) mod fraction;
pub(crate) mod kind;
pub(crate) mod layout;
pub(crate) mod node;
pub(crate) mod options;
mod registry;

pub use registry::*;
