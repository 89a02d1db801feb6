//! Writes what is generated in the Swift and Kotlin packages: UniFFI's own part, and every list that the core holds.
//!
//! `cargo run -p sortid-bindgen` writes the files; a test of this crate fails where they are not what it would write.

mod asked;
mod kotlin;
mod names;
mod swift;
mod uniffi;

use std::path::{Path, PathBuf};

/// A generated file: its path from the root of the repository, and what belongs in it.
#[derive(Debug)]
pub struct Output {
    /// The path.
    pub path: PathBuf,
    /// The whole file.
    pub text: String,
}

/// The root of the repository.
pub fn root() -> PathBuf {
    Path::new(env!("CARGO_MANIFEST_DIR")).join("../..")
}

/// Every generated file.
///
/// # Errors
/// What stops the library from being built or read.
pub fn outputs() -> Result<Vec<Output>, Box<dyn std::error::Error>> {
    let mut outputs = uniffi::outputs(&root())?;
    outputs.extend(kotlin::outputs(&root())?);
    outputs.extend(swift::outputs(&root())?);
    Ok(outputs)
}
