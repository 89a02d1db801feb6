//! Checks on the package manifests: one version everywhere, and each registry's required metadata.
//!
//! [`versions`] compares the versions. The other modules, one for each registry, check the keys
//! that the registry requires or displays. The repository's address comes from the root's
//! `Cargo.toml`; every copy of it is compared with that.

mod c;
mod checker;
mod crates;
mod floors;
mod maven;
mod npm;
mod project;
mod pypi;
mod rooms;
mod swift;
mod tree;
mod versions;

use std::path::Path;

use crate::outcome::{Failure, Outcome};
use checker::Checker;

/// The checks of one registry.
type Check = fn(&mut Checker<'_>);

const CHECKS: [Check; 9] = [
    crates::check,
    pypi::check,
    npm::check,
    maven::check,
    swift::check,
    c::check,
    project::check,
    floors::check,
    rooms::check,
];

/// Checks every manifest below `root`.
pub(crate) fn check(root: &Path) -> Outcome {
    let mut outcome = versions::check(root);
    match tree::files(root) {
        Ok(files) => {
            for check in CHECKS {
                check(&mut Checker::new(root, &files, &mut outcome));
            }
        }
        Err(error) => outcome.fail(Failure::new(None, "manifests", error.to_string())),
    }
    outcome
}
