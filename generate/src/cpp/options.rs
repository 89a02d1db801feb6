//! `sortid/options.hpp`: a struct with a member for each option, and enumerations for their words.

use sortid::options::{OPTIONS, OptionInfo, OptionKind};

use super::{top, word};
use crate::names::pascal;

pub(crate) fn options() -> String {
    let about = "Options of generators and of reading.";
    let mut text =
        top(about, "SORTID_OPTIONS_HPP") + "#include \"option.hpp\"\n\nnamespace sortid {\n\n";
    for option in OPTIONS {
        text += &match option.kind {
            OptionKind::Choice(words) => enumeration(option, words),
            OptionKind::IntOr(word) => enumeration(option, &[word]),
            _ => String::new(),
        };
    }
    text += "/// Options of a generator or of reading. A member without a value has the format's default.\n///\n\
             /// C++20: `{.clock_id = 7, .on_rollback = OnRollback::error}`, in alphabetical order; C++17: assign the members.\n\
             /// Functions return `invalid_option` for an option that the format lacks, and for an invalid value.\n\
             struct Options {\n";
    // Designators must be in the order of the members: alphabetical is easy to remember.
    let mut members = OPTIONS.to_vec();
    members.sort_unstable_by_key(|option| option.name);
    for option in &members {
        text += &format!(
            "  /// {}\n  std::optional<{}> {} = {{}};\n",
            option.summary.trim(),
            of(option),
            option.name
        );
    }
    text += "  /// Options by name, for programs that read them from a file or a command line. An option that\n  \
             /// is also set as a member, or given twice, is `invalid_option`.\n  std::vector<std::pair<std::string, std::string>> named = {};\n\n  \
             /// Calls `visit` with the name and value of each member except `named`.\n  \
             template <class Visit>\n  void each(Visit visit) const {\n";
    for option in &members {
        text += &format!("    visit(\"{0}\", {0});\n", option.name);
    }
    text + "  }\n};\n\n}  // namespace sortid\n\n#endif  // SORTID_OPTIONS_HPP\n"
}

fn of(option: &OptionInfo) -> String {
    match option.kind {
        OptionKind::Flag => "bool".to_owned(),
        OptionKind::Choice(_) => enumeration_name(option),
        OptionKind::IntOr(_) => format!("std::variant<std::int64_t, {}>", enumeration_name(option)),
        OptionKind::Seed => "Seed".to_owned(),
        OptionKind::Path => "Path".to_owned(),
        _ => "std::int64_t".to_owned(),
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
        "/// The words of `{}`.\nenum class {name} : std::uint8_t {{ {} }};\n\n\
         /// The name of a value; empty for an unknown value.\n\
         constexpr std::string_view name({name} word) noexcept {{\n  switch (word) {{\n{cases}  }}\n  return {{}};\n}}\n\n",
        option.name,
        enumerators.join(", ")
    )
}
