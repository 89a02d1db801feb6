//! Writes the parts of the npm package that repeat the core's lists: names of formats, fields,
//! options, error codes and text forms, in Rust, JavaScript and TypeScript; the rows of formats in
//! plain JavaScript; and tables in the documentation.
//!
//! `node node/scripts/renew.mjs` writes them, between `<generated: …>` and `</generated>`. A test of
//! this crate compares them.

mod javascript;
mod names;
mod page;
mod patterns;
mod rows;
mod splice;
mod types;

use std::fs;
use std::io;
use std::path::{Path, PathBuf};

use sortid::Format;

use crate::names::pascal;
use crate::splice::{splice, splice_page};

/// A part of a file: its name, and its lines.
type Part = (&'static str, fn(&str) -> String);

/// The files, from the package's folder, with the parts of each. A part is made of the file that it stands in.
const FILES: [(&str, &[Part]); 6] = [
    ("src/plain.rs", &[("formats", rust_types)]),
    (
        "index.cjs",
        &[
            ("functions", javascript::functions),
            ("classes", javascript::classes),
        ],
    ),
    ("lib/classes.cjs", &[("classes", javascript::bodies)]),
    ("lib/patterns.cjs", &[("patterns", patterns::patterns)]),
    ("index.mjs", &[("names", javascript::names)]),
    (
        "index.d.cts",
        &[
            ("formats", types::formats),
            ("functions", types::functions),
            ("classes", types::classes),
            ("read options", types::read_options),
            ("generator options", types::generator_options),
            ("option names", types::option_names),
            ("forms", types::forms),
            ("storage", types::storage),
            ("kinds", types::kinds),
            ("origins", types::origins),
            ("error codes", types::error_codes),
        ],
    ),
];

/// A page of the documentation, the name of its marked part, and the lines of its table.
type Page = (&'static str, &'static str, fn() -> String);

/// Pages with a table that is generated.
const PAGES: [Page; 2] = [
    ("databases.md", "storage", page::storage),
    ("choosing.md", "shared nodes", page::shared_nodes),
];

/// Every file with what belongs in it.
///
/// # Errors
/// What stops a file from being read, and a part that has no place in its file.
pub fn outputs() -> io::Result<Vec<(PathBuf, String)>> {
    let package = Path::new(env!("CARGO_MANIFEST_DIR")).join("..");
    let parts = FILES.into_iter().map(|(name, parts)| {
        let path = package.join(name);
        let mut text = fs::read_to_string(&path)?;
        for (part, lines) in parts {
            let lines = lines(&text);
            text = splice(&text, part, &lines)
                .ok_or_else(|| io::Error::other(format!("{name} has no <generated: {part}>")))?;
        }
        Ok((path, text))
    });
    let pages = PAGES.into_iter().map(|(name, part, lines)| {
        let path = package.join("../docs").join(name);
        let text = splice_page(&fs::read_to_string(&path)?, part, &lines())
            .ok_or_else(|| io::Error::other(format!("{name} has no <generated: {part}>")))?;
        Ok((path, text))
    });
    let rows = Ok((package.join(rows::FILE), rows::json()?));
    parts.chain(pages).chain([rows]).collect()
}

/// The newtypes of the core that have a plain function.
fn rust_types(_: &str) -> String {
    lines_of_made(|format| format!("sortid::{};", pascal(format.name())))
}

/// Some lines for each format.
fn lines(of: impl Fn(Format) -> String) -> String {
    let lines: Vec<String> = Format::ALL.iter().copied().map(of).collect();
    lines.join("\n")
}

/// Some lines for each format that is made.
fn lines_of_made(of: impl Fn(Format) -> String) -> String {
    let made = Format::ALL
        .iter()
        .copied()
        .filter(|format| format.is_made());
    made.map(of).collect::<Vec<_>>().join("\n")
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn generated_files_are_current() {
        for (path, text) in outputs().expect("every file has its parts") {
            let is = fs::read_to_string(&path).expect("a file");
            assert!(
                is == text,
                "{}: node node/scripts/renew.mjs",
                path.display()
            );
        }
    }

    #[test]
    fn a_part_without_a_place_is_found_out() {
        assert_eq!(
            splice("// <generated: a>\n// </generated>\n", "b", "x"),
            None
        );
    }
}
