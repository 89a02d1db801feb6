//! Crates: what cargo itself reads, and the files beside each manifest, as a package holds nothing that lies above it.

use std::path::Path;
use std::process::Command;

use serde_json::Value;

use super::asked::{Asked, LICENCE, LICENCES, REPOSITORY};

pub(super) fn ask(asked: &mut Asked<'_>) {
    let packages = match packages(asked.root) {
        Ok(packages) => packages,
        Err(error) => return asked.holds("Cargo.toml", &format!("no error: {error}"), false),
    };
    let published: Vec<&Value> = packages
        .iter()
        .filter(|package| is_published(package))
        .collect();
    let core = published.iter().any(|package| package["name"] == "sortid");
    asked.holds(
        "core/Cargo.toml",
        "a crate `sortid` that is published",
        core,
    );
    for package in published {
        let file = Path::new(package["manifest_path"].as_str().unwrap_or_default());
        let folder = file.parent().unwrap_or(file);
        for (wanted, holds) in answers(package) {
            asked.holds(&shown(file, asked.root), &wanted, holds);
        }
        for licence in LICENCES {
            let file = folder.join(licence);
            asked.holds(&shown(&file, asked.root), "the file", file.is_file());
        }
        let readme = package["readme"].as_str().unwrap_or_default();
        let wanted = format!("readme = a file, not {readme:?}");
        asked.holds(
            &shown(file, asked.root),
            &wanted,
            folder.join(readme).is_file(),
        );
        if is_documented(package) {
            let source = folder.join("src/lib.rs");
            let text = std::fs::read_to_string(&source).unwrap_or_default();
            let marked = text.contains("cfg_attr(docsrs, feature(doc_cfg))");
            let wanted = "#![cfg_attr(docsrs, feature(doc_cfg))], which shows what needs a feature";
            asked.holds(&shown(&source, asked.root), wanted, marked);
        }
    }
}

/// What the members of the workspace say, inherited or not.
fn packages(root: &Path) -> Result<Vec<Value>, String> {
    let output = Command::new("cargo")
        .args([
            "metadata",
            "--no-deps",
            "--offline",
            "--format-version",
            "1",
        ])
        .current_dir(root)
        .output()
        .map_err(|error| format!("cannot start cargo: {error}"))?;
    if !output.status.success() {
        return Err(String::from_utf8_lossy(&output.stderr).into_owned());
    }
    let mut all: Value =
        serde_json::from_slice(&output.stdout).map_err(|error| error.to_string())?;
    match all["packages"].take() {
        Value::Array(packages) => Ok(packages),
        _ => Err("`cargo metadata` tells no packages".to_owned()),
    }
}

fn is_published(package: &Value) -> bool {
    package["publish"].is_null()
}

/// Whether its documentation is a library's in Rust.
fn is_documented(package: &Value) -> bool {
    let targets = package["targets"].as_array();
    let documented = |target: &Value| target["kind"][0] == "lib" && target["doc"] == true;
    targets.is_some_and(|targets| targets.iter().any(documented))
}

fn answers(package: &Value) -> Vec<(String, bool)> {
    let says = |key: &str, value: &str| (format!("{key} = {value:?}"), package[key] == value);
    let count = |key: &str| package[key].as_array().map_or(0, Vec::len);
    let has = |key: &str| !package[key].as_str().unwrap_or_default().is_empty();
    let mut answers = vec![
        says("license", LICENCE),
        says("repository", REPOSITORY),
        says("homepage", REPOSITORY),
        ("documentation".to_owned(), has("documentation")),
        ("description".to_owned(), has("description")),
        ("rust-version".to_owned(), has("rust_version")),
        // The registry takes five.
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
        answers.push((
            "[package.metadata.docs.rs] with its features".to_owned(),
            all,
        ));
    }
    answers
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

    fn refused(package: &Value) -> Vec<String> {
        let missing = answers(package).into_iter().filter(|(_, holds)| !holds);
        missing.map(|(wanted, _)| wanted).collect()
    }

    #[test]
    fn each_key_is_missed_by_its_name() {
        assert_eq!(refused(&package()), [""; 0]);
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
            let refused = refused(&package);
            assert!(
                matches!(&refused[..], [one] if one.contains(part)),
                "{refused:?}"
            );
        }
    }

    #[test]
    fn what_is_no_library_needs_no_place_for_one() {
        let mut package = package();
        package["targets"] = json!([{"kind": ["bin"], "doc": true}]);
        package["metadata"] = Value::Null;
        assert_eq!(refused(&package), [""; 0]);
    }

    #[test]
    fn what_is_not_published_is_not_asked() {
        assert!(is_published(&package()));
        assert!(!is_published(&json!({"publish": []})));
    }
}
