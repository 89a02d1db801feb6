//! The parts of `index.d.cts`, formatted like prettier.

use std::collections::BTreeSet;

use sortid::options::{OPTIONS, OptionInfo, OptionKind};
use sortid::{Database, ErrorCode, Form, Format, NodeOrigin, Stored, UuidKind};

use super::{lines, lines_of_all};
use crate::api::{generatable, has_version, known, shared_node, zeros};
use crate::names::{camel, pascal, sentence};

/// The largest width of a line.
const WIDTH: usize = 120;

/// The names of the formats, their fields and classes.
pub(crate) fn formats() -> String {
    let names = union(
        "export type FormatName =",
        Format::ALL.iter().map(|format| format.name()),
        1,
    );
    let without = |declared: &str, is_in: fn(Format) -> bool| {
        let names = Format::ALL.iter().filter(|format| !is_in(**format));
        let names = quoted(names.map(|format| format.name())).join(" | ");
        let line = format!("export type {declared} = Exclude<FormatName, {names}>;");
        match line.len() <= WIDTH {
            true => line,
            false => {
                format!("export type {declared} = Exclude<\n  FormatName,\n  {names}\n>;")
            }
        }
    };
    let generated = without("GeneratedFormat", Format::can_generate);
    let prefixed = without("PrefixableFormat", Format::takes_prefix);
    let fields = lines_of_all(|format| {
        let names = format.fields().map(|(name, _)| name);
        let head = format!("  readonly {}:", format.name());
        union(&head, names, 2)
    });
    let ids = lines_of_all(|format| {
        let name = format.name();
        match format.is_known() {
            true => format!("  readonly {name}: {};", pascal(name)),
            false => format!("  readonly {name}: FormatId<'{name}'>;"),
        }
    });
    format!(
        "/** The names of the formats, the same in every language. */\n{names}\n\n\
         /** The formats that can be generated; the others are read-only. */\n{generated}\n\n\
         /** The formats whose ids take a prefix: `_` is no symbol of theirs. */\n{prefixed}\n\n\
         /** The names of each format's fields, most significant first. */\nexport interface FieldNames {{\n{fields}\n}}\n\n\
         /** The class of each format's ids. */\nexport interface IdsByFormat {{\n{ids}\n}}"
    )
}

/// The functions for new ids.
pub(crate) fn functions() -> String {
    lines(generatable(), |format| {
        let (name, function, class) = (format.name(), camel(format.name()), pascal(format.name()));
        let summary = format.summary();
        let note = shared_node_note(format, true);
        format!(
            "/**\n * A new `{name}`: {summary}.\n *\n{note} * @throws {{SortidError}} as {{@link Generator.next}}\n */\n\
             export function {function}(): {class};\n\
             /** The text of a new id: see {{@link {function}}}. */\nexport function {function}Text(): IdText<'{name}'>;"
        )
    })
}

/// The paragraph of a comment that warns of a shared node; empty for other formats. Plain
/// JavaScript never claims nodes.
pub(crate) fn shared_node_note(format: Format, may_claim: bool) -> String {
    let Some([warning, remedy]) = shared_node(format, camel) else {
        return String::new();
    };
    let of_plain = format.shared_node().filter(|_| !may_claim);
    let warning = of_plain.map_or(warning, |node| {
        let values = node.grouped_values();
        format!(
            "The node is drawn from {values} values, so two processes may draw the same one and repeat each other's ids."
        )
    });
    format!(" * {warning}\n * {remedy}\n *\n")
}

/// The classes, with a property for each field.
pub(crate) fn classes() -> String {
    let members = members(include_str!("../../../node/index.d.cts"));
    lines(known(), |format| {
        let (name, class) = (format.name(), pascal(format.name()));
        let about = format!(
            "`{name}`: {}.\n *\n * {} bits, {}{} characters; {}.",
            format.summary(),
            format.bits(),
            shortest(format),
            format.text_len(),
            format.specification()
        );
        let fields: Vec<String> = format
            .fields()
            .map(|(field, bits)| (camel(field), field, bits))
            .filter(|(property, _, _)| !members.contains(property))
            .map(|(property, field, bits)| {
                let s = if bits == 1 { "" } else { "s" };
                format!(
                    "  /** The field `{field}`, {bits} bit{s}. */\n  readonly {property}: bigint;\n"
                )
            })
            .collect();
        let node = match zeros(format).and_then(|id| id.node()) {
            Some(_) => "  /** The node. */\n  readonly node: bigint;\n",
            None => "",
        };
        let version = match has_version(format) {
            true => "  /** The version of the UUID. */\n  readonly version: number;\n",
            false => "",
        };
        let of = match (format.can_generate(), format.resolution_ns()) {
            (true, Some(_)) => "TimedClass",
            (true, None) => "GeneratedClass",
            (false, _) => "FormatClass",
        };
        let constants = match format {
            Format::AnyUuid => format!(" & {{ readonly NIL: {class}; readonly MAX: {class} }}"),
            _ => String::new(),
        };
        format!(
            "/**\n * {about}\n */\nexport interface {class} extends FormatId<'{name}'> {{\n{version}{node}{}}}\n/** The class of {{@link {class}}}. */\nexport const {class}: {of}<'{name}'>{constants};\n",
            fields.concat()
        )
    })
}

/// The start of a range of text lengths; empty if there is only one.
fn shortest(format: Format) -> String {
    match format.text_len_min() {
        all if all == format.text_len() => String::new(),
        shortest => format!("{shortest} to "),
    }
}

/// The members that the file declares for every id; fields with these names are not properties.
fn members(file: &str) -> BTreeSet<String> {
    let interfaces = ["Id<", "FormatId<"].map(|name| {
        let body = file.split(&format!("export interface {name}")).nth(1);
        body.and_then(|body| body.split("\n}\n").next())
            .unwrap_or_default()
    });
    let names = interfaces
        .into_iter()
        .flat_map(str::lines)
        .filter_map(|line| {
            let declared = line.strip_prefix("  ")?;
            let declared = declared.strip_prefix("readonly ").unwrap_or(declared);
            let (name, _) = declared.split_once(|c: char| !c.is_ascii_alphanumeric())?;
            Some(name.to_owned())
        });
    names.filter(|name| !name.is_empty()).collect()
}

/// The options for parsing ids.
pub(crate) fn read_options() -> String {
    options(|option| option.reads)
}

/// The options that only generators have.
pub(crate) fn generator_options() -> String {
    options(|option| !option.reads)
}

/// The names of the options common to all generated formats with a time, and of the others.
pub(crate) fn option_names() -> String {
    let is_for_all = |option: &OptionInfo| {
        let is_timed = |format: &Format| format.can_generate() && format.resolution_ns().is_some();
        let mut timed = Format::ALL.iter().filter(|format| is_timed(format));
        timed.all(|format| option.is_for(*format))
    };
    let names = |is_asked: &dyn Fn(&OptionInfo) -> bool| {
        let options = OPTIONS.iter().filter(|option| is_asked(option));
        options.map(|option| camel(option.name)).collect::<Vec<_>>()
    };
    let common = names(&is_for_all);
    let head = "export type CommonOption =";
    let common = union(head, common.iter().map(String::as_str), 1);
    let own = lines_of_all(|format| {
        let own = names(&|option| option.is_for(format) && !is_for_all(option));
        let head = format!("  readonly {}:", format.name());
        match own.is_empty() {
            true => format!("{head} never;"),
            false => union(&head, own.iter().map(String::as_str), 2),
        }
    });
    format!(
        "/** The options that every format with a time has. */\n{common}\n\n\
         /** The other options of each format. */\nexport interface OwnOptions {{\n{own}\n}}"
    )
}

fn options(is_asked: impl Fn(&OptionInfo) -> bool) -> String {
    let options = OPTIONS.iter().filter(|option| is_asked(option));
    let lines = options.map(|option| {
        let (name, summary) = (
            camel(option.name),
            sentence(option.summary.trim().trim_end_matches('.')),
        );
        let takes = takes(option.kind);
        // Breaks lines like prettier, with an indentation of two columns.
        let gap = match name.len() + takes.len() > 90 {
            true => "\n  ",
            false => " ",
        };
        format!("/** {summary}. */\nreadonly {name}?:{gap}{takes} | undefined;")
    });
    lines.collect::<Vec<_>>().join("\n")
}

/// The type of an option's values.
fn takes(kind: OptionKind) -> String {
    match kind {
        OptionKind::Int => "number | bigint".to_owned(),
        OptionKind::IntOr(word) => format!("number | bigint | '{word}'"),
        OptionKind::Flag => "boolean".to_owned(),
        OptionKind::Choice(words) => quoted(words.iter().copied()).join(" | "),
        OptionKind::Seed => "Uint8Array | string".to_owned(),
        OptionKind::Path => "string | Uint8Array | FileUrl".to_owned(),
        // TypeScript rejects the unknown name, so a new kind of option needs a line here.
        _ => "UnknownKindOfOption".to_owned(),
    }
}

pub(crate) fn forms() -> String {
    union(
        "export type Form =",
        Form::ALL.iter().map(|form| form.name()),
        1,
    )
}

/// The databases, and the kind of their column for each format.
pub(crate) fn storage() -> String {
    let databases = Database::WITH_DRIVERS;
    let names = union(
        "export type Database =",
        databases.iter().map(|database| database.name()),
        1,
    );
    let kinds = union(
        "export type StoredKind =",
        Stored::ALL.iter().map(|kind| kind.name()),
        1,
    );
    let places = databases.iter().enumerate();
    let places = places.map(|(nth, database)| format!("  readonly {}: {nth};", database.name()));
    let places = places.collect::<Vec<_>>().join("\n");
    let formats = lines_of_all(|format| {
        let kinds = databases.map(|database| format.stored_in(database).name());
        format!(
            "  readonly {}: [{}];",
            format.name(),
            quoted(kinds.into_iter()).join(", ")
        )
    });
    format!(
        "/** The databases whose drivers take ids. */\n{names}\n\n\
         /** The kinds of values that columns hold in the place of ids. */\n{kinds}\n\n\
         /** The place of each database among {{@link StoredKinds}}. */\nexport interface DatabaseIndex {{\n{places}\n}}\n\n\
         /** The kinds of columns that keep each format's ids, by database. */\nexport interface StoredKinds {{\n{formats}\n}}"
    )
}

pub(crate) fn kinds() -> String {
    union(
        "export type UuidKind =",
        UuidKind::ALL.iter().map(|kind| kind.name()),
        1,
    )
}

pub(crate) fn origins() -> String {
    union(
        "export type NodeOrigin =",
        NodeOrigin::ALL.iter().map(|origin| origin.name()),
        1,
    )
}

pub(crate) fn error_codes() -> String {
    union(
        "export type ErrorCode =",
        ErrorCode::ALL.iter().map(|code| code.name()),
        1,
    )
}

fn quoted<'a>(words: impl Iterator<Item = &'a str>) -> Vec<String> {
    words.map(|word| format!("'{word}'")).collect()
}

/// A union of string literals, on one line if it fits, else below its head.
fn union<'a>(head: &str, words: impl Iterator<Item = &'a str>, indent: usize) -> String {
    let words = quoted(words);
    let line = format!("{head} {};", words.join(" | "));
    if line.len() <= WIDTH {
        return line;
    }
    let below = format!("{}{};", "  ".repeat(indent), words.join(" | "));
    if below.len() <= WIDTH {
        return format!("{head}\n{below}");
    }
    let bar = format!("\n{}| ", "  ".repeat(indent));
    format!("{head}{bar}{};", words.join(&bar))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn members_of_declarations_are_names() {
        let file = "export interface Id<F> {\n  readonly date: Date;\n  /** x */\n  field(name: string): bigint;\n}\n\
                    export interface FormatId<F> {\n  convert<T>(to: T): T;\n}\n";
        let names: Vec<String> = members(file).into_iter().collect();
        assert_eq!(names, ["convert", "date", "field"]);
    }

    #[test]
    fn union_breaks_lines_that_are_too_wide() {
        assert_eq!(union("x:", ["a", "b"].into_iter(), 1), "x: 'a' | 'b';");
        let (a, b) = ("a".repeat(50), "b".repeat(50));
        let below = union("a head of its own:", [&*a, &*b].into_iter(), 1);
        assert_eq!(below, format!("a head of its own:\n  '{a}' | '{b}';"));
        let (a, b) = ("a".repeat(60), "b".repeat(60));
        let broken = union("x:", [&*a, &*b].into_iter(), 1);
        assert_eq!(broken, format!("x:\n  | '{a}'\n  | '{b}';"));
    }
}
