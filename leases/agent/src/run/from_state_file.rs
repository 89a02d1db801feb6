//! Migration from a configured number to a lease: retires the old state file, so that the lease
//! begins above it.
//!
//! The old file becomes `….retired`, which no generator can open. A text file with a notice takes
//! its old name, so that a program that does not know about the lease finds no state file there,
//! and creates none.

use std::fs;
use std::io::{Error, ErrorKind};
use std::path::{Path, PathBuf};

use sortid::ErrorCode;
use sortid_leasing::Namespace;

use crate::failure::Failure;

/// Retires the state file. Idempotent. Returns the time above which the lease begins, in Unix
/// milliseconds.
pub(super) fn retire(
    path: &Path,
    lease_file: &Path,
    namespace: &Namespace,
) -> Result<i64, Failure> {
    let retired = with_suffix(path, ".retired");
    match sortid_leasing::retire(path, namespace) {
        Ok(above_ms) => {
            move_aside(path, &retired, lease_file)
                .map_err(|error| Failure::failed(format!("{}: {error}", retired.display())))?;
            Ok(above_ms)
        }
        // It was retired before.
        Err(error)
            if retired.exists()
                && matches!(error.code(), ErrorCode::StoreForeign | ErrorCode::StoreIo) =>
        {
            Ok(sortid_leasing::retire(&retired, namespace)?)
        }
        Err(error) => Err(error.into()),
    }
}

fn move_aside(path: &Path, retired: &Path, lease_file: &Path) -> Result<(), Error> {
    if path == lease_file {
        return fs::rename(path, retired);
    }
    // An earlier retired file is superseded: the current one is above it.
    match fs::remove_file(retired) {
        Err(error) if error.kind() != ErrorKind::NotFound => return Err(error),
        _ => {}
    }
    fs::hard_link(path, retired)?;
    let draft = with_suffix(path, ".new");
    let text = format!(
        "This state file was retired: its ids continue in the lease file {}.\n",
        lease_file.display()
    );
    fs::write(&draft, text)?;
    fs::rename(draft, path)
}

fn with_suffix(path: &Path, suffix: &str) -> PathBuf {
    let mut name = path.to_owned().into_os_string();
    name.push(suffix);
    PathBuf::from(name)
}
