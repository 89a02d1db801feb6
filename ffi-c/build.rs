//! Names the shared library, and its functions.

mod linked;

use std::error::Error;

fn main() -> Result<(), Box<dyn Error>> {
    println!("cargo::rerun-if-changed=linked.rs");
    println!("cargo::rerun-if-changed=abi-version");
    // Other crates compile these sources without the names.
    println!("cargo::rustc-cfg=libsortid");
    linked::shared("sortid")
}
