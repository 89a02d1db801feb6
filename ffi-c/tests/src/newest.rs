//! What the header has in the newest standard library alone: by a compiler that is installed, or by one from the registry of Python.

use std::process::Command;

use crate::commands::{counts, output};
use crate::report::Report;
use crate::setup::{Language, Setup};

/// Fetches a clang with its own standard library: the linker of all that is released.
const COMPILER: &str = "../../tests/emulators/zig";

/// Compiles where there is all that the program needs.
const PROBE: &str = "#include <expected>\n#include <format>\n#include <span>\n\
                     #if !defined(__cpp_lib_expected) || !(defined(__cpp_lib_format) || _LIBCPP_VERSION >= 170000)\n#error \"no\"\n#endif\n";

pub(crate) fn check(setup: &Setup, report: &mut Report) {
    let name = "newest, C++23 with formatters and expected";
    match compiler(setup) {
        Ok(compiler) => {
            let program = setup.work.join("newest");
            let mut command = command(setup, &compiler);
            command
                .arg(setup.file("programs/newest.cpp"))
                .args(setup.shared());
            command.arg("-o").arg(&program);
            let built = output(&mut command);
            report.program(name, built.and_then(|_| counts(&mut Command::new(program))));
        }
        Err(why) => report.not_run(name, &why, setup.excuses("newest")),
    }
}

/// A compiler with its arguments, every warning an error.
fn command(setup: &Setup, compiler: &[String]) -> Command {
    let mut command = Command::new(&compiler[0]);
    command.args(&compiler[1..]);
    command.args([
        "-std=c++23",
        "-Wall",
        "-Wextra",
        "-Wpedantic",
        "-Wundef",
        "-Wshadow",
        "-Werror",
    ]);
    command.env("ZIG_GLOBAL_CACHE_DIR", setup.kept("zig-cache"));
    command
}

fn compiler(setup: &Setup) -> Result<Vec<String>, String> {
    let source = setup.work.join("probe.cpp");
    std::fs::write(&source, PROBE).map_err(|error| error.to_string())?;
    let can = |compiler: &[String]| {
        let mut command = command(setup, compiler);
        command.arg("-c").arg(&source);
        output(command.arg("-o").arg(setup.work.join("probe.o"))).map(drop)
    };
    for installed in &setup.compilers {
        let program = installed.command(Language::Cpp).get_program().to_owned();
        let compiler = [program.to_string_lossy().into_owned()];
        if can(&compiler).is_ok() {
            return Ok(compiler.into());
        }
    }
    let told = output(Command::new(setup.file(COMPILER)).arg(setup.kept("zig")))?;
    let fetched = [told.trim().to_owned(), "c++".into()];
    can(&fetched)?;
    Ok(fetched.into())
}
