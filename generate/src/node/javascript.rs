//! The entry modules. They contain each name literally, for tools that do not run them.

use sortid::Format;

use super::lines;
use crate::api::{generatable, known};
use crate::names::{camel, pascal};

pub(crate) fn functions() -> String {
    lines(generatable(), |format| {
        let (name, class) = (camel(format.name()), pascal(format.name()));
        format!(
            "exports.{name} = newId(classes.{class});\nexports.{name}Text = newText(classes.{class});"
        )
    })
}

pub(crate) fn classes() -> String {
    lines(known(), |format| {
        let class = pascal(format.name());
        format!("exports.{class} = classes.{class};")
    })
}

/// The head of `classes.cjs`.
const CLASSES: &str = "\
// The classes of the formats' ids, which copy the words of a slot. typed.cjs adds the methods.
//
// Written by `cargo suite generate node` from the core's list of formats.
'use strict';

const { LOAD, OURS, constructorError, typeOf } = require('./id.cjs');
const { ALL } = require('./format.cjs');
const { slotWords, words } = require('./registers.cjs');
const { equip } = require('./typed.cjs');

/** The property `type` by format code. A list, as an object with so many properties is slow. */
const types = [];
for (const { code, name } of ALL) types[code] = typeOf(name);

";

/// The text of `classes.cjs`. Each class stores the words of its ids.
pub(crate) fn bodies(formats: &[Format]) -> String {
    let blocks = formats.iter().map(|format| {
        let (name, class, code) = (format.name(), pascal(format.name()), format.code());
        let each = |line: &dyn Fn(usize) -> String| -> String {
            (1..=format.byte_len().div_ceil(4)).map(line).collect()
        };
        let fields = each(&|nth| format!("  word{nth} = 0;\n"));
        let read = each(&|nth| format!("    this.word{nth} = words[at + {nth}];\n"));
        let write = each(&|nth| format!("    words[at + {nth}] = this.word{nth};\n"));
        format!(
            "class {class} {{\n  type = types[{code}];\n{fields}\n  \
             constructor(ours, slot) {{\n    if (ours !== OURS) throw constructorError();\n    \
             const at = slot * slotWords;\n{read}  }}\n\n  [LOAD](slot) {{\n    \
             const at = slot * slotWords;\n    words[at] = {code};\n{write}  }}\n}}\nexports.{class} = equip({class}, '{name}');\n"
        )
    });
    CLASSES.to_owned() + &blocks.collect::<Vec<_>>().join("\n")
}

/// The names that `index.mjs` re-exports from `index.cjs`.
pub(crate) fn names() -> String {
    lines(known(), |format| {
        let (name, class) = (camel(format.name()), pascal(format.name()));
        match format.can_generate() {
            true => format!("{name},\n{name}Text,\n{class},"),
            false => format!("{class},"),
        }
    })
}
