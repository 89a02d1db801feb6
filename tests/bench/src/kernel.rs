//! `--kernel`: the same rows with the kernels of lesser processors, which are chosen when the core is compiled.

use std::process::Command;

/// Those that can be asked for; the first is what this processor is given anyhow.
const KERNELS: [&str; 3] = ["native", "sse2", "portable"];

/// The kernels that this program was compiled with.
const OURS: &str = if cfg!(sortid_kernel = "sse2") {
    "sse2"
} else if cfg!(sortid_kernel = "portable") {
    "portable"
} else {
    "native"
};

/// The kernel of this name, if it is not the one that this program has.
pub(crate) fn named(name: &str) -> Result<Option<&'static str>, String> {
    match KERNELS.into_iter().find(|&kernel| kernel == name) {
        None => Err(format!("{name:?} cannot be measured, only {KERNELS:?}")),
        Some(kernel) => Ok((kernel != OURS).then_some(kernel)),
    }
}

/// Compiles this program with that kernel, into a folder of its own, and runs it with the same arguments.
pub(crate) fn measure(kernel: &str) -> Result<(), String> {
    let manifest = concat!(env!("CARGO_MANIFEST_DIR"), "/Cargo.toml");
    let program = std::env::current_exe().map_err(|error| error.to_string())?;
    let target = program.with_file_name(format!("bench-kernel-{kernel}"));
    let status = Command::new("cargo")
        .args([
            "run",
            "--quiet",
            "--release",
            "--manifest-path",
            manifest,
            "--",
        ])
        .args(std::env::args_os().skip(1))
        .env("RUSTFLAGS", format!("--cfg sortid_kernel=\"{kernel}\""))
        .env("CARGO_TARGET_DIR", target)
        .status()
        .map_err(|error| format!("cannot start cargo: {error}"))?;
    match status.success() {
        true => Ok(()),
        false => Err(format!("the program for {kernel} ended with {status}")),
    }
}
