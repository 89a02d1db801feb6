//! The options as Swift properties.

use std::fmt::Write;

use sortid::options::{OPTIONS, OptionInfo, OptionKind};

use super::{grouped, word};
use crate::names::{camel, of_date, pascal, without_unit};

/// The properties, and an initialiser with a parameter for each.
pub(crate) fn declarations() -> String {
    let options: Vec<Property> = OPTIONS.iter().filter_map(property_of).collect();
    let parts = options.iter().map(Property::declaration);
    initialiser(&options) + "\n" + &parts.collect::<Vec<_>>().join("\n")
}

/// An option as a property.
struct Property {
    option: &'static OptionInfo,
    name: String,
    kind: String,
    get: String,
    set: String,
    /// The type of a choice.
    choice: String,
}

/// The initialiser, with optional parameters.
fn initialiser(options: &[Property]) -> String {
    let mut text =
        "/// Creates options; those that are `nil` are not set.\npublic init(\n".to_owned();
    for (at, Property { name, kind, .. }) in options.iter().enumerate() {
        let comma = if at + 1 < options.len() { "," } else { "" };
        let _ = writeln!(text, "    {name}: {kind}? = nil{comma}");
    }
    text += ") {\n";
    for Property { name, .. } in options {
        let _ = writeln!(text, "    self.{name} = {name}");
    }
    text + "}\n"
}

fn property_of(option: &'static OptionInfo) -> Option<Property> {
    let name = option.name;
    let of = |kind: &str, case: &str| {
        let get = format!("{case}(\"{name}\")");
        let set = match case {
            "integer" => format!("given[\"{name}\"] = newValue.map {{ .integer(Int64($0)) }}"),
            _ => format!("given[\"{name}\"] = newValue.map(Value.{case})"),
        };
        (camel(name), kind.to_owned(), get, set, String::new())
    };
    let by_helper = |swift: String, kind: &str, get: &str, more: &str| {
        let get = format!("{get}(\"{name}\"{more})");
        let set = format!("set(\"{name}\", newValue{more})");
        (swift, kind.to_owned(), get, set, String::new())
    };
    let per_second = per_second(name).map(|count| format!(", perSecond: {}", grouped(count)));
    // The option for a named epoch has the shorter name.
    let date = of_date(name).map(|bare| camel(&format!("{bare}_date")));
    let (swift, kind, get, set, choice) = match (option.kind, per_second) {
        (OptionKind::Flag, _) => of("Bool", "flag"),
        (OptionKind::Int, _) if date.is_some() => {
            by_helper(date.unwrap_or_default(), "Date", "date", "")
        }
        (OptionKind::Int | OptionKind::IntOr("unlimited"), Some(unit)) => {
            by_helper(camel(without_unit(name)), "TimeSpan", "span", &unit)
        }
        (OptionKind::Int, None) => of("Int", "integer"),
        (OptionKind::Seed, _) => of("[UInt8]", "bytes"),
        (OptionKind::Path, _) => by_helper(camel(name), "URL", "path", ""),
        (OptionKind::Choice(words), _) => {
            let kind = pascal(name);
            let get = format!("word(\"{name}\").flatMap({kind}.init(rawValue:))");
            let set = format!("given[\"{name}\"] = (newValue?.rawValue).map(Value.text)");
            let cases = words
                .iter()
                .map(|&name| format!("    /// `{name}`.\n    {}\n", word(name)));
            let cases = cases.collect::<String>();
            let choice = format!(
                "\n/// Values of ``{}``.\npublic enum {kind}: String, CaseIterable, Hashable, Sendable {{\n{cases}}}\n",
                camel(name),
            );
            (camel(name), kind, get, set, choice)
        }
        // A new kind of option can be set by name until it has a property here.
        _ => return None,
    };
    Some(Property {
        option,
        name: swift,
        kind,
        get,
        set,
        choice,
    })
}

impl Property {
    fn declaration(&self) -> String {
        let Property {
            option,
            name,
            kind,
            get,
            set,
            choice,
        } = self;
        let summary = match kind.as_str() {
            // The unit is part of the type.
            "TimeSpan" => option
                .summary
                .replace(", in milliseconds", "")
                .replace(" in nanoseconds", "")
                .replace(
                    "000)",
                    &format!(
                        "000 {})",
                        if option.name.ends_with("_ns") {
                            "ns"
                        } else {
                            "ms"
                        }
                    ),
                ),
            _ => option.summary.to_owned(),
        };
        let (summary, unit) = (summary.trim(), option.name);
        let by_name = if kind == "TimeSpan" || kind == "Date" {
            format!(" By name: `{unit}`.")
        } else {
            String::new()
        };
        format!(
            "/// {summary}{by_name}\npublic var {name}: {kind}? {{\n    get {{ {get} }}\n    set {{ {set} }}\n}}\n{choice}",
        )
    }
}

/// The number of units per second, by the suffix of an option's name.
fn per_second(name: &str) -> Option<u64> {
    match name.rsplit_once('_')?.1 {
        "ms" => Some(1_000),
        "ns" => Some(1_000_000_000),
        _ => None,
    }
}

/// Every option with a value of its type, for the package's test.
pub(crate) fn samples() -> String {
    let sample = |property: &Property| {
        let value = match (property.kind.as_str(), property.option.kind) {
            (_, OptionKind::Choice(words)) => format!(".{}", camel(words.first().unwrap_or(&""))),
            ("TimeSpan", _) => ".milliseconds(1)".to_owned(),
            ("Date", _) => "Date()".to_owned(),
            ("URL", _) => "URL(fileURLWithPath: \"/ids.state\")".to_owned(),
            ("Bool", _) => "false".to_owned(),
            ("[UInt8]", _) => "[]".to_owned(),
            _ => "1".to_owned(),
        };
        format!("{}: {value}", property.name)
    };
    let samples = OPTIONS.iter().filter_map(property_of);
    samples
        .map(|property| sample(&property))
        .collect::<Vec<_>>()
        .join(",\n")
}

/// Every option whose values are words, for the package's test.
pub(crate) fn choices() -> String {
    let choices = OPTIONS
        .iter()
        .filter(|option| matches!(option.kind, OptionKind::Choice(_)));
    let line = |option: &OptionInfo| {
        format!(
            "try accepted({:?}, IdOptions.{}.self)\n",
            option.name,
            pascal(option.name)
        )
    };
    choices.map(line).collect()
}
