//! Sets the linker flags of the shared library and the cfg `libsortid`.

mod linked;

use std::error::Error;

fn main() -> Result<(), Box<dyn Error>> {
    println!("cargo::rerun-if-changed=linked.rs");
    println!("cargo::rerun-if-changed=abi-version");
    // Exports the functions by name. Other crates compile these sources without it.
    println!("cargo::rustc-cfg=libsortid");
    linked::shared("sortid")
}
