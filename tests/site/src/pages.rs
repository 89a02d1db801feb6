//! The pages of the book, and their places in it.

use std::fs;
use std::path::Path;

use crate::{Fallible, Found, markdown, reference};

/// The table of contents.
pub(crate) const SUMMARY: &str = "docs/SUMMARY.md";

const DOCS: &str = "docs/";

/// The first page of the book.
pub(crate) const FIRST: &str = "docs/index.md";

/// The project's own pages outside `docs/`.
const PROJECT: [&str; 4] = [
    "CHANGELOG.md",
    "CONTRIBUTING.md",
    "SECURITY.md",
    "CODE_OF_CONDUCT.md",
];

/// A page.
#[derive(Debug)]
pub(crate) struct Page {
    /// The path in the repository.
    pub(crate) path: String,
    pub(crate) text: String,
}

/// All pages and pictures of the book.
pub(crate) struct Book {
    pub(crate) pages: Vec<Page>,
    pub(crate) references: Vec<reference::Page>,
    /// The paths of pictures.
    pub(crate) pictures: Vec<String>,
    pub(crate) manifest: String,
}

impl Book {
    /// The book of the repository at `root`.
    pub(crate) fn of(root: &Path) -> Fallible<Self> {
        let mut paths = Vec::new();
        below(root, DOCS, ".md", &mut paths)?;
        let mut pictures = Vec::new();
        below(root, DOCS, ".svg", &mut pictures)?;
        paths.extend(PROJECT.map(str::to_owned));
        let page = |path: String| {
            let text = read(root, &path)?;
            Ok(Page { path, text })
        };
        Ok(Self {
            pages: paths.into_iter().map(page).collect::<Fallible<_>>()?,
            references: reference::pages(root)?,
            pictures,
            manifest: read(root, "docs/book.toml")?,
        })
    }

    /// The path in the book of a repository file; `None` if the file is not in the book.
    pub(crate) fn place(&self, path: &str) -> Option<String> {
        if let Some(reference) = self.references.iter().find(|page| page.path == path) {
            return Some(reference.place());
        }
        let mut tools = reference::TOOLS.into_iter();
        if let Some((_, place)) = tools.find(|(source, _)| *source == path) {
            return Some(place.to_owned());
        }
        let mut pages = self.pages.iter().map(|page| &page.path);
        let path = pages
            .find(|page| *page == path)
            .or_else(|| self.pictures.iter().find(|picture| *picture == path))?;
        Some(path.strip_prefix(DOCS).unwrap_or(path).to_owned())
    }
}

/// Checks that the table of contents lists each page once.
pub(crate) fn summary(root: &Path, book: &Book) -> Fallible<Found> {
    let text = read(root, SUMMARY)?;
    let links = markdown::read(&text).links;
    let listed: Vec<Option<String>> = links
        .iter()
        .map(|link| resolved(SUMMARY, &link.target))
        .collect();
    let mut found = Found::default();
    for page in book.pages.iter().filter(|page| page.path != SUMMARY) {
        let count = listed
            .iter()
            .flatten()
            .filter(|path| **path == page.path)
            .count();
        let failure = || format!("{SUMMARY}: lists {} {count} times", page.path);
        found.check((count != 1).then(failure));
    }
    Ok(found)
}

/// The repository path of a page's link, without its anchor; `None` for an external link.
pub(crate) fn resolved(page: &str, target: &str) -> Option<String> {
    if target.contains("://") || target.starts_with("mailto:") {
        return None;
    }
    let path = target.split('#').next().unwrap_or_default();
    if path.is_empty() {
        return Some(page.to_owned());
    }
    let mut parts: Vec<&str> = page.split('/').collect();
    parts.pop();
    for part in path.split('/') {
        match part {
            ".." => {
                parts.pop()?;
            }
            "." | "" => {}
            part => parts.push(part),
        }
    }
    Some(parts.join("/"))
}

/// The files below a folder with one of these suffixes, sorted.
pub(crate) fn below(
    root: &Path,
    folder: &str,
    ending: &str,
    paths: &mut Vec<String>,
) -> Fallible<()> {
    let failure = |error: std::io::Error| format!("{folder}: {error}");
    let mut names = Vec::new();
    for entry in fs::read_dir(root.join(folder)).map_err(failure)? {
        let entry = entry.map_err(failure)?;
        let name = entry.file_name().to_string_lossy().into_owned();
        names.push((name, entry.path().is_dir()));
    }
    names.sort_unstable();
    for (name, is_folder) in names {
        let path = format!("{folder}{name}");
        if is_folder {
            below(root, &format!("{path}/"), ending, paths)?;
        } else if path.ends_with(ending) {
            paths.push(path);
        }
    }
    Ok(())
}

/// A file's text.
pub(crate) fn read(root: &Path, path: &str) -> Fallible<String> {
    fs::read_to_string(root.join(path)).map_err(|error| format!("{path}: {error}"))
}

/// Writes a file below a folder.
pub(crate) fn write(folder: &Path, place: &str, text: &str) -> Fallible<()> {
    let file = folder.join(place);
    let folder = file.parent().unwrap_or(folder);
    let written = fs::create_dir_all(folder).and_then(|()| fs::write(&file, text));
    written.map_err(|error| format!("{}: {error}", file.display()))
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::root;

    #[test]
    fn paths_resolve_like_links() {
        let to = |target| resolved("docs/decisions/0014.md", target);
        assert_eq!(
            to("../generator.md#x").as_deref(),
            Some("docs/generator.md")
        );
        assert_eq!(to("../../README.md").as_deref(), Some("README.md"));
        assert_eq!(to("#here").as_deref(), Some("docs/decisions/0014.md"));
        assert_eq!(to("../../../elsewhere"), None);
        assert_eq!(to("https://example.org"), None);
    }

    #[test]
    fn every_page_is_in_the_table_of_contents_once() {
        let book = Book::of(&root()).expect("a book");
        let found = summary(&root(), &book).expect("a table of contents");
        assert_eq!(found.failures, [""; 0]);
        assert!(found.passed > 20, "{}", found.passed);
    }

    #[test]
    fn unlisted_page_is_reported() {
        let mut book = Book::of(&root()).expect("a book");
        book.pages.push(Page {
            path: "docs/new.md".to_owned(),
            text: String::new(),
        });
        let found = summary(&root(), &book).expect("a table of contents");
        let expected = "docs/SUMMARY.md: lists docs/new.md 0 times";
        assert!(found.failures.iter().any(|failure| failure == expected));
    }
}
