//! Aligns the shared library for pages of 16 KB, which Android asks for and every other kernel takes.

fn main() {
    println!("cargo::rerun-if-changed=build.rs");
    let os = std::env::var("CARGO_CFG_TARGET_OS").unwrap_or_default();
    if matches!(os.as_str(), "android" | "linux") {
        println!("cargo::rustc-cdylib-link-arg=-Wl,-z,max-page-size=16384");
    }
}
