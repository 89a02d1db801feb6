//! The files that are written from data: tables in pages, and `AGENTS.md` of each package.

use std::fs;
use std::path::Path;

use crate::pages::read;
use crate::tables::File;
use crate::{Fallible, agents, tables};

/// The command that updates the files.
const COMMAND: &str = "cargo suite site --tables";

/// Updates the tables of every page, and the files for programs that write code.
pub(crate) fn write(root: &Path) -> Fallible<()> {
    let mut files = tables::pages(root)?;
    files.extend(agents::texts(root)?);
    for (path, text) in stale(root, files) {
        fs::write(root.join(&path), text).map_err(|error| format!("{path}: {error}"))?;
    }
    Ok(())
}

/// The files that `write` would change.
pub(crate) fn drift(root: &Path) -> Fallible<Vec<String>> {
    let mut files = tables::pages(root)?;
    files.extend(agents::texts(root)?);
    let paths = stale(root, files).map(|(path, _)| path);
    Ok(paths
        .map(|path| format!("{path}: a table differs from its data; `{COMMAND}` updates it"))
        .collect())
}

/// The files with another text than in the repository.
fn stale(root: &Path, files: Vec<File>) -> impl Iterator<Item = File> {
    let is_stale = |(path, text): &File| read(root, path).as_ref() != Ok(text);
    files.into_iter().filter(is_stale)
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::root;

    #[test]
    fn files_are_current() {
        assert_eq!(drift(&root()).expect("pages"), [""; 0]);
        assert!(tables::pages(&root()).expect("pages").len() > 5);
    }

    #[test]
    fn stale_table_is_reported() {
        let folder = std::env::temp_dir().join(format!("sortid-tables-{}", std::process::id()));
        fs::create_dir_all(folder.join("docs")).expect("a folder");
        let json = r#"[{"title": "A", "text": "", "columns": ["x"], "rows": [["1"]]}]"#;
        fs::write(folder.join("docs/a.json"), json).expect("a file");
        let page = "<!-- tables: a.json -->\n<!-- end of tables -->\n";
        fs::write(folder.join("docs/a.md"), page).expect("a page");
        let files = tables::pages(&folder).expect("pages");
        let stale: Vec<File> = stale(&folder, files).collect();
        let [(path, text)] = &stale[..] else {
            panic!("{stale:?}");
        };
        assert!(
            path == "docs/a.md" && text.contains("\n| 1 |\n"),
            "{stale:?}"
        );
        fs::remove_dir_all(&folder).expect("removed");
    }
}
