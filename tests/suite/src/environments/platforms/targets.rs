//! The list of platforms, and the parts that each of them runs.

use super::{PartResult, PlatformEnv, c, core, packages, vectors};
use crate::environments::emulators::{Target, Toolchain};

/// Runs one or more parts. Each result is a row of the table.
pub(super) type Part = fn(&PlatformEnv<'_>, &Toolchain, &Target) -> Vec<PartResult>;

/// The extent of a platform's tests on this machine.
#[derive(Debug, PartialEq)]
pub(super) enum Kind {
    /// Programs are compiled and run.
    Runs {
        /// The program or machine that runs them, as on the page.
        runner: &'static str,
        parts: &'static [Part],
    },
    /// Core and C ABI are type-checked; nothing is linked.
    Checks,
    /// Core is type-checked; the C ABI is linked with this tool of the platform's toolchain.
    Links { compiler: &'static str },
}

impl Kind {
    pub(super) fn is_emulated(&self) -> bool {
        matches!(self, Kind::Runs { runner: QEMU, .. })
    }
}

const QEMU: &str = "qemu";

#[derive(Debug, PartialEq)]
pub(super) struct Platform {
    pub(super) name: &'static str,
    pub(super) kind: Kind,
}

const ALL_PARTS: &[Part] = &[core::run, vectors::run, c::run];

const fn runs(name: &'static str, runner: &'static str) -> Platform {
    let parts = ALL_PARTS;
    let kind = Kind::Runs { runner, parts };
    Platform { name, kind }
}

const fn checks(name: &'static str) -> Platform {
    let kind = Kind::Checks;
    Platform { name, kind }
}

/// Every platform. Those whose programs run have the name of their [`Target`], others their triple.
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
            runner: "wine",
            parts: &[core::run, vectors::run, c::run, packages::run],
        },
    },
    Platform {
        name: "wasm32",
        kind: Kind::Runs {
            runner: "Node",
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
    fn platforms_that_run_are_the_targets() {
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
