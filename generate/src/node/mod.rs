//! Parts of the npm package that follow from the core's lists, in Rust, JavaScript and TypeScript,
//! and the rows of formats in plain JavaScript.

pub(crate) mod javascript;
pub(crate) mod patterns;
pub(crate) mod rows;
mod sentences;
pub(crate) mod types;

use sortid::Format;

use crate::names::pascal;

/// The core's newtypes of formats that can be generated.
pub(crate) fn rust_types() -> String {
    let formats = Format::ALL
        .iter()
        .copied()
        .filter(|format| format.can_generate());
    lines(formats, |format| {
        format!("sortid::ids::{};", pascal(format.name()))
    })
}

/// Joins the lines of each format.
fn lines(formats: impl Iterator<Item = Format>, of: impl Fn(Format) -> String) -> String {
    formats.map(of).collect::<Vec<_>>().join("\n")
}

/// Joins the lines of each format in [`Format::ALL`].
fn lines_of_all(of: impl Fn(Format) -> String) -> String {
    lines(Format::ALL.iter().copied(), of)
}
