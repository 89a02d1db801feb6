//! The pictures of the documentation, drawn from the layouts of the formats and from result files.
//!
//! [`svg`] writes them, [`layouts`] draws formats, [`charts`] everything else.

mod charts;
mod layouts;
mod svg;

use std::fs;
use std::path::Path;

use sortid::Format;

use crate::Fallible;
use crate::pages::read;

/// The command that draws the pictures.
const COMMAND: &str = "cargo suite site --pictures";

const FOLDER: &str = "docs/pictures";

/// All pictures: path below the folder, and content.
fn all(root: &Path) -> Fallible<Vec<(String, String)>> {
    let failed = |error: sortid::Error| error.to_string();
    let mut pictures = vec![
        ("layouts.svg".to_owned(), layouts::poster().map_err(failed)?),
        (
            "instant.svg".to_owned(),
            layouts::instant().map_err(failed)?,
        ),
        (
            "benchmarks.svg".to_owned(),
            charts::benchmarks(&|path| read(root, path))?,
        ),
        ("lease.svg".to_owned(), charts::lease()),
        ("btree.svg".to_owned(), charts::btree().map_err(failed)?),
    ];
    for &format in Format::ALL {
        let picture = layouts::anatomy(format).map_err(failed)?;
        pictures.push((format!("formats/{}.svg", format.name()), picture));
    }
    Ok(pictures)
}

/// Draws the pictures.
pub(crate) fn write(root: &Path) -> Fallible<()> {
    let folder = root.join(FOLDER);
    let failed = |error: std::io::Error| format!("{FOLDER}: {error}");
    fs::create_dir_all(folder.join("formats")).map_err(failed)?;
    for (name, picture) in all(root)? {
        fs::write(folder.join(name), picture).map_err(failed)?;
    }
    Ok(())
}

/// Compares the checked-in pictures with the current drawings.
pub(crate) fn drift(root: &Path) -> Fallible<Vec<String>> {
    let mut stale = Vec::new();
    for (name, picture) in all(root)? {
        let path = format!("{FOLDER}/{name}");
        if read(root, &path).as_ref() != Ok(&picture) {
            stale.push(format!("{path} is not current; `{COMMAND}` draws it"));
        }
    }
    Ok(stale)
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::root;

    #[test]
    fn pictures_show_the_current_layouts_and_figures() {
        assert_eq!(drift(&root()).expect("pictures"), [""; 0]);
    }

    #[test]
    fn missing_picture_is_reported() {
        let folder = std::env::temp_dir().join(format!("sortid-pictures-{}", std::process::id()));
        let results = folder.join("docs/benchmarks");
        fs::create_dir_all(&results).expect("a folder");
        for file in ["core", "c", "python", "node", "jvm"] {
            let name = format!("{file}.json");
            fs::copy(
                root().join("docs/benchmarks").join(&name),
                results.join(&name),
            )
            .expect("a result file");
        }
        let stale = drift(&folder).expect("pictures");
        assert!(
            stale[0].contains("layouts.svg") && stale[0].contains(COMMAND),
            "{stale:?}"
        );
        write(&folder).expect("written");
        assert_eq!(drift(&folder).expect("pictures"), [""; 0]);
        let poster = folder.join(FOLDER).join("layouts.svg");
        let changed = fs::read_to_string(&poster)
            .expect("a picture")
            .replace("48", "47");
        fs::write(&poster, changed).expect("written");
        assert_eq!(drift(&folder).expect("pictures").len(), 1);
        fs::remove_dir_all(&folder).expect("removed");
    }
}
