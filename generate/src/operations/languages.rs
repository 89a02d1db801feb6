//! How each driver's language reads an input, calls a function and writes an answer.

use crate::names::camel;

/// The language of a driver.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Language {
    Rust,
    C,
    Cpp,
    Python,
    Node,
    Kotlin,
    Swift,
}

impl Language {
    /// The word of a key of [`WORDS`].
    pub(super) fn word(self, key: &str) -> &'static str {
        let mut words = WORDS.iter();
        let word = words.find_map(|(of, words)| (*of == key).then_some(words[self as usize]));
        word.unwrap_or_else(|| panic!("no language has a word for `{key}`"))
    }

    /// The name of a function.
    pub(super) fn name(self, name: &str) -> String {
        match self {
            Self::Node | Self::Kotlin | Self::Swift => camel(name),
            _ => name.to_owned(),
        }
    }
}

/// Words by key, in the order of [`Language`]: lines of dispatch, receivers of calls, `$` inputs, and
/// `->` answers. C's answers begin with the output arguments of the call.
#[rustfmt::skip]
const WORDS: &[(&str, [&str; 7])] = &[
    ("line", [r#""$op" => $answer,"#, r#"if (json_is(op, "$op")) return $answer;"#, r#"if (op == "$op") return $answer;"#,
        r#""$op": lambda r: $answer,"#, "$op: (sortid, r) => $answer,", r#""$op" -> $answer"#, r#"case "$op": try $answer"#]),
    ("function", [r#""$op" => $function(r)?,"#, r#"if (json_is(op, "$op")) return $function(request, format);"#,
        r#"if (op == "$op") return $function(r);"#, r#""$op": $function,"#, "$op: $function,", r#""$op" -> $function(r)"#,
        r#"case "$op": try $function(r)"#]),
    ("package", ["sortid::", "sortid_", "sortid::", "sortid.", "sortid.", "AnyId.", "AnyId."]),
    ("Id", ["AnyId::", "sortid_", "sortid::AnyId::", "AnyId.", "sortid.AnyId.", "AnyId.", "AnyId."]),
    ("PrefixedId", ["AnyTypeId::", "sortid_prefixed_", "sortid::IdType::", "PrefixedId.", "sortid.TypeId.", "TypeId.", "AnyTypeId."]),
    ("$text", [r#"r.text("$key")?"#, r#"TEXT("$key")"#, r#"r.text("$key")"#, r#"r["$key"]"#, "r.$key", r#"r.text("$key")"#, r#"r.text("$key")"#]),
    ("$format", ["r.format()?", "format", "r.format()", "format_of(r)", "r.format", "r.format", "as: r.format()"]),
    ("$form", ["r.form()?", "form_of(request)", "r.form()", r#"r["form"]"#, "r.form", "r.form", "r.form()"]),
    ("$hex", ["&r.bytes()?", "BYTES", "r.bytes().data(), r.bytes().size()", r#"bytes.fromhex(r["hex"])"#, "fromHex(r.hex)", "r.bytes", "r.bytes()"]),
    ("$fields", ["r.fields()?", "FIELDS", "r.fields()", "fields_of(r)", "fieldsOf(r)", "r.fields", "r.fields()"]),
    ("$id", [r#"r.parsed("$key")?"#, "", r#"r.id("$key")"#, r#"id_of(r, "$key")"#, "idOf(sortid, r, '$key')", r#"r.parsed("$key")"#,
        r#"r.parsed("$key")"#]),
    ("-> id", ["id_json($call?, &r.options()?)?", ", &id, &failure => write_id($call, &id, options_of(request, false))",
        "id_json($call, r.options())", "id_json($call, reading_options(r))", "idJson(sortid, r, $call)",
        "id($call, r.options)", "describe($call, r.options())"]),
    ("-> text", [r#"json!({ "text": $call?.to_string() })"#, ", &id, &failure => write_text_of(request, $call, &id)", "text_json($call.text())",
        r#"{"text": str($call)}"#, "({ text: String($call) })", r#"json("text" to $call)"#, r#".object(["text": .text($call.text)])"#]),
    ("-> corrected", ["corrected_json(&$call?)", ", &id, &corrections, &failure => write_corrected($call, &id, &corrections)",
        "'{' + corrected_json($call)", "corrected_json(*$call)", "corrected($call)", "corrected($call)", ".object(corrected($call))"]),
    ("-> bounds", ["bounds_json($call?)", ", &id, &max, &failure => write_bounds($call, &id, &max, NULL)",
        "bounds_json($call)", "bounds_json(*$call)", "boundsJson($call)", "bounds($call)", "bounds($call)"]),
    ("-> converted", ["converted_json(&$call?)", "write_converted($call, &converted)",
        "converted_json($call)", "converted_json(*$call)", "convertedJson($call)", "converted($call)", "converted($call)"]),
    ("-> flag", [r#"json!({ "valid": $call })"#, "write_flag($call)", "flag_json($call)", r#"{"valid": $call}"#, "({ valid: $call })",
        r#"json("valid" to $call)"#, r#".object(["valid": .flag($call)])"#]),
    ("-> order", [r#"json!({ "order": $call as i8 })"#, "write_order($call, &id, &max)", "order_json($call)", r#"{"order": $call}"#,
        "({ order: $call })", r#"json("order" to $call)"#, r#".object(["order": .number($call)])"#]),
    ("-> prefix", [r#"json!({ "prefix": $call })"#, "write_prefix(request, $call)", "prefix_json($call)", r#"{"prefix": $call}"#,
        "({ prefix: $call })", r#"json("prefix" to $call)"#, r#".object(["prefix": .text($call)])"#]),
];
