//! The reference of each language: the documented declarations of its sources, or rustdoc's pages.

use std::fs;
use std::path::Path;
use std::process::Command;

use crate::Fallible;
use crate::declarations::{self, Style};
use crate::pages::read;

/// The link to the Rust reference in the repository, and in the book.
pub(crate) const RUST: (&str, &str) = ("core/src/lib.rs", "reference/rust/sortid/index.html");

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

const SOURCES: [Source; 6] = [
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
        path: "python/sortid/__init__.pyi",
        title: "Python",
        language: "python",
        style: Style::Docstring,
        more: &[],
    },
    Source {
        path: "node/index.d.cts",
        title: "Node",
        language: "typescript",
        style: Style::Block,
        more: &[],
    },
    Source {
        path: "uniffi/swift/Sources/Sortid",
        title: "Swift",
        language: "swift",
        style: Style::Slashes,
        more: &[],
    },
    Source {
        path: "uniffi/kotlin/src/main/kotlin/sortid",
        title: "Kotlin",
        language: "kotlin",
        style: Style::Block,
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

/// Generates the crate's reference with rustdoc below `folder`, and copies it into the book.
pub(crate) fn rust(root: &Path, folder: &Path, book: &Path) -> Fallible<()> {
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
        .arg(folder)
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
