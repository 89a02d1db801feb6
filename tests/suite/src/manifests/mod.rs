//! What every manifest of the repository must say: [`versions`] holds them to one version; the rest is a file for each registry, with what it
//! asks of a package, or shows of it to those who look for one.
//!
//! The repository's address stands in the root's `Cargo.toml`; whatever repeats it is held against that.

mod asked;
mod c;
mod crates;
mod maven;
mod npm;
mod project;
mod pypi;
mod swift;
mod tree;
mod versions;

use std::path::Path;

use crate::outcome::{Failure, Outcome};
use asked::Asked;

/// What one registry asks for.
type Ask = fn(&mut Asked<'_>);

/// Everyone who asks.
const ASK: [Ask; 7] = [
    crates::ask,
    pypi::ask,
    npm::ask,
    maven::ask,
    swift::ask,
    c::ask,
    project::ask,
];

/// Checks every manifest below `root`: what its registry asks, and that all of them have one version.
pub(crate) fn check(root: &Path) -> Outcome {
    let mut outcome = versions::check(root);
    match tree::files(root) {
        Ok(files) => {
            for ask in ASK {
                ask(&mut Asked::new(root, &files, &mut outcome));
            }
        }
        Err(error) => outcome.fail(Failure::new(None, "manifests", error.to_string())),
    }
    outcome
}
