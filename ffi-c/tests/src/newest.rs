//! The parts of the C++ header that need the newest standard library, with an installed compiler or one
//! from PyPI.

use std::process::Command;

use crate::commands::{counts, output};
use crate::report::Report;
use crate::setup::{Language, Setup};

/// Downloads zig, which contains clang and its standard library. Releases are linked with it too.
const COMPILER: &str = "../../tests/emulators/zig";

/// Compiles only if the standard library has all features that the program needs.
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
        Err(reason) => report.not_run(name, &reason, setup.excuses("newest")),
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
    command.env("ZIG_GLOBAL_CACHE_DIR", setup.persistent("zig-cache"));
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
    let path = output(Command::new(setup.file(COMPILER)).arg(setup.persistent("zig")))?;
    let fetched = [path.trim().to_owned(), "c++".into()];
    can(&fetched)?;
    Ok(fetched.into())
}
