//! The entries: each name stands in them literally, for those that read them without running them.

use sortid::Format;

use crate::names::{camel, pascal};
use crate::{lines, lines_of_made};

/// The exports of the functions.
pub(crate) fn functions(_: &str) -> String {
    lines_of_made(|format| {
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
        let class = pascal(format.name());
        format!("exports.{class} = classes.{class};")
    })
}

/// The classes: each keeps as many words as its ids have, in fields of its own.
pub(crate) fn bodies(_: &str) -> String {
    let blocks = Format::ALL.iter().map(|format| {
        let (name, class, code) = (format.name(), pascal(format.name()), format.code());
        let count = format.byte_len().div_ceil(4);
        let words = || ('a'..).zip(1..=count);
        let each = |line: &dyn Fn(char, usize) -> String| -> String {
            words().map(|(word, at)| line(word, at)).collect()
        };
        let fields = each(&|word, _| format!("  #{word};\n"));
        let read = each(&|word, at| format!("    this.#{word} = words[at + {at}];\n"));
        let write = each(&|word, at| format!("    words[at + {at}] = this.#{word};\n"));
        format!(
            "class {class} {{\n{fields}\n  constructor(ours, slot) {{\n    if (ours !== OURS) throw notOurs();\n    \
             const at = slot * slotWords;\n{read}  }}\n\n  [LOAD](slot) {{\n    const at = slot * slotWords;\n    \
             words[at] = {code};\n{write}  }}\n}}\nequip({class}, '{name}');\nexports.{class} = {class};\n"
        )
    });
    blocks.collect::<Vec<_>>().join("\n")
}

/// What is taken from the one entry for the other.
pub(crate) fn names(_: &str) -> String {
    lines(|format| {
        let functions = spellings(format).filter(|_| format.is_made());
        let names = functions.chain([pascal(format.name())]);
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
