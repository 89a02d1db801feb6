//! The inspector, which the book opens with.

use std::path::Path;
use std::process::Command;

use crate::Fallible;

/// Its file in the book.
const PLACE: &str = "inspector.html";

/// The first page with the inspector at its top: a page in the page, which may load nothing.
pub(crate) fn above(text: &str) -> String {
    let frame = format!(
        "<iframe src=\"{PLACE}\" title=\"What is this id?\" style=\"width: 100%; height: 36rem; border: 0\"></iframe>\n\n[The inspector alone]({PLACE})"
    );
    format!("{frame}\n\n{text}")
}

/// Makes it where the book lies.
pub(crate) fn make(root: &Path, made: &Path) -> Fallible<()> {
    let status = Command::new("node")
        .arg(root.join("inspector/make.mjs"))
        .arg(made.join(PLACE))
        .status()
        .map_err(|error| format!("cannot start node: {error}"))?;
    match status.success() {
        true => Ok(()),
        false => Err(format!("the inspector is not made: {status}")),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn first_page_begins_with_the_inspector() {
        let page = above("# sortid\n");
        assert!(page.starts_with("<iframe"));
        assert!(page.ends_with("# sortid\n"));
    }
}
