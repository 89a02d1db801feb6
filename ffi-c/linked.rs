//! Linker flags of a shared library.

use std::env;
use std::error::Error;

/// The ABI version in the SONAME.
const ABI_VERSION: u32 = include!("abi-version");

/// Prints the linker flags of a library for cargo.
pub(crate) fn shared(name: &str) -> Result<(), Box<dyn Error>> {
    if env::var("CARGO_CFG_TARGET_VENDOR")? == "apple" {
        // By default, programs look for the library at its build path.
        println!(
            "cargo::rustc-cdylib-link-arg=-Wl,-install_name,@rpath/lib{name}.{ABI_VERSION}.dylib"
        );
    }
    let os = env::var("CARGO_CFG_TARGET_OS")?;
    if os == "android" {
        // Apps cannot contain libraries with versioned names, and recent systems have pages of 16
        // KB.
        println!("cargo::rustc-cdylib-link-arg=-Wl,-soname,lib{name}.so");
        println!("cargo::rustc-cdylib-link-arg=-Wl,-z,max-page-size=16384");
    }
    if os == "linux" {
        println!("cargo::rustc-cdylib-link-arg=-Wl,-soname,lib{name}.so.{ABI_VERSION}");
        // Fork handlers cannot be removed: with an old glibc, not even by `dlclose`. So the library
        // must never be unloaded.
        println!("cargo::rustc-cdylib-link-arg=-Wl,-z,nodelete");
    }
    Ok(())
}
