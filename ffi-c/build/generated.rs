//! Rust source that follows from the core's lists: the functions of each format, and static text for C.
//!
//! The build script compiles it in; the program that writes the header reads the same functions.

use std::fmt::Write;

use sortid::{Correction, Epoch, ErrorCode, Form, Format, UuidKind};

/// The functions of every format that is made, in the order of the codes.
pub(crate) fn functions() -> String {
    let made = Format::ALL.iter().filter(|format| format.is_made());
    made.map(|&format| functions_of(format)).collect()
}

fn functions_of(format: Format) -> String {
    let (name, upper) = (format.name(), format.name().to_uppercase());
    let (summary, specification) = (format.summary(), format.specification());
    let (text_length, bytes) = (format.text_len(), format.byte_len());
    let characters = if format.text_len_min() == text_length {
        format!("{text_length} characters")
    } else {
        format!("at most {text_length} characters")
    };
    let note = shared_node_note(format);
    // A format's newtype is named as its variant.
    let newtype = format!("sortid::{format:?}");
    let mut functions = function(
        name,
        "",
        "id: *mut sortid_id",
        &format!("new::id::<{newtype}>(id)"),
        &format!(
            "A new `{name}`, {summary} ({specification}), from the process-wide default generator.{note}\n\n\
             Writes `*id`."
        ),
    );
    functions += &function(
        name,
        "_text",
        "text: *mut c_char, size: usize",
        &format!("new::text::<{newtype}, {text_length}>(text, size)"),
        &format!(
            "A new `{name}` as text: writes {characters} and a terminator to `text`, which has room for `size` bytes.\n\n\
             `SORTID_ERR_BUFFER_TOO_SMALL` where that is less than `SORTID_{upper}_TEXT_SIZE`; then no id is made.{note}"
        ),
    );
    functions += &function(
        name,
        "_bytes",
        "bytes: *mut u8, size: usize",
        &format!("new::bytes::<{newtype}>(bytes, size)"),
        &format!(
            "A new `{name}` as big-endian bytes: writes {bytes} of them to `bytes`, which has room for `size`.\n\n\
             `SORTID_ERR_BUFFER_TOO_SMALL` where that is less than `SORTID_{upper}_BYTES_SIZE`; then no id is made.{note}"
        ),
    );
    if format.bits() == 64 {
        functions += &function(
            name,
            "_u64",
            "value: *mut u64",
            &format!("new::int::<{newtype}>(value)"),
            &format!(
                "A new `{name}` as a 64-bit integer: writes `*value`.{}{note}",
                if format.is_signed() {
                    "\n\nTwo's complement: cast to `int64_t`, it sorts by time."
                } else {
                    ""
                }
            ),
        );
    }
    functions
}

/// A paragraph that warns of a shared node. Empty for other formats.
fn shared_node_note(format: Format) -> String {
    let Some(node) = format.shared_node() else {
        return String::new();
    };
    let remedy = node.remedy(node.option, "lease_file");
    format!("\n\n{node}\n{remedy}")
}

fn function(format: &str, suffix: &str, parameter: &str, call: &str, doc: &str) -> String {
    let mut text = String::new();
    let errors = "Errors: `SORTID_ERR_NULL_ARGUMENT`, and those of `sortid_generator_next`.\n\
                  Thread-safe. Since 0.1.0.";
    for line in format!("{doc}\n\n{errors}").lines() {
        text += format!("/// {line}").trim_end();
        text.push('\n');
    }
    text += "///\n/// # Safety\n/// The pointer is NULL or valid for a write of that size.\n";
    let name = format!("sortid_{format}{suffix}");
    write!(
        text,
        "#[unsafe(no_mangle)]\n\
         pub unsafe extern \"C\" fn {name}({parameter}) -> i32 {{\n    \
             // SAFETY: the caller's promise is the same.\n    \
             unsafe {{ {call} }}\n\
         }}\n\n"
    )
    .expect("a String takes what is written");
    text
}

/// A macro that takes a format's number to its newtype, so that codec and places are constants.
#[allow(
    dead_code,
    reason = "the program that writes the header needs the functions alone"
)]
pub(crate) fn dispatch() -> String {
    let arms = Format::ALL.iter().map(|format| {
        format!(
            "            {} => {{ type $newtype = sortid::{format:?}; $body }}\n",
            format.code()
        )
    });
    format!(
        "macro_rules! with_newtype {{\n    \
             ($number:expr, $newtype:ident => $body:expr, else $other:expr) => {{\n        \
                 match $number {{\n{}            _ => $other,\n        }}\n    }};\n}}\n",
        arms.collect::<String>()
    )
}

/// Static text with terminators, for what the core has without.
#[allow(
    dead_code,
    reason = "the program that writes the header needs the functions alone"
)]
pub(crate) fn tables() -> String {
    let mut text = "pub(super) static FORMATS: &[FormatText] = &[\n".to_owned();
    for format in Format::ALL {
        let fields: Vec<_> = format.fields().collect();
        let fields: String = fields
            .iter()
            .map(|(name, bits)| format!("(c{name:?}, {bits}), "))
            .collect();
        text += &format!(
            "    FormatText {{ name: c{:?}, summary: c{:?}, specification: c{:?}, fields: &[{fields}] }},\n",
            format.name(),
            format.summary(),
            format.specification(),
        );
    }
    text += "];\npub(super) static STATUSES: &[(i32, &CStr, &CStr)] = &[\n";
    for code in ErrorCode::ALL {
        text += &format!(
            "    ({}, c{:?}, c{:?}),\n",
            code.number(),
            code.name(),
            code.message()
        );
    }
    text += "];\npub(super) static FORMS: &[&CStr] = &[";
    text += &Form::ALL
        .iter()
        .map(|form| format!("c{:?}, ", form.name()))
        .collect::<String>();
    text += "];\npub(super) static CORRECTIONS: &[&CStr] = &[";
    for correction in Correction::ALL {
        text += &format!("c{:?}, ", correction.name());
    }
    text += "];\npub(super) static EPOCHS: &[&CStr] = &[";
    text += &Epoch::ALL
        .iter()
        .map(|epoch| format!("c{:?}, ", epoch.name()))
        .collect::<String>();
    text += "];\npub(super) static KINDS: &[&CStr] = &[";
    text += &UuidKind::ALL
        .iter()
        .map(|kind| format!("c{:?}, ", kind.name()))
        .collect::<String>();
    text + "];\n"
}
