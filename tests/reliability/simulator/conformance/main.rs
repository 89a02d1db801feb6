//! The same small programs on the real operating system and on the simulated ones: each must
//! return what is expected.
//!
//! ```sh
//! cargo suite reliability conformance
//! cargo suite reliability conformance --target s390x --wipes-nothing
//! ```
//!
//! User-mode emulators accept the request to wipe memory at a fork, and ignore it. For these there
//! is `--wipes-nothing`.

#![allow(
    dead_code,
    unexpected_cfgs,
    missing_docs,
    unused_imports,
    unreachable_pub,
    reason = "the core's sources are compiled unchanged, and only partly used"
)]

include!("../../engine.rs");

mod command;
#[path = "native.rs"]
mod conformance_platform;
#[path = "../src/conformance/programs.rs"]
mod conformance_programs;
#[path = "../../../../core/src/sys/native/mod.rs"]
mod native;

use native::NativeOs as Sys;

fn main() -> std::process::ExitCode {
    command::main()
}
