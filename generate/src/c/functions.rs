//! The functions of each format and the static texts of libsortid: declarations in the header, and rows
//! for the macros in `ffi-c/src` that define them.

use sortid::options::Epoch;
use sortid::{Correction, ErrorCode, Form, Format, UuidKind};

use crate::api::{generatable, shared_node};

/// A function that generates an id.
struct Function {
    name: String,
    parameters: &'static str,
    about: String,
}

fn functions_of(format: Format) -> Vec<Function> {
    let (name, upper) = (format.name(), format.name().to_uppercase());
    let (summary, specification) = (format.summary(), format.specification());
    let (longest, bytes) = (format.text_len(), format.byte_len());
    let most = if format.text_len_min() == longest {
        ""
    } else {
        "at most "
    };
    let note = shared_node(format, str::to_owned).map_or(String::new(), |[warning, remedy]| {
        format!("\n\n{warning}\n{remedy}")
    });
    let too_small = |what: &str| {
        format!(
            "`SORTID_ERR_BUFFER_TOO_SMALL`, before an id is generated, if `size` is less than `SORTID_{upper}_{what}_SIZE`."
        )
    };
    let function = |suffix: &str, parameters, about| Function {
        name: format!("sortid_{name}{suffix}"),
        parameters,
        about,
    };
    let mut functions = vec![
        function(
            "",
            "struct sortid_id *id, struct sortid_error *error",
            format!(
                "A new `{name}`, {summary} ({specification}), from the process-wide default generator.{note}\n\n\
                 Writes `*id`."
            ),
        ),
        function(
            "_text",
            "char *text, size_t size, struct sortid_error *error",
            format!(
                "A new `{name}` as text: writes {most}{longest} characters and a terminator to `text`, which has room for `size` bytes.\n\n\
                 {}{note}",
                too_small("TEXT")
            ),
        ),
        function(
            "_bytes",
            "uint8_t *bytes, size_t size, struct sortid_error *error",
            format!(
                "A new `{name}` as big-endian bytes: writes {bytes} bytes to `bytes`, which has room for `size`.\n\n\
                 {}{note}",
                too_small("BYTES")
            ),
        ),
    ];
    if format.bits() == 64 {
        let sign = match format.is_signed() {
            true => "\n\nTwo's complement: cast to `int64_t`, it sorts by time.",
            false => "",
        };
        let about = format!("A new `{name}` as a 64-bit integer: writes `*value`.{sign}{note}");
        let parameters = "uint64_t *value, struct sortid_error *error";
        functions.push(function("_u64", parameters, about));
    }
    functions
}

/// The C declarations, without the start of their comments.
pub(crate) fn declarations() -> Vec<String> {
    let declaration = |Function {
                           name,
                           parameters,
                           about,
                       }| {
        let about = format!(
            "{about}\n\nErrors: `SORTID_ERR_NULL_ARGUMENT`, and those of `sortid_generator_next`."
        );
        let lines = about.lines().map(|line| format!(" * {line}"));
        let lines: String = lines.map(|line| format!("\n{}", line.trim_end())).collect();
        format!("{lines}\n */\nint32_t {name}({parameters});")
    };
    generatable()
        .flat_map(functions_of)
        .map(declaration)
        .collect()
}

/// Each format's newtype, and the names of its functions.
pub(crate) fn names() -> String {
    let row = |format: Format| {
        let names: Vec<String> = functions_of(format).into_iter().map(|f| f.name).collect();
        // The newtype has the name of the variant.
        format!("{format:?}: {};\n", names.join(" "))
    };
    generatable().map(row).collect()
}

/// A match arm from the number of each format to its newtype.
pub(crate) fn newtypes() -> String {
    let arm = |format: &Format| {
        format!(
            "{} => {{ type $newtype = sortid::ids::{format:?}; $body }}\n",
            format.code()
        )
    };
    Format::ALL.iter().map(arm).collect()
}

/// NUL-terminated texts. Tables contain offsets into them, because pointers would need relocations,
/// which are larger.
#[derive(Default)]
struct Interned(String);

impl Interned {
    /// The offset of a text.
    fn at(&mut self, text: &str) -> usize {
        let terminated = format!("{text}\0");
        self.0.find(&terminated).unwrap_or_else(|| {
            self.0 += &terminated;
            self.0.len() - terminated.len()
        })
    }

    /// A table of the offsets of names.
    fn table<'a>(&mut self, name: &str, names: impl Iterator<Item = &'a str>) -> String {
        let offsets: Vec<_> = names.map(|name| self.at(name).to_string()).collect();
        format!(
            "pub(super) static {name}: &[u16] = &[{}];\n",
            offsets.join(", ")
        )
    }
}

/// Tables of names and descriptions.
pub(crate) fn tables() -> String {
    let mut text = Interned::default();
    let (mut formats, mut fields, mut statuses) = (Vec::new(), Vec::new(), Vec::new());
    for format in Format::ALL {
        let [name, summary, specification] =
            [format.name(), format.summary(), format.specification()].map(|part| text.at(part));
        let first = fields.len();
        fields.extend(
            format
                .fields()
                .map(|(name, bits)| format!("({}, {bits})", text.at(name))),
        );
        let last = fields.len();
        formats.push(format!(
            "FormatText {{ name: {name}, summary: {summary}, specification: {specification}, fields: ({first}, {last}) }}"
        ));
    }
    for code in ErrorCode::ALL {
        let (name, message) = (text.at(code.name()), text.at(code.message()));
        statuses.push(format!("({}, {name}, {message})", code.number()));
    }
    let others = [
        text.table("FORMS", Form::ALL.iter().map(|form| form.name())),
        text.table("CORRECTIONS", Correction::ALL.iter().map(|one| one.name())),
        text.table("EPOCHS", Epoch::ALL.iter().map(|epoch| epoch.name())),
        text.table("KINDS", UuidKind::ALL.iter().map(|kind| kind.name())),
    ];
    let lines = text.0.split_inclusive('\0').map(|line| {
        let line = format!("{line:?}");
        format!("    {}\\\n", &line[1..line.len() - 1])
    });
    format!(
        "pub(super) static TEXT: &str = \"\\\n{}\";\n\
         pub(super) static FORMATS: &[FormatText] = &[\n    {},\n];\n\
         pub(super) static FIELDS: &[(u16, u8)] = &[{}];\n\
         pub(super) static STATUSES: &[(u8, u16, u16)] = &[{}];\n{}",
        lines.collect::<String>(),
        formats.join(",\n    "),
        fields.join(", "),
        statuses.join(", "),
        others.concat(),
    )
}
