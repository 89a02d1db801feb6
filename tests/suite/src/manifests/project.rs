//! Checks the files that GitHub displays, and the workflows that it runs.

use super::checker::{Checker, LICENCES, Manifest, REPOSITORY};

const WORKFLOWS: &str = ".github/workflows/";

const DEPENDABOT: &str = ".github/dependabot.yml";

/// The files whose folders Dependabot must update, with their ecosystems.
const UPDATED: [(&str, &str); 6] = [
    ("cargo", "Cargo.lock"),
    ("docker", "Containerfile"),
    ("gomod", "go.mod"),
    ("maven", "pom.xml"),
    ("npm", "package-lock.json"),
    ("pip", "requirements.txt"),
];

/// The documents that contain the repository's address.
const WITH_ADDRESS: [&str; 3] = [
    "SECURITY.md",
    ".github/ISSUE_TEMPLATE/config.yml",
    "docs/book.toml",
];

/// The file with the version of Rust that compiles releases.
const RELEASED_BY: &str = "release/rust-version";

/// The command with which a workflow selects that version, and the programs that need it first.
const CHOOSES: &str = "rustup default \"$(cat release/rust-version)\"";
const COMPILERS: [&str; 2] = ["release/build", "node/scripts/wasm.mjs"];

pub(super) fn check(checker: &mut Checker<'_>) {
    for path in [
        "README.md",
        "CHANGELOG.md",
        "CONTRIBUTING.md",
        "CODE_OF_CONDUCT.md",
    ] {
        checker.read(path);
    }
    for licence in LICENCES {
        checker.read(licence);
    }
    let manifest = checker.read("Cargo.toml");
    for key in ["repository", "homepage"] {
        checker.require_text(&manifest, &format!("\n{key} = \"{REPOSITORY}\"\n"));
    }
    for path in WITH_ADDRESS {
        let manifest = checker.read(path);
        checker.require_text(&manifest, REPOSITORY);
    }
    let mut workflows = checker.files_below(WORKFLOWS);
    workflows.retain(|path| path.ends_with(".yml") || path.ends_with(".yaml"));
    for event in ["\n  push:", "\n  pull_request:", ".ci/run"] {
        let read =
            |path: &String| std::fs::read_to_string(checker.root.join(path)).unwrap_or_default();
        let runs = workflows.iter().any(|path| read(path).contains(event));
        checker.check(
            WORKFLOWS,
            &format!("a workflow with {:?}", event.trim()),
            runs,
        );
    }
    updates(checker);
    compilers(checker);
    for path in workflows {
        let workflow = checker.read(&path);
        // Jobs get an explicit, read-only token.
        checker.require_text(&workflow, "\npermissions:\n  contents: read\n");
        actions(checker, &workflow);
        checker.check_manifest(
            &workflow,
            &format!("{CHOOSES} before {COMPILERS:?}"),
            chooses(&workflow.text),
        );
    }
}

/// Checks the version of Rust for releases.
fn compilers(checker: &mut Checker<'_>) {
    let oldest = env!("CARGO_PKG_RUST_VERSION");
    let manifest = checker.read(RELEASED_BY);
    let version = numbers(manifest.text.trim());
    let is_exact = version.len() == 3 && version >= numbers(oldest);
    let expected = format!("an exact version from {oldest} on");
    checker.check_manifest(&manifest, &expected, is_exact);
}

fn numbers(version: &str) -> Vec<u32> {
    let parts = version.split('.').map(str::parse);
    parts.collect::<Result<_, _>>().unwrap_or_default()
}

/// Whether each script of a workflow that compiles releases selects that version of Rust.
fn chooses(workflow: &str) -> bool {
    let scripts = workflow.split("run: ");
    let mut compiling =
        scripts.filter(|script| COMPILERS.iter().any(|program| script.contains(program)));
    compiling.all(|script| {
        let first = COMPILERS.iter().filter_map(|program| script.find(program));
        script.find(CHOOSES) < first.min() && script.contains(CHOOSES)
    })
}

/// Checks that Dependabot updates exactly the folders with dependencies.
fn updates(checker: &mut Checker<'_>) {
    let manifest = checker.read(DEPENDABOT);
    for (ecosystem, name) in UPDATED {
        let files = checker.files_below("");
        let files = files.iter().filter_map(|path| path.strip_suffix(name));
        let mut expected: Vec<String> = files
            .filter(|folder| folder.is_empty() || folder.ends_with('/'))
            .map(|folder| format!("/{}", folder.trim_end_matches('/')))
            .collect();
        expected.sort_unstable();
        let found = updated(&manifest.text, ecosystem);
        let what = format!("{ecosystem}: the directories {expected:?}, not {found:?}");
        checker.check_manifest(&manifest, &what, found == expected);
    }
}

/// The directories of an ecosystem, sorted.
fn updated(text: &str, ecosystem: &str) -> Vec<String> {
    let begin = format!("package-ecosystem: {ecosystem}\n");
    let entry = text.split_once(&begin).map_or("", |(_, rest)| rest);
    let entry = entry.split("package-ecosystem:").next().unwrap_or_default();
    let lines = entry.lines().map(str::trim);
    let mut found: Vec<String> = lines
        .filter_map(|line| line.strip_prefix("- /").map(|rest| format!("/{rest}")))
        .collect();
    found.sort_unstable();
    found
}

/// Checks that third-party actions are pinned to a commit, with the release in a comment.
///
/// A tag can be moved to another commit.
fn actions(checker: &mut Checker<'_>, workflow: &Manifest) {
    let used = workflow
        .text
        .lines()
        .filter_map(|line| line.split_once("uses: "));
    let unpinned: Vec<&str> = used
        .map(|(_, action)| action)
        .filter(|action| !is_pinned(action))
        .collect();
    checker.check_manifest(
        workflow,
        &format!("every action pinned, not {unpinned:?}"),
        unpinned.is_empty(),
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
    fn chooses_requires_the_version_before_the_build() {
        let build = "python release/build x";
        assert!(chooses("run: cargo suite"));
        assert!(chooses(&format!("run: |\n {CHOOSES}\n {build}\n")));
        assert!(!chooses(&format!("run: |\n {build}\n {CHOOSES}\n")));
        assert!(!chooses(&format!("run: {CHOOSES}\nrun: {build}\n")));
    }

    #[test]
    fn numbers_requires_digits() {
        assert_eq!(numbers("1.95.0"), [1, 95, 0]);
        assert!(numbers("stable").is_empty() && numbers("").is_empty());
    }

    #[test]
    fn updated_returns_the_directories_of_one_ecosystem() {
        let text = "updates:\n  - package-ecosystem: npm\n    directories:\n      - /node\n      - /a\n    \
                    schedule: {}\n  - package-ecosystem: pip\n    directories:\n      - /python\n";
        assert_eq!(updated(text, "npm"), ["/a", "/node"]);
        assert_eq!(updated(text, "pip"), ["/python"]);
        assert!(updated(text, "gomod").is_empty());
    }

    #[test]
    fn is_pinned_requires_commit_and_full_release() {
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
