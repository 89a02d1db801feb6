//! Generated parts of the Swift package: the core's lists between markers.

pub(crate) mod options;

use std::fmt::Write;

use sortid::{ErrorCode, Form, Format, NodeOrigin, Role, UuidKind};

use crate::api::{
    formats_with, generatable, has_kind, is_infallible, names, options_of, shared_node_note,
};
use crate::names::{camel, pascal, sentence};

pub(crate) fn kinds() -> String {
    words(UuidKind::ALL.iter().map(|kind| kind.name()))
}

pub(crate) fn origins() -> String {
    words(NodeOrigin::ALL.iter().map(|origin| origin.name()))
}

/// The maximum line width in a property of a nested type.
const WIDTH: usize = 128;

/// A property that switches over all cases. Those with the same value share lines.
fn property(doc: &str, signature: &str, arms: impl Iterator<Item = (String, String)>) -> String {
    let mut values: Vec<(String, Vec<String>)> = Vec::new();
    for (case, value) in arms {
        match values.iter_mut().find(|(known, _)| *known == value) {
            Some((_, cases)) => cases.push(case),
            None => values.push((value, vec![case])),
        }
    }
    let mut text = format!("\n/// {doc}\n{signature} {{\n    switch self {{\n");
    let all: usize = values.iter().map(|(_, cases)| cases.len()).sum();
    // The value of most cases becomes the default.
    let most = values.iter().position(|(_, cases)| cases.len() * 2 > all);
    let most = most.map(|place| values.remove(place).0);
    for (value, cases) in values {
        let first = value.lines().next().unwrap_or_default();
        let mut line = String::new();
        for case in cases {
            if line.is_empty() {
                line = format!("case .{case}");
            } else if line.len() + case.len() + first.len() + 5 <= WIDTH {
                line += &format!(", .{case}");
            } else {
                let _ = writeln!(text, "    {line}: {value}");
                line = format!("case .{case}");
            }
        }
        let _ = writeln!(text, "    {line}: {value}");
    }
    if let Some(value) = most {
        let _ = writeln!(text, "    default: {value}");
    }
    text + "    }\n}\n"
}

/// A list on one line if it is short, otherwise with one element a line.
fn list(elements: impl Iterator<Item = String>) -> String {
    let elements: Vec<String> = elements.collect();
    let short = format!("[{}]", elements.join(", "));
    if short.len() <= WIDTH - 30 {
        return short;
    }
    let lines = elements.iter();
    let lines = lines.map(|element| format!("            {element},\n"));
    format!("\n        [\n{}        ]", lines.collect::<String>())
}

/// A number with `_` between groups of three digits.
fn grouped(number: u64) -> String {
    let digits = number.to_string();
    let mut text = String::new();
    for (at, digit) in digits.chars().enumerate() {
        if at > 0 && (digits.len() - at).is_multiple_of(3) {
            text.push('_');
        }
        text.push(digit);
    }
    text
}

pub(crate) fn formats() -> String {
    let mut text = String::new();
    for format in Format::ALL {
        let (about, specification) = (sentence(format.summary()), format.specification());
        let _ = writeln!(text, "/// {about} ({specification}).");
        let _ = writeln!(text, "case {} = {}", camel(format.name()), format.code());
    }
    let arms = |value: fn(Format) -> String| {
        let arm = move |&format: &Format| (camel(format.name()), value(format));
        Format::ALL.iter().map(arm)
    };
    text += &property(
        "The name, the same in every language, for example `uuid7_draft01`.",
        "public var name: String",
        arms(|format| format!("{:?}", format.name())),
    );
    text += &property(
        "The width in bits: a multiple of 8, from 64 to 160.",
        "public var bits: Int",
        arms(|format| format.bits().to_string()),
    );
    text += &property(
        "The maximum length of the canonical text in ASCII characters.",
        "public var textLength: Int",
        arms(|format| format.text_len().to_string()),
    );
    text += &property(
        "The minimum length of the canonical text in ASCII characters.",
        "public var textLengthMin: Int",
        arms(|format| format.text_len_min().to_string()),
    );
    text += &property(
        "Whether canonical texts sort as the ids do.",
        "public var textSorts: Bool",
        arms(|format| format.text_sorts().to_string()),
    );
    text += &property(
        "Whether big-endian bytes sort as the ids do.",
        "public var bytesSort: Bool",
        arms(|format| format.bytes_sort().to_string()),
    );
    text += &property(
        "Whether ids can be generated; `any_uuid` is read-only.",
        "public var canGenerate: Bool",
        arms(|format| format.can_generate().to_string()),
    );
    text += &property(
        "Whether a generator with default options returns increasing ids.",
        "public var isOrdered: Bool",
        arms(|format| format.is_ordered().to_string()),
    );
    text += &property(
        "Whether ids can have a prefix: their texts do not contain `_`.",
        "public var takesPrefix: Bool",
        arms(|format| format.takes_prefix().to_string()),
    );
    text += &property(
        "Whether ids sort as signed integers: the time of a timeid may be before 1970.",
        "var isSigned: Bool",
        arms(|format| format.is_signed().to_string()),
    );
    text += &property(
        "The unit of the time in nanoseconds; `nil` for a format without a known time.",
        "public var resolutionNs: UInt64?",
        arms(|format| format.resolution_ns().map_or("nil".to_owned(), grouped)),
    );
    text += &property(
        "The specification that defines the format, with the section.",
        "public var specification: String",
        arms(|format| format!("{:?}", format.specification())),
    );
    text += &property(
        "A description in one line.",
        "public var summary: String",
        arms(|format| format!("{:?}", format.summary())),
    );
    text += &property(
        "The fields, most significant first.",
        "public var fields: [Field]",
        arms(|format| {
            list(
                format
                    .fields()
                    .map(|(name, bits)| format!("Field(name: \"{name}\", bits: {bits})")),
            )
        }),
    );
    text += &property(
        "The names of the options of its generators.",
        "public var options: [String]",
        arms(|format| list(options_of(format).map(|option| format!("{:?}", option.name)))),
    );
    text
}

/// A literal, in two lines if it is too long for one.
fn literal(text: &str) -> String {
    let space = text.get(..WIDTH - 30).and_then(|start| start.rfind(' '));
    let (first, second) = text.split_at(space.map_or(0, |space| space + 1));
    match space {
        Some(_) => format!("\n        {first:?}\n            + {second:?}"),
        None => format!("{second:?}"),
    }
}

pub(crate) fn codes() -> String {
    let mut text = String::new();
    for code in ErrorCode::ALL {
        let _ = writeln!(text, "/// {}.", sentence(code.message()));
        let _ = writeln!(text, "case {} = {}", camel(code.name()), *code as i32);
    }
    let arms = |value: fn(&ErrorCode) -> &'static str| {
        ErrorCode::ALL
            .iter()
            .map(move |code| (camel(code.name()), literal(value(code))))
    };
    text += &property(
        "The name, the same in every language, for example `invalid_length`.",
        "public var name: String",
        arms(|code| code.name()),
    );
    text += &property(
        "A sentence that describes the error.",
        "public var message: String",
        arms(|code| code.message()),
    )
    .replace(": \n", ":\n");
    let of_store = ErrorCode::ALL.iter().filter(|code| code.is_of_store());
    let of_store = of_store.map(|code| format!(".{}", camel(code.name())));
    let _ = write!(
        text,
        "\n/// Whether the error is about a state file or lease file. Such errors have a path.\npublic var isOfStore: Bool {{\n    switch self {{\n    case {}: true\n    default: false\n    }}\n}}\n",
        of_store.collect::<Vec<_>>().join(", "),
    );
    text
}

pub(crate) fn forms() -> String {
    let mut text = String::new();
    for (number, form) in Form::ALL.iter().enumerate() {
        let about = match form {
            Form::Canonical => "The canonical form, as in `text`".to_owned(),
            _ => format!(
                "The form `{}` of {}",
                form.name(),
                names(formats_with(*form))
            ),
        };
        let _ = writeln!(text, "/// {about}.\ncase {} = {number}", camel(form.name()));
    }
    let arms = Form::ALL
        .iter()
        .map(|form| (camel(form.name()), format!("{:?}", form.name())));
    text + &property(
        "The name, the same in every language.",
        "public var name: String",
        arms,
    )
}

/// The cases of an enumeration whose raw values are names of the core.
fn words(words: impl Iterator<Item = &'static str>) -> String {
    words
        .map(|name| format!("/// `{name}`.\n{}\n", word(name)))
        .collect()
}

/// A case whose raw value is a name of the core.
fn word(word: &str) -> String {
    let name = camel(word);
    match name == word {
        true => format!("case `{word}`"),
        false => format!("case {name} = \"{word}\""),
    }
}

pub(crate) fn tags() -> String {
    let tag = |format: &Format| {
        let mut protocols = vec![];
        if format.resolution_ns().is_some() {
            protocols.push("TimedIdFormat");
        }
        match (is_infallible(*format), format.can_generate()) {
            (true, _) => protocols.push("InfallibleIdFormat"),
            (_, true) => protocols.push("GeneratedIdFormat"),
            _ => {}
        }
        protocols.push(match (format.bits(), format.is_signed()) {
            (64, false) => "UInt64IdFormat",
            (64, true) => "Int64IdFormat",
            (128, _) => "UuidIdFormat",
            _ => "WideIdFormat",
        });
        let protocols = protocols.join(", ");
        format!(
            "/// `{}`.\npublic enum {}: {protocols} {{\n    @inlinable\n    public static var format: Format {{ .{} }}\n}}\n",
            format.name(),
            pascal(format.name()),
            camel(format.name()),
        )
    };
    Format::ALL.iter().map(tag).collect::<Vec<_>>().join("\n")
}

pub(crate) fn functions() -> String {
    let function = |format: &Format| {
        let (name, kind) = (format.name(), pascal(format.name()));
        let named = format!(
            "/// {} (`{name}`).\npublic typealias {kind} = TypedId<Formats.{kind}>\n",
            sentence(format.summary()),
        );
        if !(format.is_known() && format.can_generate()) {
            return named;
        }
        let note = shared_node_note(*format, camel, "///");
        format!(
            "{named}\n/// A new {name}.{note}\n///\n/// - Throws: As ``newId(_:)``.\n@inlinable\npublic func {}() throws(SortidError) -> {kind} {{\n    try {kind}.now()\n}}\n",
            camel(name),
        )
    };
    Format::ALL
        .iter()
        .map(function)
        .collect::<Vec<_>>()
        .join("\n")
}

/// A property for each field of a format's type.
pub(crate) fn fields() -> String {
    let property = |format: Format, place: usize, name: &str, bits: u32| {
        let (kind, mark) = match bits {
            ..=63 => ("Int", ""),
            64 => ("UInt64", ""),
            _ => ("UInt128", INT128),
        };
        let unit = if bits == 1 { "bit" } else { "bits" };
        format!(
            "    /// The field `{name}` of {}, {bits} {unit}.\n{mark}    public var {}: {kind} {{ anyId.whole({place}) }}\n",
            format.name(),
            camel(name),
        )
    };
    let of = |format: &Format| {
        let properties = format
            .fields()
            .enumerate()
            // Every id has a property of this name for its time.
            .filter(|(_, (name, _))| *name != "timestamp")
            .map(|(place, (name, bits))| property(*format, place, name, bits));
        let kind = has_kind(*format).then(|| KIND.to_owned());
        format!(
            "extension TypedId where F == Formats.{} {{\n{}}}\n",
            pascal(format.name()),
            properties
                .chain(node_of(*format))
                .chain(kind)
                .collect::<String>(),
        )
    };
    Format::ALL.iter().map(of).collect::<Vec<_>>().join("\n")
}

/// The property for the node, if its field has another name or it has several fields.
fn node_of(format: Format) -> Option<String> {
    let is_node = |name: &str| {
        let mut parts = format.parts().filter(|part| part.field == Some(name));
        parts.all(|part| part.role == Role::Node)
    };
    let fields = format.fields().enumerate();
    let nodes: Vec<_> = fields.filter(|(_, (name, _))| is_node(name)).collect();
    let bits: u32 = nodes.iter().map(|(_, (_, bits))| bits).sum();
    let names: Vec<_> = nodes
        .iter()
        .map(|(_, (name, _))| format!("`{name}`"))
        .collect();
    let kind = match (&*names, bits) {
        ([] | [_], 0) => return None,
        ([name], _) if name == "`node`" => return None,
        (_, ..=63) => "Int",
        _ => "UInt64",
    };
    let mut rest = bits;
    let values = nodes.iter().map(|(place, (_, bits))| {
        rest -= bits;
        match rest {
            0 => format!("anyId.whole({place})"),
            _ => format!("anyId.whole({place}) << {rest}"),
        }
    });
    let value = values.collect::<Vec<_>>().join(" | ");
    Some(format!(
        "    /// The node, from the fields: {}.\n    public var node: {kind} {{ {value} }}\n",
        names.join(" and "),
    ))
}

/// Additional members of any_uuid.
const KIND: &str = "\n    /// The kind of the UUID.\n    public var kind: UuidKind {\n        // Cannot be nil: every any_uuid has a kind.\n        anyId.kind ?? .future\n    }\n\n    /// The nil UUID: all bits are zero.\n    public static var nilUuid: Self { Self(unchecked: AnyId(.anyUuid, (0, 0, 0))) }\n\n    /// The max UUID: all bits are one.\n    public static var maxUuid: Self { Self(unchecked: AnyId(.anyUuid, (.max, .max, 0))) }\n";

/// Availability of 128-bit integers.
const INT128: &str = "    @available(iOS 18, macOS 15, tvOS 18, watchOS 11, visionOS 2, *)\n";

/// Calls of all functions that generate an id, for the package's test.
pub(crate) fn calls() -> String {
    let call = |format: Format| format!("try {}().anyId,\n", camel(format.name()));
    generatable().map(call).collect()
}
