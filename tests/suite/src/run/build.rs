//! The build step: one call of cargo builds the libraries, programs and tests of all languages.
//!
//! One call means one resolution of features: every crate is compiled once. Later steps start what was built and never
//! call cargo, so none of them waits for its lock.

use std::collections::BTreeMap;
use std::path::{Path, PathBuf};
use std::process::Command;

use serde_json::Value;

use super::Context;
use crate::outcome::{Failure, LOG, Outcome, Unit};

/// The profile of everything that is tested by default.
pub(crate) const PROFILE: &str = "suite";

/// The features of the build: all conversions of the core, and the panic that the tests of the C ABI ask for.
/// The features for databases are built by `tests/databases/parts/rust`.
pub(crate) const FEATURES: &str = "sortid/conversions,sortid-ffi/test-panic";

/// What the build step compiles of each package.
const TARGETS: [&str; 3] = ["--lib", "--bins", "--tests"];

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
    /// The folder of the package, where its tests run.
    pub(crate) folder: PathBuf,
}

/// Runs the build, and notes the test programs that it built.
pub(crate) fn run(context: &Context<'_>, log: &Path) -> Outcome {
    let mut outcome = Outcome::new(Unit::Checks);
    let mut cargo = Command::new("cargo");
    cargo
        .args(["build", "--profile", PROFILE])
        .args(TARGETS)
        .args(["--features", FEATURES])
        .arg("--message-format=json-render-diagnostics")
        .current_dir(context.root());
    match super::execute::with_output(&mut cargo, log) {
        Ok(messages) => {
            let programs = messages.lines().filter_map(program).collect();
            *super::lock(&context.shared.programs) = programs;
            outcome.check(None);
        }
        Err(reason) => {
            let mut failure = Failure::new(None, "build", reason);
            let shown = log.strip_prefix(context.root()).unwrap_or(log);
            failure.details.push((LOG, shown.display().to_string()));
            outcome.fail(failure);
        }
    }
    outcome
}

/// The test program of a message of cargo, by its package and target.
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

/// A target's name; `unit` for the tests in a library.
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

/// The test targets of the packages that the build step builds, in the order of their packages.
///
/// # Errors
/// Says why cargo does not list them.
pub(crate) fn targets(root: &Path) -> Result<Vec<TestTarget>, String> {
    let output = Command::new("cargo")
        .args(["metadata", "--no-deps", "--format-version", "1"])
        .current_dir(root)
        .output()
        .map_err(|error| format!("cannot start cargo: {error}"))?;
    if !output.status.success() {
        return Err(String::from_utf8_lossy(&output.stderr).into_owned());
    }
    let metadata: Value =
        serde_json::from_slice(&output.stdout).map_err(|error| error.to_string())?;
    Ok(read_targets(&metadata))
}

fn read_targets(metadata: &Value) -> Vec<TestTarget> {
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
