//! Programs of this workspace on machines that this one is not: `tests/emulators` fetches what compiles and runs them.

use std::path::{Path, PathBuf};
use std::process::Command;
use std::time::Duration;

use crate::run::process::{Ended, logged, tail};
use crate::run::target;

/// Where something else than this machine is compiled for.
#[derive(Debug, PartialEq)]
pub(crate) struct Emulated {
    /// What people call it.
    pub(crate) name: &'static str,
    /// What Rust calls it.
    pub(crate) triple: &'static str,
    /// The package of Rust's driver there, and the file that it is compiled to.
    pub(crate) driver: [&'static str; 2],
    /// Whether there is a system, with a clock and files.
    pub(crate) has_system: bool,
    /// What the compiler is told besides.
    flags: &'static str,
}

const fn foreign(name: &'static str, triple: &'static str) -> Emulated {
    Emulated {
        name,
        triple,
        driver: ["sortid-driver"; 2],
        has_system: true,
        flags: "",
    }
}

/// Every target that programs are run for.
pub(crate) const ALL: &[Emulated] = &[
    foreign("s390x", "s390x-unknown-linux-gnu"),
    foreign("aarch64", "aarch64-unknown-linux-gnu"),
    foreign("i686", "i686-unknown-linux-gnu"),
    foreign("armv7", "armv7-unknown-linux-gnueabihf"),
    foreign("riscv64", "riscv64gc-unknown-linux-gnu"),
    foreign("ppc64le", "powerpc64le-unknown-linux-gnu"),
    Emulated {
        // As programs of that system are: with the C library that is there.
        flags: "-Ctarget-feature=-crt-static -Clink-self-contained=no",
        ..foreign("musl", "x86_64-unknown-linux-musl")
    },
    Emulated {
        driver: ["sortid-driver", "sortid-driver.exe"],
        ..foreign("windows", "x86_64-pc-windows-gnu")
    },
    Emulated {
        driver: ["sortid-driver-wasm", "sortid_driver_wasm.wasm"],
        has_system: false,
        // The driver has random bytes of its host.
        flags: "--cfg getrandom_backend=\"custom\"",
        ..foreign("wasm32", "wasm32-unknown-unknown")
    },
];

/// Where the toolchains of all targets lie, below the folder of all that is built.
fn folder(root: &Path) -> Result<PathBuf, String> {
    std::path::absolute(target(root).join("emulators")).map_err(|error| error.to_string())
}

/// The longest that fetching a toolchain may take.
const MOST: Duration = Duration::from_secs(3600);

/// A toolchain that was fetched.
pub(crate) struct Toolchain {
    folder: PathBuf,
}

/// Fetches what this name stands for, where it is not there yet.
///
/// # Errors
/// Says why it cannot be had.
pub(crate) fn fetch(root: &Path, name: &str) -> Result<Toolchain, String> {
    let folder = folder(root)?;
    let log = folder.join(format!("{name}.log"));
    let mut script = Command::new(root.join("tests/emulators/fetch"));
    let fetched = logged(script.args([folder.as_os_str(), name.as_ref()]), &log, MOST)
        .map_err(|error| format!("cannot start tests/emulators/fetch: {error}"))?;
    if matches!(fetched, Ended::Status(status) if status.success()) {
        return Ok(Toolchain { folder });
    }
    let said = tail(&log, 1).pop().unwrap_or_default();
    Err(format!(
        "no toolchain for {name}: {said} ({})",
        log.display()
    ))
}

impl Toolchain {
    /// One of its programs.
    pub(crate) fn tool(&self, name: &str) -> PathBuf {
        self.folder.join("bin").join(name)
    }

    /// What is built for a target in a profile.
    pub(crate) fn built(&self, target: &Emulated, profile: &str) -> PathBuf {
        self.folder.join("build").join(target.triple).join(profile)
    }

    /// `cargo`, with this compiler and a folder of its own.
    pub(crate) fn cargo(&self, command: &str) -> Command {
        let mut cargo = Command::new("cargo");
        cargo
            .arg(command)
            .env("RUSTC", self.tool("rustc"))
            .env("RUSTDOC", self.tool("rustdoc"))
            .env("CARGO_TARGET_DIR", self.folder.join("build"));
        cargo
    }

    /// Has what cargo runs for a target ended after so many seconds.
    pub(crate) fn end_after(&self, seconds: u32, cargo: &mut Command, target: &Emulated) {
        let runner = self.tool(&format!("{}-run", target.name));
        let runner = format!("timeout {seconds} {}", runner.display());
        cargo.env(variable(target, "RUNNER"), runner);
    }

    /// `cargo` with this command, so that what it builds is for that target, and what it runs is run as that asks.
    pub(crate) fn cargo_for(&self, command: &str, target: &Emulated) -> Command {
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

/// What tells cargo something about a target.
fn variable(target: &Emulated, what: &str) -> String {
    let triple = target.triple.to_uppercase().replace('-', "_");
    format!("CARGO_TARGET_{triple}_{what}")
}

/// The target of this name.
///
/// # Errors
/// Names those that there are.
pub(crate) fn named(name: &str) -> Result<&'static Emulated, String> {
    let known = ALL.iter().find(|target| target.name == name);
    known.ok_or_else(|| {
        let all: Vec<&str> = ALL.iter().map(|target| target.name).collect();
        format!("no such target: {name:?}; there are {}", all.join(", "))
    })
}

/// `cargo` with this command for the target of this name.
///
/// # Errors
/// Says why it cannot be had.
pub(crate) fn cargo(root: &Path, command: &str, name: &str) -> Result<Command, String> {
    let target = named(name)?;
    Ok(fetch(root, target.name)?.cargo_for(command, target))
}
