//! Systems without fork and without state files.

use std::io::{Error, ErrorKind, Result};
use std::path::Path;
use std::time::{Instant, SystemTime};

use crate::time::Timestamp;
use crate::world::{Facts, FileSystem, Hold, Memory, Owner};

/// None can be opened: so the compiler leaves out all that would be done with one.
pub(crate) enum File {}

impl File {
    pub(super) fn sync_all(&self) -> Result<()> {
        match *self {}
    }

    pub(super) fn sync_data(&self) -> Result<()> {
        match *self {}
    }
}

/// WebAssembly whose host is not known: the standard library ends the program that asks it for the time, or to wait.
pub(super) const HAS_SYSTEM: bool = cfg!(not(all(target_family = "wasm", target_os = "unknown")));

/// Nothing tells the time without a system, unless the program is compiled for a host that does.
#[cfg(not(sortid_clock = "host"))]
fn host_ms() -> f64 {
    0.0
}

/// The clock of the host, in milliseconds since 1970; 0 where it tells no time, or not yet.
#[cfg(sortid_clock = "host")]
fn host_ms() -> f64 {
    #[link(wasm_import_module = "sortid")]
    unsafe extern "C" {
        safe fn now_ms() -> f64;
    }
    now_ms()
}

pub(super) fn tells_time() -> bool {
    HAS_SYSTEM || host_ms() > 0.0
}

pub(super) fn now() -> Timestamp {
    match HAS_SYSTEM {
        true => SystemTime::now().into(),
        false => Timestamp::from_unix_ms(host_ms() as i64),
    }
}

/// Without a system nobody waits: nothing is asked of it but that it is a clock.
pub(super) fn monotonic_ns() -> u64 {
    if !HAS_SYSTEM {
        return 0;
    }
    static START: std::sync::LazyLock<Instant> = std::sync::LazyLock::new(Instant::now);
    START.elapsed().as_nanos() as u64
}

pub(super) fn at_fork(_in_child: extern "C" fn()) {}

pub(super) fn map(_memory: Memory<'_>, _len: usize) -> Result<u64> {
    Err(ErrorKind::Unsupported.into())
}

pub(super) unsafe fn unmap(_address: u64, _len: usize) {}

pub(super) fn open(_path: &Path) -> Result<File> {
    Err(ErrorKind::Unsupported.into())
}

pub(super) fn open_again(file: &File) -> Result<File> {
    match *file {}
}

pub(super) fn is_shortage(_error: &Error) -> bool {
    false
}

pub(super) fn create_private(_path: &Path) -> Result<File> {
    Err(ErrorKind::Unsupported.into())
}

pub(super) fn rename_to_new(_from: &Path, _to: &Path) -> Result<()> {
    Err(ErrorKind::Unsupported.into())
}

pub(super) fn sync_name(_path: &Path) -> Result<()> {
    Err(ErrorKind::Unsupported.into())
}

pub(super) fn facts(file: &File) -> Result<Facts> {
    match *file {}
}

pub(super) fn facts_at(_path: &Path) -> Result<Facts> {
    Err(ErrorKind::Unsupported.into())
}

pub(super) fn file_system(file: &File) -> Result<FileSystem> {
    match *file {}
}

pub(super) fn read_at(file: &File, _bytes: &mut [u8], _at: u64) -> Result<usize> {
    match *file {}
}

pub(super) fn write_all_at(file: &File, _bytes: &[u8], _at: u64) -> Result<()> {
    match *file {}
}

pub(super) fn lock(file: &File, _byte: u64, _hold: Hold, _owner: Owner) -> Result<()> {
    match *file {}
}

pub(super) fn is_flocked(file: &File) -> Result<bool> {
    match *file {}
}
