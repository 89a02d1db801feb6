//! Names the shared library, as libsortid is named: it takes the types of that one.

#[path = "../linked.rs"]
mod linked;

use std::error::Error;

fn main() -> Result<(), Box<dyn Error>> {
    println!("cargo::rerun-if-changed=../abi-version");
    println!("cargo::rerun-if-changed=../linked.rs");
    linked::shared("sortid_lease")
}
