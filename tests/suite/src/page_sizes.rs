//! Tests state files and lease files with memory pages larger than 4 KiB.
//!
//! Apple's processors, some Android devices and the Raspberry Pi 5 have pages of 16 KiB, kernels
//! for servers pages of 64 KiB. A preloaded library makes `mmap` behave as on these kernels.

use std::fs;
use std::path::Path;
use std::process::Command;

use crate::outcome::{Failure, LOG, Outcome, Unit};
use crate::run::execute::{environment, log_of};
use crate::run::process::output;
use crate::run::{Context, lock};

const PAGE_SIZES: [u32; 2] = [16_384, 65_536];

/// The tests of the core that map files.
const TESTS: [&str; 3] = ["state_file", "state_file_place", "lease_file"];

/// The library, and a control program whose map it must reject.
const SOURCES: &str = "tests/reliability/page_sizes";

pub(crate) fn run(context: &Context<'_>) -> Outcome {
    if !cfg!(target_os = "linux") {
        return Outcome::not_run("only Linux supports LD_PRELOAD");
    }
    let mut outcome = Outcome::new(Unit::Checks);
    let folder = context.shared.target.join("page-sizes");
    let library = folder.join("mmap.so");
    let control = folder.join("control");
    let built = fs::create_dir_all(&folder)
        .map_err(|error| format!("{}: {error}", folder.display()))
        .and_then(|()| compile(context, "mmap.c", &["-shared", "-fPIC", "-ldl"], &library))
        .and_then(|()| compile(context, "control.c", &[], &control));
    if let Err(reason) = built {
        outcome.fail(Failure::new(None, "compiler", reason));
        return outcome;
    }
    for size in PAGE_SIZES {
        let shim = Shim {
            library: &library,
            log: &folder.join("maps"),
            size,
        };
        outcome.check(shim.refuses(&control));
        for test in TESTS {
            outcome.check(shim.passes(context, test));
        }
    }
    outcome
}

fn compile(
    context: &Context<'_>,
    source: &str,
    flags: &[&str],
    target: &Path,
) -> Result<(), String> {
    let compiler = std::env::var_os("CC").unwrap_or_else(|| "cc".into());
    let mut command = Command::new(compiler);
    command
        .args(["-O1", "-Wall", "-Wextra", "-Werror", "-o"])
        .arg(target)
        .arg(context.root().join(SOURCES).join(source))
        // Before glibc 2.34, the loader functions were in a separate library.
        .args(flags);
    let done = output(&mut command).map_err(|error| format!("cannot start cc: {error}"))?;
    match done.status.success() {
        true => Ok(()),
        false => Err(String::from_utf8_lossy(&done.stderr).into_owned()),
    }
}

/// The library with one page size.
struct Shim<'a> {
    library: &'a Path,
    /// The log, with a line for each map of a file.
    log: &'a Path,
    size: u32,
}

impl Shim<'_> {
    fn name(&self, what: &str) -> String {
        format!("{what}, pages of {} KiB", self.size / 1024)
    }

    fn set(&self, command: &mut Command) {
        command
            .env("LD_PRELOAD", self.library)
            .env("SORTID_PAGE_LOG", self.log)
            .env("SORTID_PAGE_SIZE", self.size.to_string());
    }

    /// Checks that the control program's map succeeds without the library and fails with it.
    fn refuses(&self, control: &Path) -> Option<Failure> {
        let status = |with: bool| {
            let mut command = Command::new(control);
            command.arg(control);
            if with {
                self.set(&mut command);
            }
            output(&mut command)
                .ok()
                .and_then(|done| done.status.code())
        };
        let (without, with) = (status(false), status(true));
        // On a kernel with such pages it fails in both cases.
        let is_good = matches!(without, Some(0 | 1)) && with == Some(0);
        let reason = format!("status {without:?} without the library, {with:?} with it");
        (!is_good).then(|| Failure::new(None, self.name("negative control"), reason))
    }

    /// Checks that a test program passes, and that it mapped files through the library.
    fn passes(&self, context: &Context<'_>, test: &str) -> Option<Failure> {
        let failed = |reason: String| Failure::new(None, self.name(test), reason);
        let built = lock(&context.shared.programs);
        let built = built.get(&("sortid".to_owned(), test.to_owned())).cloned();
        let Some(program) = built else {
            return Some(failed(
                "the build step did not build the test program".to_owned(),
            ));
        };
        // Removes the log of an earlier run.
        let _ = fs::remove_file(self.log);
        let folder = context.root().join("core");
        let mut command = Command::new(&program.path);
        command
            .current_dir(&folder)
            .env("CARGO_MANIFEST_DIR", &folder);
        environment(context, &mut command);
        self.set(&mut command);
        let done = match output(&mut command) {
            Ok(done) => done,
            Err(error) => return Some(failed(format!("cannot start the test program: {error}"))),
        };
        if !done.status.success() {
            let log = log_of(&format!("reliability/page-sizes-{}-{test}", self.size));
            let text = [done.stdout, done.stderr].concat();
            let written = fs::write(context.root().join(&log), text);
            let mut failure = failed(format!("ended with {}", done.status));
            let shown = written.map(|()| log.display().to_string());
            let shown = shown.unwrap_or_else(|error| error.to_string());
            failure.details.push((LOG, shown));
            return Some(failure);
        }
        let maps = fs::metadata(self.log).map_or(0, |known| known.len());
        (maps == 0)
            .then(|| failed("the test program mapped no file through the library".to_owned()))
    }
}
