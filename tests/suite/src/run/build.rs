//! The build step: one cargo call builds the libraries, programs and tests of all languages.
//!
//! One call resolves features once, so every crate is compiled once. Later steps start the built
//! programs without cargo, so they do not wait for its lock. A second call builds the C package's
//! library of the leases' workspace.

use std::collections::BTreeMap;
use std::path::{Path, PathBuf};
use std::process::Command;

use serde_json::Value;

use super::Context;
use crate::outcome::{Failure, LOG, Outcome, Unit};

/// The workspaces other than the root's: their folders and step groups.
pub(crate) const ROOMS: [&str; 2] = ["databases", "leases"];

/// The profile of everything that is tested by default.
pub(crate) const PROFILE: &str = "suite";

/// The features of the build: all conversions of the core, and the panic for the tests of the C
/// ABI. `databases/tests/parts/rust` builds the features for databases.
pub(crate) const FEATURES: &str = "sortid/conversions,sortid-ffi/test-panic";

/// The targets of each package that the build steps compile.
const TARGETS: [&str; 3] = ["--lib", "--bins", "--tests"];

/// The second library of the C package.
const LIBSORTID_LEASE: [&str; 2] = ["--manifest-path", "leases/c/Cargo.toml"];

/// A test program.
#[derive(Clone, Debug, PartialEq)]
pub(crate) struct TestProgram {
    pub(crate) path: PathBuf,
}

/// A target of a package that has tests.
#[derive(Clone, Debug, PartialEq)]
pub(crate) struct TestTarget {
    pub(crate) package: String,
    pub(crate) target: String,
    /// The folder of the package, in which its tests run.
    pub(crate) folder: PathBuf,
    /// The room with the package; `None` for the root's workspace.
    pub(crate) room: Option<&'static str>,
}

/// Builds the root's workspace or a room's, and records the built test programs.
pub(crate) fn run(context: &Context<'_>, room: Option<&str>, log: &Path) -> Outcome {
    let manifest = room.map(|room| format!("{room}/Cargo.toml"));
    let calls = match &manifest {
        Some(manifest) => vec![[&TARGETS[..], &["--manifest-path", manifest]].concat()],
        None => vec![
            [&TARGETS[..], &["--features", FEATURES]].concat(),
            LIBSORTID_LEASE.to_vec(),
        ],
    };
    let mut outcome = Outcome::new(Unit::Checks);
    for arguments in calls {
        let mut cargo = Command::new("cargo");
        cargo
            .args(["build", "--profile", PROFILE])
            .args(arguments)
            .arg("--message-format=json-render-diagnostics")
            .current_dir(context.root());
        match super::execute::with_output(&mut cargo, log) {
            Ok(messages) => {
                let programs = messages.lines().filter_map(program);
                super::lock(&context.shared.programs).extend(programs);
            }
            Err(reason) => {
                let mut failure = Failure::new(None, "build", reason);
                let shown = log.strip_prefix(context.root()).unwrap_or(log);
                failure.details.push((LOG, shown.display().to_string()));
                outcome.fail(failure);
                return outcome;
            }
        }
    }
    outcome.check(None);
    outcome
}

/// Parses the test program of a cargo message, by package and target.
fn program(message: &str) -> Option<((String, String), TestProgram)> {
    let message: Value = serde_json::from_str(message).ok()?;
    let is_test = message["reason"] == "compiler-artifact" && message["profile"]["test"] == true;
    let path = message["executable"].as_str().filter(|_| is_test)?;
    let package = package_of(message["package_id"].as_str()?)?;
    let target = target_name(&message["target"])?;
    let program = TestProgram { path: path.into() };
    Some(((package, target), program))
}

/// The package's name in `path+file:///…/core#sortid@0.1.0`, or in `path+file:///…/sortid#0.1.0`.
fn package_of(id: &str) -> Option<String> {
    let (path, fragment) = id.split_once('#')?;
    match fragment.split_once('@') {
        Some((name, _)) => Some(name.to_owned()),
        None => path.rsplit('/').next().map(str::to_owned),
    }
}

/// The name of a target; `unit` for a library's tests.
fn target_name(target: &Value) -> Option<String> {
    let name = target["name"].as_str()?;
    let is = |kind: &str| {
        let mut kinds = target["kind"].as_array().into_iter().flatten();
        kinds.any(|one| one == kind)
    };
    Some(match () {
        () if is("test") => name.to_owned(),
        () if is("bin") => format!("bin-{name}"),
        () => "unit".to_owned(),
    })
}

/// Cargo's metadata of a workspace's packages; `room` is `None` for the root's.
///
/// # Errors
/// If cargo cannot list them.
pub(crate) fn metadata(root: &Path, room: Option<&str>) -> Result<Value, String> {
    let output = Command::new("cargo")
        .args([
            "metadata",
            "--no-deps",
            "--offline",
            "--format-version",
            "1",
        ])
        .current_dir(room.map_or_else(|| root.to_owned(), |room| root.join(room)))
        .output()
        .map_err(|error| format!("cannot start cargo: {error}"))?;
    match output.status.success() {
        true => serde_json::from_slice(&output.stdout).map_err(|error| error.to_string()),
        false => Err(String::from_utf8_lossy(&output.stderr).into_owned()),
    }
}

/// The test targets of all built packages, in package order.
///
/// # Errors
/// If cargo cannot list them.
pub(crate) fn targets(root: &Path) -> Result<Vec<TestTarget>, String> {
    let mut targets = Vec::new();
    for room in [None].into_iter().chain(ROOMS.map(Some)) {
        targets.extend(read_targets(&metadata(root, room)?, room));
    }
    Ok(targets)
}

fn read_targets(metadata: &Value, room: Option<&'static str>) -> Vec<TestTarget> {
    let list = |value: &Value| value.as_array().cloned().unwrap_or_default();
    let defaults = list(&metadata["workspace_default_members"]);
    let mut targets = BTreeMap::new();
    for package in list(&metadata["packages"]) {
        let manifest = Path::new(package["manifest_path"].as_str().unwrap_or_default());
        let (Some(name), Some(folder)) = (package["name"].as_str(), manifest.parent()) else {
            continue;
        };
        for target in list(&package["targets"]) {
            let is_tested = defaults.contains(&package["id"])
                && target["test"] == true
                && !["custom-build", "example", "bench"].contains(&kind(&target));
            if let (true, Some(target)) = (is_tested, target_name(&target)) {
                targets.insert((name.to_owned(), target), folder.to_owned());
            }
        }
    }
    let target = |((package, target), folder)| TestTarget {
        package,
        target,
        folder,
        room,
    };
    targets.into_iter().map(target).collect()
}

fn kind(target: &Value) -> &str {
    target["kind"][0].as_str().unwrap_or_default()
}

#[cfg(test)]
mod tests {
    use super::*;
    use serde_json::json;

    #[test]
    fn test_programs_are_read_from_messages() {
        let message = json!({"reason": "compiler-artifact", "package_id": "path+file:///x/core#sortid@0.1.0",
            "target": {"kind": ["test"], "name": "fork"}, "profile": {"test": true}, "executable": "/x/fork-1"});
        let ((package, target), program) = program(&message.to_string()).expect("a program");
        assert_eq!((package.as_str(), target.as_str()), ("sortid", "fork"));
        assert_eq!(program.path, Path::new("/x/fork-1"));
        let mut library = message;
        library["profile"]["test"] = json!(false);
        assert_eq!(super::program(&library.to_string()), None);
        assert_eq!(super::program("not JSON"), None);
    }

    #[test]
    fn packages_are_named_with_and_without_a_version() {
        let of = |id: &str| package_of(id);
        assert_eq!(
            of("path+file:///x/core#sortid@0.1.0").as_deref(),
            Some("sortid")
        );
        assert_eq!(
            of("path+file:///x/sortid-x#0.1.0").as_deref(),
            Some("sortid-x")
        );
    }

    #[test]
    fn test_targets_of_the_workspace_are_found() {
        let targets = targets(&crate::run::root()).expect("cargo's metadata");
        let has = |package: &str, target: &str| {
            let mut all = targets.iter();
            all.any(|one| one.package == package && one.target == target)
        };
        assert!(has("sortid", "unit") && has("sortid", "fork"));
        assert!(has("sortid-cli", "bin-sortid") && !has("sortid-bench", "bin-sortid-bench"));
    }
}
