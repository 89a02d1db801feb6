//! The C programs with a library for another machine, cross-compiled and run by an emulator.

use std::fs;
use std::path::{Path, PathBuf};
use std::process::Command;

use crate::abi::ABI_VERSION;
use crate::commands::{counts, output};
use crate::programs::{C, Program};
use crate::report::Report;
use crate::setup::WARNINGS;

/// The options for another machine.
#[derive(Default)]
pub(crate) struct Foreign {
    /// The folder of the shared and the static library.
    pub(crate) libraries: PathBuf,
    pub(crate) compiler: PathBuf,
    pub(crate) runner: PathBuf,
}

/// The program that is also linked statically. One is enough, since it calls every function and
/// emulators are slow.
const LINKED_BOTH_WAYS: &str = "api";

/// Runs each program except those in `without`, in its first standard, with the shared library.
pub(crate) fn check(foreign: &Foreign, without: &[String], report: &mut Report) {
    let root = Path::new(env!("CARGO_MANIFEST_DIR")).join("../..");
    if let Err(reason) = copy_to_soname(&foreign.libraries) {
        report.check("the name of the shared library", Err(reason));
    }
    for program in C {
        if without.iter().any(|name| name == program.name) {
            println!("LEFT OUT {}", program.name);
            continue;
        }
        let shared = foreign.run(&root, program, &["-lsortid"]);
        let both = match program.name == LINKED_BOTH_WAYS {
            true => shared.and_then(|shared| {
                let library = foreign.libraries.join("libsortid.a");
                let library = library.display().to_string();
                let linked = [&[library.as_str()], foreign.of_system()].concat();
                let fixed = foreign.run(&root, program, &linked)?;
                Ok((shared.0 + fixed.0, shared.1 + fixed.1))
            }),
            false => shared,
        };
        report.program(program.name, both);
    }
}

/// Copies the shared library to its SONAME, by which programs load it.
fn copy_to_soname(libraries: &Path) -> Result<(), String> {
    let library = libraries.join("libsortid.so");
    let name = libraries.join(format!("libsortid.so.{ABI_VERSION}"));
    if !library.exists() {
        return Ok(());
    }
    let copied = fs::copy(&library, &name).map(drop);
    copied.map_err(|error| format!("{}: {error}", name.display()))
}

impl Foreign {
    fn is_windows(&self) -> bool {
        self.libraries.join("sortid.dll").exists()
    }

    /// The system libraries that the static library needs.
    fn of_system(&self) -> &'static [&'static str] {
        match self.is_windows() {
            true => &["-lntdll", "-luserenv", "-lws2_32"],
            false => &["-ldl", "-lm"],
        }
    }

    fn run(&self, root: &Path, program: &Program, linked: &[&str]) -> Result<(u64, u64), String> {
        // Next to the library, since Windows searches the program's folder.
        let end = if self.is_windows() { ".exe" } else { "" };
        let built = self.libraries.join(format!("c-{}{end}", program.name));
        let sources = root.join("ffi-c/tests/programs");
        let mut command = Command::new(&self.compiler);
        command
            .args(WARNINGS)
            .arg(format!("-std={}", program.standards[0]))
            .arg("-O1")
            .args(program.sources.iter().map(|source| sources.join(source)))
            .arg("-I")
            .arg(root.join("include"))
            .arg("-L")
            .arg(&self.libraries)
            .args(linked);
        if !self.is_windows() {
            command.arg(format!("-Wl,-rpath,{}", self.libraries.display()));
        }
        command.args(["-pthread", "-o"]).arg(&built);
        output(&mut command)?;
        counts(Command::new(&self.runner).arg(&built))
    }
}
