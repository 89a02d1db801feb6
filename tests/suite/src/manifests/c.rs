//! The C library: what pkg-config, CMake, Meson, Conan and vcpkg are told of it.

use serde_json::Value;

use super::asked::{Asked, LICENCE, REPOSITORY};

const VERSION: &str = env!("CARGO_PKG_VERSION");

pub(super) fn ask(asked: &mut Asked<'_>) {
    let manifest = asked.read("ffi-c/install/sortid.pc.in");
    for line in [
        "\nName: sortid\n",
        "\nDescription: ",
        "\nVersion: @VERSION@\n",
    ] {
        asked.says(&manifest, line);
    }
    asked.says(&manifest, &format!("\nURL: {REPOSITORY}\n"));
    asked.says(&manifest, &format!("\nLicense: {LICENCE}\n"));
    let manifest = asked.read("ffi-c/install/sortid-config-version.cmake.in");
    asked.says(&manifest, "@VERSION@");
    meson(asked);
    conan(asked);
    vcpkg(asked);
}

/// The files that say something of this name; one at least.
fn some(asked: &mut Asked<'_>, name: &str) -> Vec<String> {
    let mut files = asked.named(name);
    files.retain(|path| !path.contains("/test_package/"));
    asked.holds(
        name,
        "such a file somewhere outside tests/",
        !files.is_empty(),
    );
    files
}

fn meson(asked: &mut Asked<'_>) {
    for path in some(asked, "meson.build") {
        let manifest = asked.read(&path);
        // Those of folders below the project's say nothing of it.
        if !manifest.text.contains("project(") {
            continue;
        }
        asked.says(&manifest, &format!("version: '{VERSION}'"));
        asked.says(&manifest, &format!("license: '{LICENCE}'"));
        asked.says(&manifest, "meson_version:");
    }
    for path in some(asked, "sortid.wrap") {
        let manifest = asked.read(&path);
        asked.says(&manifest, &format!("\nurl = {REPOSITORY}\n"));
        // The tag of this version.
        asked.says(&manifest, &format!("\nrevision = v{VERSION}\n"));
    }
}

fn conan(asked: &mut Asked<'_>) {
    for path in some(asked, "conanfile.py") {
        let manifest = asked.read(&path);
        asked.says(&manifest, "\n    name = \"sortid\"\n");
        asked.says(&manifest, &format!("\n    version = \"{VERSION}\"\n"));
        let both = manifest
            .text
            .contains("\n    license = (\"MIT\", \"Apache-2.0\")\n");
        let one = manifest
            .text
            .contains(&format!("\n    license = \"{LICENCE}\"\n"));
        asked.wants(&manifest, &format!("license = \"{LICENCE}\""), both || one);
        asked.says(&manifest, "\n    description = \"");
        for key in ["url", "homepage"] {
            asked.says(&manifest, &format!("\n    {key} = \"{REPOSITORY}\"\n"));
        }
    }
}

fn vcpkg(asked: &mut Asked<'_>) {
    for path in some(asked, "vcpkg.json") {
        let manifest = asked.read(&path);
        let json: Value = serde_json::from_str(&manifest.text).unwrap_or_default();
        let values = [
            ("name", "sortid"),
            ("license", LICENCE),
            ("homepage", REPOSITORY),
        ];
        for (key, value) in values {
            asked.wants(
                &manifest,
                &format!("\"{key}\": {value:?}"),
                json[key] == value,
            );
        }
        let versions = ["version", "version-semver"];
        let holds = versions.iter().any(|key| json[key] == VERSION);
        asked.wants(&manifest, &format!("\"version\": {VERSION:?}"), holds);
        asked.wants(
            &manifest,
            "\"description\"",
            json["description"].is_string(),
        );
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::manifests::asked::missing;

    fn files() -> Vec<(&'static str, String)> {
        vec![
            (
                "ffi-c/install/sortid.pc.in",
                format!(
                    "\nName: sortid\nDescription: x\nVersion: @VERSION@\nURL: {REPOSITORY}\nLicense: {LICENCE}\n"
                ),
            ),
            (
                "ffi-c/install/sortid-config-version.cmake.in",
                "@VERSION@".to_owned(),
            ),
            (
                "meson.build",
                format!(
                    "project('sortid', 'c', version: '{VERSION}', license: '{LICENCE}', meson_version: '>=1.0')"
                ),
            ),
            (
                "ffi-c/meson/sortid.wrap",
                format!("[wrap-git]\nurl = {REPOSITORY}\nrevision = v{VERSION}\n"),
            ),
            (
                "ffi-c/conan/conanfile.py",
                format!(
                    "class It:\n    name = \"sortid\"\n\n    version = \"{VERSION}\"\n\n    license = \"{LICENCE}\"\n\n    \
                     description = \"x\"\n\n    url = \"{REPOSITORY}\"\n\n    homepage = \"{REPOSITORY}\"\n"
                ),
            ),
            ("ffi-c/conan/test_package/conanfile.py", String::new()),
            (
                "ffi-c/vcpkg/vcpkg.json",
                format!(
                    "{{\"name\": \"sortid\", \"version\": \"{VERSION}\", \"license\": \"{LICENCE}\", \"homepage\": \"{REPOSITORY}\", \
                     \"description\": \"x\"}}"
                ),
            ),
        ]
    }

    fn told(name: &str, files: &[(&str, String)]) -> Vec<String> {
        let files: Vec<(&str, &str)> = files
            .iter()
            .map(|(path, text)| (*path, text.as_str()))
            .collect();
        missing(name, &files, ask)
    }

    #[test]
    fn another_version_or_address_is_told_with_its_file() {
        assert_eq!(told("c-whole", &files()), [""; 0]);
        for (at, old, part) in [
            (0, "License", "License: "),
            (2, VERSION, "meson.build: wanted: version"),
            (3, VERSION, "sortid.wrap: wanted: revision"),
            (4, "homepage", "conanfile.py: wanted: homepage"),
            (6, VERSION, "vcpkg.json: wanted: \"version\""),
        ] {
            let mut files = files();
            files[at].1 = files[at].1.replacen(old, "9", 1);
            let told = told(&format!("c-broken-{at}"), &files);
            assert!(matches!(&told[..], [one] if one.contains(part)), "{told:?}");
        }
    }

    #[test]
    fn a_recipe_that_is_not_there_is_told() {
        let files: Vec<_> = files()
            .into_iter()
            .filter(|(path, _)| !path.contains("conan"))
            .collect();
        assert_eq!(
            told("c-none", &files),
            ["conanfile.py: wanted: such a file somewhere outside tests/"]
        );
    }
}
