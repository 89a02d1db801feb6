//! Toolchains and emulators that compile and run this workspace's programs for other platforms.
//!
//! `tests/emulators/fetch` downloads them.

use std::path::{Path, PathBuf};
use std::process::Command;
use std::time::Duration;

use crate::run::process::{Ended, logged, tail};
use crate::run::target;

/// A platform other than this machine's.
#[derive(Debug, PartialEq)]
pub(crate) struct Target {
    /// The name on the command line and in the page's tables.
    pub(crate) name: &'static str,
    /// Rust's target triple.
    pub(crate) triple: &'static str,
    /// The target of Rust's driver's package, as cargo's option, and the file that it compiles to.
    pub(crate) driver: [&'static str; 2],
    /// Whether an operating system provides a clock and files.
    pub(crate) has_system: bool,
    /// Additional compiler flags.
    flags: &'static str,
}

/// The driver that reads standard input.
const DRIVER: &str = "--bin=sortid-driver";

const fn target_with_system(name: &'static str, triple: &'static str) -> Target {
    Target {
        name,
        triple,
        driver: [DRIVER, "sortid-driver"],
        has_system: true,
        flags: "",
    }
}

pub(crate) const ALL: &[Target] = &[
    target_with_system("s390x", "s390x-unknown-linux-gnu"),
    target_with_system("aarch64", "aarch64-unknown-linux-gnu"),
    target_with_system("i686", "i686-unknown-linux-gnu"),
    target_with_system("armv7", "armv7-unknown-linux-gnueabihf"),
    target_with_system("riscv64", "riscv64gc-unknown-linux-gnu"),
    target_with_system("ppc64le", "powerpc64le-unknown-linux-gnu"),
    Target {
        // Distributions with musl link it dynamically.
        flags: "-Ctarget-feature=-crt-static -Clink-self-contained=no",
        ..target_with_system("musl", "x86_64-unknown-linux-musl")
    },
    Target {
        driver: [DRIVER, "sortid-driver.exe"],
        ..target_with_system("windows", "x86_64-pc-windows-gnu")
    },
    Target {
        driver: [
            "--example=sortid_driver_wasm",
            "examples/sortid_driver_wasm.wasm",
        ],
        has_system: false,
        // The host supplies the driver's random bytes and its clock.
        flags: "--cfg getrandom_backend=\"custom\" --cfg sortid_clock=\"host\"",
        ..target_with_system("wasm32", "wasm32-unknown-unknown")
    },
];

/// The folder of all fetched toolchains, below cargo's target folder.
fn folder(root: &Path) -> Result<PathBuf, String> {
    std::path::absolute(target(root).join("emulators")).map_err(|error| error.to_string())
}

/// The time limit for fetching one toolchain.
const FETCH_LIMIT: Duration = Duration::from_secs(3600);

/// A fetched toolchain.
pub(crate) struct Toolchain {
    folder: PathBuf,
}

/// Fetches the toolchain with this name, unless an earlier run did.
///
/// # Errors
/// If the fetch script fails. The message contains the script's last line.
pub(crate) fn fetch(root: &Path, name: &str) -> Result<Toolchain, String> {
    let folder = folder(root)?;
    let log = folder.join(format!("{name}.log"));
    let mut script = Command::new(root.join("tests/emulators/fetch"));
    script.args([folder.as_os_str(), name.as_ref()]);
    let fetched = logged(&mut script, &log, FETCH_LIMIT)
        .map_err(|error| format!("cannot start tests/emulators/fetch: {error}"))?;
    if matches!(fetched, Ended::Status(status) if status.success()) {
        return Ok(Toolchain { folder });
    }
    let reason = tail(&log, 1).pop().unwrap_or_default();
    Err(format!(
        "no toolchain for {name}: {reason} ({})",
        log.display()
    ))
}

impl Toolchain {
    /// The path of one of the toolchain's programs.
    pub(crate) fn tool(&self, name: &str) -> PathBuf {
        self.folder.join("bin").join(name)
    }

    /// The folder of build output for a target and profile.
    pub(crate) fn built(&self, target: &Target, profile: &str) -> PathBuf {
        self.folder.join("build").join(target.triple).join(profile)
    }

    /// A `cargo` command that uses this compiler and a separate target folder.
    pub(crate) fn cargo(&self, command: &str) -> Command {
        let mut cargo = Command::new("cargo");
        cargo
            .arg(command)
            .env("RUSTC", self.tool("rustc"))
            .env("RUSTDOC", self.tool("rustdoc"))
            .env("CARGO_TARGET_DIR", self.folder.join("build"));
        cargo
    }

    /// Makes a `cargo` command kill each program that it runs for a target after `seconds`.
    pub(crate) fn limit_time(&self, seconds: u32, cargo: &mut Command, target: &Target) {
        let runner = self.tool(&format!("{}-run", target.name));
        let runner = format!("timeout {seconds} {}", runner.display());
        cargo.env(variable(target, "RUNNER"), runner);
    }

    /// A `cargo` command that builds for a target and runs its programs through the emulator.
    pub(crate) fn cargo_for(&self, command: &str, target: &Target) -> Command {
        let variable = |what| variable(target, what);
        let mut cargo = self.cargo(command);
        cargo
            .args(["--target", target.triple])
            .env(variable("RUSTFLAGS"), target.flags)
            .env(
                variable("LINKER"),
                self.tool(&format!("{}-cc", target.name)),
            )
            .env(
                variable("RUNNER"),
                self.tool(&format!("{}-run", target.name)),
            );
        cargo
    }
}

/// The environment variable that configures cargo for a target.
fn variable(target: &Target, what: &str) -> String {
    let triple = target.triple.to_uppercase().replace('-', "_");
    format!("CARGO_TARGET_{triple}_{what}")
}

/// The target with this name.
///
/// # Errors
/// If there is none. The message lists all targets.
pub(crate) fn named(name: &str) -> Result<&'static Target, String> {
    let known = ALL.iter().find(|target| target.name == name);
    known.ok_or_else(|| {
        let all: Vec<&str> = ALL.iter().map(|target| target.name).collect();
        format!(
            "unknown target {name:?}: expected one of {}",
            all.join(", ")
        )
    })
}

/// A `cargo` command for the target with this name.
///
/// # Errors
/// If there is no such target, or its toolchain cannot be fetched.
pub(crate) fn cargo(root: &Path, command: &str, name: &str) -> Result<Command, String> {
    let target = named(name)?;
    Ok(fetch(root, target.name)?.cargo_for(command, target))
}
