//! Platforms whose programs do not run here: compiled from source, standard library and all, as far as the types; one is linked.

use std::process::Command;

use super::page::COMPILED_PARTS;
use super::targets::Kind;
use super::{Came, Seen, Work, last_words};
use crate::environments::emulators::Toolchain;

pub(super) fn run(work: &Work<'_>, toolchain: &Toolchain) -> Vec<Seen> {
    let [core, c] = COMPILED_PARTS;
    let came = match work.platform.kind {
        Kind::Links { compiler } => linked(work, toolchain, compiler),
        _ => checked(work, toolchain, "sortid-ffi"),
    };
    vec![
        (core.to_owned(), checked(work, toolchain, "sortid")),
        (c.to_owned(), came),
    ]
}

/// `cargo` that compiles the standard library too. The compiler is a stable one, told to take what is not stable.
fn cargo(work: &Work<'_>, toolchain: &Toolchain, command: &str, package: &str) -> Command {
    let mut cargo = toolchain.cargo(command);
    cargo
        .env("RUSTC_BOOTSTRAP", "1")
        .args(["-Z", "build-std=std,panic_abort", "--locked", "--target"])
        .args([work.platform.name, "--package", package]);
    cargo
}

fn ended(work: &Work<'_>, cargo: &mut Command, what: &str, came: Came) -> Result<Came, String> {
    let (log, ended) = work.logged(cargo, what);
    match ended {
        Ok(()) => Ok(came),
        Err(why) => Err(format!("{why}\n{}", last_words(&log))),
    }
}

fn checked(work: &Work<'_>, toolchain: &Toolchain, package: &str) -> Result<Came, String> {
    let mut cargo = cargo(work, toolchain, "check", package);
    ended(work, &mut cargo, &format!("check-{package}"), Came::Checked)
}

/// The library, by a linker that needs nothing of the platform's own.
fn linked(work: &Work<'_>, toolchain: &Toolchain, compiler: &str) -> Result<Came, String> {
    let triple = work.platform.name.to_uppercase().replace('-', "_");
    let mut cargo = cargo(work, toolchain, "build", "sortid-ffi");
    cargo
        .env(
            format!("CARGO_TARGET_{triple}_LINKER"),
            toolchain.tool(compiler),
        )
        // Any folder: else the compiler asks the platform's tools where its own lies.
        .env("SDKROOT", work.root);
    ended(work, &mut cargo, "link", Came::Linked)
}
