//! The class and the serializer of each format.

use std::fmt::Write;

use sortid::{AnyId, Format};

use super::{blank_between, times};
use crate::api::has_kind;
use crate::names::{camel, pascal, screaming, sentence};

/// `Ids.kt`.
pub(crate) fn classes(formats: &[Format]) -> String {
    let mut text =
        "// Written by `cargo suite generate kotlin` from the core's list of formats.\n\n\
        package sortid\n\n\
        import com.fasterxml.jackson.annotation.JsonCreator\n\
        import sortid.internal.PlainTime\n\
        import java.math.BigInteger\n\
        import java.time.Instant\n\
        import java.util.UUID\n"
            .to_owned();
    for format in formats {
        text.push('\n');
        text += &class(*format);
    }
    let names = formats.iter().map(|format| pascal(format.name()));
    let all = names.map(|name| format!("    {name},\n"));
    let _ = write!(
        text,
        "\n/** All types of ids, in the order of the formats. */\npublic val idTypes: List<IdType<*>> = listOf(\n{})\n",
        all.collect::<String>()
    );
    text
}

/// A field as bits of one of the words of an id: see [`bits_in_words`].
fn in_words(format: Format, name: &str, bits: u32) -> Option<String> {
    bits_in_words(bits, |value| {
        AnyId::from_fields([(name, value)], format).ok()
    })
}

/// The node as bits of one of the words of an id, for a format without a field of this name.
fn node_in_words(format: Format) -> Option<String> {
    let zero = AnyId::from_fields([], format).ok()?;
    zero.node()?;
    // The lowest bit of the node, and the number of the bits above it.
    let of_bit = |field: &str, bit: u32| {
        let id = AnyId::from_fields([(field, 1 << bit)], format).ok()?;
        Some((id, id.node()?)).filter(|&(_, node)| node != 0)
    };
    let fields: Vec<_> = format.fields().collect();
    let all = fields
        .iter()
        .flat_map(|&(name, bits)| (0..bits.min(64)).map(move |bit| (name, bit)));
    let bits: Vec<_> = all.filter_map(|(name, bit)| of_bit(name, bit)).collect();
    let id_of = |value: i128| bits.iter().find(|&&(_, node)| i128::from(node) == value);
    bits_in_words(bits.len() as u32, |value| match value {
        0 => Some(zero),
        value => id_of(value).map(|&(id, _)| id),
    })
}

/// Bits of one of the words of an id. `None` if they are not adjacent bits of one word, or if the
/// core rejects some of their values.
fn bits_in_words(bits: u32, id: impl Fn(i128) -> Option<AnyId>) -> Option<String> {
    let bytes = |value: i128| {
        let id = id(value)?;
        let mut all = [0; 16];
        let bytes = id.to_bytes();
        let len = bytes.len().min(all.len());
        all[..len].copy_from_slice(&bytes[..len]);
        Some(u128::from_be_bytes(all))
    };
    let zero = bytes(0)?;
    let low = (bytes(1)? ^ zero).trailing_zeros();
    let (word, shift) = match low.checked_sub(64) {
        Some(shift) => ("head", shift),
        None => ("middle", low),
    };
    let is_at = |bit: u32| bytes(1 << bit).map(|value| value ^ zero) == Some(1 << (low + bit));
    if shift + bits > 64 || !(0..bits).all(is_at) {
        return None;
    }
    let mask = u64::MAX >> (64 - bits);
    Some(match shift {
        0 if bits == 64 => word.to_owned(),
        0 => format!("{word} and {mask:#x}L"),
        _ if shift + bits == 64 => format!("{word} ushr {shift}"),
        _ => format!("({word} ushr {shift}) and {mask:#x}L"),
    })
}

/// The expression for whether an id is reserved, from its words. `None` if the format requires the
/// library.
fn is_reserved(format: Format) -> Option<String> {
    match format.reserved_bits()? {
        0 => Some("false".to_owned()),
        bits if bits == 1 << 127 => Some("head < 0".to_owned()),
        _ => None,
    }
}

/// The properties of a format's fields and node.
fn properties(format: Format) -> String {
    let mut text = String::new();
    for (place, (name, bits)) in format.fields().enumerate() {
        // Every id has a property of this name for its time.
        if name == "timestamp" {
            continue;
        }
        let (kind, value) = match (bits, in_words(format, name, bits)) {
            (0..32, Some(long)) => ("Int", format!("({long}).toInt()")),
            (0..32, None) => ("Int", format!("fieldAt({place}).toInt()")),
            (32..64, Some(long)) => ("Long", long),
            (32..64, None) => ("Long", format!("fieldAt({place})")),
            _ => ("BigInteger", format!("wideFieldAt({place})")),
        };
        let _ = write!(
            text,
            "\n    /** The field `{name}`, of {bits} bit{}. */\n    public val {}: {kind} get() = {value}\n",
            if bits == 1 { "" } else { "s" },
            camel(name),
        );
    }
    if format.fields().all(|(name, _)| name != "node")
        && let Some(node) = node_in_words(format)
    {
        let _ = write!(
            text,
            "\n    /** The node that the option `node` sets; read by the default width. */\n    public val node: Long get() = {node}\n"
        );
    }
    text
}

/// The class of a format. Constructors have three parameters for every width: Jackson would call
/// one with a single number for JSON numbers, without a check.
fn class(format: Format) -> String {
    let (class, constant) = (pascal(format.name()), screaming(format.name()));
    let (base, base_type, words) = match width(format) {
        Width::Long => ("Id64", "IdType64", "high"),
        Width::Uuid => ("UuidId", "IdType128", "high, middle"),
        Width::Other128 => ("Id128", "IdType128", "high, middle"),
        Width::Other => ("WideId", "IdType", "high, middle, low"),
    };
    let about_new = match (format.can_generate(), format.is_known()) {
        (true, true) => format!("New ids: [{}].", camel(format.name())),
        (true, false) => "New ids: `now`.".to_owned(),
        (false, _) => "Ids cannot be generated.".to_owned(),
    };
    let mut text = format!(
        "/** {} (`{}`, {}). {about_new} */\n\
         public class {class} private constructor(high: Long, middle: Long, low: Int) : {base}<{class}>({words}) {{\n\
         \x20   override val type: {base_type}<{class}> get() = Companion\n",
        sentence(format.summary()),
        format.name(),
        format.specification(),
    );
    if has_kind(format) {
        text += "\n    override val kind: UuidKind get() = checkNotNull(super.kind)\n";
    }
    if let Some(is_reserved) = is_reserved(format) {
        let _ = write!(
            text,
            "\n    override val isReserved: Boolean get() = {is_reserved}\n"
        );
    }
    text += &properties(format);
    let _ = write!(
        text,
        "\n    /** Generates and parses ids of this format. */\n    \
         public companion object : {base_type}<{class}>(Format.{constant}) {{\n        \
         /** This type, by its name in Java. */\n        \
         @JvmField\n        \
         public val TYPE: {base_type}<{class}> = this\n\n        \
         override val idClass: Class<{class}> get() = {class}::class.java\n\n        \
         override fun make(high: Long, middle: Long, low: Int): {class} = {class}(high, middle, low)\n"
    );
    if let Some(name) = times::name(format) {
        let _ = write!(
            text,
            "\n        override val time: PlainTime get() = sortid.internal.{name}\n"
        );
    }
    if has_kind(format) {
        for (name, about, word) in [
            ("NIL", "nil UUID: all bits are zero", 0),
            ("MAX", "max UUID: all bits are one", -1),
        ] {
            let _ = write!(
                text,
                "\n        /** The {about}. */\n        @JvmField\n        public val {name}: {class} = {class}({word}, {word}, 0)\n"
            );
        }
    }
    text.push('\n');
    for function in functions(width(format), format.can_generate()) {
        let Function {
            name,
            parameters,
            result,
            mark,
        } = function;
        let (declared, given): (Vec<_>, Vec<_>) = parameters
            .iter()
            .map(|(name, kind)| (format!("{name}: {kind}"), *name))
            .unzip();
        let _ = writeln!(
            text,
            "        @JvmStatic{mark} override fun {name}({}): {} = super.{name}({})",
            declared.join(", "),
            result.replace('T', &class),
            given.join(", "),
        );
    }
    text + "    }\n}\n"
}

/// The words of a class.
#[derive(Clone, Copy)]
enum Width {
    Long,
    Uuid,
    Other128,
    Other,
}

fn width(format: Format) -> Width {
    match (format.bits(), format.text_len()) {
        (64, _) => Width::Long,
        // No other format of 128 bits has this text length.
        (128, 36) => Width::Uuid,
        (128, _) => Width::Other128,
        _ => Width::Other,
    }
}

/// A function of `IdType` that Java calls as a static method of the class.
struct Function {
    name: &'static str,
    parameters: &'static [(&'static str, &'static str)],
    /// The result type, with `T` for the class.
    result: &'static str,
    /// An annotation without arguments: with them, Java compilers require the annotation's class.
    mark: &'static str,
}

/// The parameter for options.
const OPTIONS: (&str, &str) = ("options", "GeneratorOptions");

fn functions(width: Width, is_made: bool) -> impl Iterator<Item = Function> {
    let of = |name, parameters, result| Function {
        name,
        parameters,
        result,
        mark: "",
    };
    let mut functions = vec![
        Function {
            mark: " @JsonCreator",
            ..of("parse", &[("text", "String")], "T")
        },
        of("valueOf", &[("text", "String")], "T"),
        of("parseOrNull", &[("text", "String")], "T?"),
        of("parseForm", &[("text", "String"), ("form", "Form")], "T"),
        of("parseLenient", &[("text", "String")], "Corrected<T>"),
        of("isValid", &[("text", "String")], "Boolean"),
        of("fromBytes", &[("bytes", "ByteArray")], "T"),
        of(
            "fromBytesIn",
            &[("bytes", "ByteArray"), ("order", "ByteOrder")],
            "T",
        ),
    ];
    match width {
        Width::Long => functions.push(of("fromLong", &[("int", "Long")], "T")),
        Width::Uuid | Width::Other128 => functions.push(of("fromUuid", &[("uuid", "UUID")], "T")),
        Width::Other => {}
    }
    functions.extend([
        of("fromBigInteger", &[("int", "BigInteger")], "T"),
        of("fromFields", &[("fields", "Map<String, Number>")], "T"),
        of("of", &[("id", "Id")], "T"),
        of("minAt", &[("time", "Timestamp")], "T"),
        of("minAt", &[("time", "Instant")], "T"),
        of("maxAt", &[("time", "Timestamp")], "T"),
        of("maxAt", &[("time", "Instant")], "T"),
        of("minAt", &[("time", "Timestamp"), OPTIONS], "T"),
        of("minAt", &[("time", "Instant"), OPTIONS], "T"),
        of("maxAt", &[("time", "Timestamp"), OPTIONS], "T"),
        of("maxAt", &[("time", "Instant"), OPTIONS], "T"),
        of(
            "range",
            &[("from", "Timestamp?"), ("to", "Timestamp?")],
            "IdRange<T>",
        ),
        of(
            "range",
            &[("from", "Timestamp?"), ("to", "Timestamp?"), OPTIONS],
            "IdRange<T>",
        ),
        of(
            "range",
            &[("from", "Instant?"), ("to", "Instant?")],
            "IdRange<T>",
        ),
        of(
            "range",
            &[("from", "Instant?"), ("to", "Instant?"), OPTIONS],
            "IdRange<T>",
        ),
        of("prefixRange", &[("prefix", "String")], "IdRange<T>"),
    ]);
    if is_made {
        functions.extend([
            of("now", &[], "T"),
            of("at", &[("time", "Timestamp")], "T"),
            of("at", &[("time", "Instant")], "T"),
            of("generator", &[], "Generator<T>"),
            of("generator", &[OPTIONS], "Generator<T>"),
        ]);
    }
    functions.into_iter()
}

/// `Serializers.kt`: a serializer of kotlinx.serialization for each class.
pub(crate) fn serializers(formats: &[Format]) -> String {
    let serializers = formats.iter().map(|format| {
        let class = pascal(format.name());
        format!(
            "/** Writes a [sortid.{class}] as its text. */\npublic object {class}Serializer : KSerializer<sortid.{class}> by IdSerializer(sortid.{class})\n"
        )
    });
    format!(
        "// Written by `cargo suite generate kotlin` from the core's list of formats.\n\n\
         package sortid.serialization\n\n\
         import kotlinx.serialization.KSerializer\n{}",
        blank_between(serializers),
    )
}
