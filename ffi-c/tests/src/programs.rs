//! The test programs: in every standard, linked both ways, under sanitizers and under valgrind.

use std::fs;
use std::os::unix::fs::symlink;
use std::path::PathBuf;
use std::process::Command;

use crate::commands::{counts, output};
use crate::report::Report;
use crate::setup::{Compiler, Language, Setup};

/// A program of `programs/`.
pub(crate) struct Program {
    pub(crate) name: &'static str,
    pub(crate) sources: &'static [&'static str],
    pub(crate) standards: &'static [&'static str],
}

pub(crate) const C: &[Program] = &[
    Program {
        name: "api",
        sources: &["api.c"],
        standards: &["c99", "c17"],
    },
    Program {
        name: "refusals",
        sources: &["refusals.c"],
        standards: &["c99", "c17"],
    },
    Program {
        name: "prefixed",
        sources: &["prefixed.c"],
        standards: &["c99", "c17"],
    },
    Program {
        name: "columns",
        sources: &["columns.c"],
        standards: &["c99", "c17"],
    },
    Program {
        name: "arrow",
        sources: &["arrow.c"],
        standards: &["c99", "c17"],
    },
    Program {
        name: "texts",
        sources: &["texts.c"],
        standards: &["c99"],
    },
    Program {
        name: "constants",
        sources: &["constants.c"],
        standards: &["c99"],
    },
    Program {
        name: "threads",
        sources: &["threads.c"],
        standards: &["c11"],
    },
    Program {
        name: "fork",
        sources: &["fork.c"],
        standards: &["c11"],
    },
    Program {
        name: "kept",
        sources: &["kept.c"],
        standards: &["c99"],
    },
    Program {
        name: "state-file",
        sources: &["state_file.c"],
        standards: &["c99"],
    },
    Program {
        name: "alloc",
        sources: &["alloc.c"],
        standards: &["c11"],
    },
];

const CPP: &[Program] = &[
    Program {
        name: "api-cpp",
        sources: &["api.cpp", "elsewhere.cpp"],
        standards: &["c++17", "c++20"],
    },
    Program {
        name: "typed",
        sources: &["typed.cpp"],
        standards: &["c++17", "c++20"],
    },
    Program {
        name: "columns-cpp",
        sources: &["columns.cpp"],
        standards: &["c++17", "c++20"],
    },
];

/// What runs under the sanitizers and under valgrind: what counts allocations or makes many processes or threads has its own ways with
/// memory.
const CHECKED: &[&str] = &[
    "api",
    "refusals",
    "prefixed",
    "columns",
    "arrow",
    "texts",
    "kept",
    "state-file",
    "api-cpp",
    "columns-cpp",
];

/// How many rounds a program makes there that makes as many as it is told: each is slow.
const FEW: &str = "300";

/// How most of them are compiled.
pub(crate) const PLAIN: &[&str] = &["-O1", "-g"];

const SANITIZERS: &[&str] = &[
    "-g",
    "-fsanitize=address,undefined",
    "-fno-sanitize-recover=all",
];

pub(crate) fn check(setup: &Setup, language: Language, report: &mut Report) {
    let programs = match language {
        Language::C => C,
        Language::Cpp => CPP,
    };
    for compiler in &setup.compilers {
        for program in programs {
            for standard in program.standards {
                let name = format!("{}, {} {standard}", program.name, compiler.name);
                let built = build(
                    setup,
                    compiler,
                    language,
                    program,
                    standard,
                    PLAIN,
                    &setup.shared(),
                );
                report.counted(
                    &name,
                    built.and_then(|program| counts(&mut Command::new(program))),
                );
            }
        }
    }
    let Some(compiler) = setup.compilers.first() else {
        return;
    };
    for program in programs
        .iter()
        .filter(|program| CHECKED.contains(&program.name))
    {
        let standard = program.standards[0];
        let name = format!("{}, static", program.name);
        report.counted(
            &name,
            run_static(setup, compiler, language, program, standard),
        );
        let name = format!("{} under ASan and UBSan", program.name);
        report.counted(
            &name,
            run_sanitized(
                setup,
                compiler,
                language,
                program,
                standard,
                &setup.shared(),
            ),
        );
        let name = format!("{} under valgrind", program.name);
        match setup.missing("valgrind") {
            Some(why) => report.not_run(&name, &why, setup.excuses("valgrind")),
            None => report.counted(
                &name,
                run_valgrind(setup, language, program, standard, &setup.shared()),
            ),
        }
    }
    match language {
        Language::C => report.counted("panic, a fault that is forced", run_panic(setup, compiler)),
        Language::Cpp => {
            let options = ["-O1", "-fno-exceptions", "-fno-rtti"];
            let built = build(
                setup,
                compiler,
                language,
                &CPP[0],
                "c++17",
                &options,
                &setup.shared(),
            );
            let name = "api-cpp, without exceptions";
            report.counted(
                name,
                built.and_then(|program| counts(&mut Command::new(program))),
            );
        }
    }
}

/// Compiles what was not yet compiled so, and links it: one program is linked in several ways, and C++ takes its time.
pub(crate) fn build(
    setup: &Setup,
    compiler: &Compiler,
    language: Language,
    program: &Program,
    standard: &str,
    options: &[&str],
    linked: &[String],
) -> Result<PathBuf, String> {
    let way = format!("{}-{standard}{}", compiler.name, options.concat());
    let objects = setup.work.join("objects").join(way);
    fs::create_dir_all(&objects).map_err(|error| error.to_string())?;
    let built = setup.work.join(program.name);
    let mut link = compiler.command(language);
    link.args(options);
    for source in program.sources {
        let object = objects.join(source).with_extension("o");
        if !object.exists() {
            let mut compile = compiler.command(language);
            compile.arg(format!("-std={standard}")).args(options);
            compile.arg("-I").arg(setup.prefix.join("include"));
            compile.arg("-c").arg(setup.file("programs").join(source));
            output(compile.arg("-o").arg(&object))?;
        }
        link.arg(object);
    }
    link.args(linked).arg("-o").arg(&built);
    output(&mut link).map(|_| built)
}

fn run_static(
    setup: &Setup,
    compiler: &Compiler,
    language: Language,
    program: &Program,
    standard: &str,
) -> Result<(u64, u64), String> {
    let library = setup.libraries().join("libsortid.a").display().to_string();
    let linked = [library, "-pthread".into(), "-ldl".into(), "-lm".into()];
    let program = build(setup, compiler, language, program, standard, PLAIN, &linked)?;
    let needed = output(Command::new("readelf").arg("-d").arg(&program))?;
    if needed.contains("libsortid.so") {
        return Err("it needs the shared library".to_owned());
    }
    counts(&mut Command::new(program))
}

/// That they are linked in is proved: else a build without them would be green too.
pub(crate) fn run_sanitized(
    setup: &Setup,
    compiler: &Compiler,
    language: Language,
    program: &Program,
    standard: &str,
    linked: &[String],
) -> Result<(u64, u64), String> {
    let plain = build(setup, compiler, language, program, standard, PLAIN, linked)?;
    let plain = output(Command::new("nm").arg(plain))?;
    let built = build(
        setup, compiler, language, program, standard, SANITIZERS, linked,
    )?;
    let symbols = output(Command::new("nm").arg(&built))?;
    for sign in ["__asan_init", "__ubsan_handle"] {
        if !symbols.contains(sign) {
            return Err(format!("{sign} is not linked in"));
        }
        if plain.contains(sign) {
            return Err(format!("{sign} is linked in without being asked for"));
        }
    }
    counts(Command::new(built).env("ASAN_OPTIONS", "detect_leaks=1:strict_string_checks=1"))
}

pub(crate) fn run_valgrind(
    setup: &Setup,
    language: Language,
    program: &Program,
    standard: &str,
    linked: &[String],
) -> Result<(u64, u64), String> {
    // valgrind reads the debug information of gcc better than that of clang.
    let compiler = &setup.compilers[0];
    let program = build(setup, compiler, language, program, standard, PLAIN, linked)?;
    let mut valgrind = Command::new("valgrind");
    valgrind.args([
        "--quiet",
        "--error-exitcode=99",
        "--leak-check=full",
        "--errors-for-leak-kinds=definite,indirect,possible",
    ]);
    counts(valgrind.arg(program).arg(FEW))
}

/// With a library that has the entry for it, which the installed one has not.
fn run_panic(setup: &Setup, compiler: &Compiler) -> Result<(u64, u64), String> {
    let target = setup.work.with_file_name("panic");
    let mut cargo = setup.cargo("build");
    cargo
        .args([
            "--quiet",
            "--package",
            "sortid-ffi",
            "--features",
            "test-panic",
            "--target-dir",
        ])
        .arg(&target);
    output(&mut cargo)?;
    let libraries = target.join("debug");
    let name = libraries.join(format!("libsortid.so.{}", crate::abi::ABI_VERSION));
    if !name.exists() {
        symlink("libsortid.so", &name).map_err(|error| format!("{}: {error}", name.display()))?;
    }
    let shown = libraries.display();
    let linked = [
        format!("-L{shown}"),
        "-lsortid".into(),
        format!("-Wl,-rpath,{shown}"),
        "-pthread".into(),
    ];
    let program = Program {
        name: "panic",
        sources: &["panic.c"],
        standards: &["c11"],
    };
    let program = build(
        setup,
        compiler,
        Language::C,
        &program,
        "c11",
        PLAIN,
        &linked,
    )?;
    counts(&mut Command::new(program))
}
