//! The repository's own files, without build output and downloaded packages.

use std::fs;
use std::io;
use std::path::Path;

/// Folders with build output or downloaded packages.
const IGNORED: [&str; 3] = ["target", "node_modules", "__pycache__"];

/// The only hidden folder with files to check.
const GITHUB: &str = ".github";

/// The paths of all files below `root`, relative to it, with slashes, sorted.
///
/// # Errors
/// If a folder cannot be read.
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
        let hidden = name.starts_with('.') && name != GITHUB;
        if kind.is_dir() && !hidden && !IGNORED.contains(&&*name) {
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
    fn files_skips_build_output() {
        let root = Path::new(env!("CARGO_MANIFEST_DIR")).join("../..");
        let files = files(&root).expect("the repository can be read");
        let has = |path: &str| files.iter().any(|file| file == path);
        assert!(has("Cargo.toml") && has("core/src/lib.rs") && has(".github/workflows/npm.yml"));
        let ignored = |file: &&String| file.split('/').any(|part| IGNORED.contains(&part));
        assert_eq!(files.iter().find(ignored), None);
    }
}
