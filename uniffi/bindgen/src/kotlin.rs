//! The core's lists in the Kotlin module, each between its marks in the file that it belongs to, and a class per format.

mod options;
mod plain;
mod times;
mod types;

use std::error::Error;
use std::fs;
use std::path::{Path, PathBuf};

use sortid::{ErrorCode, Form, Format, NOT_APPLICABLE, NodeOrigin, OPTIONS, Stored, UuidKind};

use crate::Output;
use crate::asked::{shared_node_note, zeros};
use crate::names::{camel, pascal, screaming, sentence, splice};

const SOURCES: &str = "uniffi/kotlin/src/main/kotlin/sortid";

pub(crate) fn outputs(root: &Path) -> Result<Vec<Output>, Box<dyn Error>> {
    let version = env!("CARGO_PKG_VERSION");
    let constant = format!("const val VERSION: String = \"{version}\"\n");
    let files: &[(&str, &[(&str, String)])] = &[
        ("Format.kt", &[("formats", formats())]),
        ("ErrorCode.kt", &[("codes", codes())]),
        (
            "SortidException.kt",
            &[
                ("exceptions", exceptions()),
                ("reasons", reasons()),
                ("of", constructors()),
            ],
        ),
        (
            "GeneratorOptions.kt",
            &[
                ("options", options::setters()),
                ("named", options::named_arguments()),
            ],
        ),
        ("Sortid.kt", &[("functions", functions())]),
        ("SortId.kt", &[("forms", forms())]),
        (
            "UuidKind.kt",
            &[("kinds", words(UuidKind::ALL.iter().map(|kind| kind.name())))],
        ),
        (
            "NodeOrigin.kt",
            &[(
                "origins",
                words(NodeOrigin::ALL.iter().map(|origin| origin.name())),
            )],
        ),
        (
            "serialization/Serializers.kt",
            &[("serializers", types::serializers())],
        ),
        ("internal/Library.kt", &[("version", constant)]),
        ("internal/PlainText.kt", &[("texts", plain::texts())]),
    ];
    let mut outputs = Vec::new();
    for (file, parts) in files {
        let path = PathBuf::from(SOURCES).join(file);
        let mut text = fs::read_to_string(root.join(&path))?;
        for (part, lines) in *parts {
            text = splice(&text, part, lines);
        }
        outputs.push(Output { path, text });
    }
    let path = PathBuf::from("uniffi/kotlin/time/src/main/kotlin/sortid/time/Times.kt");
    let text = fs::read_to_string(root.join(&path))?;
    let text = splice(&text, "options", &options::of_kotlin_times());
    outputs.push(Output { path, text });
    let path = PathBuf::from("uniffi/kotlin/databases/src/main/kotlin/sortid/databases/Storage.kt");
    let text = fs::read_to_string(root.join(&path))?;
    let text = splice(&text, "bigint", &of_stored(Stored::Integer));
    outputs.push(Output { path, text });
    outputs.push(Output {
        path: PathBuf::from(SOURCES).join("generated/Ids.kt"),
        text: types::classes(),
    });
    outputs.push(Output {
        path: PathBuf::from(SOURCES).join("internal/generated/Plains.kt"),
        text: plain::plains(),
    });
    outputs.push(Output {
        path: PathBuf::from(SOURCES).join("internal/generated/Times.kt"),
        text: times::times(),
    });
    for path in [
        "uniffi/kotlin/pom.xml",
        "uniffi/kotlin/time/pom.xml",
        "uniffi/kotlin/databases/pom.xml",
        "uniffi/kotlin/bench/pom.xml",
        "tests/drivers/kotlin/pom.xml",
        "tests/drivers/kotlin/guide/pom.xml",
    ] {
        let path = PathBuf::from(path);
        let text = fs::read_to_string(root.join(&path))?;
        let text = splice(&text, "version", &format!("<version>{version}</version>\n"));
        outputs.push(Output { path, text });
    }
    let path = PathBuf::from("uniffi/kotlin/android/build.gradle.kts");
    let text = fs::read_to_string(root.join(&path))?;
    let text = splice(&text, "version", &format!("version = \"{version}\"\n"));
    outputs.push(Output { path, text });
    Ok(outputs)
}

fn formats() -> String {
    let format = |format: &Format| {
        let fields = format
            .fields()
            .map(|(name, bits)| format!("Field(\"{name}\", {bits})"));
        let options = OPTIONS.iter().filter(|option| option.is_for(*format));
        let options = options.map(|option| format!("\"{}\"", option.name));
        let resolution = format
            .resolution_ns()
            .map_or("null".to_owned(), |ns| ns.to_string());
        format!(
            "{}{}(\n    {},\n    \"{}\",\n    {},\n    {},\n    {},\n    {},\n    {},\n    {},\n    {},\n    {},\n    {},\n    {resolution},\n    {:?},\n    {:?},\n    {},\n    {},\n),\n",
            comment(&format!(
                "{} ({}).",
                sentence(format.summary()),
                format.specification()
            )),
            screaming(format.name()),
            format.code(),
            format.name(),
            format.bits(),
            format.text_len(),
            format.text_len_min(),
            format.text_sorts(),
            format.bytes_sort(),
            format.is_made(),
            format.is_ordered(),
            format.takes_prefix(),
            format.is_signed(),
            format.specification(),
            format.summary(),
            list(fields),
            list(options),
        )
    };
    blank_between(Format::ALL.iter().map(format))
}

/// The formats whose ids columns keep so.
fn of_stored(stored: Stored) -> String {
    let formats = Format::ALL.iter();
    let formats = formats.filter(|format| format.stored() == stored);
    let name = |format: &Format| format!("Format.{},\n", screaming(format.name()));
    formats.map(name).collect()
}

/// A list among arguments, one element a line.
fn list(elements: impl Iterator<Item = String>) -> String {
    let lines: String = elements
        .map(|element| format!("        {element},\n"))
        .collect();
    match lines.is_empty() {
        true => "unmodifiable()".to_owned(),
        false => format!("unmodifiable(\n{lines}    )"),
    }
}

fn codes() -> String {
    let code = |code: &ErrorCode| {
        let (name, message) = (code.name(), code.message());
        format!(
            "/** {}. */\n{}({}, \"{name}\", {message:?}),\n",
            sentence(message),
            screaming(name),
            *code as i32
        )
    };
    blank_between(ErrorCode::ALL.iter().map(code))
}

fn exceptions() -> String {
    let exception = |code: &ErrorCode| {
        let (name, class) = (screaming(code.name()), pascal(code.name()));
        let about = format!("/** [ErrorCode.{name}]: {}. */", code.message());
        if code.is_of_store() {
            return format!(
                "{about}\npublic class {class} internal constructor(\n    path: String,\n    osError: Int?,\n) : Store(ErrorCode.{name}, path, osError)\n",
            );
        }
        let (kind, row, given) = if is_of_argument(*code) {
            ("Argument", "    row: Int? = null,\n", ", row")
        } else {
            ("State", "", "")
        };
        format!(
            "{about}\npublic class {class} internal constructor(\n    offset: Int?,\n    subject: String?,\n{row}) : {kind}(ErrorCode.{name}, offset, subject{given})\n",
        )
    };
    blank_between(ErrorCode::ALL.iter().map(exception))
}

/// Whether what the caller gave is to blame, and not a generator's state: the numbers say so.
fn is_of_argument(code: ErrorCode) -> bool {
    matches!(code.number(), 1..=10 | 15)
}

fn reasons() -> String {
    let reasons = NOT_APPLICABLE.iter();
    let reasons = reasons.map(|(subject, reason)| format!("{subject:?} to {reason:?},\n"));
    reasons.collect()
}

fn constructors() -> String {
    let arm = |code: &ErrorCode| {
        let arguments = if code.is_of_store() {
            "path(), place"
        } else if *code == ErrorCode::NotApplicable {
            "null, subject ?: place?.let(reasons.keys::elementAt), row"
        } else if is_of_argument(*code) {
            "place, subject, row"
        } else {
            "place, subject"
        };
        let (number, class) = (*code as i32, pascal(code.name()));
        format!("{number} -> SortidException.{class}({arguments})\n")
    };
    ErrorCode::ALL.iter().map(arm).collect()
}

fn forms() -> String {
    let form = |form: &Form| {
        let about = match form {
            Form::Canonical => "What `toString` gives".to_owned(),
            _ => format!("The form `{}` of {}", form.name(), formats_with(*form)),
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

/// The values of an enumeration whose texts are the core's words.
fn words(words: impl Iterator<Item = &'static str>) -> String {
    blank_between(words.map(|word| format!("/** `{word}`. */\n{}(\"{word}\"),\n", screaming(word))))
}

/// The names of the formats that are written in a form.
fn formats_with(form: Form) -> String {
    let has = |format: &&Format| zeros(**format).is_some_and(|id| id.to_form(form).is_ok());
    let names = Format::ALL.iter().filter(has).map(|format| format.name());
    names.collect::<Vec<_>>().join(", ")
}

fn functions() -> String {
    let function = |format: &Format| {
        let class = pascal(format.name());
        let (name, function) = (format.name(), camel(format.name()));
        let note = shared_node_note(*format, " *");
        let new = format!(
            "/**\n * A new {name} ({}).{note}\n *\n * @throws SortidException as [newId]\n */\npublic fun {function}(): {class} = {class}.now()\n",
            format.summary(),
        );
        if format.resolution_ns().is_none() {
            return new;
        }
        format!(
            "{new}\n/**\n * A new {name} with a given time: see [IdType.at].\n *\n * @throws SortidException as [IdType.at]\n */\npublic fun {function}At(time: Instant): {class} = {class}.at(time)\n"
        )
    };
    let made = Format::ALL.iter().filter(|format| format.is_made());
    blank_between(made.map(function))
}

/// A comment before a declaration, in lines of a width that the linter takes.
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
