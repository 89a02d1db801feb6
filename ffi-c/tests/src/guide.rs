//! The programs of the examples, the guide, the first page and the README.

use std::fs;
use std::path::Path;
use std::process::Command;

use crate::commands::output;
use crate::report::Report;
use crate::setup::{Language, Setup};

pub(crate) fn check(setup: &Setup, language: Language, report: &mut Report) {
    let extension = language.extension();
    let example = setup
        .root
        .join(format!("ffi-c/examples/orders.{extension}"));
    report.check(
        &format!("example orders.{extension}"),
        runs(setup, language, language.standards()[0], &example),
    );
    if language == Language::C {
        let program = setup.work.join("ten.c");
        let header = fs::read_to_string(setup.root.join("include/sortid.h")).unwrap_or_default();
        let written =
            fs::write(&program, first_program(&header)).map_err(|error| error.to_string());
        report.check(
            "program at the top of sortid.h",
            written.and_then(|()| runs(setup, language, language.standards()[0], &program)),
        );
    }
    for page in ["docs/c.md", "docs/index.md", "README.md", "docs/recipes.md"] {
        let markdown = fs::read_to_string(setup.root.join(page)).unwrap_or_default();
        let oldest = language.standards()[0];
        let programs = blocks(&markdown, extension).into_iter();
        let newer = blocks(&markdown, "cpp c++20").into_iter();
        let newer = newer.filter(|_| language == Language::Cpp);
        let programs: Vec<_> = programs
            .map(|program| (oldest, program))
            .chain(newer.map(|program| ("c++20", program)))
            .collect();
        if programs.is_empty() && page == "docs/c.md" {
            report.check(page, Err(format!("no code block of {extension} found")));
        }
        for (number, (standard, program)) in (1..).zip(programs) {
            let source = setup.work.join(format!("guide-{number}.{extension}"));
            let written = fs::write(&source, program).map_err(|error| error.to_string());
            report.check(
                &format!("program {number} of {page}, {standard}"),
                written.and_then(|()| runs(setup, language, standard, &source)),
            );
        }
    }
}

/// The indented lines of the first comment.
fn first_program(header: &str) -> String {
    let (comment, _) = header.split_once("*/").unwrap_or_default();
    let lines = comment
        .lines()
        .filter_map(|line| line.strip_prefix(" *     "));
    lines.map(|line| format!("{line}\n")).collect()
}

fn blocks<'a>(markdown: &'a str, language: &str) -> Vec<&'a str> {
    let fence = format!("```{language}\n");
    let after = markdown.split(fence.as_str()).skip(1);
    after
        .filter_map(|text| text.split_once("```"))
        .map(|(block, _)| block)
        .collect()
}

/// Compiles a program in a standard, and runs it.
fn runs(setup: &Setup, language: Language, standard: &str, source: &Path) -> Result<(), String> {
    let program = setup.work.join("guide");
    let mut command = setup.compilers[0].command(language);
    command
        .arg(format!("-std={standard}"))
        .arg(source)
        .args(setup.shared());
    output(command.arg("-o").arg(&program))?;
    output(Command::new(program).current_dir(&setup.work)).map(drop)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn blocks_returns_blocks_of_one_language() {
        let guide = "a\n```c\none\n```\n```cpp\ntwo\n```\n```c\nthree\n```\n";
        assert_eq!(blocks(guide, "c"), ["one\n", "three\n"]);
        assert_eq!(blocks(guide, "cpp"), ["two\n"]);
    }
}
