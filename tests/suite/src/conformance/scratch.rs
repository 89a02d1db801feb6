//! A folder for the state files of one conversation: empty but for a few files that no generator accepts.

use std::fs::{self, Permissions};
use std::io;
use std::path::{Path, PathBuf};

use serde_json::Value;

/// What stands for the folder in a case.
const PLACEHOLDER: &str = "{scratch}";

/// Not made by a generator.
const FOREIGN: (&str, &[u8]) = ("foreign", b"some text\n");
/// Cut off to nothing.
const TORN: (&str, &[u8]) = ("torn", b"");
/// Not to be written.
const READ_ONLY: (&str, &[u8]) = ("read-only", b"some text\n");

/// The requests with the folder in place of its placeholder; the folder is made anew if any needs it.
pub(crate) fn placed(requests: Vec<String>, folder: &Path) -> io::Result<Vec<String>> {
    if !requests.iter().any(|request| request.contains(PLACEHOLDER)) {
        return Ok(requests);
    }
    let folder = fresh(folder)?;
    for (name, content) in [FOREIGN, TORN, READ_ONLY] {
        fs::write(folder.join(name), content)?;
    }
    let read_only = folder.join(READ_ONLY.0);
    let mut permissions: Permissions = fs::metadata(&read_only)?.permissions();
    permissions.set_readonly(true);
    fs::set_permissions(&read_only, permissions)?;
    // As it stands between the quotes of a JSON text.
    let quoted = Value::from(folder.to_string_lossy()).to_string();
    let inner = quoted.trim_matches('"');
    let requests = requests.into_iter();
    Ok(requests
        .map(|request| request.replace(PLACEHOLDER, inner))
        .collect())
}

/// An empty folder, by its full path.
pub(crate) fn fresh(folder: &Path) -> io::Result<PathBuf> {
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
    fn a_placeholder_becomes_a_fresh_folder_with_files_to_refuse() {
        let folder = Path::new(env!("CARGO_MANIFEST_DIR")).join("../../target/suite/scratch test");
        let asked = || vec![json!({"path": "{scratch}/ids.state"}).to_string()];
        let placed_once = placed(asked(), &folder).expect("placed");
        let request: Value = serde_json::from_str(&placed_once[0]).expect("JSON");
        let path = PathBuf::from(request["path"].as_str().expect("text"));
        fs::write(&path, "left by a conversation").expect("written");
        assert!(
            path.with_file_name("read-only")
                .metadata()
                .expect("there")
                .permissions()
                .readonly()
        );
        placed(asked(), &folder).expect("placed");
        assert!(!path.exists(), "the folder is fresh");
        fs::remove_dir_all(&folder).expect("removed");
        let plain = vec!["{}".to_owned()];
        assert_eq!(placed(plain.clone(), &folder).expect("placed"), plain);
        assert!(!folder.exists());
    }
}
