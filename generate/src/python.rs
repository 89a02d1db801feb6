//! The generated parts of the Python stubs: formats, options and codes.

use sortid::options::{OPTIONS, OptionInfo, OptionKind};
use sortid::{ErrorCode, Form, Format, NodeOrigin, UuidKind};

use crate::api::{generatable, has_kind, has_version, known, shared_node};
use crate::names::{of_date, pascal};

/// The maximum line length.
const WIDTH: usize = 120;

/// The names in the native module except those of formats; `mypy.stubtest` compares them.
const NATIVE: [&str; 9] = [
    "AnyId",
    "Generator",
    "Id",
    "Timestamp",
    "__version__",
    "convert",
    "find_ids",
    "prefix_of",
    "reseed",
];

fn classes() -> impl Iterator<Item = String> {
    known().map(|format| pascal(format.name()))
}

/// Joins texts, one a line.
fn lines(texts: impl IntoIterator<Item = String>) -> String {
    texts.into_iter().map(|text| text + "\n").collect()
}

/// Sorts classes first and numbers by value, as the linter requires.
fn in_order(mut names: Vec<String>) -> Vec<String> {
    names.sort_by_cached_key(|name| {
        let is_class = name.starts_with(|first: char| first.is_uppercase());
        let (mut parts, mut rest) = (Vec::new(), name.as_str());
        while !rest.is_empty() {
            let end = rest.find(|c: char| c.is_ascii_digit());
            let (word, after) = rest.split_at(end.unwrap_or(rest.len()));
            let end = after.find(|c: char| !c.is_ascii_digit());
            let (number, after) = after.split_at(end.unwrap_or(after.len()));
            parts.push((word.to_owned(), number.parse::<u64>().ok()));
            rest = after;
        }
        (!is_class, parts)
    });
    names
}

/// The names in `__all__`: the classes of the formats, and those that the package lists.
pub(crate) fn names() -> String {
    let package = include_str!("../../python/sortid/__init__.py");
    let list = package.split("\n__all__ = [").nth(1).unwrap_or_default();
    let list = list.split(']').next().unwrap_or_default().split('"');
    let others = list.skip(1).step_by(2).map(str::to_owned);
    let names = in_order(classes().chain(others).collect());
    lines(names.iter().map(|name| format!("\"{name}\",")))
}

/// A type alias for literals, one a line.
fn alias(name: &str, words: impl Iterator<Item = &'static str>) -> String {
    let words = lines(words.map(|word| format!("    \"{word}\",")));
    format!("{name}: TypeAlias = Literal[\n{words}]\n")
}

pub(crate) fn codes() -> String {
    alias("_ErrorCode", ErrorCode::ALL.iter().map(|code| code.name()))
}

pub(crate) fn kinds() -> String {
    alias("_Kind", UuidKind::ALL.iter().map(|kind| kind.name()))
}

pub(crate) fn origins() -> String {
    let names = NodeOrigin::ALL.iter().map(|origin| origin.name());
    format!(
        "_NodeOrigin: TypeAlias = {}\n",
        literal(&names.collect::<Vec<_>>())
    )
}

pub(crate) fn formats() -> String {
    lines(
        Format::ALL
            .iter()
            .map(|format| format!("{format} = \"{format}\"")),
    )
}

fn literal(words: &[&str]) -> String {
    let words: Vec<String> = words.iter().map(|word| format!("{word:?}")).collect();
    format!("Literal[{}]", words.join(", "))
}

/// The types of an option; those of times and durations also accept time objects.
fn option_type(option: &OptionInfo) -> String {
    let (types, words): (&[&str], &[&str]) = match &option.kind {
        OptionKind::IntOr(word) => (&["int"], std::slice::from_ref(word)),
        OptionKind::Flag => (&["bool"], &[]),
        OptionKind::Choice(words) => (&[], words),
        OptionKind::Seed => (&["bytes", "str"], &[]),
        OptionKind::Path => (&["_Path"], &[]),
        _ => (&["int"], &[]),
    };
    let mut types: Vec<String> = types.iter().map(|&name| name.to_owned()).collect();
    if of_date(option.name).is_some() {
        types.push("_Time".to_owned());
    } else if option.name.ends_with("_ms") || option.name.ends_with("_ns") {
        types.push("_datetime.timedelta".to_owned());
    }
    if !words.is_empty() {
        types.push(literal(words));
    }
    types.join(" | ") + " | None"
}

/// The options as typed dictionaries: those for reading, and those for generators.
pub(crate) fn options() -> String {
    let class = |name: &str, base: &str, reads: bool| {
        let options = OPTIONS.iter().filter(|option| option.reads == reads);
        let options = options.map(|option| format!("    {}: {}", option.name, option_type(option)));
        format!("class {name}({base}, total=False):\n{}\n", lines(options))
    };
    class("_Reading", "TypedDict", true) + &class("_Options", "_Reading", false)
}

/// The list of options for a docstring.
pub(crate) fn descriptions() -> String {
    const LONGEST: usize = WIDTH - 8;
    let mut list = Vec::new();
    for option in OPTIONS {
        let mut text = format!("- `{}`: {}", option.name, option.summary.trim());
        text = text.replace('–', " to ");
        // Wraps a long line with a hanging indent.
        while let Some((end, _)) = text.char_indices().nth(LONGEST)
            && let Some(at) = text[..end].rfind(' ')
        {
            list.push(text[..at].to_owned());
            text = format!("  {}", &text[at + 1..]);
        }
        list.push(text);
    }
    lines(list)
}

/// A docstring: `what` and the format's summary, on two lines if long, then a note.
fn documented(what: &str, format: Format, note: Option<[String; 2]>) -> String {
    let summary = format.summary();
    let line = format!("    \"\"\"{what}: {summary}.");
    let end = if note.is_some() { "" } else { "\"\"\"" };
    let fits = (line.clone() + end).chars().count() <= WIDTH;
    let text = match fits {
        true => line,
        false => format!("    \"\"\"{what}.\n\n    It is {summary}."),
    };
    match note {
        Some(note) => format!("{text}\n\n    {}\n    \"\"\"\n", note.join("\n    ")),
        None if fits => format!("{text}\"\"\"\n"),
        None => format!("{text}\n    \"\"\"\n"),
    }
}

/// A class for each format; UUID formats have the attributes of `uuid.UUID`.
pub(crate) fn types() -> String {
    let mut text = String::new();
    for format in known() {
        let name = pascal(format.name());
        let about = documented(&format!("An id of the format {format}"), format, None);
        text += &format!("@final\nclass {name}(Id):\n{about}");
        if format.bits() == 64 {
            text += "\n    def __new__(cls, value: _Value | _builtins.int) -> Self: ...\n";
        }
        text.push('\n');
        if !format.reads(Form::Urn) {
            continue;
        }
        let version = match has_version(format) {
            true => "_builtins.int",
            false => "_builtins.int | None",
        };
        let kind = has_kind(format).then_some(("kind", "_Kind", "The kind of the UUID."));
        let members = [
            ("version", version, "The version of the UUID."),
            ("variant", "str", "The variant, as `uuid.UUID` names it."),
            ("urn", "str", "The URN: `urn:uuid:` and the text."),
        ];
        for (member, kind, what) in members.into_iter().chain(kind) {
            text += &format!(
                "    @property\n    def {member}(self) -> {kind}:\n        \"\"\"{what}\"\"\"\n\n"
            );
        }
    }
    text
}

/// The functions that generate ids.
pub(crate) fn functions() -> String {
    let function = |format: Format| {
        let note = shared_node(format, str::to_owned);
        let doc = documented("A new id of the process-wide generator", format, note);
        format!("def {format}() -> {}:\n{doc}\n", pascal(format.name()))
    };
    generatable().map(function).collect()
}

/// The public names of the native module.
pub(crate) fn exports() -> String {
    let functions = generatable().map(|format| format.name().to_owned());
    let others = NATIVE.map(str::to_owned);
    let names = in_order(classes().chain(functions).chain(others).collect());
    lines(
        names
            .iter()
            .map(|name| format!("from sortid import {name} as {name}")),
    ) + "\n"
}
