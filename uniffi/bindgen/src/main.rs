//! Writes every generated file of the Swift and Kotlin packages.

use std::error::Error;
use std::fs;

fn main() -> Result<(), Box<dyn Error>> {
    for output in sortid_bindgen::outputs()? {
        let path = sortid_bindgen::root().join(&output.path);
        if let Some(folder) = path.parent() {
            fs::create_dir_all(folder)?;
        }
        fs::write(path, output.text)?;
    }
    Ok(())
}
