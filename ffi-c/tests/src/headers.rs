//! Programs that include a header, once or twice, and nothing else.

use std::fs;

use crate::commands::output;
use crate::report::Report;
use crate::setup::{Compiler, Language, Setup};

/// Warnings that C++ programs often enable. Clang lacks the second one.
const CASTS: &[&str] = &["-Wold-style-cast", "-Wuseless-cast"];

/// Without `all`, only the first compiler and the oldest standard.
pub(crate) fn check(setup: &Setup, language: Language, report: &mut Report) {
    let headers: &[&str] = match language {
        Language::C => &["sortid.h", "sortid/testing.h", "sortid_lease.h"],
        // The C headers must compile as C++ too.
        Language::Cpp => &["sortid.h", "sortid_lease.h", "sortid.hpp"],
    };
    let some = if setup.all { usize::MAX } else { 1 };
    let times: &[usize] = if setup.all { &[1, 2] } else { &[2] };
    for compiler in setup.compilers.iter().take(some) {
        for standard in language.standards().iter().take(some) {
            for header in headers {
                for times in times.iter().copied() {
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
                let header = "sortid.hpp";
                report.check(
                    &name,
                    compiles(setup, compiler, language, standard, header, 1, &options),
                );
            }
        }
    }
    if language == Language::Cpp {
        report.check(
            "sortid.hpp in C++14 fails with the required standard",
            too_old(setup),
        );
        let (compiler, oldest) = (&setup.compilers[0], language.standards()[0]);
        report.check(
            "headers have no casts of C and no useless ones",
            ["sortid.h", "sortid.hpp"].iter().try_for_each(|header| {
                let options = if compiler.name.contains("gcc") {
                    CASTS
                } else {
                    &CASTS[..1]
                };
                compiles(setup, compiler, language, oldest, header, 1, options)
            }),
        );
    }
    if setup.all && language == Language::Cpp {
        report.check(
            "each part of sortid.hpp compiles alone",
            parts(setup, &setup.compilers[0]),
        );
    }
}

/// In an older standard, the only error must be the one about the standard.
fn too_old(setup: &Setup) -> Result<(), String> {
    let compiler = &setup.compilers[0];
    let compiled = compiles(
        setup,
        compiler,
        Language::Cpp,
        "c++14",
        "sortid.hpp",
        1,
        &[],
    );
    let errors = compiled.err().unwrap_or_default();
    match errors.matches("error: ").count() {
        1 if errors.contains("sortid.hpp needs C++17") => Ok(()),
        count => Err(format!("{count} errors: {errors}")),
    }
}

/// Checks that each part compiles alone, and so includes all its dependencies.
fn parts(setup: &Setup, compiler: &Compiler) -> Result<(), String> {
    let folder = fs::read_dir(setup.prefix.join("include/sortid"));
    for part in folder.map_err(|error| error.to_string())? {
        let part = part.map_err(|error| error.to_string())?.file_name();
        let header = format!("sortid/{}", part.to_string_lossy());
        if !header.ends_with(".hpp") {
            continue;
        }
        compiles(setup, compiler, Language::Cpp, "c++17", &header, 1, &[])?;
    }
    Ok(())
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
