//! Systems without fork and without state files.

use std::io::{Error, ErrorKind, Result};
use std::path::Path;
use std::sync::atomic::{AtomicBool, Ordering::Relaxed};
use std::time::{Instant, SystemTime};

use crate::sys::{FileInfo, FileSystem, LockMode, LockOwner, Mapping};
use crate::time::UnixTime;

/// Uninhabited, so that the compiler removes all code that uses a file.
pub enum File {}

impl File {
    pub(super) fn sync_all(&self) -> Result<()> {
        match *self {}
    }

    pub(super) fn sync_data(&self) -> Result<()> {
        match *self {}
    }
}

/// `false` for WebAssembly with an unknown host: there the standard library panics if asked for the
/// time or to wait.
pub(super) const HAS_SYSTEM: bool = cfg!(not(all(target_family = "wasm", target_os = "unknown")));

/// Without a system there is no clock, unless the program is compiled for a host with one.
#[cfg(not(any(
    all(feature = "js", target_family = "wasm", target_os = "unknown"),
    sortid_clock = "host"
)))]
fn host_ms() -> f64 {
    0.0
}

/// JavaScript's clock, in milliseconds since 1970.
#[cfg(all(feature = "js", target_family = "wasm", target_os = "unknown"))]
fn host_ms() -> f64 {
    #[wasm_bindgen::prelude::wasm_bindgen]
    extern "C" {
        #[wasm_bindgen(js_namespace = Date, js_name = now)]
        fn date_now() -> f64;
    }
    date_now()
}

/// The host's clock, in milliseconds since 1970; 0 if it has none, or does not provide it yet.
#[cfg(all(sortid_clock = "host", not(feature = "js")))]
fn host_ms() -> f64 {
    #[link(wasm_import_module = "sortid")]
    unsafe extern "C" {
        safe fn now_ms() -> f64;
    }
    now_ms()
}

/// A host that has told the time once has a clock; the question is not repeated for each id.
pub(super) fn has_clock() -> bool {
    static HAS_TOLD: AtomicBool = AtomicBool::new(false);
    if HAS_SYSTEM || HAS_TOLD.load(Relaxed) {
        return true;
    }
    let tells = host_ms() > 0.0;
    HAS_TOLD.fetch_or(tells, Relaxed);
    tells
}

pub(super) fn now() -> UnixTime {
    match HAS_SYSTEM {
        true => SystemTime::now().into(),
        false => UnixTime::from_unix_ms(host_ms() as i64),
    }
}

/// Without a system calls never wait, so a constant is enough.
pub(super) fn monotonic_ns() -> u64 {
    if !HAS_SYSTEM {
        return 0;
    }
    static START: std::sync::LazyLock<Instant> = std::sync::LazyLock::new(Instant::now);
    START.elapsed().as_nanos() as u64
}

pub(super) fn at_fork(_in_child: extern "C" fn()) {}

pub(super) fn map(_mapping: Mapping<'_, File>, _len: usize) -> Result<u64> {
    Err(ErrorKind::Unsupported.into())
}

pub(super) unsafe fn unmap(_address: u64, _len: usize) {}

pub(super) fn open(_path: &Path) -> Result<File> {
    Err(ErrorKind::Unsupported.into())
}

pub(super) fn is_shortage(_error: &Error) -> bool {
    false
}

pub(super) fn create_private(_path: &Path) -> Result<File> {
    Err(ErrorKind::Unsupported.into())
}

pub(super) fn rename_if_free(_from: &Path, _to: &Path) -> Result<()> {
    Err(ErrorKind::Unsupported.into())
}

pub(super) fn sync_name(_path: &Path) -> Result<()> {
    Err(ErrorKind::Unsupported.into())
}

pub(super) fn file_info_at(_path: &Path) -> Result<FileInfo> {
    Err(ErrorKind::Unsupported.into())
}

/// Functions that nothing can call, by the types of their further parameters.
macro_rules! never_called {
    ($($name:ident($($parameter:ty),*) -> $result:ty;)*) => {
        $(pub(super) fn $name(file: &File, $(_: $parameter),*) -> Result<$result> {
            match *file {}
        })*
    };
}

never_called! {
    reopen() -> File;
    file_info() -> FileInfo;
    file_system() -> FileSystem;
    read_at(&mut [u8], u64) -> usize;
    write_all_at(&[u8], u64) -> ();
    lock_byte(u64, LockMode, LockOwner) -> ();
    is_flocked() -> bool;
}
