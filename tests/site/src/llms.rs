//! `llms.txt` of the site, and the Markdown that it lists: <https://llmstxt.org>.

use std::path::Path;

use crate::agents::PACKAGES;
use crate::pages::{below, read, write};
use crate::{Fallible, Found, markdown};

pub(crate) const PLACE: &str = "llms.txt";

const HEAD: &str = "\
# sortid

> Time-sortable identifiers, the same in Rust, C, C++, Python, Node, Swift and Kotlin: UUIDv7, ULID,
> TypeID, Snowflake and dozens of other formats.

The first list has the call for each task, and what not to do. Ids are generated, parsed, compared,
converted and bounded by time; nothing is published to a registry yet.

## Calls by task

";

/// The parts of the table of contents that readers in a hurry may skip.
const OPTIONAL: [&str; 2] = ["How it is made", "The project"];

/// The text of the file, from the table of contents of the book.
pub(crate) fn index(summary: &str) -> String {
    let mut text = HEAD.to_owned();
    for package in &PACKAGES {
        text.push_str(&format!("- [{}]({})\n", package.title, package.place()));
    }
    let (mut optional, mut is_optional) = ("\n## Optional\n\n".to_owned(), false);
    text.push_str("\n## Start\n\n");
    for line in summary.lines().map(str::trim_start) {
        if let Some(heading) = line
            .strip_prefix("# ")
            .filter(|heading| *heading != "Summary")
        {
            is_optional = OPTIONAL.contains(&heading);
            if !is_optional {
                text.push_str(&format!("\n## {heading}\n\n"));
            }
        }
        let is_link = line.starts_with("- [") && !line.ends_with("()");
        let part = if is_optional {
            &mut optional
        } else {
            &mut text
        };
        if is_link {
            part.push_str(&format!("{line}\n"));
        }
    }
    text + &optional
}

/// Copies the Markdown of the book beside its pages, and checks the links of the file.
pub(crate) fn copy(root: &Path, sources: &Path, output: &Path) -> Fallible<Found> {
    let mut paths = Vec::new();
    below(sources, "", ".md", &mut paths)?;
    for path in paths {
        write(output, &path, &read(sources, &path)?)?;
    }
    for package in &PACKAGES {
        write(output, &package.place(), &read(root, package.path)?)?;
    }
    let mut found = Found::default();
    for link in markdown::read(&read(output, PLACE)?).links {
        let failure = || format!("{PLACE}: {}: no such file", link.target);
        let is_there = output.join(&link.target).is_file();
        found.check((!is_there).then(failure));
    }
    Ok(found)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn index_has_the_sections_of_the_contents_and_the_rest_as_optional() {
        let summary = "# Summary\n\n[a](a.md)\n\n- [b](b.md)\n\n# The project\n\n- [c]()\n  - [d](d.md)\n\n# In your language\n\n- [e](e.md)\n";
        let index = index(summary);
        let (calls, rest) = index.split_once("\n## Start\n\n").expect("a section");
        assert!(
            calls.ends_with("- [Sortid for Swift](agents/swift.md)\n"),
            "{calls}"
        );
        let expected =
            "- [b](b.md)\n\n## In your language\n\n- [e](e.md)\n\n## Optional\n\n- [d](d.md)\n";
        assert_eq!(rest, expected);
    }
}
