//! Checks the main npm package; `node/scripts/packages.mjs` derives the others from its manifest.
//!
//! npm publishes a package with provenance only if its manifest names the repository.

use serde_json::Value;

use super::checker::{Checker, LICENCE, REPOSITORY, issues_url};

const FOLDER: &str = "node";

pub(super) fn check(checker: &mut Checker<'_>) {
    let manifest = checker.read(&format!("{FOLDER}/package.json"));
    let json: Value = serde_json::from_str(&manifest.text).unwrap_or_default();
    for (expected, holds) in expectations(&json) {
        checker.check_manifest(&manifest, &expected, holds);
    }
}

fn expectations(json: &Value) -> Vec<(String, bool)> {
    let equals = |key: &str, value: &str| (format!("\"{key}\": {value:?}"), json[key] == value);
    let has = |key: &str| {
        (
            format!("{key:?}"),
            json[key].as_str().is_some_and(|text| !text.is_empty()),
        )
    };
    let repository = &json["repository"];
    let address = format!("git+{REPOSITORY}.git");
    let bugs = issues_url();
    let files = json["files"].as_array().cloned().unwrap_or_default();
    let licences = super::checker::LICENCES;
    vec![
        equals("license", LICENCE),
        (
            format!(
                "\"repository\": {{\"type\": \"git\", \"url\": {address:?}, \"directory\": {FOLDER:?}}}"
            ),
            repository["type"] == "git"
                && repository["url"] == address.as_str()
                && repository["directory"] == FOLDER,
        ),
        equals("homepage", REPOSITORY),
        (
            format!("\"bugs\": {bugs:?}"),
            json["bugs"] == bugs.as_str() || json["bugs"]["url"] == bugs.as_str(),
        ),
        has("description"),
        ("\"author\"".to_owned(), !json["author"].is_null()),
        (
            "\"engines\" with node".to_owned(),
            json["engines"]["node"].is_string(),
        ),
        (
            format!("\"files\" with {licences:?}"),
            licences
                .iter()
                .all(|licence| files.iter().any(|file| file == licence)),
        ),
    ]
}

#[cfg(test)]
mod tests {
    use serde_json::json;

    use super::*;

    #[test]
    fn wrong_key_is_reported_by_name() {
        let whole = json!({
            "license": LICENCE, "homepage": REPOSITORY, "bugs": {"url": issues_url()}, "description": "x", "author": "x",
            "repository": {"type": "git", "url": format!("git+{REPOSITORY}.git"), "directory": "node"},
            "engines": {"node": ">=20"}, "files": ["x", "LICENSE-MIT", "LICENSE-APACHE"],
        });
        assert!(expectations(&whole).iter().all(|(_, holds)| *holds));
        let keys = whole.as_object().expect("an object").keys();
        for key in keys.filter(|key| *key != "author") {
            let mut broken = whole.clone();
            broken[key] = json!("elsewhere");
            if key == "description" {
                broken[key] = json!("");
            }
            let checked = expectations(&broken);
            let unmet: Vec<&String> = checked
                .iter()
                .filter(|(_, holds)| !holds)
                .map(|(expected, _)| expected)
                .collect();
            assert!(
                matches!(unmet[..], [one] if one.contains(key.as_str())),
                "{key}: {unmet:?}"
            );
        }
    }
}
