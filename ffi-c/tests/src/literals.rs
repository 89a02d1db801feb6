//! C++ literals: every text of the vectors is read at compile time, and invalid ones do not compile.

use std::fmt::Write;
use std::fs;
use std::path::Path;

use serde_json::{Map, Value};

use crate::commands::output;
use crate::report::Report;
use crate::setup::{Compiler, Language, Setup};

#[path = "../../../tests/suite/src/conformance/vectors/derive.rs"]
mod derive;

/// Invalid literals, and the function that the compiler error must name.
const WRONG: &[(&str, &str)] = &[
    ("\"3jzfcijpj2z2\"_tid", "literal_has_an_invalid_length"),
    ("\"3jzfcijpj2z21\"_tid", "literal_has_an_invalid_character"),
    ("\"zzzzzzzzzzzzz\"_tid", "literal_is_out_of_range"),
    (
        "\"017f22e2-79b0-7cc3-18c4-dc0c0c07398f\"_uuid7",
        "literal_has_an_invalid_variant",
    ),
    (
        "\"017f22e2-79b0-6cc3-98c4-dc0c0c07398f\"_uuid7",
        "literal_has_an_invalid_version",
    ),
];

/// Functions that check texts at compile time.
const CHECKS: &str = r#"#include <sortid.hpp>

using sortid::ErrorCode;
using sortid::Format;
using namespace sortid::literals;

// Whether the text is read as these bytes, in hexadecimal digits.
template <Format F>
constexpr bool reads(std::string_view text, std::string_view hex, std::string_view canonical) {
  const auto done = sortid::detail::read<F>(text);
  // Only the library reads other forms with the length of a canonical text.
  const std::size_t shortest = sortid::detail::texts<F>.shapes[0].shortest, longest = sortid::Widths<F>::text;
  if (shortest < longest && text.size() <= longest && text != canonical) return done.error != SORTID_OK;
  for (std::size_t i = 0; i < hex.size(); i++) {
    const int digit = done.id.bytes[i / 2] >> (i % 2 == 0 ? 4 : 0) & 15;
    if ("0123456789abcdef"[digit] != hex[i]) return false;
  }
  return done.error == SORTID_OK && hex.size() == 2 * sortid::Widths<F>::bytes;
}

template <Format F>
constexpr bool rejects(std::string_view text, ErrorCode code) {
  // Only the library has the error code of such a form.
  const bool has_lengths = sortid::detail::texts<F>.shapes[0].shortest < sortid::Widths<F>::text;
  if (has_lengths && text.substr(0, 2) == "0x") return sortid::detail::read<F>(text).error != SORTID_OK;
  return sortid::detail::read<F>(text).error == static_cast<std::int32_t>(code);
}

static_assert("3jzfcijpj2z2a"_tid.u64() == 0x17fd6873eaf07c06);
static_assert("017f22e2-79b0-7cc3-98c4-dc0c0c07398f"_uuid7 == "urn:uuid:017F22E2-79B0-7CC3-98C4-DC0C0C07398F"_uuid7);

"#;

pub(crate) fn check(setup: &Setup, report: &mut Report) {
    let vectors = vectors(&setup.root);
    for compiler in &setup.compilers {
        let name = format!(
            "texts of the vectors, read by {} at compile time",
            compiler.name
        );
        let read = vectors
            .as_ref()
            .map_err(String::clone)
            .and_then(|(asserts, count)| {
                compiles(setup, compiler, &format!("{CHECKS}{asserts}")).map(|()| (*count, 0))
            });
        report.program(&name, read);
        for (literal, named) in WRONG {
            let program = format!("{CHECKS}constexpr auto id = {literal};\n");
            let rejected = match compiles(setup, compiler, &program) {
                Ok(()) => Err("the literal compiles".to_owned()),
                Err(reason) if reason.contains(named) => Ok(()),
                Err(reason) => Err(reason),
            };
            report.check(&format!("{} rejects {literal}", compiler.name), rejected);
        }
    }
}

fn compiles(setup: &Setup, compiler: &Compiler, program: &str) -> Result<(), String> {
    let source = setup.work.join("literals.cpp");
    fs::write(&source, program).map_err(|error| error.to_string())?;
    let mut command = compiler.command(Language::Cpp);
    command
        .args(["-std=c++20", "-fsyntax-only"])
        .arg(&source)
        .arg("-I")
        .arg(setup.prefix.join("include"));
    output(&mut command).map(drop)
}

/// An assertion for each text of the vectors, and their number.
fn vectors(root: &Path) -> Result<(String, u64), String> {
    let (mut asserts, mut count) = (String::new(), 0);
    let tables = root.join("include/sortid/tables.hpp");
    let tables = fs::read_to_string(tables).map_err(|error| error.to_string())?;
    let files = fs::read_dir(root.join("tests/vectors")).map_err(|error| error.to_string())?;
    for file in files {
        let path = file.map_err(|error| error.to_string())?.path();
        if path.extension().is_none_or(|extension| extension != "json") {
            continue;
        }
        let json = fs::read_to_string(&path).map_err(|error| error.to_string())?;
        let file: Map<String, Value> =
            serde_json::from_str(&json).map_err(|error| error.to_string())?;
        let derived = derive::cases(&file, &[])?;
        let written = file["cases"].as_array().into_iter().flatten();
        for case in written.chain(&derived) {
            let format = case.get("format").unwrap_or(&file["format"]);
            let has_literals = format
                .as_str()
                .is_some_and(|format| tables.contains(&format!("texts<Format::{format}>")));
            if has_literals && let Some(assertion) = assertion(format, case) {
                asserts += &assertion;
                count += 1;
            }
        }
    }
    if count < 300 {
        return Err(format!("only {count} texts in the vectors"));
    }
    Ok((asserts, count))
}

/// The assertion for a case; `None` unless it parses a text without options.
fn assertion(format: &Value, case: &Value) -> Option<String> {
    if case["op"] != "parse" || case.get("options").is_some() {
        return None;
    }
    let (format, text) = (format.as_str()?, literal(case["text"].as_str()?));
    if let Some(hex) = case["expect"]["hex"].as_str() {
        let canonical = case["expect"]["text"].as_str()?;
        return Some(format!(
            "static_assert(reads<Format::{format}>({text}, \"{hex}\", \"{canonical}\"));\n"
        ));
    }
    let code = case["error"].as_str()?;
    Some(format!(
        "static_assert(rejects<Format::{format}>({text}, ErrorCode::{code}));\n"
    ))
}

/// A C++ expression for a string view of any bytes.
fn literal(text: &str) -> String {
    let mut escaped = String::new();
    for byte in text.bytes() {
        let plain = byte.is_ascii_alphanumeric() || b"-:_ ".contains(&byte);
        if plain {
            escaped.push(byte.into());
        } else {
            write!(escaped, "\\{byte:03o}").expect("writing to a String cannot fail");
        }
    }
    format!("std::string_view(\"{escaped}\", {})", text.len())
}
