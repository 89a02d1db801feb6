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
