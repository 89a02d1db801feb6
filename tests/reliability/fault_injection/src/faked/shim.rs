//! Shims: small C files, compiled on demand and loaded before the C library.

use std::ffi::CStr;
use std::fs;
use std::io;
use std::path::PathBuf;
use std::process::Command;
use std::sync::atomic::{AtomicI64, Ordering};
use std::thread;
use std::time::Duration;

use crate::run::{Checked, Failure, not_run};
use crate::scenes;
use crate::store::Folder;

/// The kinds of shims.
#[derive(Clone, Copy)]
pub(super) enum Shim {
    Slow,
    Suspended,
    Migrated,
    Source,
    Verdict,
    Interrupted,
}

/// The shared header.
const HEADER: &str = include_str!("../../clocks/clock.h");

impl Shim {
    fn source(self) -> &'static str {
        match self {
            Shim::Slow => include_str!("../../clocks/slow.c"),
            Shim::Suspended => include_str!("../../clocks/suspended.c"),
            Shim::Migrated => include_str!("../../clocks/migrated.c"),
            Shim::Source => include_str!("../../clocks/source.c"),
            Shim::Verdict => include_str!("../../clocks/verdict.c"),
            Shim::Interrupted => include_str!("../../clocks/interrupted.c"),
        }
    }
}

/// A compiled shim in its folder.
pub(super) struct Built {
    folder: Folder,
    library: PathBuf,
}

/// A shim, or the reason why there is none.
pub(super) struct Attempt(Result<Built, String>);

/// Compiles a shim.
pub(super) fn build(shim: Shim) -> Attempt {
    if cfg!(target_feature = "crt-static") {
        return Attempt(Err("with a static C library nothing is loaded".to_owned()));
    }
    Attempt(compiled(shim))
}

impl Attempt {
    /// The shim. Without it the row cannot run.
    pub(super) fn built(&self) -> Result<&Built, Failure> {
        self.0.as_ref().map_err(not_run)
    }
}

fn compiled(shim: Shim) -> Result<Built, String> {
    let message = |error: io::Error| error.to_string();
    let folder = Folder::new().map_err(message)?;
    let beside = |name: &str| folder.file().with_file_name(name);
    fs::write(beside("clock.h"), HEADER).map_err(message)?;
    fs::write(beside("shim.c"), shim.source()).map_err(message)?;
    let library = beside("shim.so");
    let compiler = std::env::var_os("CC").unwrap_or_else(|| "cc".into());
    let output = Command::new(&compiler)
        .args(["-O2", "-shared", "-fPIC", "-o"])
        .args([&library, &beside("shim.c")])
        // Before glibc 2.34, the loader functions are in a separate library.
        .arg("-ldl")
        .output()
        .map_err(|error| format!("no C compiler ({error})"))?;
    if output.status.success() {
        return Ok(Built { folder, library });
    }
    let errors = String::from_utf8_lossy(&output.stderr);
    let first = errors.lines().next().unwrap_or_default();
    Err(format!("the C compiler refuses a shim: {first}"))
}

impl Built {
    /// Runs a scene with this shim.
    pub(super) fn played(&self, scene: &str, numbers: &[u64]) -> Checked {
        scenes::played(scene, numbers, &[("LD_PRELOAD", &self.library)])
    }

    /// Like [`Self::played`], with this file in the shim's folder as the kernel's clock source.
    pub(super) fn played_under(&self, verdict: &str, scene: &str, numbers: &[u64]) -> Checked {
        let verdict = self.folder.file().with_file_name(verdict);
        let with = [
            ("LD_PRELOAD", &*self.library),
            ("SORTID_FAULTS_CLOCKSOURCE", &*verdict),
        ];
        scenes::played(scene, numbers, &with)
    }

    /// A path for files in its folder.
    pub(super) fn beside(&self, name: &str) -> PathBuf {
        self.folder.file().with_file_name(name)
    }
}

/// The number of words. The first one counts readings.
const WORDS: usize = 32;

fn symbol(name: &CStr) -> Result<*mut libc::c_void, Failure> {
    // SAFETY: the name is zero-terminated.
    let symbol = unsafe { libc::dlsym(libc::RTLD_DEFAULT, name.as_ptr()) };
    match symbol.is_null() {
        true => Err(not_run("the loader did not take the shim")),
        false => Ok(symbol),
    }
}

/// The words of the shim in this process.
fn words() -> Result<&'static [AtomicI64; WORDS], Failure> {
    let words = symbol(c"sortid_faked")?.cast::<*const [AtomicI64; WORDS]>();
    // SAFETY: the variable of the shim, set once when it is loaded; null, or words that are never
    // unmapped.
    let words = unsafe { (*words).as_ref() };
    Ok(words.ok_or("the shim has no memory")?)
}

/// The number of clock reads so far.
pub(super) fn readings() -> Result<i64, Failure> {
    Ok(words()?[0].load(Ordering::Relaxed))
}

/// The real monotonic clock. It does not count as a clock read.
pub(super) fn instant_ns() -> Result<i64, Failure> {
    let instant = symbol(c"sortid_faked_instant")?;
    // SAFETY: the variable of the shim, set once when it is loaded; null, or words that are never
    // unmapped.
    let instant =
        unsafe { std::mem::transmute::<*mut libc::c_void, extern "C" fn() -> i64>(instant) };
    Ok(instant())
}

/// Reads a word, counted from 0.
pub(super) fn word(word: usize) -> Result<i64, Failure> {
    let word = words()?.get(1 + word).ok_or("a shim has no such word")?;
    Ok(word.load(Ordering::Acquire))
}

/// Sets a word, counted from 0.
pub(super) fn set(word: usize, value: i64) -> Result<(), Failure> {
    let words = words()?;
    let word = words.get(1 + word).ok_or("a shim has no such word")?;
    word.store(value, Ordering::Release);
    Ok(())
}

/// Waits until this time of the real monotonic clock.
pub(super) fn until(instant: i64) -> Result<(), Failure> {
    while let Some(rest) = u64::try_from(instant - instant_ns()?)
        .ok()
        .filter(|&rest| rest > 0)
    {
        thread::sleep(Duration::from_nanos(rest));
    }
    Ok(())
}
