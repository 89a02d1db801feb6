//! Files of the repository.

use std::error::Error;
use std::path::{Path, PathBuf};

/// The text of a file, or an error.
pub(crate) type TextResult = Result<String, Box<dyn Error>>;

/// The path below the root.
pub(crate) fn at_root(path: &str) -> PathBuf {
    Path::new(env!("CARGO_MANIFEST_DIR")).join("..").join(path)
}
