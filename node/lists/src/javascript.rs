//! The entries: each name stands in them literally, for those that read them without running them.

use sortid::Format;

use crate::lines;
use crate::names::{camel, pascal};

/// The exports of the functions.
pub(crate) fn functions(_: &str) -> String {
    lines(|format| {
        let exports = spellings(format).map(|spelling| {
            let name = format.name();
            format!("exports.{spelling} = newId.{name};")
        });
        exports.collect::<Vec<_>>().join("\n")
    })
}

/// The exports of the classes.
pub(crate) fn classes(_: &str) -> String {
    lines(|format| {
        let (class, name) = (pascal(format.name()), format.name());
        format!("exports.{class} = classes.{name};")
    })
}

/// What is taken from the one entry for the other.
pub(crate) fn names(_: &str) -> String {
    lines(|format| {
        let names = spellings(format).chain([pascal(format.name())]);
        let lines = names.map(|name| format!("{name},"));
        lines.collect::<Vec<_>>().join("\n")
    })
}

/// A function's name as JavaScript spells it, and the format's own where that is another.
pub(crate) fn spellings(format: Format) -> impl Iterator<Item = String> {
    let (camel, name) = (camel(format.name()), format.name());
    let stable = (camel != name).then(|| name.to_owned());
    [camel].into_iter().chain(stable)
}
