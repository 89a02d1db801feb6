//! Aligns the shared library for pages of 16 KB, which Android requires and every other kernel
//! accepts. Sets the cfg `sortid_mobile` for libsortid's sources.

fn main() {
    println!("cargo::rerun-if-changed=build.rs");
    println!("cargo::rustc-cfg=sortid_mobile");
    let os = std::env::var("CARGO_CFG_TARGET_OS").unwrap_or_default();
    if matches!(os.as_str(), "android" | "linux") {
        println!("cargo::rustc-cdylib-link-arg=-Wl,-z,max-page-size=16384");
    }
}
