//! Platforms whose programs do not run here: compiled from source, standard library and all, as far as the types; one is linked.

use std::fs;
use std::io;
use std::path::{Path, PathBuf};
use std::process::Command;

use super::page::COMPILED_PARTS;
use super::targets::Kind;
use super::{Came, Seen, Work, last_words};
use crate::foreign::Toolchain;

pub(super) fn run(work: &Work<'_>, toolchain: &Toolchain) -> Vec<Seen> {
    let mut seen = vec![checked(work, toolchain, "core", "sortid")];
    seen.push(match work.platform.kind {
        Kind::Links { zig } => linked(work, toolchain, zig),
        _ => checked(work, toolchain, "C ABI", "sortid-ffi"),
    });
    debug_assert!(seen.iter().all(|(part, _)| COMPILED_PARTS.contains(&part.as_str())));
    seen
}

/// `cargo` that compiles the standard library too. The compiler is a stable one, told to take what is not stable.
fn cargo(work: &Work<'_>, toolchain: &Toolchain, command: &str, package: &str) -> Command {
    let mut cargo = toolchain.cargo(command);
    cargo
        .env("RUSTC_BOOTSTRAP", "1")
        .args(["-Z", "build-std", "--target", work.platform.name])
        .args(["--package", package]);
    cargo
}

fn checked(work: &Work<'_>, toolchain: &Toolchain, part: &str, package: &str) -> Seen {
    let mut cargo = cargo(work, toolchain, "check", package);
    let (log, ended) = work.logged(&mut cargo, &format!("check-{package}"));
    let came = ended.map(|()| Came::Checked);
    (part.to_owned(), came.map_err(|why| format!("{why}\n{}", last_words(&log))))
}

/// The library, by zig, which needs no system of the platform.
fn linked(work: &Work<'_>, toolchain: &Toolchain, zig: &str) -> Seen {
    let _ = (toolchain, work, zig); ("C ABI".to_owned(), Err("not yet".to_owned()))
}
