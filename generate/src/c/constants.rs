//! Constants of the headers from the core's lists: versions, formats, statuses, options.

use sortid::options::{OPTIONS, OptionInfo};
use sortid::{AnyId, ByteOrder, Correction, ErrorCode, Form, Format, NodeOrigin, UuidKind};

use crate::api::{formats_with, generatable, known, names};
use crate::cpp::word;

const ABI_VERSION: u32 = include!("../../../ffi-c/abi-version");

/// The constants of `sortid.h`, between its includes and its types.
pub(crate) fn general() -> String {
    [versions(), statuses(), texts(), node_origins()].concat()
}

/// The constants of `sortid/formats.h`.
pub(crate) fn formats() -> String {
    [
        numbers_and_sizes(),
        forms(),
        corrections(),
        byte_orders(),
        kinds(),
    ]
    .concat()
    .trim_end()
    .to_owned()
        + "\n"
}

fn define(comment: &str, name: &str, value: &str) -> String {
    format!("/** {comment} */\n#define {name} {value}\n\n")
}

fn versions() -> String {
    let part = |name: &str, value: &str| format!("#define SORTID_VERSION_{name} {value}\n");
    let mut text = "/** The parts of the version of this header. */\n".to_owned();
    text += &part("MAJOR", env!("CARGO_PKG_VERSION_MAJOR"));
    text += &part("MINOR", env!("CARGO_PKG_VERSION_MINOR"));
    text += &part("PATCH", env!("CARGO_PKG_VERSION_PATCH"));
    text.push('\n');
    text += &define(
        "The version of this header; `sortid_version()` returns the library's.",
        "SORTID_VERSION",
        &format!("{:?}", env!("CARGO_PKG_VERSION")),
    );
    text += &define(
        "The version of the ABI: the number in `libsortid.so.N`; `sortid_abi_version()` returns the library's.",
        "SORTID_ABI_VERSION",
        &ABI_VERSION.to_string(),
    );
    text + &define(
        "The version of this header as a number; `sortid_version_number()` returns the library's.",
        "SORTID_VERSION_NUMBER",
        "(SORTID_VERSION_MAJOR * 1000000 + SORTID_VERSION_MINOR * 1000 + SORTID_VERSION_PATCH)",
    )
}

/// An X macro: calls `X` for each row of a list.
fn list(comment: &str, name: &str, rows: impl Iterator<Item = String>) -> String {
    let rows: Vec<_> = rows.map(|row| format!("  X({row})")).collect();
    format!(
        "/** {comment} */\n#define {name}(X) \\\n{}\n\n",
        rows.join(" \\\n")
    )
}

fn numbers_and_sizes() -> String {
    let mut text = String::new();
    for format in Format::ALL {
        let upper = format.name().to_uppercase();
        text += &define(
            &format!(
                "`{format}`: {} ({}).",
                format.summary(),
                format.specification()
            ),
            &format!("SORTID_FORMAT_{upper}"),
            &format.code().to_string(),
        );
    }
    text += &define(
        "The number of formats of this header; `sortid_format_count()` returns the library's.",
        "SORTID_FORMAT_COUNT",
        &Format::ALL.len().to_string(),
    );
    for format in Format::ALL {
        let upper = format.name().to_uppercase();
        text += &define(
            &format!("Room for any canonical text of a `{format}`, with its terminator."),
            &format!("SORTID_{upper}_TEXT_SIZE"),
            &(format.text_len() + 1).to_string(),
        );
        text += &define(
            &format!("The size of a `{format}` in bytes."),
            &format!("SORTID_{upper}_BYTES_SIZE"),
            &format.byte_len().to_string(),
        );
    }
    let row = |format: &Format| {
        let upper = format.name().to_uppercase();
        format!("{}, {format}, {upper}, {format:?}", format.code())
    };
    let narrow = generatable().filter(|format| format.bits() == 64);
    text += &list(
        "Calls `X(number, name, NAME, Name)` for each format.",
        "SORTID_FORMATS",
        Format::ALL.iter().map(row),
    );
    text + &list(
        "Calls `X(number, name, NAME, Name)` for each format with its own type in C++.",
        "SORTID_FORMATS_KNOWN",
        known().map(|format| row(&format)),
    ) + &list(
        "Calls `X(number, name, NAME, Name)` for each format with its own functions, such as `sortid_tid`.",
        "SORTID_FORMATS_GENERATED",
        generatable().map(|format| row(&format)),
    ) + &list(
        "Calls `X(number, name, NAME, Name)` for each format of 64 bits with its own functions.",
        "SORTID_FORMATS_OF_64_BITS",
        narrow.map(|format| row(&format)),
    ) + &list(
        "Calls `X(number, name, NAME, Name, version)` for each format of UUIDs of one version.",
        "SORTID_FORMATS_OF_UUIDS",
        Format::ALL
            .iter()
            .filter_map(|format| Some(format!("{}, {}", row(format), version(*format)?))),
    ) + &list(
        "Calls `X(number, name, NAME, Name)` for each format whose ids cannot have a type prefix.",
        "SORTID_FORMATS_WITHOUT_PREFIX",
        Format::ALL
            .iter()
            .filter(|format| !format.takes_prefix())
            .map(row),
    )
}

/// The UUID version of a format, from its zero id.
fn version(format: Format) -> Option<u8> {
    let zero = AnyId::from_fields([("", 0); 0], format).ok()?;
    let byte = zero.to_bytes().get(6)? >> 4;
    (byte != 0).then_some(byte)
}

fn statuses() -> String {
    let mut text = define("Success.", "SORTID_OK", "0");
    for code in ErrorCode::ALL {
        text += &define(
            &format!("`{code}`: {}.", code.message()),
            &format!("SORTID_ERR_{}", code.name().to_uppercase()),
            &code.number().to_string(),
        );
    }
    text + &list(
        "Calls `X(number, name, NAME)` for each status except SORTID_OK.",
        "SORTID_STATUSES",
        ErrorCode::ALL
            .iter()
            .map(|code| format!("{}, {code}, {}", code.number(), code.name().to_uppercase())),
    )
}

/// The list of options, and macros for them.
pub(crate) fn options() -> String {
    let mut text = "/*\n".to_owned();
    for option in OPTIONS {
        let (name, summary) = (option.name, option.summary.trim());
        text += &wrapped(&format!("{name}: {summary} {}.", scope(option)));
        if name == "state_file" {
            text += &wrapped(UNMAPPED);
        }
    }
    text += " */\n\n";
    text += "/** An option with a text value; name and text have a terminator. */\n\
             #define SORTID_OPTION_TEXT(name, text) {name, SORTID_NTS, text, SORTID_NTS, 0}\n\n\
             /** An option with a number value; the name has a terminator. */\n\
             #define SORTID_OPTION_NUMBER(name, number) {name, SORTID_NTS, NULL, 0, number}\n";
    text
}

/// The option that libsortid has in addition to the core's list.
const UNMAPPED: &str = "unmapped_state_file: The state file, read and written for each id instead of mapped: if it is truncated, calls fail, but the process continues. All processes that share the file must use this option. Not for processes that fork without starting a program.";

/// A paragraph of a comment, with lines of at most 100 columns.
fn wrapped(paragraph: &str) -> String {
    let (mut text, mut line) = (String::new(), " *".to_owned());
    for word in paragraph.split_whitespace() {
        if line.chars().count() + 1 + word.chars().count() > 100 {
            text += &(line + "\n");
            line = " *    ".to_owned();
        }
        line += " ";
        line += word;
    }
    text + &line + "\n"
}

fn texts() -> String {
    define(
        "The length of a text with a terminator.",
        "SORTID_NTS",
        "SIZE_MAX",
    ) + "/** A string literal as two arguments: pointer and length. */\n\
         #define SORTID_TEXT(literal) (literal), sizeof(literal) - 1\n\n"
}

/// The text forms, each with its formats.
fn forms() -> String {
    let mut text = String::new();
    for (number, &form) in Form::ALL.iter().enumerate() {
        let of = match formats_with(form).count() == Format::ALL.len() {
            true => "every format".to_owned(),
            false => names(formats_with(form)),
        };
        text += &define(
            &format!("The text form `{}`, for {of}.", form.name()),
            &format!("SORTID_FORM_{}", form.name().to_uppercase()),
            &number.to_string(),
        );
    }
    text + &list(
        "Calls `X(number, name, NAME, word)` for each text form; `word` is the name, followed by `_` if it is reserved in C++.",
        "SORTID_FORMS",
        Form::ALL.iter().enumerate().map(|(number, form)| {
            let (name, upper) = (form.name(), form.name().to_uppercase());
            format!("{number}, {name}, {upper}, {}", word(name))
        }),
    )
}

/// The corrections of lenient parsing, as bits.
fn corrections() -> String {
    let rows = || {
        let all = Correction::ALL.iter();
        all.map(|correction| {
            (
                1 << *correction as u32,
                correction.name(),
                correction.words(),
            )
        })
    };
    let mut text = String::new();
    for (bit, name, words) in rows() {
        text += &define(
            &format!("The correction `{name}`: {words}."),
            &format!("SORTID_CORRECTION_{}", name.to_uppercase()),
            &bit.to_string(),
        );
    }
    text + &list(
        "Calls `X(bit, name, NAME, word)` for each correction; `word` is as in SORTID_FORMS.",
        "SORTID_CORRECTIONS",
        rows().map(|(bit, name, _)| {
            format!("{bit}, {name}, {}, {}", name.to_uppercase(), word(name))
        }),
    )
}

/// The byte orders other than big-endian.
fn byte_orders() -> String {
    let rows = || ByteOrder::ALL.iter().map(|order| order.name()).enumerate();
    let mut text = String::new();
    for (number, name) in rows() {
        text += &define(
            &format!("The byte order `{name}`."),
            &format!("SORTID_BYTE_ORDER_{}", name.to_uppercase()),
            &number.to_string(),
        );
    }
    text + &list(
        "Calls `X(number, name, NAME)` for each byte order other than big-endian.",
        "SORTID_BYTE_ORDERS",
        rows().map(|(number, name)| format!("{number}, {name}, {}", name.to_uppercase())),
    )
}

/// The origins of a generator's node.
fn node_origins() -> String {
    let mut text = String::new();
    for origin in NodeOrigin::ALL {
        text += &define(
            &format!("The origin `{}` of a node.", origin.name()),
            &format!("SORTID_NODE_ORIGIN_{}", origin.name().to_uppercase()),
            &origin.number().to_string(),
        );
    }
    text + &list(
        "Calls `X(number, name, NAME)` for each origin of a node.",
        "SORTID_NODE_ORIGINS",
        NodeOrigin::ALL.iter().map(|origin| {
            let name = origin.name();
            format!("{}, {name}, {}", origin.number(), name.to_uppercase())
        }),
    )
}

/// The kinds of UUIDs, and the nil and max UUID.
fn kinds() -> String {
    let rows = || (1..).zip(UuidKind::ALL.iter().map(|kind| kind.name()));
    let mut text = String::new();
    for (number, name) in rows() {
        text += &define(
            &format!("The kind `{name}` of an `any_uuid`."),
            &format!("SORTID_KIND_{}", name.to_uppercase()),
            &number.to_string(),
        );
    }
    text += &define(
        "Initializes a `sortid_id` with the nil UUID, an `any_uuid` of zeros.",
        "SORTID_NIL_UUID",
        "{{0}, SORTID_FORMAT_ANY_UUID}",
    );
    text += &define(
        "Initializes a `sortid_id` with the max UUID, an `any_uuid` of ones.",
        "SORTID_MAX_UUID",
        &format!("{{{{{}}}, SORTID_FORMAT_ANY_UUID}}", ["255"; 16].join(", ")),
    );
    text + &list(
        "Calls `X(number, name, NAME)` for each kind of UUID.",
        "SORTID_KINDS",
        rows().map(|(number, name)| format!("{number}, {name}, {}", name.to_uppercase())),
    )
}

fn scope(option: &OptionInfo) -> String {
    let all = Format::ALL.iter().copied();
    let (formats, others): (Vec<_>, Vec<_>) = all.partition(|format| option.is_for(*format));
    let mut scope = match others.len() {
        0 => "For every format".to_owned(),
        few if few < formats.len() => format!("For every format except {}", names(others)),
        _ => format!("For {}", names(formats)),
    };
    if option.reads {
        scope += "; for reading too";
    }
    scope
}
