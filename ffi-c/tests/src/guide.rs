//! The examples, and every program of the guide and the README.

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
        runs(setup, language, &example),
    );
    for page in ["docs/c.md", "README.md"] {
        let markdown = fs::read_to_string(setup.root.join(page)).unwrap_or_default();
        let programs = blocks(&markdown, extension);
        if programs.is_empty() {
            report.check(page, Err(format!("it has no block of {extension}")));
        }
        for (number, program) in (1..).zip(programs) {
            let source = setup.work.join(format!("guide-{number}.{extension}"));
            let written = fs::write(&source, program).map_err(|error| error.to_string());
            report.check(
                &format!("program {number} of {page}, {extension}"),
                written.and_then(|()| runs(setup, language, &source)),
            );
        }
    }
}

/// The code blocks of a language.
fn blocks<'a>(markdown: &'a str, language: &str) -> Vec<&'a str> {
    let fence = format!("```{language}\n");
    let after = markdown.split(fence.as_str()).skip(1);
    after
        .filter_map(|text| text.split_once("```"))
        .map(|(block, _)| block)
        .collect()
}

/// Whether it compiles in the oldest standard that the header promises, and ends well.
fn runs(setup: &Setup, language: Language, source: &Path) -> Result<(), String> {
    let program = setup.work.join("guide");
    let mut command = setup.compilers[0].command(language);
    command
        .arg(format!("-std={}", language.standards()[0]))
        .arg(source)
        .args(setup.shared());
    output(command.arg("-o").arg(&program))?;
    output(Command::new(program).current_dir(&setup.work)).map(drop)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn blocks_of_one_language_are_found() {
        let guide = "a\n```c\none\n```\n```cpp\ntwo\n```\n```c\nthree\n```\n";
        assert_eq!(blocks(guide, "c"), ["one\n", "three\n"]);
        assert_eq!(blocks(guide, "cpp"), ["two\n"]);
    }
}
