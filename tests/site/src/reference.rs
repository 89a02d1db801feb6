//! The reference of each language: the pages of its own tool, or the documented declarations of
//! its sources.
//!
//! C, C++ and Swift have no tool that a package registry serves: Doxygen and DocC are programs of
//! the system.

use std::fs;
use std::path::Path;
use std::process::Command;

use crate::Fallible;
use crate::declarations::{self, Style};
use crate::pages::read;

/// The links to the references of tools, in the repository and in the book.
pub(crate) const TOOLS: [(&str, &str); 4] = [
    ("core/src/lib.rs", "reference/rust/sortid/index.html"),
    ("python/sortid/__init__.pyi", "reference/python/index.html"),
    ("node/index.d.cts", "reference/node/index.html"),
    (
        "uniffi/kotlin/src/main/kotlin/sortid",
        "reference/kotlin/index.html",
    ),
];

/// A reference generated from sources.
struct Source {
    /// The file or folder that pages link to.
    path: &'static str,
    title: &'static str,
    /// The name of the language in code blocks.
    language: &'static str,
    style: Style,
    /// Other files and folders that belong to it.
    more: &'static [&'static str],
}

const SOURCES: [Source; 3] = [
    Source {
        path: "include/sortid.h",
        title: "C",
        language: "c",
        style: Style::Block,
        more: &[
            "include/sortid/options.h",
            "include/sortid/formats.h",
            "include/sortid/type.h",
            "include/sortid/columns.h",
            "include/sortid/testing.h",
            "include/sortid_lease.h",
        ],
    },
    Source {
        path: "include/sortid.hpp",
        title: "C++",
        language: "cpp",
        style: Style::Slashes,
        more: &["include/sortid"],
    },
    Source {
        path: "uniffi/swift/Sources/Sortid",
        title: "Swift",
        language: "swift",
        style: Style::Slashes,
        more: &[],
    },
];

/// A reference page.
#[derive(Debug)]
pub(crate) struct Page {
    /// The path in the repository.
    pub(crate) path: String,
    pub(crate) title: &'static str,
    pub(crate) text: String,
}

impl Page {
    /// The path in the book.
    pub(crate) fn place(&self) -> String {
        let name = self.path.replace(['/', '.'], "-");
        format!("reference/{name}.md")
    }
}

/// The references generated from sources.
pub(crate) fn pages(root: &Path) -> Fallible<Vec<Page>> {
    let page = |source: &Source| {
        let mut text = format!("# {} reference\n\n", source.title);
        for path in [source.path].iter().chain(source.more) {
            for file in files(root, path)? {
                let declarations = declarations::read(&read(root, &file)?, source.style);
                text.push_str(&declarations::markdown(&declarations, source.language));
            }
        }
        Ok(Page {
            path: source.path.to_owned(),
            title: source.title,
            text,
        })
    };
    SOURCES.iter().map(page).collect()
}

/// A file, or the files of a folder in the order of their names.
fn files(root: &Path, path: &str) -> Fallible<Vec<String>> {
    if !root.join(path).is_dir() {
        return Ok(vec![path.to_owned()]);
    }
    let failed = |error: std::io::Error| format!("{path}: {error}");
    let mut files = Vec::new();
    for entry in fs::read_dir(root.join(path)).map_err(failed)? {
        let entry = entry.map_err(failed)?;
        if entry.path().is_file() {
            files.push(format!("{path}/{}", entry.file_name().to_string_lossy()));
        }
    }
    files.sort_unstable();
    Ok(files)
}

/// Generates the references of tools below `folder`, and copies them into the book. `tools` is the
/// environment of mdBook.
pub(crate) fn generate(root: &Path, tools: &Path, folder: &Path, book: &Path) -> Fallible<()> {
    let mut references = Command::new(root.join("tests/site/references"));
    references.args([tools, &folder.join("references"), &book.join("reference")]);
    go(&mut references)?;
    let folder = folder.join("rustdoc");
    let mut cargo = Command::new("cargo");
    cargo
        .args([
            "doc",
            "--quiet",
            "--package",
            "sortid",
            "--lib",
            "--no-deps",
            "--all-features",
        ])
        .arg("--target-dir")
        .arg(&folder)
        .current_dir(root);
    go(&mut cargo)?;
    copy(&folder.join("doc"), &book.join("reference/rust"))
}

fn copy(from: &Path, to: &Path) -> Fallible<()> {
    let failure = |error: std::io::Error| format!("{}: {error}", from.display());
    fs::create_dir_all(to).map_err(failure)?;
    for entry in fs::read_dir(from).map_err(failure)? {
        let entry = entry.map_err(failure)?;
        let (old, new) = (entry.path(), to.join(entry.file_name()));
        if old.is_dir() {
            copy(&old, &new)?;
        } else {
            fs::copy(&old, &new).map_err(failure)?;
        }
    }
    Ok(())
}

/// Runs a program; an error if it fails.
pub(crate) fn go(command: &mut Command) -> Fallible<()> {
    let name = command.get_program().to_string_lossy().into_owned();
    match command.status() {
        Ok(status) if status.success() => Ok(()),
        Ok(status) => Err(format!("{name} ended with {status}")),
        Err(error) => Err(format!("cannot start {name}: {error}")),
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::root;

    #[test]
    fn every_language_documents_the_parse_of_an_id() {
        for page in pages(&root()).expect("the references") {
            let count = page.text.matches("\n##").count();
            assert!(count > 100, "{}: {count} declarations", page.title);
            let parse = ["parse", "Parse", "init"];
            assert!(
                parse.iter().any(|name| page.text.contains(name)),
                "{}",
                page.title
            );
        }
    }
}
