//! Sets the name of the shared library in the same way as for libsortid, whose types it uses.

#[path = "../../ffi-c/linked.rs"]
mod linked;

use std::error::Error;

fn main() -> Result<(), Box<dyn Error>> {
    println!("cargo::rerun-if-changed=../../ffi-c/abi-version");
    println!("cargo::rerun-if-changed=../../ffi-c/linked.rs");
    linked::shared("sortid_lease")
}
