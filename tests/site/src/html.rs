//! Checks the links between the HTML pages that mdBook wrote.

use std::collections::HashMap;
use std::fs;
use std::path::Path;

use crate::pages::{Book, resolved};
use crate::{Fallible, Found, inspector};

/// Pages that mdBook adds: the one for missing pages, with links from the root, and the table of contents in a frame.
const ADDED: [&str; 2] = ["404.html", "toc.html"];

/// Checks every internal link of the pages below `folder`; all pages of the book must exist.
pub(crate) fn follow(folder: &Path, book: &Book) -> Fallible<Found> {
    let mut pages = HashMap::new();
    collect(folder, "", &mut pages)?;
    let mut found = Found::default();
    for page in &book.pages {
        let place = book.place(&page.path).unwrap_or_default();
        let file = match place.as_str() {
            "SUMMARY.md" => continue,
            place => place.replace(".md", ".html"),
        };
        let failure = || format!("{}: page {file} is missing", page.path);
        found.check((!pages.contains_key(&file)).then(failure));
    }
    let mut names: Vec<&String> = pages.keys().collect();
    names.sort_unstable();
    for name in names
        .into_iter()
        .filter(|name| !ADDED.contains(&name.as_str()))
    {
        for target in values(&pages[name], &["href", "src"]) {
            let why = broken(folder, &pages, name, target);
            found.check(why.map(|why| format!("{name}: {target}: {why}")));
        }
    }
    Ok(found)
}

/// Collects the pages of the book, except those of other tools, which check their own links.
fn collect(folder: &Path, below: &str, pages: &mut HashMap<String, String>) -> Fallible<()> {
    let failure = |error: std::io::Error| format!("{}: {error}", folder.display());
    for entry in fs::read_dir(folder.join(below)).map_err(failure)? {
        let entry = entry.map_err(failure)?;
        let path = format!("{below}{}", entry.file_name().to_string_lossy());
        if entry.path().is_dir() {
            if !path.starts_with("reference/") {
                collect(folder, &format!("{path}/"), pages)?;
            }
        } else if path.ends_with(".html") {
            let text = fs::read_to_string(entry.path()).map_err(failure)?;
            pages.insert(path, text);
        }
    }
    Ok(())
}

fn broken(
    folder: &Path,
    pages: &HashMap<String, String>,
    page: &str,
    target: &str,
) -> Option<String> {
    if target.contains("://") || target.starts_with("mailto:") || target.starts_with("data:") {
        return None;
    }
    let Some(path) = resolved(page, target) else {
        return Some("leaves the book".to_owned());
    };
    if !folder.join(&path).is_file() {
        return Some("no such file".to_owned());
    }
    let (_, anchor) = target.split_once('#')?;
    if path == inspector::PLACE {
        // The anchor is a text to explain.
        return None;
    }
    let text = pages.get(&path)?;
    let there = anchor.is_empty() || values(text, &["id"]).any(|id| id == anchor);
    (!there).then(|| "no such heading".to_owned())
}

/// The values of attributes with these names.
fn values<'a>(html: &'a str, names: &'a [&str]) -> impl Iterator<Item = &'a str> {
    let value = move |name: &'a &str| {
        html.match_indices(*name).filter_map(move |(at, _)| {
            let before = html[..at].ends_with([' ', '\n']);
            let rest = html[at + name.len()..].strip_prefix("=\"")?;
            before.then(|| rest.split('"').next()).flatten()
        })
    };
    names.iter().flat_map(value)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn attributes_are_read_by_their_whole_name() {
        let html = "<a class=\"x\" href=\"a.html\">href=\"no\"</a><p data-id=\"n\" id=\"y\"><img src=\"p.png\">";
        assert_eq!(
            values(html, &["href", "src"]).collect::<Vec<_>>(),
            ["a.html", "p.png"]
        );
        assert_eq!(values(html, &["id"]).collect::<Vec<_>>(), ["y"]);
    }

    #[test]
    fn missing_heading_is_reported() {
        let folder = std::env::temp_dir().join(format!("sortid-html-{}", std::process::id()));
        fs::create_dir_all(&folder).expect("a folder");
        fs::write(folder.join("a.html"), "<h1 id=\"x\">").expect("a page");
        let pages = HashMap::from([("a.html".to_owned(), "<h1 id=\"x\">".to_owned())]);
        let why = |target| broken(&folder, &pages, "b.html", target);
        assert_eq!(why("a.html#x"), None);
        assert_eq!(why("a.html#y").as_deref(), Some("no such heading"));
        assert_eq!(why("c.html").as_deref(), Some("no such file"));
        assert_eq!(why("../a.html").as_deref(), Some("leaves the book"));
        fs::remove_dir_all(&folder).expect("the folder can be removed");
    }
}
