//! The Python package: what `pyproject.toml` tells the registry.

use super::asked::{Asked, LICENCE, LICENCES, REPOSITORY, bugs, changelog};

const FILE: &str = "python/pyproject.toml";

pub(super) fn ask(asked: &mut Asked<'_>) {
    let manifest = asked.read(FILE);
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
        asked.says(&manifest, line);
    }
    for (labels, address) in urls() {
        let wanted = format!("{} = {address:?} in [project.urls]", labels[0]);
        let holds = has_url(&manifest.text, labels, &address);
        asked.wants(&manifest, &wanted, holds);
    }
    // They are links in the repository, and files in the package.
    for licence in LICENCES {
        let path = format!("python/{licence}");
        let has = asked.has(&path);
        asked.holds(&path, "the file", has);
    }
}

/// What the registry shows as links, by the labels that it knows, and where each leads.
fn urls() -> [(&'static [&'static str], String); 5] {
    [
        (&["homepage"], REPOSITORY.to_owned()),
        (&["repository", "source"], REPOSITORY.to_owned()),
        (&["issues", "bug tracker"], bugs()),
        (&["changelog"], changelog()),
        // Wherever the guide is.
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
    fn links_are_read_below_their_title_alone() {
        let text = "\n[project]\nchangelog = \"a\"\n[project.urls]\nHomepage = \"h\"\n\"Bug Tracker\" = \"b\"\n[tool]\nsource = \"s\"\n";
        assert!(has_url(text, &["homepage"], "h"));
        assert!(has_url(text, &["issues", "bug tracker"], "b"));
        assert!(!has_url(text, &["homepage"], "elsewhere"));
        assert!(!has_url(text, &["changelog"], "a"));
        assert!(!has_url(text, &["source"], "s"));
    }
}
