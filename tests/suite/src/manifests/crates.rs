//! Checks the published crates: the output of `cargo metadata`, and files next to each manifest.
//!
//! A package contains only files below its manifest, so each crate needs its own licence files.

use std::path::Path;

use serde_json::Value;

use super::checker::{Checker, LICENCE, LICENCES, REPOSITORY};
use crate::run::build::{ROOMS, metadata};

pub(super) fn check(checker: &mut Checker<'_>) {
    let packages = match packages(checker.root) {
        Ok(packages) => packages,
        Err(error) => return checker.check("Cargo.toml", &format!("no error: {error}"), false),
    };
    let published: Vec<&Value> = packages
        .iter()
        .filter(|package| is_published(package))
        .collect();
    let core = published.iter().any(|package| package["name"] == "sortid");
    checker.check("core/Cargo.toml", "a published crate `sortid`", core);
    for package in published {
        let file = Path::new(package["manifest_path"].as_str().unwrap_or_default());
        let folder = file.parent().unwrap_or(file);
        for (expected, holds) in expectations(package) {
            checker.check(&shown(file, checker.root), &expected, holds);
        }
        for licence in LICENCES {
            let file = folder.join(licence);
            checker.check(&shown(&file, checker.root), "the file", file.is_file());
        }
        let readme = package["readme"].as_str().unwrap_or_default();
        let expected = format!("readme = a file, not {readme:?}");
        checker.check(
            &shown(file, checker.root),
            &expected,
            folder.join(readme).is_file(),
        );
        if is_documented(package) {
            let source = folder.join("src/lib.rs");
            let text = std::fs::read_to_string(&source).unwrap_or_default();
            let marked = text.contains("cfg_attr(docsrs, feature(doc_cfg))");
            let expected =
                "#![cfg_attr(docsrs, feature(doc_cfg))], so that docs.rs labels features";
            checker.check(&shown(&source, checker.root), expected, marked);
        }
    }
}

/// The manifests of all members of the workspaces, inherited keys included.
fn packages(root: &Path) -> Result<Vec<Value>, String> {
    let mut all = Vec::new();
    for room in [None].into_iter().chain(ROOMS.map(Some)) {
        match metadata(root, room)?["packages"].take() {
            Value::Array(packages) => all.extend(packages),
            _ => return Err("`cargo metadata` lists no packages".to_owned()),
        }
    }
    Ok(all)
}

fn is_published(package: &Value) -> bool {
    package["publish"].is_null()
}

/// Whether docs.rs builds documentation for the package: it has a documented library.
fn is_documented(package: &Value) -> bool {
    let targets = package["targets"].as_array();
    let documented = |target: &Value| target["kind"][0] == "lib" && target["doc"] == true;
    targets.is_some_and(|targets| targets.iter().any(documented))
}

fn expectations(package: &Value) -> Vec<(String, bool)> {
    let equals = |key: &str, value: &str| (format!("{key} = {value:?}"), package[key] == value);
    let count = |key: &str| package[key].as_array().map_or(0, Vec::len);
    let has = |key: &str| !package[key].as_str().unwrap_or_default().is_empty();
    let mut expectations = vec![
        equals("license", LICENCE),
        equals("repository", REPOSITORY),
        equals("homepage", REPOSITORY),
        ("documentation".to_owned(), has("documentation")),
        ("description".to_owned(), has("description")),
        ("rust-version".to_owned(), has("rust_version")),
        // crates.io accepts at most five.
        (
            "keywords, one to five".to_owned(),
            (1..=5).contains(&count("keywords")),
        ),
        (
            "categories, one to five".to_owned(),
            (1..=5).contains(&count("categories")),
        ),
    ];
    if is_documented(package) {
        let docs = &package["metadata"]["docs"]["rs"];
        let all = docs["all-features"] == true || docs["features"].is_array();
        expectations.push((
            "[package.metadata.docs.rs] with its features".to_owned(),
            all,
        ));
    }
    expectations
}

fn shown(path: &Path, root: &Path) -> String {
    let root = root.canonicalize().unwrap_or_else(|_| root.to_owned());
    let path = path.strip_prefix(root).unwrap_or(path);
    path.display().to_string().replace('\\', "/")
}

#[cfg(test)]
mod tests {
    use serde_json::json;

    use super::*;

    fn package() -> Value {
        json!({
            "name": "x", "publish": null, "license": LICENCE, "repository": REPOSITORY, "homepage": REPOSITORY,
            "documentation": REPOSITORY, "description": "x", "rust_version": "1.89", "keywords": ["a"],
            "categories": ["b"], "targets": [{"kind": ["lib"], "doc": true}],
            "metadata": {"docs": {"rs": {"all-features": true}}},
        })
    }

    fn unmet(package: &Value) -> Vec<String> {
        let unmet = expectations(package)
            .into_iter()
            .filter(|(_, holds)| !holds);
        unmet.map(|(expected, _)| expected).collect()
    }

    #[test]
    fn missing_key_is_reported_by_name() {
        assert_eq!(unmet(&package()), [""; 0]);
        for (key, value, part) in [
            ("license", json!("MIT"), "license"),
            ("repository", Value::Null, REPOSITORY),
            ("homepage", json!("elsewhere"), "homepage"),
            ("documentation", Value::Null, "documentation"),
            ("description", json!(""), "description"),
            ("rust_version", Value::Null, "rust-version"),
            (
                "keywords",
                json!(["a", "b", "c", "d", "e", "f"]),
                "keywords",
            ),
            ("categories", json!([]), "categories"),
            ("metadata", Value::Null, "docs.rs"),
        ] {
            let mut package = package();
            package[key] = value;
            let unmet = unmet(&package);
            assert!(
                matches!(&unmet[..], [one] if one.contains(part)),
                "{unmet:?}"
            );
        }
    }

    #[test]
    fn program_needs_no_docs_rs_metadata() {
        let mut package = package();
        package["targets"] = json!([{"kind": ["bin"], "doc": true}]);
        package["metadata"] = Value::Null;
        assert_eq!(unmet(&package), [""; 0]);
    }

    #[test]
    fn empty_publish_list_means_unpublished() {
        assert!(is_published(&package()));
        assert!(!is_published(&json!({"publish": []})));
    }
}
