//! Options: setters for Java, and a function with named arguments for Kotlin.

use std::fmt::Write;

use sortid::options::{OPTIONS, OptionInfo, OptionKind};

use super::{blank_between, comment};
use crate::names::{camel, pascal, screaming, without_unit};

/// A method of `GeneratorOptions` for each option.
pub(crate) fn setters() -> String {
    blank_between(OPTIONS.iter().map(option))
}

fn option(option: &OptionInfo) -> String {
    let (name, method) = (option.name, camel(option.name));
    let mut text = comment(option.summary);
    let setter = |kind: &str| {
        format!("public fun {method}(value: {kind}): GeneratorOptions = with(\"{name}\", value)\n")
    };
    match option.kind {
        OptionKind::Flag => text += &setter("Boolean"),
        OptionKind::Int => text += &setter("Long"),
        OptionKind::Seed => text += &setter("ByteArray"),
        OptionKind::Path => {
            text += &setter("Path");
            let _ = write!(text, "\n/** The same, as text. */\n{}", setter("String"));
        }
        OptionKind::IntOr("unlimited") => {
            text += &setter("Long");
            let unlimited = camel(&format!("unlimited_{}", without_unit(name)));
            let _ = write!(
                text,
                "\n/** The word `unlimited` for [{method}]. */\npublic fun {unlimited}(): GeneratorOptions = with(\"{name}\", \"unlimited\")\n",
            );
        }
        OptionKind::Choice(words) => {
            let enumeration = pascal(name);
            text += &setter(&enumeration);
            let choices = words
                .iter()
                .map(|word| format!("    {}(\"{word}\"),\n", screaming(word)));
            let _ = write!(
                text,
                "\n/** Values of [{method}]. */\npublic enum class {enumeration}(\n    override val word: String,\n) : Choice {{\n{}}}\n",
                choices.collect::<String>(),
            );
        }
        // A new kind of option can be set by name until it has a method here.
        _ => text.clear(),
    }
    text + &of_time(name)
}

/// The name without unit, the type and the unit of an option that is a time or a duration. `None`
/// for other options.
fn as_time(name: &str) -> Option<(&str, &'static str, &'static str)> {
    const UNITS: &[(&str, &str, &str)] = &[
        ("_unix_ms", "Instant", "NS_PER_MS"),
        ("_ms", "Duration", "NS_PER_MS"),
        ("_ns", "Duration", "1"),
    ];
    UNITS
        .iter()
        .find_map(|&(suffix, kind, unit)| Some((name.strip_suffix(suffix)?, kind, unit)))
}

/// The setter of an option with a time or duration type of the JDK.
fn of_time(name: &str) -> String {
    let Some((bare, kind, unit)) = as_time(name) else {
        return String::new();
    };
    let (method, longer) = (camel(bare), camel(name));
    format!(
        "\n/** [{longer}] as a JDK type; throws [SortidException.InvalidOption] for a fraction of the unit. */\npublic fun {method}(value: {kind}): GeneratorOptions = whole(\"{name}\", value, {unit})\n"
    )
}

/// The setters of options with time or duration types of Kotlin.
pub(crate) fn of_kotlin_times() -> String {
    blank_between(OPTIONS.iter().filter_map(|option| {
        let (bare, kind, _) = as_time(option.name)?;
        let (method, longer) = (camel(bare), camel(option.name));
        Some(format!(
            "/** [GeneratorOptions.{longer}] as a Kotlin type; throws [SortidException.InvalidOption] for a fraction of the unit. */\npublic fun GeneratorOptions.{method}(value: {kind}): GeneratorOptions = {method}(value.toJava{kind}())\n"
        ))
    }))
}

/// The inline function with a named argument for each option.
pub(crate) fn named_arguments() -> String {
    let (mut parameters, mut body) = (String::new(), String::new());
    for option in OPTIONS {
        let (name, argument) = (option.name, camel(option.name));
        let kind = match option.kind {
            OptionKind::Flag => "Boolean".to_owned(),
            OptionKind::Int | OptionKind::IntOr(_) => "Long".to_owned(),
            OptionKind::Seed => "ByteArray".to_owned(),
            OptionKind::Path => "Path".to_owned(),
            OptionKind::Choice(_) => format!("GeneratorOptions.{}", pascal(name)),
            // As in `setters`.
            _ => continue,
        };
        let _ = writeln!(parameters, "    {argument}: {kind}? = null,");
        let _ = writeln!(
            body,
            "    if ({argument} != null) options = options.{argument}({argument})"
        );
        if option.kind == OptionKind::IntOr("unlimited") {
            let argument = camel(&format!("unlimited_{}", without_unit(name)));
            let _ = writeln!(parameters, "    {argument}: Boolean = false,");
            let _ = writeln!(body, "    if ({argument}) options = options.{argument}()");
        }
    }
    format!(
        "public inline fun GeneratorOptions(\n{parameters}): GeneratorOptions {{\n    var options = GeneratorOptions()\n{body}    return options\n}}\n"
    )
}
