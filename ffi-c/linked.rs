//! How a shared library is linked: its name, and that it stays.

use std::env;
use std::error::Error;

/// The version of the ABI, which the SONAME carries.
const ABI_VERSION: u32 = include!("abi-version");

/// Tells cargo, for the library of this name.
pub(crate) fn shared(name: &str) -> Result<(), Box<dyn Error>> {
    if env::var("CARGO_CFG_TARGET_VENDOR")? == "apple" {
        // Else it is the path at which it was linked, and who links against it looks for it there.
        println!(
            "cargo::rustc-cdylib-link-arg=-Wl,-install_name,@rpath/lib{name}.{ABI_VERSION}.dylib"
        );
    }
    let os = env::var("CARGO_CFG_TARGET_OS")?;
    if os == "android" {
        // An app has each library under one name, and recent systems have pages of 16 KB.
        println!("cargo::rustc-cdylib-link-arg=-Wl,-soname,lib{name}.so");
        println!("cargo::rustc-cdylib-link-arg=-Wl,-z,max-page-size=16384");
    }
    if os == "linux" {
        println!("cargo::rustc-cdylib-link-arg=-Wl,-soname,lib{name}.so.{ABI_VERSION}");
        // The fork handlers cannot be removed, so the library must stay loaded: linked for an old glibc, `dlclose` does not remove them.
        println!("cargo::rustc-cdylib-link-arg=-Wl,-z,nodelete");
    }
    Ok(())
}
