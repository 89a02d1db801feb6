//! The reference of each language: what its compiler or editor shows, as a page, where one file holds it all; for Rust what rustdoc makes.

use std::fs;
use std::path::Path;
use std::process::Command;

use crate::Fallible;
use crate::pages::read;

/// What stands for the reference of Rust in the repository, and in the book.
pub(crate) const RUST: (&str, &str) = ("core/src/lib.rs", "reference/rust/sortid/index.html");

/// A file that is a reference: its path, the title of its page, its language.
const FILES: [(&str, &str, &str); 4] = [
    ("include/sortid.h", "C: sortid.h", "c"),
    ("include/sortid.hpp", "C++: sortid.hpp", "cpp"),
    ("python/sortid/__init__.pyi", "Python: sortid", "python"),
    ("node/index.d.ts", "Node: index.d.ts", "typescript"),
];

/// Longer than any that stands in a comment.
const FENCE: &str = "``````";

/// A reference as a page.
#[derive(Debug)]
pub(crate) struct Page {
    /// The file's path in the repository.
    pub(crate) path: String,
    pub(crate) title: &'static str,
    pub(crate) text: String,
}

impl Page {
    /// Where the page lies in the book.
    pub(crate) fn place(&self) -> String {
        let name = self.path.replace(['/', '.'], "-");
        format!("reference/{name}.md")
    }
}

/// The references that are files.
pub(crate) fn pages(root: &Path) -> Fallible<Vec<Page>> {
    let page = |(path, title, language): (&str, &'static str, &str)| {
        let mut text = read(root, path)?;
        for part in parts(root, path)? {
            text.push_str(&format!("\n{}", read(root, &part)?));
        }
        Ok(Page {
            path: path.to_owned(),
            title,
            text: format!("# {title}\n\n{FENCE}{language}\n{text}\n{FENCE}\n"),
        })
    };
    FILES.into_iter().map(page).collect()
}

/// The files that a header includes from the folder that is named as it is.
fn parts(root: &Path, path: &str) -> Fallible<Vec<String>> {
    let Some((folder, ending)) = path.rsplit_once('.') else {
        return Ok(Vec::new());
    };
    let Ok(entries) = fs::read_dir(root.join(folder)) else {
        return Ok(Vec::new());
    };
    let mut parts = Vec::new();
    for entry in entries {
        let name = entry
            .map_err(|error| format!("{folder}: {error}"))?
            .file_name();
        let name = name.to_string_lossy();
        if name
            .rsplit_once('.')
            .is_some_and(|(_, other)| other == ending)
        {
            parts.push(format!("{folder}/{name}"));
        }
    }
    parts.sort_unstable();
    Ok(parts)
}

/// Lets rustdoc make the reference of the crate below `folder`, and puts it into the book.
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
    let told = |error: std::io::Error| format!("{}: {error}", from.display());
    fs::create_dir_all(to).map_err(told)?;
    for entry in fs::read_dir(from).map_err(told)? {
        let entry = entry.map_err(told)?;
        let (old, new) = (entry.path(), to.join(entry.file_name()));
        if old.is_dir() {
            copy(&old, &new)?;
        } else {
            fs::copy(&old, &new).map_err(told)?;
        }
    }
    Ok(())
}

/// Runs a program that must succeed.
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
    fn no_reference_ends_its_own_fence() {
        for page in pages(&root()).expect("the references") {
            assert_eq!(page.text.matches(FENCE).count(), 2, "{}", page.path);
        }
    }
}
