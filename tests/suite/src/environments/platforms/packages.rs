//! Links the native modules of the packages for a platform whose interpreters are not available.

use super::core::PROFILE;
use super::{PartOutcome, PartResult, PlatformEnv, log_tail};
use crate::environments::emulators::{Target, Toolchain};

/// The name of each module on the page, and its crate.
const PACKAGES: [(&str, &str); 2] = [
    ("Node's addon", "sortid-node"),
    ("Python's module", "sortid-python"),
];

pub(super) fn run(
    env: &PlatformEnv<'_>,
    toolchain: &Toolchain,
    target: &Target,
) -> Vec<PartResult> {
    let linked = PACKAGES.map(|(name, package)| {
        let mut cargo = toolchain.cargo_for("build", target);
        cargo
            .args(["--package", package, "--locked", "--profile", PROFILE])
            .env("PYO3_NO_PYTHON", "1")
            .env(
                "LIBNODE_PATH",
                toolchain.tool(&format!("{}-node", target.name)),
            );
        let (log, ended) = env.run_logged(&mut cargo, package);
        let result = ended.map(|()| PartOutcome::Linked);
        let result = result.map_err(|reason| format!("{reason}\n{}", log_tail(&log)));
        (name.to_owned(), result)
    });
    linked.into()
}
