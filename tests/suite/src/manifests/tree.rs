//! The files of the repository, and of nothing that was built or fetched into it.

use std::fs;
use std::io;
use std::path::Path;

/// Folders that are not the repository's own, by name.
const FOREIGN: [&str; 3] = ["target", "node_modules", "__pycache__"];

/// The one folder that begins with a dot and is ours to read.
const FORGE: &str = ".github";

/// Every file below `root`: its path there, with slashes, in order.
///
/// # Errors
/// A folder that cannot be read.
pub(super) fn files(root: &Path) -> io::Result<Vec<String>> {
    let mut files = Vec::new();
    walk(root, "", &mut files)?;
    files.sort_unstable();
    Ok(files)
}

fn walk(root: &Path, below: &str, files: &mut Vec<String>) -> io::Result<()> {
    for entry in fs::read_dir(root.join(below))? {
        let entry = entry?;
        let name = entry.file_name();
        let name = name.to_string_lossy();
        let path = format!("{below}{name}");
        let kind = entry.file_type()?;
        let hidden = name.starts_with('.') && name != FORGE;
        if kind.is_dir() && !hidden && !FOREIGN.contains(&&*name) {
            walk(root, &format!("{path}/"), files)?;
        } else if kind.is_file() {
            files.push(path);
        }
    }
    Ok(())
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn what_is_built_is_not_seen() {
        let root = Path::new(env!("CARGO_MANIFEST_DIR")).join("../..");
        let files = files(&root).expect("the repository can be read");
        let has = |path: &str| files.iter().any(|file| file == path);
        assert!(has("Cargo.toml") && has("core/src/lib.rs") && has(".github/workflows/npm.yml"));
        let foreign = |file: &&String| file.split('/').any(|part| FOREIGN.contains(&part));
        assert_eq!(files.iter().find(foreign), None);
    }
}
