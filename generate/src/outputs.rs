//! The list of every generated file.

use std::error::Error;
use std::fs;
use std::path::{Path, PathBuf};

use crate::splice::splice;
use crate::{c, cpp, postgres};

/// A result of a generator that reads sources or builds something.
pub(crate) type Made = Result<String, Box<dyn Error>>;

/// How the text of a file is made.
enum Text {
    /// The whole file.
    Whole(fn() -> Made),
    /// Parts by name; the rest is written by hand.
    Parts(&'static [(&'static str, fn() -> String)]),
}

use Text::{Parts, Whole};

/// Every generated file, by its path from the root.
const FILES: &[(&str, Text)] = &[
    ("include/sortid.h", Whole(|| c::header(c::Header::Main))),
    (
        "include/sortid/formats.h",
        Whole(|| c::header(c::Header::Formats)),
    ),
    (
        "include/sortid/columns.h",
        Whole(|| c::header(c::Header::Columns)),
    ),
    (
        "include/sortid/testing.h",
        Whole(|| c::header(c::Header::Testing)),
    ),
    ("include/sortid_lease.h", Whole(c::lease_header)),
    ("include/sortid/options.hpp", Whole(|| Ok(cpp::options()))),
    ("include/sortid/tables.hpp", Whole(cpp::tables)),
    (
        concat!(
            "ffi-c/postgres/sortid--",
            env!("CARGO_PKG_VERSION"),
            ".sql"
        ),
        Whole(|| Ok(postgres::script())),
    ),
    (
        "ffi-c/postgres/sortid.control",
        Whole(|| Ok(postgres::control())),
    ),
    (
        "ffi-c/postgres/src/formats.h",
        Whole(|| Ok(postgres::formats())),
    ),
];

/// The path below the root of the repository.
pub(crate) fn at_root(path: &str) -> PathBuf {
    Path::new(env!("CARGO_MANIFEST_DIR")).join("..").join(path)
}

/// Every generated file with its whole text.
///
/// # Errors
/// The file that cannot be read or made, or that lacks a mark.
pub(crate) fn outputs() -> Result<Vec<(String, String)>, Box<dyn Error>> {
    let output = |(path, text): &(&str, Text)| {
        let text = match text {
            Whole(text) => text()?,
            Parts(parts) => with_parts(path, parts)?,
        };
        Ok(((*path).to_owned(), text))
    };
    FILES.iter().map(output).collect()
}

fn with_parts(path: &str, parts: &[(&str, fn() -> String)]) -> Made {
    let mut text = fs::read_to_string(at_root(path))?;
    for (part, lines) in parts {
        let new = splice(&text, part, &lines());
        text = new.ok_or_else(|| format!("{path} has no part <generated: {part}>"))?;
    }
    Ok(text)
}
