//! Names the shared library.

use std::env;
use std::error::Error;

/// The version of the ABI, which the SONAME carries: that of libsortid, whose types it takes.
const ABI_VERSION: u32 = include!("../abi-version");

fn main() -> Result<(), Box<dyn Error>> {
    println!("cargo::rerun-if-changed=../abi-version");
    if env::var("CARGO_CFG_TARGET_VENDOR")? == "apple" {
        println!(
            "cargo::rustc-cdylib-link-arg=-Wl,-install_name,@rpath/libsortid_lease.{ABI_VERSION}.dylib"
        );
    }
    if env::var("CARGO_CFG_TARGET_OS")? == "linux" {
        println!("cargo::rustc-cdylib-link-arg=-Wl,-soname,libsortid_lease.so.{ABI_VERSION}");
        // What the system calls at a fork must stay, as in libsortid.
        println!("cargo::rustc-cdylib-link-arg=-Wl,-z,nodelete");
    }
    Ok(())
}
