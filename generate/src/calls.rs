//! Calls that bypass UniFFI: functions of libsortid and of the crate `uniffi`, under unique names.

use std::fmt::Display;

use crate::c;
use crate::names::camel;
use crate::repository::TextResult;

macro_rules! sources {
    ($($path:literal: $names:expr,)*) => {
        &[$(($path, include_str!(concat!("../../", $path)), $names)),*]
    };
}

/// The called functions by source file, without the prefix `sortid_`.
#[rustfmt::skip]
const CALLED: &[(&str, &str, &[&str])] = sources! {
    "ffi-c/src/new.rs": &["new_id", "new_id_at"],
    "ffi-c/src/generator.rs": &["generator_next", "generator_next_at"],
    "ffi-c/src/fill.rs": FILLS,
    "ffi-c/src/id.rs": &["parse", "from_bytes", "from_u64", "from_u128", "text_form", "is_reserved"],
    "ffi-c/src/order.rs": &["compare"],
    "ffi-c/src/time.rs": &["timestamp"],
    "ffi-c/src/range.rs": &["min_at", "max_at", "range"],
    "ffi-c/src/convert.rs": &["convert"],
    "uniffi/src/prefix_calls.rs": &["prefix_check", "prefixed_parse", "prefixed_text"],
    "uniffi/src/field.rs": &["field_at"],
    "uniffi/src/columns.rs": &["column_read"],
};

/// Functions that JNA calls, because they take arrays.
const FILLS: &[&str] = &[
    "generator_fill_text",
    "generator_fill_bytes",
    "generator_fill_u64",
];

/// Types in the functions' signatures; the first ones are opaque.
const OPAQUE: [&str; 2] = ["sortid_generator", "sortid_option"];
const TYPES: [&str; 6] = [
    "SORTID_BYTES_SIZE",
    "SORTID_COLUMN_COUNTS",
    "sortid_id",
    "sortid_time",
    "sortid_column_request",
    "sortid_column_response",
];

/// The parameter that mobile callers omit: `refused::last_refusal` returns the error of a failed
/// call.
const ERROR: &str = "*mut sortid_error";

/// A function.
struct Call {
    /// The name without `sortid_`.
    name: &'static str,
    /// Its path in Rust.
    path: String,
    /// The names and types of its parameters in Rust, including the error.
    parameters: Vec<(String, String)>,
    /// Its result in Rust.
    result: Option<String>,
}

impl Call {
    fn read(source: &str, text: &str, name: &'static str) -> Option<Self> {
        let (_, rest) = text.split_once(&format!("extern \"C\" fn sortid_{name}("))?;
        let (parameters, rest) = rest.split_once(')')?;
        let parameters = parameters.split(',').filter_map(|parameter| {
            let (name, kind) = parameter.trim().split_once(": ")?;
            Some((name.to_owned(), kind.to_owned()))
        });
        let (_, module) = source.rsplit_once('/')?;
        Some(Self {
            name,
            path: format!("{}::sortid_{name}", module.strip_suffix(".rs")?),
            parameters: parameters.collect(),
            result: (rest.split_once('{')?.0.trim().strip_prefix("-> ")).map(str::to_owned),
        })
    }

    /// For each parameter: the native method's parameters, and the argument built from them.
    fn native(&self) -> impl Iterator<Item = (Vec<(String, &str)>, String)> {
        self.parameters
            .iter()
            .map(|(name, kind)| match kind.as_str() {
                "*const sortid_id" | "*const c_void" => {
                    let parts = [
                        ("high", "i64"),
                        ("middle", "i64"),
                        ("low", "i32"),
                        ("format", "i32"),
                    ];
                    let parts = parts.map(|(part, kind)| (format!("{name}_{part}"), kind));
                    let words = parts.each_ref().map(|(part, _)| part.as_str()).join(", ");
                    (parts.into(), format!("&words({words}) as *const _ as _"))
                }
                "sortid_time" => {
                    let parts = [("seconds", "i64"), ("nanos", "i32")];
                    let parts = parts.map(|(part, kind)| (format!("{name}_{part}"), kind));
                    let words = parts.each_ref().map(|(part, _)| part.as_str()).join(", ");
                    (parts.into(), format!("instant({words})"))
                }
                ERROR => (Vec::new(), "ptr::null_mut()".to_owned()),
                "u32" => (vec![(name.clone(), "i32")], format!("{name} as _")),
                _ => (vec![(name.clone(), "i64")], format!("{name} as _")),
            })
    }

    /// The end of its signature in Rust.
    fn arrow(&self) -> String {
        let result = self.result.as_ref();
        result.map_or(String::new(), |result| format!(" -> {result}"))
    }

    fn is_native(&self) -> bool {
        !FILLS.contains(&self.name)
    }
}

/// Every function.
fn calls() -> impl Iterator<Item = Call> {
    let of_source = |(source, text, names): &(&str, &str, &'static [&str])| {
        let read = |name: &&'static str| Call::read(source, text, name);
        let calls: Option<Vec<Call>> = names.iter().map(read).collect();
        calls.expect("a source declares its functions")
    };
    CALLED.iter().flat_map(of_source)
}

/// Parameters in Rust.
fn list<'a, K: Display + 'a>(parameters: impl IntoIterator<Item = &'a (String, K)>) -> String {
    let parameter = |(name, kind): &(String, _)| format!("{name}: {kind}");
    let all: Vec<_> = parameters.into_iter().map(parameter).collect();
    all.join(", ")
}

/// A row for each function that C calls.
pub(crate) fn exported() -> String {
    let row = |call: Call| {
        let (errors, own): (Vec<_>, Vec<_>) =
            call.parameters.iter().partition(|(_, kind)| kind == ERROR);
        let mut arguments: Vec<&str> = own.iter().map(|(name, _)| name.as_str()).collect();
        arguments.extend(errors.iter().map(|_| "ptr::null_mut()"));
        format!(
            "sortid_mobile_{}({}){} = {}({});\n",
            call.name,
            list(own),
            call.arrow(),
            call.path,
            arguments.join(", ")
        )
    };
    calls().map(row).collect()
}

/// A row for each native method.
pub(crate) fn native() -> String {
    let row = |call: Call| {
        let (parameters, arguments): (Vec<_>, Vec<_>) = call.native().unzip();
        let parameters = list(&parameters.concat());
        let result = call.arrow();
        format!(
            "Java_sortid_internal_Calls_{}({parameters}){result} {{ {}({}) }}\n",
            camel(call.name),
            call.path,
            arguments.join(", ")
        )
    };
    calls().filter(Call::is_native).map(row).collect()
}

/// The text of `Calls.kt`.
pub(crate) fn kotlin() -> String {
    let kind = |kind: &str| match kind {
        "i64" => "Long",
        "bool" => "Boolean",
        _ => "Int",
    };
    let method = |call: Call| {
        let parameters = call.native().flat_map(|(parameters, _)| parameters);
        let parameters: String = parameters
            .map(|(name, of)| format!("        {}: {},\n", camel(&name), kind(of)))
            .collect();
        let result = call
            .result
            .as_ref()
            .map(|result| format!(": {}", kind(result)))
            .unwrap_or_default();
        format!(
            "\n    @JvmStatic\n    external fun {}(\n{parameters}    ){result}\n",
            camel(call.name)
        )
    };
    let methods: String = calls().filter(Call::is_native).map(method).collect();
    format!(
        "// Written by `cargo suite generate` from functions of libsortid, and of uniffi/src.\n\n\
         package sortid.internal\n\n\
         /** Native methods. An id is read as its words and the number of its format, and written as C's `sortid_id`. */\n\
         internal object Calls {{\n    init {{\n        Library.ensureLoaded()\n    }}\n{methods}}}\n"
    )
}

/// A C declaration without its last parameter, the error.
fn without_error(code: &str) -> String {
    match code.split_once("struct sortid_error *error") {
        Some((before, after)) => format!("{}{after}", before.trim_end().trim_end_matches(',')),
        None => code.to_owned(),
    }
}

/// The declarations that Swift calls.
pub(crate) fn header() -> TextResult {
    let declarations = format!(
        "\n{}\n{}",
        c::declarations("ffi-c/src", &["lib.rs"])?,
        c::declarations("uniffi/src", &["columns.rs", "field.rs", "prefix_calls.rs"])?
    );
    let functions = calls().map(|call| format!("sortid_{}", call.name));
    let names = TYPES.map(str::to_owned).into_iter().chain(functions);
    let mut text = "// Written by `cargo suite generate` from functions of libsortid, which include/sortid.h describes, and of uniffi/src.\n\n\
         #pragma once\n\n#include <stdbool.h>\n#include <stddef.h>\n#include <stdint.h>\n\n".to_owned();
    text.extend(OPAQUE.map(|name| format!("struct {name};\n")));
    for wanted in names {
        let mut known = declarations.split("\n/**").skip(1);
        let known = known.find(|declaration| c::name(declaration) == Some(wanted.as_str()));
        let known = known.ok_or_else(|| format!("no declaration of {wanted}"))?;
        let mut parts = known
            .split("/*")
            .map(|part| part.split_once("*/").map_or(part, |(_, code)| code));
        let code: String = parts.by_ref().collect();
        let code = without_error(&code);
        let lines = code.lines().filter(|line| !line.trim().is_empty());
        text += "\n";
        text.extend(lines.map(|line| format!("{line}\n")));
    }
    Ok(text.replace("sortid_", "sortid_mobile_"))
}
