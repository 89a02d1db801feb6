//! The native parts of the packages, linked for a platform that has no interpreter here to load them.

use super::core::PROFILE;
use super::{Came, Seen, Work, last_words};
use crate::environments::emulators::{Emulated, Toolchain};

/// What the page calls each, and its crate.
const PACKAGES: [(&str, &str); 2] = [
    ("Node's addon", "sortid-node"),
    ("Python's module", "sortid-python"),
];

pub(super) fn run(work: &Work<'_>, toolchain: &Toolchain, target: &Emulated) -> Vec<Seen> {
    let linked = PACKAGES.map(|(name, package)| {
        let mut cargo = toolchain.cargo_for("build", target);
        cargo
            .args(["--package", package, "--locked", "--profile", PROFILE])
            .env("PYO3_NO_PYTHON", "1")
            .env(
                "LIBNODE_PATH",
                toolchain.tool(&format!("{}-node", target.name)),
            );
        let (log, ended) = work.logged(&mut cargo, package);
        let came = ended.map(|()| Came::Linked);
        let came = came.map_err(|why| format!("{why}\n{}", last_words(&log)));
        (name.to_owned(), came)
    });
    linked.into()
}
