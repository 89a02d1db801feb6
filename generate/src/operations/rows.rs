//! One row for each operation, in the order of the suite's report.

use super::languages::Language::{C, Cpp, Kotlin, Node, Python, Rust, Swift};
use super::operation::Operation;

#[rustfmt::skip]
pub(super) const OPERATIONS: &[Operation] = &[
    Operation("parse", "parse", "Id.parse(text, format) -> id", &[(Swift, "AnyId($text, $format)")]),
    Operation("from_bytes", "bytes", "Id.from_bytes(hex, format) -> id", &[(Swift, "AnyId(bytes: $hex, $format)")]),
    Operation("build", "build", "Id.from_fields(fields, format) -> id", &[(Swift, "AnyId(fields: $fields, $format)")]),
    Operation("forms", "forms", "(text, format)", &[]),
    Operation("parse_form", "form", "Id.parse_form(text, format, form) -> text", &[(Python, "AnyId.parse_form($text, $form, $format)")]),
    Operation("byte_order", "order", "(text?, hex?, format, order)", &[]),
    Operation("keyed", "keyed", "(unix, key?, hex?, format, namespace?, secret?)", &[]),
    Operation("parse_lenient", "len", "Id.parse_lenient(text, format) -> corrected", &[]),
    Operation("near_misses", "near", "(text)", &[]),
    Operation("prefix", "prefix", "Id.prefix_range(text:prefix, format) -> bounds", &[
        (Cpp, "sortid::prefix_range($text:prefix, $format)"), (Swift, "AnyId.range(prefix: $text:prefix, $format)"),
    ]),
    Operation("at", "at", "(unix, format, options?, prefix?)", &[]),
    Operation("range", "range", "(from, to, format, options?, prefix?)", &[(Python, "range_of")]),
    Operation("convert", "conv", "convert(text, text:format, text:to) -> converted", &[
        (C, "sortid_convert_text($text, $text:format, $text:to, &converted, &failure)"),
        (Swift, "AnyId.convert($text, from: $text:format, to: $text:to)"),
    ]),
    Operation("inspect", "inspect", "(text)", &[]),
    Operation("find_ids", "find", "(text, formats?)", &[]),
    Operation("compare", "cmp", "Id.compare(id:a, id:b) -> order", &[
        (Rust, "$id:a.cmp(&$id:b)"), (Python, "($id:a > $id:b) - ($id:a < $id:b)"), (Node, "sortid.Id.compare($id:a, $id:b)"),
        (C, r#"parse_text(request, "a", format, &id) || parse_text(request, "b", format, &max)"#),
        (Cpp, "std::pair{$id:a, $id:b}"), (Kotlin, "$id:a.compareTo($id:b).coerceIn(-1, 1)"),
        (Swift, "$id:a < $id:b ? -1 : $id:a == $id:b ? 0 : 1"),
    ]),
    Operation("step", "step", "Id.step(id:text, text:to) -> text", &[
        (Rust, r#"match $text:to { "successor" => $id:text.successor(), _ => $id:text.predecessor() }"#),
        (C, "step(request, format, &id)"), (Node, "$id:text[$text:to === 'successor' ? $text:to : 'predecessor']()"),
        (Cpp, r#"($text:to == "successor" ? $id:text.successor() : $id:text.predecessor())"#),
        (Python, r#"(Id.successor if $text:to == "successor" else Id.predecessor)($id:text)"#),
        (Kotlin, r#"if ($text:to == "successor") $id:text.successor() else $id:text.predecessor()"#),
        (Swift, r#"($text:to == "successor" ? AnyId.successor : AnyId.predecessor)($id:text)()"#),
    ]),
    Operation("is_valid", "valid", "Id.is_valid(text, format) -> flag", &[(Node, "sortid.isValid($text, $format)")]),
    Operation("formats", "format", "(format)", &[]),
    Operation("prefixed_parse", "pfx", "(text, format, prefix?)", &[]),
    Operation("prefixed_text", "pfx txt", "PrefixedId.from(id:text, text:prefix) -> text", &[
        (Rust, "({ let id = $id:text; AnyTypeId::new($text:prefix.parse()?, id) })"),
        (C, r#"parse_text(request, "text", format, &id)"#), (Cpp, "[&](const sortid::AnyId& id) { return r.type().from(id); }($id:text)"),
        (Python, "prefixed($id:text, $text:prefix)"),
        (Kotlin, "TypeId($text:prefix, $id:text)"), (Swift, "AnyTypeId(prefix: $text:prefix, id: $id:text)"),
    ]),
    Operation("prefix_of", "pfx of", "prefix_of(text) -> prefix", &[]),
    Operation("generate", "gen", "(count, format, options?, seed?, times?, prefix?)", &[]),
    Operation("after", "after", "(text, format, options?, seed?, times?)", &[]),
    Operation("threads", "thr", "(threads, per_thread, format, options?, seed?)", &[(Swift, "await threads")]),
    Operation("columns", "cols", "(texts?, hex?, format, unit, options?)", &[(C, "many")]),
];
