//! `--gate shut`: the rows of a machine whose cycle counter is not trusted.
//!
//! A generator only replaces clock readings with the counter if the kernel uses it as its clock
//! source. That cannot be switched off, so this program starts itself again with a preloaded
//! library that hides the clock source, and reads the rows of that process, which measures the
//! peers too. The library is compiled on demand.

use std::io::Write;
use std::path::{Path, PathBuf};
use std::process::{Command, Stdio};
use std::sync::atomic::{AtomicU32, Ordering};

use crate::args::Args;
use crate::lines;
use crate::measure::Effort;
use crate::report;
use crate::rows::{Measured, shut_gate_open, shut_rows};

/// The argument that starts the process for these rows.
pub(crate) const SHUT: &str = "--shut-rows";

/// The file with Linux's current clock source.
pub(crate) const VERDICT: &str = "/sys/devices/system/clocksource/clocksource0/current_clocksource";

const SOURCE: &str = include_str!("../shim/hide_clocksource.c");

/// Whether any of the rows is requested.
pub(crate) fn is_chosen(args: &Args) -> bool {
    shut_rows().iter().any(|row| args.chooses(row.what))
}

/// Measures the requested rows.
pub(crate) fn measure(args: &Args, add: impl FnMut(Measured)) -> Result<(), String> {
    if !cfg!(target_os = "linux") {
        return Err("the gate can only be shut on Linux".to_owned());
    }
    let library = Library::compiled(SOURCE)?;
    let program = std::env::current_exe().map_err(|error| error.to_string())?;
    let mut command = Command::new(program);
    command
        .env("LD_PRELOAD", library.path())
        .arg(SHUT)
        .args(args.handed_on());
    lines::rows_of(command, "the process with the gate shut", add)
}

/// Runs as that process.
pub(crate) fn serve(args: &Args) -> Result<(), String> {
    if std::fs::read(VERDICT).is_ok() {
        return Err(format!("{VERDICT} is not hidden"));
    }
    if let Some((id, reading)) = shut_gate_open() {
        return Err(format!(
            "the gate is open without the kernel's clock source: an id takes {id:.1} ns, a reading of the clock {reading:.1}"
        ));
    }
    for row in shut_rows() {
        if args.chooses(row.what) {
            report::line(&lines::json(&row.measured(&Effort::of(args.quick))).to_string());
        }
    }
    Ok(())
}

/// A shared library in a temporary folder beside the program.
struct Library(PathBuf);

impl Library {
    fn compiled(source: &str) -> Result<Self, String> {
        static NUMBER: AtomicU32 = AtomicU32::new(0);
        let program = std::env::current_exe().map_err(|error| error.to_string())?;
        let number = NUMBER.fetch_add(1, Ordering::Relaxed);
        let folder = format!("bench-shim-{}-{number}", std::process::id());
        let library = Self(program.with_file_name(folder).join("hide.so"));
        std::fs::create_dir_all(library.folder()).map_err(|error| error.to_string())?;
        compile(source, &["-shared", "-fPIC"], library.path())?;
        Ok(library)
    }

    fn path(&self) -> &Path {
        &self.0
    }

    fn folder(&self) -> &Path {
        self.0.parent().unwrap_or(&self.0)
    }
}

impl Drop for Library {
    fn drop(&mut self) {
        let _ = std::fs::remove_dir_all(self.folder());
    }
}

fn compile(source: &str, options: &[&str], to: &Path) -> Result<(), String> {
    let failed = |error: std::io::Error| format!("cannot run cc: {error}");
    let mut compiler = Command::new("cc")
        .args(["-O1", "-x", "c", "-"])
        .args(options)
        .arg("-o")
        .arg(to)
        .arg("-ldl")
        .stdin(Stdio::piped())
        .spawn()
        .map_err(failed)?;
    if let Some(mut input) = compiler.stdin.take() {
        input.write_all(source.as_bytes()).map_err(failed)?;
    }
    let status = compiler.wait().map_err(failed)?;
    if status.success() {
        Ok(())
    } else {
        Err(format!("cc ended with {status}"))
    }
}

#[cfg(all(test, target_os = "linux"))]
mod tests {
    use super::*;

    const PROBE: &str = include_str!("../shim/probe.c");

    /// The probe's output for a path, with or without the library.
    fn opened(path: &Path, library: Option<&Library>) -> Vec<String> {
        let folder = Library::compiled(PROBE).expect("a folder of its own");
        let probe = folder.folder().join("probe");
        compile(PROBE, &[], &probe).expect("a program");
        let mut command = Command::new(&probe);
        if let Some(library) = library {
            command.env("LD_PRELOAD", library.path());
        }
        let output = command.arg(path).output().expect("a program that runs");
        let text = String::from_utf8(output.stdout).expect("text");
        text.lines().map(str::to_owned).collect()
    }

    #[test]
    fn only_the_clock_source_is_hidden() {
        const WAYS: [&str; 6] = ["open", "open64", "openat", "openat64", "fopen", "fopen64"];
        let library = Library::compiled(SOURCE).expect("a library");
        let program = std::env::current_exe().expect("the path of this program");
        assert_eq!(opened(&program, Some(&library)), WAYS);
        let verdict = Path::new(VERDICT);
        // Only a machine with the file can show that it is hidden.
        if verdict.exists() {
            assert_eq!(opened(verdict, None), WAYS);
        }
        assert!(opened(verdict, Some(&library)).is_empty());
    }

    /// Runs only the test below in a new process.
    #[test]
    fn clock_source_is_hidden_from_this_program() {
        let library = Library::compiled(SOURCE).expect("a library");
        let program = std::env::current_exe().expect("the path of this program");
        let test = "shut::tests::in_a_process_with_the_library";
        let status = Command::new(program)
            .args([test, "--exact", "--ignored"])
            .env("LD_PRELOAD", library.path())
            .stdout(Stdio::null())
            .status()
            .expect("this program, once more");
        assert!(status.success());
    }

    #[test]
    #[ignore = "run by the test above"]
    fn in_a_process_with_the_library() {
        let error = std::fs::read(VERDICT).expect_err("hidden");
        assert_eq!(error.kind(), std::io::ErrorKind::NotFound);
    }

    #[test]
    fn process_that_sees_the_clock_source_measures_nothing() {
        if Path::new(VERDICT).exists() {
            let error = serve(&Args::default()).expect_err("not hidden");
            assert!(error.contains("not hidden"), "{error}");
        }
    }
}
