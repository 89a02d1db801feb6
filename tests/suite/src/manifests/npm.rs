//! The npm packages: the one that people install and one for each platform. Without the address of the repository a package cannot be published
//! with its provenance.

use serde_json::Value;

use super::asked::{Asked, LICENCE, REPOSITORY, bugs};

const MAIN: &str = "node/package.json";
const PLATFORMS: &str = "node/npm/";

pub(super) fn ask(asked: &mut Asked<'_>) {
    let mut manifests = asked.below(PLATFORMS);
    manifests.retain(|path| path.ends_with("/package.json"));
    let wanted = "a package for each platform";
    asked.holds(PLATFORMS, wanted, !manifests.is_empty());
    manifests.push(MAIN.to_owned());
    for path in manifests {
        let manifest = asked.read(&path);
        let json: Value = serde_json::from_str(&manifest.text).unwrap_or_default();
        let folder = path.trim_end_matches("/package.json");
        for (wanted, holds) in answers(&json, folder) {
            asked.wants(&manifest, &wanted, holds);
        }
    }
}

fn answers(json: &Value, folder: &str) -> Vec<(String, bool)> {
    let says = |key: &str, value: &str| (format!("\"{key}\": {value:?}"), json[key] == value);
    let has = |key: &str| {
        (
            format!("{key:?}"),
            json[key].as_str().is_some_and(|text| !text.is_empty()),
        )
    };
    let repository = &json["repository"];
    // A platform's package is nobody's but the main one's.
    let is_main = folder == "node";
    let address = format!("git+{REPOSITORY}.git");
    let bugs = bugs();
    let files = json["files"].as_array().cloned().unwrap_or_default();
    let licences = super::asked::LICENCES;
    vec![
        says("license", LICENCE),
        (
            format!(
                "\"repository\": {{\"type\": \"git\", \"url\": {address:?}, \"directory\": {folder:?}}}"
            ),
            repository["type"] == "git"
                && repository["url"] == address.as_str()
                && repository["directory"] == folder,
        ),
        says("homepage", REPOSITORY),
        (
            format!("\"bugs\": {bugs:?}"),
            json["bugs"] == bugs.as_str() || json["bugs"]["url"] == bugs.as_str(),
        ),
        has("description"),
        (
            "\"author\"".to_owned(),
            !is_main || !json["author"].is_null(),
        ),
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
    fn each_key_is_missed_by_its_name() {
        let whole = json!({
            "license": LICENCE, "homepage": REPOSITORY, "bugs": {"url": bugs()}, "description": "x", "author": "x",
            "repository": {"type": "git", "url": format!("git+{REPOSITORY}.git"), "directory": "node"},
            "engines": {"node": ">=20"}, "files": ["x", "LICENSE-MIT", "LICENSE-APACHE"],
        });
        assert!(answers(&whole, "node").iter().all(|(_, holds)| *holds));
        let keys = whole.as_object().expect("an object").keys();
        for key in keys.filter(|key| *key != "author") {
            let mut broken = whole.clone();
            broken[key] = json!("elsewhere");
            if key == "description" {
                broken[key] = json!("");
            }
            let answers = answers(&broken, "node");
            let refused: Vec<&String> = answers
                .iter()
                .filter(|(_, holds)| !holds)
                .map(|(wanted, _)| wanted)
                .collect();
            assert!(
                matches!(refused[..], [one] if one.contains(key.as_str())),
                "{key}: {refused:?}"
            );
        }
        assert!(
            answers(&whole, "node/npm/x")
                .iter()
                .any(|(_, holds)| !holds)
        );
    }
}
