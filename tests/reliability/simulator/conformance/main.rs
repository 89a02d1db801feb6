//! The same small programs on the real and the simulated systems, with the same expected results.
//!
//! ```sh
//! cargo suite reliability conformance
//! cargo suite reliability conformance --target s390x --wipes-nothing
//! ```
//!
//! User-mode emulators accept and ignore the request to wipe memory at a fork. `--wipes-nothing`
//! expects that.

mod command;
#[path = "native.rs"]
mod conformance_platform;
#[path = "../src/conformance/programs.rs"]
mod conformance_programs;

use sortid_engine::native::NativeOs as Sys;
use sortid_engine::sys;

fn main() -> std::process::ExitCode {
    command::main()
}
