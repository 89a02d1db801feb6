//! The programs in C with a library that was built for another machine: by that machine's compiler, and what runs its programs here.

use std::fs;
use std::path::{Path, PathBuf};
use std::process::Command;

use crate::abi::ABI_VERSION;
use crate::commands::{counts, output};
use crate::programs::{C, Program};
use crate::report::Report;
use crate::setup::WARNINGS;

/// What is given on the command line.
#[derive(Default)]
pub(crate) struct Foreign {
    /// The folder that both libraries lie in.
    pub(crate) libraries: PathBuf,
    pub(crate) compiler: PathBuf,
    pub(crate) runner: PathBuf,
}

/// The program that is linked with the static library too: it calls every function. One is enough where each is slow.
const LINKED_BOTH_WAYS: &str = "api";

/// Each program in its first standard, linked with the shared library, but for those that are left out.
pub(crate) fn check(foreign: &Foreign, without: &[String], report: &mut Report) {
    let root = Path::new(env!("CARGO_MANIFEST_DIR")).join("../..");
    if let Err(why) = named_as_installed(&foreign.libraries) {
        report.check("the name of the shared library", Err(why));
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

/// A program asks for the library by the name of its ABI.
fn named_as_installed(libraries: &Path) -> Result<(), String> {
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

    /// What of the system the static library asks for.
    fn of_system(&self) -> &'static [&'static str] {
        match self.is_windows() {
            true => &["-lntdll", "-luserenv", "-lws2_32"],
            false => &["-ldl", "-lm"],
        }
    }

    fn run(&self, root: &Path, program: &Program, linked: &[&str]) -> Result<(u64, u64), String> {
        // Beside the library: there Windows looks for it.
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
