//! The project itself: what the forge shows of it, and the workflows that it runs.

use super::asked::{Asked, LICENCES, Manifest, REPOSITORY};

const WORKFLOWS: &str = ".github/workflows/";

/// What repeats the address for people.
const REPEATS: [&str; 3] = [
    "SECURITY.md",
    ".github/ISSUE_TEMPLATE/config.yml",
    "docs/book.toml",
];

pub(super) fn ask(asked: &mut Asked<'_>) {
    for path in [
        "README.md",
        "CHANGELOG.md",
        "CONTRIBUTING.md",
        "CODE_OF_CONDUCT.md",
    ] {
        asked.read(path);
    }
    for licence in LICENCES {
        asked.read(licence);
    }
    let manifest = asked.read("Cargo.toml");
    for key in ["repository", "homepage"] {
        asked.says(&manifest, &format!("\n{key} = \"{REPOSITORY}\"\n"));
    }
    for path in REPEATS {
        let manifest = asked.read(path);
        asked.says(&manifest, REPOSITORY);
    }
    let mut workflows = asked.below(WORKFLOWS);
    workflows.retain(|path| path.ends_with(".yml") || path.ends_with(".yaml"));
    for event in ["\n  push:", "\n  pull_request:", ".ci/run"] {
        let read =
            |path: &String| std::fs::read_to_string(asked.root.join(path)).unwrap_or_default();
        let runs = workflows.iter().any(|path| read(path).contains(event));
        asked.holds(
            WORKFLOWS,
            &format!("a workflow with {:?}", event.trim()),
            runs,
        );
    }
    for path in workflows {
        let workflow = asked.read(&path);
        // What a job may do is written down, and is little.
        asked.says(&workflow, "\npermissions:\n  contents: read\n");
        actions(asked, &workflow);
    }
}

/// What others wrote is named by its commit, with the release that it is: a tag may be moved.
fn actions(asked: &mut Asked<'_>, workflow: &Manifest) {
    let used = workflow
        .text
        .lines()
        .filter_map(|line| line.split_once("uses: "));
    let loose: Vec<&str> = used
        .map(|(_, action)| action)
        .filter(|action| !is_pinned(action))
        .collect();
    asked.wants(
        workflow,
        &format!("every action pinned, not {loose:?}"),
        loose.is_empty(),
    );
}

fn is_pinned(action: &str) -> bool {
    let Some((name, pin)) = action.split_once('@') else {
        return false;
    };
    let Some((commit, release)) = pin.split_once(" # v") else {
        return false;
    };
    let numbers = release
        .split('.')
        .filter(|part| part.parse::<u32>().is_ok());
    let hex = |c: char| c.is_ascii_digit() || ('a'..='f').contains(&c);
    name.contains('/') && commit.len() == 40 && commit.chars().all(hex) && numbers.count() == 3
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_tag_is_no_pin() {
        let commit = "11bd71901bbe5b1630ceea73d27597364c9af683";
        assert!(is_pinned(&format!("actions/checkout@{commit} # v4.2.2")));
        for action in [
            "actions/checkout@v4".to_owned(),
            "actions/checkout@v4 # v4.2.2".to_owned(),
            "actions/checkout".to_owned(),
            format!("actions/checkout@{commit}"),
            format!("actions/checkout@{commit} # v4"),
            format!("actions/checkout@{} # v4.2.2", &commit[1..]),
        ] {
            assert!(!is_pinned(&action), "{action}");
        }
    }
}
