//! The platforms: what is done for each.

use super::{Seen, Work, c, core, packages, vectors};
use crate::environments::emulators::{Emulated, Toolchain};

/// A part of what is run: its rows of the table.
pub(super) type Part = fn(&Work<'_>, &Toolchain, &Emulated) -> Vec<Seen>;

/// What can be done for a platform.
#[derive(Debug, PartialEq)]
pub(super) enum Kind {
    /// Its programs run here.
    Runs {
        /// By what.
        by: &'static str,
        parts: &'static [Part],
    },
    /// Compiled from source as far as the types, with the standard library; nothing is linked.
    Checks,
    /// That, and the library linked, by this of the platform's tools.
    Links { compiler: &'static str },
}

impl Kind {
    pub(super) fn is_emulated(&self) -> bool {
        matches!(self, Kind::Runs { by: QEMU, .. })
    }
}

const QEMU: &str = "qemu";

/// One platform.
#[derive(Debug, PartialEq)]
pub(super) struct Platform {
    pub(super) name: &'static str,
    pub(super) kind: Kind,
}

const ALL_PARTS: &[Part] = &[core::run, vectors::run, c::run];

const fn runs(name: &'static str, by: &'static str) -> Platform {
    let parts = ALL_PARTS;
    let kind = Kind::Runs { by, parts };
    Platform { name, kind }
}

const fn checks(name: &'static str) -> Platform {
    let kind = Kind::Checks;
    Platform { name, kind }
}

/// Every platform: those whose programs run, by the names of their targets; others by what Rust calls them.
pub(super) const PLATFORMS: &[Platform] = &[
    runs("s390x", QEMU),
    runs("aarch64", QEMU),
    runs("armv7", QEMU),
    runs("riscv64", QEMU),
    runs("ppc64le", QEMU),
    runs("i686", "this machine"),
    runs("musl", "this machine"),
    Platform {
        name: "windows",
        kind: Kind::Runs {
            by: "wine",
            parts: &[core::run, vectors::run, c::run, packages::run],
        },
    },
    Platform {
        name: "wasm32",
        kind: Kind::Runs {
            by: "Node",
            parts: &[vectors::run],
        },
    },
    Platform {
        name: "aarch64-apple-darwin",
        kind: Kind::Links {
            compiler: "apple-cc",
        },
    },
    checks("aarch64-apple-ios"),
    checks("aarch64-linux-android"),
    checks("armv7-linux-androideabi"),
    checks("x86_64-pc-windows-msvc"),
    checks("x86_64-unknown-freebsd"),
];

#[cfg(test)]
mod tests {
    use super::*;
    use crate::environments::emulators;

    #[test]
    fn every_platform_that_runs_has_a_toolchain() {
        for platform in PLATFORMS {
            let runs = matches!(platform.kind, Kind::Runs { .. });
            assert_eq!(
                emulators::named(platform.name).is_ok(),
                runs,
                "{}",
                platform.name
            );
        }
        for target in emulators::ALL {
            let is_named = PLATFORMS.iter().any(|one| one.name == target.name);
            assert!(is_named, "{}", target.name);
        }
    }
}
