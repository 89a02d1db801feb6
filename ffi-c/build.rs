//! Names the shared library.

mod linked;

use std::error::Error;

fn main() -> Result<(), Box<dyn Error>> {
    println!("cargo::rerun-if-changed=linked.rs");
    println!("cargo::rerun-if-changed=abi-version");
    linked::shared("sortid")
}
