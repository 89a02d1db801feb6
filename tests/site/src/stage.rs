//! The sources of the book for mdBook, with rewritten links.

use std::fs;
use std::path::Path;

use crate::markdown;
use crate::pages::{Book, FIRST, SUMMARY, read, resolved, write};
use crate::{Fallible, REPOSITORY, inspector, llms, reference};

/// The page that lists the references.
const REFERENCES: &str = "(reference.md)";

/// Writes the book's sources below `folder`, and deletes other files. mdBook copies those that are
/// not Markdown.
pub(crate) fn lay_out(root: &Path, book: &Book, folder: &Path) -> Fallible<()> {
    if folder.exists() {
        fs::remove_dir_all(folder).map_err(|error| format!("{}: {error}", folder.display()))?;
    }
    write(folder, "book.toml", &book.manifest)?;
    let themes = [
        ("site.css", "site.css"),
        ("site.js", "site.js"),
        ("fonts.css", "theme/fonts/fonts.css"),
    ];
    for (name, place) in themes {
        write(folder, place, &read(root, &format!("docs/theme/{name}"))?)?;
    }
    let folder = folder.join("src");
    for page in &book.pages {
        let place = book.place(&page.path).unwrap_or_default();
        let mut text = moved(book, &page.path, &place, &page.text)?;
        if page.path == SUMMARY {
            text = with_references(&text, &book.references);
        }
        if page.path == FIRST {
            text = inspector::insert(&text)?;
        }
        write(&folder, &place, &text)?;
        if page.path == SUMMARY {
            write(&folder, llms::PLACE, &llms::index(&text))?;
        }
    }
    for page in &book.references {
        write(&folder, &page.place(), &page.text)?;
    }
    for path in &book.pictures {
        let place = book.place(path).unwrap_or_default();
        write(&folder, &place, &read(root, path)?)?;
    }
    Ok(())
}

/// A page with links to the book's pages, or to the repository.
fn moved(book: &Book, path: &str, place: &str, text: &str) -> Fallible<String> {
    let mut text = text.to_owned();
    for link in markdown::read(&text.clone()).links.into_iter().rev() {
        let Some(to) = resolved(path, &link.target).filter(|to| to != path) else {
            continue;
        };
        let anchor = link.target.find('#').map_or("", |at| &link.target[at..]);
        let target = match book.place(&to) {
            Some(to) => relative(place, &to),
            None => format!("{REPOSITORY}/blob/main/{to}"),
        };
        let place = link
            .place
            .ok_or_else(|| format!("{path}: {}: write the link as [text](target)", link.target))?;
        text.replace_range(place, &format!("{target}{anchor}"));
    }
    Ok(text)
}

/// The relative path between two pages of the book.
fn relative(from: &str, to: &str) -> String {
    let up = from.matches('/').count();
    format!("{}{to}", "../".repeat(up))
}

/// The table of contents with the generated references.
fn with_references(summary: &str, references: &[reference::Page]) -> String {
    let mut text = String::new();
    for line in summary.lines() {
        text.push_str(line);
        text.push('\n');
        if line.contains(REFERENCES) {
            for page in references {
                text.push_str(&format!("  - [{}]({})\n", page.title, page.place()));
            }
        }
    }
    text
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::root;

    #[test]
    fn links_point_to_pages_or_the_repository() {
        let book = Book::of(&root()).expect("a book");
        let moved =
            |path: &str, place: &str, text: &str| moved(&book, path, place, text).expect("a text");
        let changes = "[a](docs/python.md#x), [b](core/), [c](#here), [d](https://example.org), [e](include/sortid.h)";
        assert_eq!(
            moved("CHANGELOG.md", "CHANGELOG.md", changes),
            format!(
                "[a](python.md#x), [b]({REPOSITORY}/blob/main/core), [c](#here), [d](https://example.org), \
                 [e](reference/include-sortid-h.md)"
            )
        );
        let decision = "[a](../generator.md), [b](0004-fork.md), [c](../../core/src/lib.rs)";
        assert_eq!(
            moved(
                "docs/decisions/0014-the-seam.md",
                "decisions/0014-the-seam.md",
                decision
            ),
            "[a](../generator.md), [b](../decisions/0004-fork.md), [c](../reference/rust/sortid/index.html)"
        );
    }

    #[test]
    fn references_are_listed_below_their_page() {
        let book = Book::of(&root()).expect("a book");
        let text = with_references(
            "- [Reference](reference.md)\n- [x](x.md)\n",
            &book.references,
        );
        assert!(
            text.starts_with(
                "- [Reference](reference.md)\n  - [C](reference/include-sortid-h.md)\n"
            )
        );
        assert!(text.ends_with("\n- [x](x.md)\n"));
    }
}
