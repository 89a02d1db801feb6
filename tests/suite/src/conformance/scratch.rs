//! The scratch folder of a session, for state files and lease files.
//!
//! It initially contains only a few files that no generator accepts.

use std::fs::{self, Permissions};
use std::io;
use std::path::{Path, PathBuf};

use serde_json::Value;

/// Stands for the path of the folder in a case.
const PLACEHOLDER: &str = "{scratch}";

/// A file of another program.
const NOT_A_STATE_FILE: (&str, &[u8]) = ("foreign", b"some text\n");
/// A file that was truncated to nothing.
const TRUNCATED: (&str, &[u8]) = ("torn", b"");
/// A file without write permission.
const READ_ONLY: (&str, &[u8]) = ("read-only", b"some text\n");

/// Replaces the placeholder in requests by the folder's path.
///
/// Empties and fills the folder if any request contains the placeholder.
pub(crate) fn fill_in(requests: Vec<String>, folder: &Path) -> io::Result<Vec<String>> {
    if !requests.iter().any(|request| request.contains(PLACEHOLDER)) {
        return Ok(requests);
    }
    let folder = empty(folder)?;
    for (name, content) in [NOT_A_STATE_FILE, TRUNCATED, READ_ONLY] {
        fs::write(folder.join(name), content)?;
    }
    let read_only = folder.join(READ_ONLY.0);
    let mut permissions: Permissions = fs::metadata(&read_only)?.permissions();
    permissions.set_readonly(true);
    fs::set_permissions(&read_only, permissions)?;
    // The path escaped for a JSON string.
    let quoted = Value::from(folder.to_string_lossy()).to_string();
    let inner = quoted.trim_matches('"');
    let requests = requests.into_iter();
    Ok(requests
        .map(|request| request.replace(PLACEHOLDER, inner))
        .collect())
}

/// Creates or empties a folder. Returns its absolute path.
pub(crate) fn empty(folder: &Path) -> io::Result<PathBuf> {
    match fs::remove_dir_all(folder) {
        Err(error) if error.kind() != io::ErrorKind::NotFound => return Err(error),
        _ => fs::create_dir_all(folder)?,
    }
    folder.canonicalize()
}

#[cfg(test)]
mod tests {
    use super::*;
    use serde_json::json;

    #[test]
    fn fill_in_replaces_placeholder_and_empties_folder() {
        let folder = Path::new(env!("CARGO_MANIFEST_DIR")).join("../../target/suite/scratch test");
        let requests = || vec![json!({"path": "{scratch}/ids.state"}).to_string()];
        let filled = fill_in(requests(), &folder).expect("filled in");
        let request: Value = serde_json::from_str(&filled[0]).expect("JSON");
        let path = PathBuf::from(request["path"].as_str().expect("text"));
        fs::write(&path, "from an earlier session").expect("written");
        assert!(
            path.with_file_name("read-only")
                .metadata()
                .expect("there")
                .permissions()
                .readonly()
        );
        fill_in(requests(), &folder).expect("filled in");
        assert!(!path.exists(), "the folder was emptied");
        fs::remove_dir_all(&folder).expect("removed");
        let plain = vec!["{}".to_owned()];
        assert_eq!(fill_in(plain.clone(), &folder).expect("filled in"), plain);
        assert!(!folder.exists());
    }
}
