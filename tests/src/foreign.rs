//! Programs of this workspace on processors that this machine has not: `tests/foreign` fetches what compiles and runs them.

use std::path::{Path, PathBuf};
use std::process::Command;

/// `cargo` with this command, so that what it builds is for the processor of this name, and what it runs is emulated.
///
/// # Errors
/// Says why it cannot be had.
pub(crate) fn cargo(root: &Path, command: &str, processor: &str) -> Result<Command, String> {
    let target = std::env::var_os("CARGO_TARGET_DIR");
    let target = target.map_or_else(|| root.join("target"), PathBuf::from);
    let folder = std::path::absolute(target.join("foreign")).map_err(|error| error.to_string())?;
    let fetched = Command::new(root.join("tests/foreign"))
        .args([folder.as_os_str(), processor.as_ref()])
        .status()
        .map_err(|error| format!("cannot start tests/foreign: {error}"))?;
    if !fetched.success() {
        return Err(format!("nothing compiles for {processor:?} here"));
    }
    let triple = format!("{processor}-unknown-linux-gnu");
    let tool = |name: &str| folder.join("bin").join(name);
    let variable = |what: &str| {
        let triple = triple.to_uppercase().replace('-', "_");
        format!("CARGO_TARGET_{triple}_{what}")
    };
    let mut cargo = Command::new("cargo");
    cargo
        .args([command, "--target", &triple])
        .env("RUSTC", tool("rustc"))
        .env("RUSTDOC", tool("rustdoc"))
        .env("CARGO_TARGET_DIR", folder.join("build"))
        .env(variable("LINKER"), tool(&format!("{processor}-cc")))
        .env(variable("RUNNER"), tool(&format!("{processor}-run")));
    Ok(cargo)
}
