//! The npm packages with binaries, laid out as napi-rs does: `npm/PLATFORM` with a manifest to which
//! the binary is added.

use std::error::Error;
use std::fs;

use serde_json::{Map, Value, json};

use crate::outputs::at_root;

/// The folder of the packages.
pub(crate) const FOLDER: &str = "node/npm";

/// The folder of the package that users install for leases, and of the packages with its binaries
/// before their platform.
const LEASE: &str = "lease";

/// Every file of the packages by its path.
pub(crate) fn files() -> Result<Vec<(String, String)>, Box<dyn Error>> {
    let main = fs::read_to_string(at_root("node/package.json"))?;
    let main: Value = serde_json::from_str(&main)?;
    let targets = main["napi"]["targets"].as_array().into_iter().flatten();
    let platforms = targets.filter_map(Value::as_str).map(Platform::of);
    let platforms: Vec<Platform<'_>> = platforms.collect::<Option<_>>().ok_or("a new target")?;
    let name = text(&main["napi"]["binaryName"]);
    let mut files = Vec::new();
    for (binary, before) in [(name.to_owned(), ""), (format!("{name}-{LEASE}"), "lease-")] {
        for platform in &platforms {
            let folder = format!("{before}{}", platform.name);
            files.extend(of_platform(&main, &binary, &folder, platform));
        }
    }
    files.extend(of_leases(&main, &platforms));
    Ok(files)
}

struct Platform<'a> {
    /// The name that Rust has for it.
    target: &'a str,
    os: &'static str,
    cpu: &'static str,
    libc: Option<&'static str>,
    name: String,
}

impl<'a> Platform<'a> {
    fn of(target: &'a str) -> Option<Self> {
        let mut parts = target.split('-');
        let cpu = match parts.next()? {
            "x86_64" => "x64",
            "aarch64" => "arm64",
            _ => return None,
        };
        let (os, libc) = match (parts.nth(1)?, target.ends_with("musl")) {
            ("linux", false) => ("linux", Some("glibc")),
            ("linux", true) => ("linux", Some("musl")),
            ("darwin", _) => ("darwin", None),
            ("windows", _) => ("win32", None),
            _ => return None,
        };
        let abi = parts.next().map_or(String::new(), |abi| format!("-{abi}"));
        let name = format!("{os}-{cpu}{abi}");
        Some(Self {
            target,
            os,
            cpu,
            libc,
            name,
        })
    }
}

fn text(value: &Value) -> &str {
    value.as_str().unwrap_or_default()
}

/// The files of a package with a binary.
fn of_platform(
    main: &Value,
    binary: &str,
    folder: &str,
    platform: &Platform<'_>,
) -> [(String, String); 2] {
    let Platform {
        target,
        os,
        cpu,
        libc,
        name,
    } = platform;
    let file = format!("{binary}.{name}.node");
    let mut rest = json!({"os": [os], "cpu": [cpu]});
    if let Some(libc) = libc {
        rest["libc"] = json!([libc]);
    }
    rest["main"] = json!(file);
    rest["files"] = json!([file, "LICENSE-APACHE", "LICENSE-MIT"]);
    let about = format!("The binary of {binary} for {target}");
    let sentence = format!(
        "This is the binary of `{binary}` for `{target}`; install `{binary}`, which finds it."
    );
    package(main, folder, &about, &rest, &sentence)
}

/// The files of the package that users install for leases.
fn of_leases(main: &Value, platforms: &[Platform<'_>]) -> Vec<(String, String)> {
    let name = text(&main["name"]);
    let binary = |platform: &Platform<'_>| format!("{name}-{LEASE}-{}", platform.name);
    let binaries = platforms.iter();
    let binaries = binaries.map(|platform| (binary(platform), main["version"].clone()));
    let rest = json!({
        "main": "index.cjs",
        "files": ["index.cjs", "LICENSE-APACHE", "LICENSE-MIT"],
        "optionalDependencies": binaries.collect::<Map<_, _>>(),
    });
    let about = format!("The native part of {name}/lease");
    let sentence = format!(
        "This is the native part of `{name}/lease`; install it beside `{name}`, in the same version."
    );
    let mut files = Vec::from(package(main, LEASE, &about, &rest, &sentence));
    let loaders = platforms.iter().map(|platform| {
        format!(
            "  '{}': () => require('{}'),\n",
            platform.name,
            binary(platform)
        )
    });
    let index = format!(
        "// Made by scripts/renew.mjs: the loader of each platform's binary.\n'use strict';\n\n\
         // A line for each platform, as tools that gather a program's files can follow these and no computed name.\n\
         module.exports = {{\n{}}};\n",
        loaders.collect::<String>()
    );
    files.push((format!("{FOLDER}/{LEASE}/index.cjs"), index));
    files
}

/// The manifest of a package, which begins as the main one does, and its page.
fn package(
    main: &Value,
    folder: &str,
    about: &str,
    rest: &Value,
    sentence: &str,
) -> [(String, String); 2] {
    let name = format!("{}-{folder}", text(&main["name"]));
    let mut json = json!({"name": name, "version": main["version"], "description": about});
    for key in [
        "homepage",
        "bugs",
        "license",
        "author",
        "repository",
        "engines",
    ] {
        json[key] = main[key].clone();
    }
    // A registry reads this to verify what it was built from.
    let directory = format!("{}/npm/{folder}", text(&main["repository"]["directory"]));
    json["repository"]["directory"] = json!(directory);
    for (key, value) in rest.as_object().into_iter().flatten() {
        json[key] = value.clone();
    }
    let readme = format!(
        "# {name}\n\n{}.\n\n{sentence}\n",
        text(&main["description"])
    );
    [
        (
            format!("{FOLDER}/{folder}/package.json"),
            format!("{json:#}\n"),
        ),
        (format!("{FOLDER}/{folder}/README.md"), readme),
    ]
}
