//! Sets PyO3's `cfg` flags for the interpreter.

fn main() {
    // By default every file of the package triggers a rebuild, including the Python files.
    println!("cargo::rerun-if-changed=build.rs");
    pyo3_build_config::use_pyo3_cfgs();
}
