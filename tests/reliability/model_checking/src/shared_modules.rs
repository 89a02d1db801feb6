// The modules that both programs have: included by their roots.

include!("../../engine.rs");

mod command;
mod ids;
mod model_os;
mod pair;
mod subprocess;

// The operating system of the core's sources, see `core/src/sys/mod.rs`.
use model_os::ModelOs as Sys;
