//! Checks that keys common to a room's `Cargo.toml` and the root's are equal, and the keys of a
//! package that inherits none.

use std::collections::BTreeMap;

use super::checker::Checker;
use crate::run::build::ROOMS;

pub(super) fn check(checker: &mut Checker<'_>) {
    let root = checker.read("Cargo.toml");
    let root = keys(&root.text);
    for folder in ROOMS.into_iter().chain(["leases/protocol"]) {
        let manifest = checker.read(&format!("{folder}/Cargo.toml"));
        let text = manifest.text.replace("[package]", "[workspace.package]");
        for (key, value) in keys(&text.replace("[lints.clippy]", "[workspace.lints.clippy]")) {
            if let Some(expected) = root.get(&key).filter(|_| key.0 != "[workspace]") {
                let expected = format!("{}: {} = {expected}", key.0, key.1);
                checker.check_manifest(
                    &manifest,
                    &expected,
                    expected.ends_with(&format!("= {value}")),
                );
            }
        }
    }
}

/// The one-line keys of a manifest, by section. Folders of paths are omitted.
fn keys(manifest: &str) -> BTreeMap<(&str, &str), String> {
    let mut section = "";
    let mut keys = BTreeMap::new();
    for line in manifest.lines() {
        if line.starts_with('[') {
            section = line;
        } else if let Some((key, value)) = line.split_once(" = ").filter(|_| !line.starts_with('#'))
        {
            let (before, path) = value.split_once("path = \"").unwrap_or((value, ""));
            let (_, after) = path.split_once('"').unwrap_or_default();
            keys.insert((section, key), format!("{before}{after}"));
        }
    }
    keys
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::manifests::checker::unmet;

    #[test]
    fn other_version_in_a_room_is_reported() {
        let root = "[workspace]\nexclude = 1\n[workspace.package]\nversion = 2\n[workspace.dependencies]\na = \"1\"\nb = { path = \"b\", version = \"1\" }\n";
        let room = "[workspace]\nexclude = 2\n[workspace.dependencies]\na = \"2\"\nb = { path = \"../b\", version = \"1\" }\nc = 3\n";
        let files = [
            ("Cargo.toml", root),
            ("databases/Cargo.toml", root),
            ("leases/Cargo.toml", room),
            ("leases/protocol/Cargo.toml", "[package]\nversion = 1\n"),
        ];
        assert_eq!(
            unmet("rooms", &files, check),
            [
                "leases/Cargo.toml: expected: [workspace.dependencies]: a = \"1\"",
                "leases/protocol/Cargo.toml: expected: [workspace.package]: version = 2"
            ]
        );
    }
}
