//! Checks the C library's files for pkg-config, CMake and Meson.

use super::checker::{Checker, LICENCE, REPOSITORY};

const VERSION: &str = env!("CARGO_PKG_VERSION");

pub(super) fn check(checker: &mut Checker<'_>) {
    let manifest = checker.read("ffi-c/install/sortid.pc.in");
    for line in [
        "\nName: sortid\n",
        "\nDescription: ",
        "\nVersion: @VERSION@\n",
    ] {
        checker.require_text(&manifest, line);
    }
    checker.require_text(&manifest, &format!("\nURL: {REPOSITORY}\n"));
    checker.require_text(&manifest, &format!("\nLicense: {LICENCE}\n"));
    let manifest = checker.read("ffi-c/install/sortid-config-version.cmake.in");
    checker.require_text(&manifest, "@VERSION@");
    meson(checker);
}

/// The published files with this name. Checks that there is at least one.
fn some_named(checker: &mut Checker<'_>, name: &str) -> Vec<String> {
    let files = checker.files_named(name);
    checker.check(
        name,
        "at least one such file outside tests/",
        !files.is_empty(),
    );
    files
}

fn meson(checker: &mut Checker<'_>) {
    for path in some_named(checker, "meson.build") {
        let manifest = checker.read(&path);
        // Meson files in subfolders do not declare the project.
        if !manifest.text.contains("project(") {
            continue;
        }
        checker.require_text(&manifest, &format!("version: '{VERSION}'"));
        checker.require_text(&manifest, &format!("license: '{LICENCE}'"));
        checker.require_text(&manifest, "meson_version:");
    }
    for path in some_named(checker, "sortid.wrap") {
        let manifest = checker.read(&path);
        checker.require_text(&manifest, &format!("\nurl = {REPOSITORY}\n"));
        // The version's tag.
        checker.require_text(&manifest, &format!("\nrevision = v{VERSION}\n"));
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::manifests::checker::unmet;

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
        ]
    }

    fn failures(name: &str, files: &[(&str, String)]) -> Vec<String> {
        let files: Vec<(&str, &str)> = files
            .iter()
            .map(|(path, text)| (*path, text.as_str()))
            .collect();
        unmet(name, &files, check)
    }

    #[test]
    fn wrong_version_or_address_is_reported_with_its_file() {
        assert_eq!(failures("c-whole", &files()), [""; 0]);
        for (at, old, part) in [
            (0, "License", "License: "),
            (2, VERSION, "meson.build: expected: version"),
            (3, VERSION, "sortid.wrap: expected: revision"),
        ] {
            let mut files = files();
            files[at].1 = files[at].1.replacen(old, "9", 1);
            let failures = failures(&format!("c-broken-{at}"), &files);
            assert!(
                matches!(&failures[..], [one] if one.contains(part)),
                "{failures:?}"
            );
        }
    }

    #[test]
    fn missing_recipe_is_reported() {
        let files: Vec<_> = files()
            .into_iter()
            .filter(|(path, _)| !path.contains("wrap"))
            .collect();
        assert_eq!(
            failures("c-none", &files),
            ["sortid.wrap: expected: at least one such file outside tests/"]
        );
    }
}
