//! Hands what is known of the interpreter to the compiler, as `cfg`.

fn main() {
    // Else every file of the package would be a reason to build anew, the Python ones too.
    println!("cargo::rerun-if-changed=build.rs");
    pyo3_build_config::use_pyo3_cfgs();
}
