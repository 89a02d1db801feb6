//! Hands what is known of the interpreter to the compiler, as `cfg`.

fn main() {
    pyo3_build_config::use_pyo3_cfgs();
}
