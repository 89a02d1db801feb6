//! The simulated operating system: clocks, memory, processes, files and locks, and the events that
//! affect them.

pub(crate) mod atomic;
pub(crate) mod clock;
pub(crate) mod copies;
pub(crate) mod coverage;
pub(crate) mod descriptors;
pub(crate) mod events;
pub(crate) mod faults;
pub(crate) mod files;
pub(crate) mod fork;
pub(crate) mod handler_fork;
pub(crate) mod history;
pub(crate) mod locks;
mod node_table;
pub(crate) mod os;
pub(crate) mod power;
pub(crate) mod process;
pub(crate) mod schedule;
pub(crate) mod server;
pub(crate) mod system;
pub(crate) mod tampering;
pub(crate) mod windows;
