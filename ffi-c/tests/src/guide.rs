//! The programs of the examples and the pages, and the output that they show.

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
        runs(setup, language, language.standards()[0], &example).map(drop),
    );
    if language == Language::C {
        let program = setup.work.join("ten.c");
        let header = fs::read_to_string(setup.root.join("include/sortid.h")).unwrap_or_default();
        let written =
            fs::write(&program, first_program(&header)).map_err(|error| error.to_string());
        report.check(
            "program at the top of sortid.h",
            written
                .and_then(|()| runs(setup, language, language.standards()[0], &program))
                .map(drop),
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
        for (number, (standard, block)) in (1..).zip(programs) {
            let source = setup.work.join(format!("guide-{number}.{extension}"));
            let program = whole(block, language);
            let written = fs::write(&source, program).map_err(|error| error.to_string());
            report.check(
                &format!("program {number} of {page}, {standard}"),
                written
                    .and_then(|()| runs(setup, language, standard, &source))
                    .and_then(|printed| compare(block, &printed)),
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

/// Returns the program of a block: the block itself, or a `main` of its lines.
fn whole(block: &str, language: Language) -> String {
    if block.contains("int main(") {
        return block.to_owned();
    }
    let (includes, body): (Vec<_>, Vec<_>) =
        block.lines().partition(|line| line.starts_with("#include"));
    let header = match language {
        Language::C => "#include <sortid.h>\n#include <stdio.h>",
        Language::Cpp => "#include <iostream>\n#include <sortid.hpp>",
    };
    let main = match language {
        Language::C => "int main(void) {",
        Language::Cpp => "int main() {",
    };
    let (includes, body) = (includes.join("\n"), body.join("\n"));
    format!("{header}\n{includes}\n{main}\n{body}\nreturn 0;\n}}\n")
}

/// The text of the comment that ends a line.
fn comment(line: &str) -> Option<&str> {
    let (_, text) = line
        .rsplit_once("/* ")
        .or_else(|| line.rsplit_once("// "))?;
    Some(text.strip_suffix(" */").unwrap_or(text))
}

/// The outputs that comments beside or below a call show.
fn shown(block: &str) -> Vec<&str> {
    let mut shown = Vec::new();
    let mut below = false;
    for line in block.lines() {
        let calls = ["puts(", "printf(", "std::cout"];
        let prints = calls.iter().any(|call| line.contains(call));
        below = prints || (below && line.trim_start().starts_with('/'));
        shown.extend(comment(line).filter(|_| below));
    }
    shown
}

/// Whether the texts are equal if each `…` of the first stands for any text.
fn matches(shown: &str, printed: &str) -> bool {
    let Some((start, rest)) = shown.split_once('…') else {
        return shown == printed;
    };
    printed.strip_prefix(start).is_some_and(|after| {
        let starts = after.char_indices().map(|(at, _)| at);
        starts
            .chain([after.len()])
            .any(|at| matches(rest, &after[at..]))
    })
}

/// Compares what a block shows, if anything, with what it printed.
fn compare(block: &str, printed: &str) -> Result<(), String> {
    let shown = shown(block);
    let printed: Vec<_> = printed.lines().collect();
    let mut pairs = shown.iter().zip(&printed);
    let equal =
        shown.len() == printed.len() && pairs.all(|(shown, printed)| matches(shown, printed));
    if shown.is_empty() || equal {
        return Ok(());
    }
    Err(format!("shown: {shown:#?}\nprinted: {printed:#?}"))
}

/// Compiles a program in a standard, and runs it. Returns what it prints.
fn runs(
    setup: &Setup,
    language: Language,
    standard: &str,
    source: &Path,
) -> Result<String, String> {
    let program = setup.work.join("guide");
    let mut command = setup.compilers[0].command(language);
    command
        .arg(format!("-std={standard}"))
        .arg(source)
        .args(setup.shared());
    output(command.arg("-o").arg(&program))?;
    output(Command::new(program).current_dir(&setup.work))
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

    #[test]
    fn compare_rejects_other_output() {
        let block = "puts(a); /* 1…3 */\n/* below */\n\nstd::cout << b;\n// two\nf(); // none\n";
        assert_eq!(shown(block), ["1…3", "below", "two"]);
        assert_eq!(compare(block, "1233\nbelow\ntwo\n"), Ok(()));
        for wrong in ["1234\nbelow\ntwo\n", "13\nbelow\n", ""] {
            assert!(compare(block, wrong).is_err(), "{wrong:?}");
        }
        assert_eq!(compare("puts(a);", "1\n"), Ok(()));
    }

    #[test]
    fn whole_adds_main_to_lines() {
        let program = whole("#include <map>\nf();\n", Language::Cpp);
        assert!(program.contains("#include <map>\nint main() {\nf();\n"));
        assert_eq!(whole("int main() {}", Language::C), "int main() {}");
    }
}
