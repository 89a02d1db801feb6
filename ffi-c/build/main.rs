//! Writes what follows from the core's lists, and names the shared library.

mod generated;

use std::error::Error;
use std::path::Path;
use std::{env, fs};

/// The version of the ABI, which the SONAME carries.
const ABI_VERSION: u32 = include!("../abi-version");

fn main() -> Result<(), Box<dyn Error>> {
    println!("cargo::rerun-if-changed=build");
    println!("cargo::rerun-if-changed=abi-version");
    let out = env::var("OUT_DIR")?;
    let write = |name: &str, text: String| fs::write(Path::new(&out).join(name), text);
    write("per_format.rs", generated::functions())?;
    write("dispatch.rs", generated::dispatch())?;
    write("tables.rs", generated::tables())?;
    if env::var("CARGO_CFG_TARGET_VENDOR")? == "apple" {
        // Else it is the path at which it was linked, and who links against it looks for it there.
        println!(
            "cargo::rustc-cdylib-link-arg=-Wl,-install_name,@rpath/libsortid.{ABI_VERSION}.dylib"
        );
    }
    if env::var("CARGO_CFG_TARGET_OS")? == "linux" {
        println!("cargo::rustc-cdylib-link-arg=-Wl,-soname,libsortid.so.{ABI_VERSION}");
        // Once the system has been told what to call at a fork, the library must stay: linked for an old glibc, nothing takes that back in `dlclose`.
        println!("cargo::rustc-cdylib-link-arg=-Wl,-z,nodelete");
    }
    Ok(())
}
