//! The inspector on the first page.

use std::path::Path;
use std::process::Command;

use crate::Fallible;

/// Its file in the book.
const PLACE: &str = "inspector.html";

/// The line of a page that is replaced with the inspector.
const MARKER: &str = "<!-- inspector -->";

/// Inserts the inspector into a page, as a separate page in a frame that loads nothing.
pub(crate) fn insert(text: &str) -> String {
    let frame = format!(
        "<iframe class=\"inspector\" src=\"{PLACE}\" title=\"What is this id?\"></iframe>\n\n[On a page of its own]({PLACE})"
    );
    text.replace(MARKER, &frame)
}

/// Builds the inspector in the book's folder.
pub(crate) fn make(root: &Path, book: &Path) -> Fallible<()> {
    let status = Command::new("node")
        .arg(root.join("web/make.mjs"))
        .arg(book.join(PLACE))
        .status()
        .map_err(|error| format!("cannot start node: {error}"))?;
    match status.success() {
        true => Ok(()),
        false => Err(format!("building the inspector failed: {status}")),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn marker_becomes_the_inspector() {
        let page = insert("# sortid\n\n<!-- inspector -->\n\nb\n");
        assert!(page.starts_with("# sortid\n\n<iframe"));
        assert!(page.ends_with("\n\nb\n") && !page.contains(MARKER));
    }
}
