//! Compiles for platforms whose programs cannot run here, with the standard library from source.

use std::process::Command;

use super::page::COMPILED_PARTS;
use super::targets::Kind;
use super::{PartOutcome, PartResult, PlatformEnv, log_tail};
use crate::environments::emulators::Toolchain;

pub(super) fn run(env: &PlatformEnv<'_>, toolchain: &Toolchain) -> Vec<PartResult> {
    let [core, c] = COMPILED_PARTS;
    let abi = match env.platform.kind {
        Kind::Links { compiler } => link(env, toolchain, compiler),
        _ => check(env, toolchain, "sortid-ffi"),
    };
    vec![
        (core.to_owned(), check(env, toolchain, "sortid")),
        (c.to_owned(), abi),
    ]
}

/// A `cargo` command that also compiles the standard library.
///
/// `RUSTC_BOOTSTRAP` makes the stable compiler accept the unstable flag.
fn cargo(env: &PlatformEnv<'_>, toolchain: &Toolchain, command: &str, package: &str) -> Command {
    let mut cargo = toolchain.cargo(command);
    cargo
        .env("RUSTC_BOOTSTRAP", "1")
        .args(["-Z", "build-std=std,panic_abort", "--locked", "--target"])
        .args([env.platform.name, "--package", package]);
    cargo
}

/// Runs cargo with a log. Returns `success` if cargo succeeds.
fn finish(
    env: &PlatformEnv<'_>,
    cargo: &mut Command,
    log_name: &str,
    success: PartOutcome,
) -> Result<PartOutcome, String> {
    let (log, ended) = env.run_logged(cargo, log_name);
    match ended {
        Ok(()) => Ok(success),
        Err(reason) => Err(format!("{reason}\n{}", log_tail(&log))),
    }
}

fn check(
    env: &PlatformEnv<'_>,
    toolchain: &Toolchain,
    package: &str,
) -> Result<PartOutcome, String> {
    let mut cargo = cargo(env, toolchain, "check", package);
    let log_name = format!("check-{package}");
    finish(env, &mut cargo, &log_name, PartOutcome::Checked)
}

/// Links libsortid with stubs of the platform's libraries.
fn link(
    env: &PlatformEnv<'_>,
    toolchain: &Toolchain,
    compiler: &str,
) -> Result<PartOutcome, String> {
    let triple = env.platform.name.to_uppercase().replace('-', "_");
    let mut cargo = cargo(env, toolchain, "build", "sortid-ffi");
    cargo
        .env(
            format!("CARGO_TARGET_{triple}_LINKER"),
            toolchain.tool(compiler),
        )
        // Debian's compiler has no `rust-objcopy`, which strips for Apple's systems.
        .env("CARGO_PROFILE_DEV_STRIP", "none")
        // Any folder will do. If it is unset, rustc runs `xcrun` to find the SDK.
        .env("SDKROOT", env.root);
    finish(env, &mut cargo, "link", PartOutcome::Linked)
}
