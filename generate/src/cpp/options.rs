//! `sortid/options.hpp`: enumerations for the values of options, and a setter for each option.

use sortid::options::{OPTIONS, OptionInfo, OptionKind};

use super::{top, word};
use crate::names::pascal;

pub(crate) fn options() -> String {
    let about = "Options of generators, types and readers.";
    let mut text = top(about, "SORTID_OPTIONS_HPP");
    text += "#include \"option.hpp\"\n\nnamespace sortid {\n\n/// The values of options.\nnamespace options {\n\n";
    for option in OPTIONS {
        text += &match option.kind {
            OptionKind::Choice(words) => enumeration(option, words),
            OptionKind::IntOr(word) => enumeration(option, &[word]),
            _ => String::new(),
        };
    }
    text += "}  // namespace options\n\n\
             /// Options of a generator, a type or of reading, in any order: `Options().node(7).state_file(\"ids.state\")`.\n\
             /// An option that is not set has the format's default.\n///\n\
             /// Functions return `invalid_option` for an option that the format lacks, for one that is given twice, and\n\
             /// for an invalid value.\n\
             class Options : public detail::OptionList {\n public:\n  \
             /// Sets an option by name, for programs that read them from a file or a command line.\n  \
             Options& set(std::string_view option, std::string_view text) & { return with(option, text); }\n  \
             Options set(std::string_view option, std::string_view text) && { return std::move(with(option, text)); }\n";
    for option in OPTIONS {
        text += &format!("\n  /// {}\n", option.summary.trim());
        for kind in kinds(option) {
            text += &setter(option.name, &kind);
        }
    }
    text += "\n private:\n  template <class Value>\n  Options& with(std::string_view option, const Value& value) {\n    \
             add(option, value);\n    return *this;\n  }\n};\n\n";
    let reads = OPTIONS.iter().filter(|option| option.reads);
    let reads: Vec<_> = reads
        .map(|option| format!("  X({})", option.name))
        .collect();
    text += "// Calls `X(name)` for each option that says how ids are read.\n#define SORTID_READ_OPTIONS(X) \\\n";
    text + &reads.join(" \\\n") + "\n\n}  // namespace sortid\n\n#endif  // SORTID_OPTIONS_HPP\n"
}

/// The setters of an option: one for a variable, and one for a temporary, which it moves.
fn setter(name: &str, kind: &str) -> String {
    format!(
        "  Options& {name}({kind} value) & {{ return with(\"{name}\", value); }}\n  \
         Options {name}({kind} value) && {{ return std::move(with(\"{name}\", value)); }}\n"
    )
}

/// The types of an option's values.
fn kinds(option: &OptionInfo) -> Vec<String> {
    let int = "std::int64_t".to_owned();
    let words = format!("options::{}", enumeration_name(option));
    match option.kind {
        OptionKind::Flag => vec!["bool".to_owned()],
        OptionKind::Choice(_) => vec![words],
        OptionKind::IntOr(_) => vec![int, words],
        OptionKind::Seed => vec!["const Seed&".to_owned()],
        OptionKind::Path => vec!["const Path&".to_owned()],
        _ => vec![int],
    }
}

fn enumeration_name(option: &OptionInfo) -> String {
    pascal(option.name.trim_end_matches("_ms"))
}

fn enumeration(option: &OptionInfo, words: &[&str]) -> String {
    let name = enumeration_name(option);
    let enumerators: Vec<_> = words.iter().map(|name| word(name)).collect();
    let cases: String = words
        .iter()
        .zip(&enumerators)
        .map(|(word, enumerator)| format!("    case {name}::{enumerator}: return {word:?};\n"))
        .collect();
    format!(
        "/// The values of `{}`.\nenum class {name} : std::uint8_t {{ {} }};\n\n\
         /// The name of a value; empty for an unknown value.\n\
         constexpr std::string_view name({name} word) noexcept {{\n  switch (word) {{\n{cases}  }}\n  return {{}};\n}}\n\n",
        option.name,
        enumerators.join(", ")
    )
}
