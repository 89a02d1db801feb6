//! Generated parts of the Kotlin module: the core's lists between markers, and a class per format.

pub(crate) mod options;
pub(crate) mod plain;
pub(crate) mod times;
pub(crate) mod types;

use sortid::{ErrorCode, Form, Format, NodeOrigin, Stored, UuidKind};

use crate::api::{formats_with, generatable, names, options_of, shared_node_note};
use crate::names::{camel, pascal, screaming, sentence};

pub(crate) fn formats() -> String {
    let format = |format: &Format| {
        let (about, specification) = (sentence(format.summary()), format.specification());
        let comment = comment(&format!("{about} ({specification})."));
        format!("{comment}{},\n", screaming(format.name()))
    };
    blank_between(Format::ALL.iter().map(format))
}

/// `Formats.kt`: the properties of each format.
pub(crate) fn rows(formats: &[Format]) -> String {
    let row = |format: &Format| {
        let fields = format.fields();
        let fields = fields.map(|(name, bits)| format!("Field(\"{name}\", {bits})"));
        let options = options_of(*format).map(|option| format!("\"{}\"", option.name));
        let resolution = format.resolution_ns();
        let resolution = resolution.map_or("null".to_owned(), |ns| ns.to_string());
        format!(
            "    FormatRow(\n        \
             code = {}, formatName = {:?}, bits = {}, textLength = {}, textLengthMin = {},\n        \
             textSorts = {}, bytesSort = {}, canGenerate = {}, isOrdered = {}, takesPrefix = {}, isSigned = {},\n        \
             resolutionNs = {resolution},\n        \
             specification = {:?},\n        summary = {:?},\n        fields = {},\n        options = {},\n    ),\n",
            format.code(),
            format.name(),
            format.bits(),
            format.text_len(),
            format.text_len_min(),
            format.text_sorts(),
            format.bytes_sort(),
            format.can_generate(),
            format.is_ordered(),
            format.takes_prefix(),
            format.is_signed(),
            format.specification(),
            format.summary(),
            list(fields),
            list(options),
        )
    };
    let rows: String = formats.iter().map(row).collect();
    format!(
        "// Written by `cargo suite generate kotlin` from the core's list of formats.\n\n\
         package sortid.internal\n\n\
         import sortid.Format.Field\n\n\
         /** The row of each format, in the order of the formats. */\n\
         internal val formatRows: Array<FormatRow> = arrayOf(\n{rows})\n"
    )
}

/// The formats whose ids are integers in databases.
pub(crate) fn stored_as_integers() -> String {
    let formats = Format::ALL.iter();
    let formats = formats.filter(|format| format.stored() == Stored::Integer);
    let name = |format: &Format| format!("Format.{},\n", screaming(format.name()));
    formats.map(name).collect()
}

/// An unmodifiable list.
fn list(elements: impl Iterator<Item = String>) -> String {
    let elements: Vec<String> = elements.collect();
    format!("unmodifiable({})", elements.join(", "))
}

pub(crate) fn codes() -> String {
    let code = |code: &ErrorCode| {
        let (name, message) = (code.name(), code.message());
        let about = comment(&format!("{}.", sentence(message)));
        let arguments = [
            code.number().to_string(),
            format!("{name:?}"),
            format!("{message:?}"),
        ];
        let arguments = match message.len() {
            ..90 => arguments.join(", "),
            _ => format!("\n    {},\n", arguments.join(",\n    ")),
        };
        format!("{about}{}({arguments}),\n", screaming(name))
    };
    blank_between(ErrorCode::ALL.iter().map(code))
}

pub(crate) fn exceptions() -> String {
    let exception = |code: &ErrorCode| {
        let (name, class) = (screaming(code.name()), pascal(code.name()));
        let kind = match code.number() {
            1..=10 | 15 => "Argument",
            _ if code.is_of_store() => "Store",
            _ => "State",
        };
        let about = comment(&format!("[ErrorCode.{name}]: {}.", code.message()));
        format!(
            "{about}public class {class} internal constructor(\n    refusal: Refusal,\n    row: Int?,\n) : {kind}(refusal, row)\n",
        )
    };
    blank_between(ErrorCode::ALL.iter().map(exception))
}

pub(crate) fn constructors() -> String {
    let arm = |code: &ErrorCode| {
        let (number, class) = (code.number(), pascal(code.name()));
        format!("{number} -> SortidException.{class}(refusal, row)\n")
    };
    ErrorCode::ALL.iter().map(arm).collect()
}

pub(crate) fn forms() -> String {
    let form = |form: &Form| {
        let about = match form {
            Form::Canonical => "The canonical form, as in `toString`".to_owned(),
            _ => format!(
                "The form `{}` of {}",
                form.name(),
                names(formats_with(*form))
            ),
        };
        format!(
            "{}{}(\"{}\"),\n",
            comment(&format!("{about}.")),
            screaming(form.name()),
            form.name()
        )
    };
    blank_between(Form::ALL.iter().map(form))
}

pub(crate) fn kinds() -> String {
    words(UuidKind::ALL.iter().map(|kind| kind.name()))
}

pub(crate) fn origins() -> String {
    words(NodeOrigin::ALL.iter().map(|origin| origin.name()))
}

pub(crate) fn version() -> String {
    format!(
        "const val VERSION: String = {:?}\n",
        env!("CARGO_PKG_VERSION")
    )
}

/// The version in a manifest of Maven.
pub(crate) fn maven_version() -> String {
    format!("<version>{}</version>\n", env!("CARGO_PKG_VERSION"))
}

/// The version in a build script of Gradle.
pub(crate) fn gradle_version() -> String {
    format!("version = {:?}\n", env!("CARGO_PKG_VERSION"))
}

/// The values of an enumeration of the core's names.
fn words(words: impl Iterator<Item = &'static str>) -> String {
    blank_between(words.map(|word| format!("/** `{word}`. */\n{}(\"{word}\"),\n", screaming(word))))
}

pub(crate) fn functions() -> String {
    let function = |format: Format| {
        let class = pascal(format.name());
        let (name, function) = (format.name(), camel(format.name()));
        let note = shared_node_note(format, camel, " *");
        format!(
            "/**\n * A new {name} ({}).{note}\n *\n * @throws SortidException as [newId]\n */\npublic fun {function}(): {class} = {class}.now()\n",
            format.summary(),
        )
    };
    blank_between(generatable().map(function))
}

/// A doc comment, wrapped to the width that the linter allows.
fn comment(text: &str) -> String {
    const WIDTH: usize = 120;
    let text = text.trim();
    if text.len() <= WIDTH {
        return format!("/** {text} */\n");
    }
    let mut lines = "/**\n *".to_owned();
    let mut length = 0;
    for word in text.split(' ') {
        if length + word.len() > WIDTH {
            lines += "\n *";
            length = 0;
        }
        lines.push(' ');
        lines += word;
        length += word.len() + 1;
    }
    lines + "\n */\n"
}

fn blank_between(parts: impl Iterator<Item = String>) -> String {
    let parts: Vec<String> = parts.filter(|part| !part.is_empty()).collect();
    // ktlint requires a blank line between an annotation and the next comment.
    format!("\n{}", parts.join("\n"))
}
