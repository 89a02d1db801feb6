//! The test programs, plain and under sanitizers; with `all` also under valgrind, linked statically
//! and in more standards.

use std::fs;
use std::os::unix::fs::symlink;
use std::path::{Path, PathBuf};
use std::process::Command;
use std::thread;

use crate::commands::{counts, output};
use crate::lease;
use crate::report::Report;
use crate::setup::{Compiler, Language, SANITIZERS, Setup};

/// A program of `programs/`.
pub(crate) struct Program {
    pub(crate) name: &'static str,
    pub(crate) sources: &'static [&'static str],
    pub(crate) standards: &'static [&'static str],
    /// Source text that compiles only on platforms that can build the program.
    pub(crate) needs: &'static str,
}

/// C11 threads, which macOS lacks.
const THREADS: &str = "#include <threads.h>\n";

/// Cancelled threads, which Android and Windows lack.
const CANCELLATION: &str = "#include <pthread.h>\ntypedef int states[PTHREAD_CANCEL_ENABLE + 1];\n";

/// The internal names of glibc's allocator.
const GLIBC: &str = "#include <features.h>\n#ifndef __GLIBC__\n#error \"no glibc\"\n#endif\n";

pub(crate) const C: &[Program] = &[
    Program {
        name: "api",
        sources: &["api.c"],
        standards: &["c99", "c17"],
        needs: "",
    },
    Program {
        name: "errors",
        sources: &["errors.c"],
        standards: &["c99", "c17"],
        needs: "",
    },
    Program {
        name: "type",
        sources: &["type.c"],
        standards: &["c99", "c17"],
        needs: "",
    },
    Program {
        name: "testing",
        sources: &["testing.c"],
        standards: &["c99", "c17"],
        needs: "",
    },
    Program {
        name: "columns",
        sources: &["columns.c"],
        standards: &["c99", "c17"],
        needs: "",
    },
    Program {
        name: "arrow",
        sources: &["arrow.c"],
        standards: &["c99", "c17"],
        needs: "",
    },
    Program {
        name: "texts",
        sources: &["texts.c"],
        standards: &["c99"],
        needs: "",
    },
    Program {
        name: "constants",
        sources: &["constants.c"],
        standards: &["c99"],
        needs: "",
    },
    Program {
        name: "threads",
        sources: &["threads.c"],
        standards: &["c11"],
        needs: THREADS,
    },
    Program {
        name: "fork",
        sources: &["fork.c"],
        standards: &["c11"],
        needs: THREADS,
    },
    Program {
        name: "cancel",
        sources: &["cancel.c"],
        standards: &["c99"],
        needs: CANCELLATION,
    },
    Program {
        name: "kept",
        sources: &["kept.c"],
        standards: &["c99"],
        needs: "",
    },
    Program {
        name: "state-file",
        sources: &["state_file.c"],
        standards: &["c99"],
        needs: "",
    },
    Program {
        name: "environment",
        sources: &["environment.c"],
        standards: &["c99"],
        needs: "",
    },
    Program {
        name: "alloc",
        sources: &["alloc.c"],
        standards: &["c11"],
        needs: GLIBC,
    },
];

const CPP: &[Program] = &[
    Program {
        name: "api-cpp",
        sources: &["api.cpp", "elsewhere.cpp"],
        standards: &["c++17", "c++20"],
        needs: "",
    },
    Program {
        name: "typed",
        sources: &["typed.cpp"],
        standards: &["c++17", "c++20"],
        needs: "",
    },
    Program {
        name: "literals",
        sources: &["literals.cpp"],
        standards: &["c++20"],
        needs: "",
    },
    Program {
        name: "columns-cpp",
        sources: &["columns.cpp"],
        standards: &["c++17", "c++20"],
        needs: "",
    },
];

/// The programs that run under the sanitizers and under valgrind. The others count allocations or
/// start many threads or processes, which these tools change or slow down.
const CHECKED: &[&str] = &[
    "api",
    "errors",
    "type",
    "testing",
    "columns",
    "arrow",
    "texts",
    "kept",
    "state-file",
    "environment",
    "api-cpp",
    "columns-cpp",
];

/// Number of rounds under valgrind, which is slow.
const FEW: &str = "300";

/// Options of most programs.
pub(crate) const PLAIN: &[&str] = &["-O1", "-g"];

pub(crate) fn check(setup: &Setup, language: Language, report: &mut Report) {
    let programs = match language {
        Language::C => C,
        Language::Cpp => CPP,
    };
    let (programs, others): (Vec<_>, Vec<_>) = programs
        .iter()
        .partition(|program| can_build(setup, language, program));
    for program in others {
        report.skip(program.name, "its headers are missing on this platform");
    }
    if setup.all {
        all(setup, language, &programs, report);
    } else {
        quick(setup, language, &programs, report);
    }
    if language == Language::C {
        let name = "panic is caught";
        if can_build(setup, language, &PANIC) {
            report.program(name, run_panic(setup, &setup.compilers[0]));
        } else {
            report.skip(name, "its headers are missing on this platform");
        }
    }
}

fn can_build(setup: &Setup, language: Language, program: &Program) -> bool {
    let source = format!("{}int main(void) {{ return 0; }}\n", program.needs);
    program.needs.is_empty() || setup.can_build(language, &source, &[])
}

/// Runs each program once, under the sanitizers if it is in `CHECKED`. Programs run while the next
/// ones compile: some mostly sleep.
fn quick(setup: &Setup, language: Language, programs: &[&Program], report: &mut Report) {
    let compiler = &setup.compilers[0];
    let empty = "int main(void) { return 0; }\n";
    let has_sanitizers = setup.can_build(language, empty, SANITIZERS);
    let mut programs: Vec<_> = programs
        .iter()
        .map(|program| (*program, setup.shared()))
        .collect();
    if language == Language::C {
        programs.push((&lease::PROGRAM, lease::linked(setup)));
    }
    let is_checked = |program: &Program| CHECKED.contains(&program.name);
    // Programs that mostly sleep start first.
    programs.sort_by_key(|(program, _)| is_checked(program));
    thread::scope(|scope| {
        let mut running = Vec::new();
        for (program, linked) in &programs {
            let standard = program.standards[0];
            let mut name = format!("{}, {} {standard}", program.name, compiler.name);
            let mut options = PLAIN;
            if is_checked(program) && has_sanitizers {
                name += ", under ASan and UBSan";
                options = SANITIZERS;
            } else if is_checked(program) {
                report.skip(
                    &format!("{name}, under ASan and UBSan"),
                    "the compiler has no sanitizers",
                );
            }
            let built = build(
                setup, compiler, language, program, standard, options, linked,
            );
            let ran =
                scope.spawn(move || built.and_then(|program| counts(&mut sanitized(&program))));
            running.push((name, ran));
        }
        for (name, ran) in running {
            report.program(
                &name,
                ran.join().unwrap_or(Err("a test thread panicked".into())),
            );
        }
    });
}

fn all(setup: &Setup, language: Language, programs: &[&Program], report: &mut Report) {
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
                report.program(
                    &name,
                    built.and_then(|program| counts(&mut Command::new(program))),
                );
            }
        }
    }
    let compiler = &setup.compilers[0];
    for program in programs
        .iter()
        .filter(|program| CHECKED.contains(&program.name))
    {
        let standard = program.standards[0];
        let name = format!("{}, static", program.name);
        report.program(
            &name,
            run_static(setup, compiler, language, program, standard),
        );
        let name = format!("{} under ASan and UBSan", program.name);
        let linked = setup.shared();
        report.program(
            &name,
            run_sanitized(setup, compiler, language, program, standard, &linked),
        );
        let name = format!("{} under valgrind", program.name);
        match setup.missing("valgrind") {
            Some(reason) => report.not_run(&name, &reason, setup.excuses("valgrind")),
            None => report.program(
                &name,
                run_valgrind(setup, language, program, standard, &linked),
            ),
        }
    }
    if language == Language::C && can_build(setup, language, &SMALL_STACK) {
        let (program, linked) = (&SMALL_STACK, setup.shared());
        let built = build(setup, compiler, language, program, "c99", PLAIN, &linked);
        report.program(
            program.name,
            built.and_then(|program| counts(&mut Command::new(program))),
        );
    }
    if language == Language::Cpp {
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
        report.program(
            "api-cpp, without exceptions",
            built.and_then(|program| counts(&mut Command::new(program))),
        );
    }
}

/// Compiles and links a program. Objects are reused: a program is linked in several ways, and C++
/// compiles slowly.
pub(crate) fn build(
    setup: &Setup,
    compiler: &Compiler,
    language: Language,
    program: &Program,
    standard: &str,
    options: &[&str],
    linked: &[String],
) -> Result<PathBuf, String> {
    let variant = format!("{}-{standard}{}", compiler.name, options.concat());
    let objects = setup.work.join("objects").join(variant);
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

/// Whether a program loads libsortid.
pub(crate) fn needs_shared(program: &Path) -> Result<bool, String> {
    let mut lister = if cfg!(target_vendor = "apple") {
        Command::new("otool")
    } else {
        Command::new("readelf")
    };
    let option = if cfg!(target_vendor = "apple") {
        "-L"
    } else {
        "-d"
    };
    let listed = output(lister.arg(option).arg(program))?;
    Ok(listed.contains("libsortid.so") || listed.contains("@rpath/libsortid."))
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
    if needs_shared(&program)? {
        return Err("the program loads the shared library".to_owned());
    }
    counts(&mut Command::new(program))
}

/// Checks that the sanitizers are linked in: a build without them would pass too.
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
            return Err(format!(
                "{sign} is linked in without the sanitizers' options"
            ));
        }
    }
    counts(&mut sanitized(&built))
}

/// Runs a program that may be built with the sanitizers.
fn sanitized(program: &Path) -> Command {
    // Only Linux detects leaks everywhere.
    let leaks = u8::from(cfg!(target_os = "linux"));
    let mut command = Command::new(program);
    command.env(
        "ASAN_OPTIONS",
        format!("detect_leaks={leaks}:strict_string_checks=1"),
    );
    command
}

pub(crate) fn run_valgrind(
    setup: &Setup,
    language: Language,
    program: &Program,
    standard: &str,
    linked: &[String],
) -> Result<(u64, u64), String> {
    // The first is gcc if installed: valgrind reads its debug information better than clang's.
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

/// Requires an optimized library, and glibc: the minimum stack of musl is 2 KiB.
const SMALL_STACK: Program = Program {
    name: "small-stack",
    sources: &["small_stack.c"],
    standards: &["c99"],
    needs: GLIBC,
};

const PANIC: Program = Program {
    name: "panic",
    sources: &["panic.c"],
    standards: &["c11"],
    needs: THREADS,
};

/// Links a library with the feature `test-panic`. Builds one if the tested library lacks it.
fn run_panic(setup: &Setup, compiler: &Compiler) -> Result<(u64, u64), String> {
    let linked = if setup.can_panic() {
        setup.shared()
    } else {
        library_that_panics(setup)?
    };
    let (language, standard) = (Language::C, PANIC.standards[0]);
    let program = build(setup, compiler, language, &PANIC, standard, PLAIN, &linked)?;
    counts(&mut Command::new(program))
}

/// Builds a library with the feature `test-panic`. Returns the flags to link it.
fn library_that_panics(setup: &Setup) -> Result<Vec<String>, String> {
    let target = setup.persistent("panic");
    let mut cargo = setup.cargo("build");
    cargo
        .args(["--quiet", "--package", "sortid-ffi"])
        .args(["--features", "test-panic", "--target-dir"])
        .arg(&target);
    output(&mut cargo)?;
    let libraries = target.join("debug");
    let (version, suffix) = (crate::abi::ABI_VERSION, std::env::consts::DLL_SUFFIX);
    let name = if cfg!(target_vendor = "apple") {
        format!("libsortid.{version}{suffix}")
    } else {
        format!("libsortid{suffix}.{version}")
    };
    let name = libraries.join(name);
    if !name.exists() {
        symlink(format!("libsortid{suffix}"), &name)
            .map_err(|error| format!("{}: {error}", name.display()))?;
    }
    let shown = libraries.display();
    Ok(vec![
        format!("-I{}", setup.prefix.join("include").display()),
        format!("-L{shown}"),
        "-lsortid".into(),
        format!("-Wl,-rpath,{shown}"),
        "-pthread".into(),
    ])
}
