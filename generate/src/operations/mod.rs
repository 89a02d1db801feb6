//! The operations of the suite's line protocol, and the lines of each driver that answer them.

mod languages;
mod operation;
mod rows;

pub(crate) use languages::Language;
use operation::Operation;
use rows::OPERATIONS;

/// The lines of a driver that answer the operations.
pub(crate) fn dispatch(language: Language) -> String {
    let lines = OPERATIONS.iter().map(|operation| operation.line(language));
    lines.collect::<Vec<_>>().join("\n")
}

/// The names and headings for the suite.
pub(crate) fn names() -> String {
    let names = OPERATIONS
        .iter()
        .map(|Operation(name, heading, ..)| format!("({name:?}, {heading:?}),"));
    names.collect::<Vec<_>>().join("\n")
}
