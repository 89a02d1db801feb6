//! Programs of the site's pages: the inspector on the first page, and the package that examples run
//! with.

use std::path::Path;
use std::process::Command;

use sortid::Format;

use crate::Fallible;

/// Its file in the book.
pub(crate) const PLACE: &str = "inspector.html";

/// The folder of the package, for `docs/theme/run.js`.
const RUN: &str = "run";

/// The line of a page that is replaced with the inspector.
const MARKER: &str = "<!-- inspector -->";

/// Inserts the inspector into a page, as a separate page in a frame that loads nothing. It explains
/// the example of a uuid7.
pub(crate) fn insert(text: &str) -> Fallible<String> {
    let id = Format::Uuid7.example().map_err(|error| error.to_string())?;
    let frame = format!(
        "<iframe class=\"inspector\" src=\"{PLACE}#{id}\" title=\"What is this id?\"></iframe>\n\n\
         [On a page of its own]({PLACE})"
    );
    Ok(text.replace(MARKER, &frame))
}

/// Builds both in the book's folder.
pub(crate) fn make(root: &Path, book: &Path) -> Fallible<()> {
    for (script, place) in [("web/make.mjs", PLACE), ("node/scripts/wasm.mjs", RUN)] {
        let status = Command::new("node")
            .arg(root.join(script))
            .arg(book.join(place))
            .status()
            .map_err(|error| format!("cannot start node: {error}"))?;
        if !status.success() {
            return Err(format!("{script} failed: {status}"));
        }
    }
    Ok(())
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::pages::{FIRST, read};
    use crate::root;

    #[test]
    fn examples_load_the_package_from_its_folder() {
        let script = read(&root(), "docs/theme/run.js").expect("a script");
        assert!(script.contains(&format!("${{path_to_root}}{RUN}/inline.mjs")));
        let wasm = read(&root(), "node/scripts/wasm.mjs").expect("a script");
        assert!(wasm.contains("'inline.mjs'"));
    }

    #[test]
    fn marker_becomes_the_inspector() {
        let page = insert("# sortid\n\n<!-- inspector -->\n\nb\n").expect("a page");
        assert!(page.starts_with("# sortid\n\n<iframe"));
        let first = read(&root(), FIRST).expect("the first page");
        let id = Format::Uuid7.example().expect("an id").to_text();
        assert!(first.contains(&*id) && page.contains(&format!("#{id}\"")));
        assert!(page.ends_with("\n\nb\n") && !page.contains(MARKER));
    }
}
