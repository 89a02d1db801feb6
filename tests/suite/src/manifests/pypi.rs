//! Checks the Python package's metadata in `pyproject.toml`.

use super::checker::{Checker, LICENCE, LICENCES, REPOSITORY, changelog_url, issues_url};

const FILE: &str = "python/pyproject.toml";

pub(super) fn check(checker: &mut Checker<'_>) {
    let manifest = checker.read(FILE);
    for line in [
        "\nname = \"sortid\"\n",
        "\ndescription = \"",
        "\nreadme = \"README.md\"\n",
        "\nrequires-python = \">=3.",
        &format!("\nlicense = \"{LICENCE}\"\n"),
        "\nlicense-files = [\"LICENSE-*\"]\n",
        "\nauthors = [",
        "\nkeywords = [",
        "\"Typing :: Typed\"",
        "\"Programming Language :: Rust\"",
        "\n[project.urls]\n",
    ] {
        checker.require_text(&manifest, line);
    }
    for (labels, address) in urls() {
        let expected = format!("{} = {address:?} in [project.urls]", labels[0]);
        let holds = has_url(&manifest.text, labels, &address);
        checker.check_manifest(&manifest, &expected, holds);
    }
    // Symbolic links in the repository, files in the package.
    for licence in LICENCES {
        let path = format!("python/{licence}");
        let has = checker.has_file(&path);
        checker.check(&path, "the file", has);
    }
}

/// The links that PyPI displays: the labels it recognises, and each link's address.
fn urls() -> [(&'static [&'static str], String); 5] {
    [
        (&["homepage"], REPOSITORY.to_owned()),
        (&["repository", "source"], REPOSITORY.to_owned()),
        (&["issues", "bug tracker"], issues_url()),
        (&["changelog"], changelog_url()),
        // A prefix: the guide may be anywhere below it.
        (&["documentation"], REPOSITORY.to_owned()),
    ]
}

fn has_url(text: &str, labels: &[&str], address: &str) -> bool {
    let urls = text.split_once("\n[project.urls]\n");
    let lines = urls.map_or("", |(_, rest)| rest).lines();
    let lines = lines.take_while(|line| !line.starts_with('['));
    lines
        .filter_map(|line| line.split_once('='))
        .any(|(label, value)| {
            let label = label.trim().trim_matches('"').to_lowercase();
            let value = value.trim().trim_matches('"');
            let known = labels.contains(&label.as_str());
            known && (value == address || label == "documentation" && value.starts_with(address))
        })
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn has_url_reads_only_the_urls_table() {
        let text = "\n[project]\nchangelog = \"a\"\n[project.urls]\nHomepage = \"h\"\n\"Bug Tracker\" = \"b\"\n[tool]\nsource = \"s\"\n";
        assert!(has_url(text, &["homepage"], "h"));
        assert!(has_url(text, &["issues", "bug tracker"], "b"));
        assert!(!has_url(text, &["homepage"], "elsewhere"));
        assert!(!has_url(text, &["changelog"], "a"));
        assert!(!has_url(text, &["source"], "s"));
    }
}
