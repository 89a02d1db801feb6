//! The headers alone and twice, in every standard, by every compiler that is there.

use std::fs;

use crate::commands::output;
use crate::report::Report;
use crate::setup::{Compiler, Language, Setup};

pub(crate) fn check(setup: &Setup, language: Language, report: &mut Report) {
    let headers = match language {
        Language::C => vec!["sortid.h".to_owned()],
        Language::Cpp => of_cpp(setup),
    };
    for compiler in &setup.compilers {
        for standard in language.standards() {
            for header in &headers {
                for times in [1, 2] {
                    let name = format!("{header}, {} {standard}, {times} times", compiler.name);
                    report.check(
                        &name,
                        compiles(setup, compiler, language, standard, header, times, &[]),
                    );
                }
            }
            if language == Language::Cpp {
                let name = format!(
                    "sortid.hpp, {} {standard}, without exceptions",
                    compiler.name
                );
                let options = ["-fno-exceptions", "-fno-rtti"];
                report.check(
                    &name,
                    compiles(
                        setup,
                        compiler,
                        language,
                        standard,
                        "sortid.hpp",
                        1,
                        &options,
                    ),
                );
            }
        }
    }
}

/// That of C too, and each part of that of C++.
fn of_cpp(setup: &Setup) -> Vec<String> {
    let mut headers = vec!["sortid.h".to_owned(), "sortid.hpp".to_owned()];
    let parts = fs::read_dir(setup.prefix.join("include/sortid"));
    for part in parts.into_iter().flatten().flatten() {
        headers.push(format!("sortid/{}", part.file_name().to_string_lossy()));
    }
    headers
}

fn compiles(
    setup: &Setup,
    compiler: &Compiler,
    language: Language,
    standard: &str,
    header: &str,
    times: usize,
    options: &[&str],
) -> Result<(), String> {
    let source = setup.work.join(format!("header.{}", language.extension()));
    let include = format!("#include <{header}>\n").repeat(times);
    fs::write(&source, include).map_err(|error| error.to_string())?;
    let mut command = compiler.command(language);
    command
        .arg(format!("-std={standard}"))
        .args(options)
        .arg("-fsyntax-only")
        .arg(&source);
    command.arg("-I").arg(setup.prefix.join("include"));
    output(&mut command).map(drop)
}
