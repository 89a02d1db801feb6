//! Writes what follows from the core's lists, and names the shared library.

mod generated;
mod linked;

use std::error::Error;
use std::path::Path;
use std::{env, fs};

fn main() -> Result<(), Box<dyn Error>> {
    println!("cargo::rerun-if-changed=build");
    println!("cargo::rerun-if-changed=abi-version");
    let out = env::var("OUT_DIR")?;
    let write = |name: &str, text: String| fs::write(Path::new(&out).join(name), text);
    write("per_format.rs", generated::functions())?;
    write("dispatch.rs", generated::dispatch())?;
    write("tables.rs", generated::tables())?;
    linked::shared("sortid")
}
