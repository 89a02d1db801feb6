//! Names the shared library, as libsortid is named: it takes the types of that one.

#[path = "../../ffi-c/linked.rs"]
mod linked;

use std::error::Error;

fn main() -> Result<(), Box<dyn Error>> {
    println!("cargo::rerun-if-changed=../../ffi-c/abi-version");
    println!("cargo::rerun-if-changed=../../ffi-c/linked.rs");
    linked::shared("sortid_lease")
}
