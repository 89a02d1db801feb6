//! The operating systems that programs run on. Only these files call them.

mod cancel;
mod cycle_counter;
#[cfg(any(target_os = "linux", target_os = "android"))]
mod file_system_types;
#[cfg(target_os = "linux")]
mod node_table;
#[cfg(not(any(unix, windows)))]
mod other;
#[cfg(target_os = "linux")]
mod replacement;
#[cfg(unix)]
mod unix;
#[cfg(windows)]
mod windows;

use std::borrow::Cow;
use std::cell::UnsafeCell;
use std::env::{self, VarError};
use std::fs;
use std::io::{ErrorKind, Read, Result};
#[cfg(unix)]
use std::io::{Seek, SeekFrom};
use std::mem::ManuallyDrop;
use std::path::{Path, PathBuf};
use std::sync::atomic::AtomicU64;
use std::time::Duration;

use cancel::{CancellationDisabled, uninterrupted};

use crate::sys::{
    CovMark, FileInfo, FileSystem, Guard, Locals, LockMode, LockOwner, Mapping, Os, Statics,
};
use crate::time::UnixTime;

#[cfg(not(any(unix, windows)))]
use other as platform;
#[cfg(unix)]
use unix as platform;
#[cfg(windows)]
use windows as platform;

#[cfg(all(
    target_family = "wasm",
    target_os = "unknown",
    not(feature = "js"),
    not(getrandom_backend = "custom")
))]
compile_error!(
    "sortid has no clock and no random bytes on wasm32-unknown-unknown: enable its feature `js` \
     for those of JavaScript, or set `default-features = false` for ids without generators"
);

pub struct NativeOs;

static STATICS: Statics<NativeOs> = Statics::new();

thread_local! {
    // Without a destructor, it is accessible until the thread ends, and needs no check.
    static LOCALS: Locals = const { Locals::new() };
}

impl Os for NativeOs {
    type AtomicU64 = AtomicU64;
    type LockCell<T> = UnsafeCell<T>;
    type File = platform::File;
    type FilePath = PathBuf;

    #[cfg(not(sortid_sabotage))]
    #[inline(always)]
    fn is_enabled(_guard: Guard) -> bool {
        true
    }

    /// Disables the guard that `SORTID_WITHOUT` names, in builds for `leases/tests/parts/chaos`, which
    /// must detect that.
    #[cfg(sortid_sabotage)]
    fn is_enabled(guard: Guard) -> bool {
        static WITHOUT: std::sync::OnceLock<Option<String>> = std::sync::OnceLock::new();
        let without = WITHOUT.get_or_init(|| std::env::var("SORTID_WITHOUT").ok());
        without
            .as_ref()
            .is_none_or(|name| *name != format!("{guard:?}"))
    }

    #[inline(always)]
    fn record(_mark: CovMark) {}

    #[cfg(not(any(unix, windows)))]
    fn has_clock() -> bool {
        platform::has_clock()
    }

    #[inline(always)]
    fn now() -> UnixTime {
        platform::now()
    }

    #[inline(always)]
    fn monotonic_ns() -> u64 {
        platform::monotonic_ns()
    }

    #[cfg(any(target_os = "linux", target_os = "android"))]
    fn since_boot_ns() -> Option<u64> {
        platform::since_boot_ns()
    }

    #[inline(always)]
    fn cycle_counter() -> u64 {
        cycle_counter::read()
    }

    fn cycle_counter_hz() -> u64 {
        cycle_counter::hz()
    }

    fn has_invariant_counter() -> bool {
        cycle_counter::is_invariant()
    }

    fn kernel_uses_cycle_counter() -> Result<bool> {
        const PATH: &str = "/sys/devices/system/clocksource/clocksource0/current_clocksource";
        let mut text = [0; 32];
        let len = read_linux_file(PATH, &mut text)?;
        Ok(text[..len].trim_ascii() == cycle_counter::CLOCK_SOURCE)
    }

    fn boot_id() -> Result<[u64; 2]> {
        let mut text = [0; 64];
        let len = read_linux_file("/proc/sys/kernel/random/boot_id", &mut text)?;
        let digits = text[..len]
            .iter()
            .filter_map(|&byte| char::from(byte).to_digit(16));
        let id = digits.fold(0, |id: u128, digit| id << 4 | u128::from(digit));
        Ok([(id >> 64) as u64, id as u64])
    }

    fn variable(name: &str) -> Result<Option<String>> {
        if cfg!(all(target_family = "wasm", target_os = "unknown")) {
            return Err(ErrorKind::Unsupported.into());
        }
        match env::var(name) {
            Ok(text) => Ok(Some(text)),
            Err(VarError::NotPresent) => Ok(None),
            Err(VarError::NotUnicode(_)) => Err(ErrorKind::InvalidData.into()),
        }
    }

    fn entropy(bytes: &mut [u8]) -> Result<()> {
        let _guard = CancellationDisabled::new();
        getrandom::fill(bytes).map_err(|_| ErrorKind::Other.into())
    }

    #[inline(always)]
    fn thread_id() -> u64 {
        thread_address() >> 6 & ((1 << 44) - 1)
    }

    #[inline(always)]
    fn locals() -> &'static Locals {
        let locals = LOCALS.with(std::ptr::from_ref);
        // SAFETY: it lives as long as its thread, and the reference cannot be sent to another.
        unsafe { &*locals }
    }

    #[inline(always)]
    fn statics() -> &'static Statics<Self> {
        &STATICS
    }

    fn at_fork(in_child: extern "C" fn()) {
        platform::at_fork(in_child);
    }

    #[cfg(not(any(unix, windows)))]
    fn can_wait() -> bool {
        platform::HAS_SYSTEM
    }

    fn sleep(time: Duration) {
        if Self::can_wait() {
            let _guard = CancellationDisabled::new();
            std::thread::sleep(time);
        }
    }

    fn yield_now() {
        std::thread::yield_now();
    }

    #[inline(always)]
    fn spin() {
        std::hint::spin_loop();
    }

    fn map(mapping: Mapping<'_, Self::File>, len: usize) -> Result<u64> {
        uninterrupted(|| platform::map(mapping, len))
    }

    unsafe fn unmap(address: u64, len: usize) {
        // SAFETY: guaranteed by the caller.
        unsafe { platform::unmap(address, len) }
    }

    #[inline(always)]
    unsafe fn atomic_at(address: u64) -> &'static AtomicU64 {
        // SAFETY: guaranteed by the caller. Any value is a valid atomic.
        unsafe { &*std::ptr::with_exposed_provenance(address as usize) }
    }

    #[inline(always)]
    fn has_files() -> bool {
        cfg!(all(feature = "state-file", any(unix, windows)))
    }

    fn absolute_path(path: &Path) -> Result<PathBuf> {
        uninterrupted(|| std::path::absolute(path))
    }

    fn display_path(path: &PathBuf) -> Cow<'_, str> {
        path.to_string_lossy()
    }

    fn open(path: &PathBuf) -> Result<Self::File> {
        uninterrupted(|| platform::open(path))
    }

    fn reopen(file: &Self::File, path: &PathBuf) -> Result<Self::File> {
        match uninterrupted(|| platform::reopen(file)) {
            // Opening it by its name would fail, too.
            Err(error) if platform::is_shortage(&error) => Err(error),
            Err(_) => Self::open(path),
            opened => opened,
        }
    }

    unsafe fn close(file: &mut ManuallyDrop<Self::File>) {
        let _guard = CancellationDisabled::new();
        // SAFETY: guaranteed by the caller.
        unsafe { ManuallyDrop::drop(file) };
    }

    fn create_draft(path: &PathBuf, number: u64, content: &[u8]) -> Result<PathBuf> {
        let _guard = CancellationDisabled::new();
        let draft = folder_of(path).join(format!(".sortid.{number:016x}.new"));
        let file = uninterrupted(|| platform::create_private(&draft))?;
        let written = Self::write_at(&file, content, 0);
        if let Err(error) = written.and_then(|()| uninterrupted(|| file.sync_all())) {
            let _ = Self::remove(&draft);
            return Err(error);
        }
        Ok(draft)
    }

    fn publish(draft: &PathBuf, path: &PathBuf) -> Result<()> {
        platform::rename_if_free(draft, path)
    }

    #[cfg(target_os = "linux")]
    fn replace(draft: &PathBuf, path: &PathBuf, file: &Self::File) -> Result<()> {
        let _guard = CancellationDisabled::new();
        replacement::replace(draft, path, file)
    }

    fn remove(path: &PathBuf) -> Result<()> {
        uninterrupted(|| fs::remove_file(path))
    }

    fn sync_name(path: &PathBuf) -> Result<()> {
        let _guard = CancellationDisabled::new();
        platform::sync_name(path)
    }

    fn file_info(file: &Self::File) -> Result<FileInfo> {
        uninterrupted(|| platform::file_info(file))
    }

    fn file_info_at(path: &PathBuf) -> Result<FileInfo> {
        uninterrupted(|| platform::file_info_at(path))
    }

    fn file_system(file: &Self::File) -> Result<FileSystem> {
        uninterrupted(|| platform::file_system(file))
    }

    fn read_at(file: &Self::File, bytes: &mut [u8], mut at: u64) -> Result<usize> {
        let mut read = 0;
        while read < bytes.len() {
            match uninterrupted(|| platform::read_at(file, &mut bytes[read..], at))? {
                0 => break,
                more => (read, at) = (read + more, at + more as u64),
            }
        }
        Ok(read)
    }

    fn write_at(file: &Self::File, bytes: &[u8], at: u64) -> Result<()> {
        uninterrupted(|| platform::write_all_at(file, bytes, at))
    }

    fn sync(file: &Self::File) -> Result<()> {
        uninterrupted(|| file.sync_data())
    }

    fn lock_byte(file: &Self::File, byte: u64, mode: LockMode, owner: LockOwner) -> Result<()> {
        uninterrupted(|| platform::lock_byte(file, byte, mode, owner))
    }

    #[cfg(target_os = "linux")]
    fn is_locked(file: &Self::File, byte: u64) -> Result<bool> {
        node_table::is_locked(file, byte)
    }

    #[cfg(target_os = "linux")]
    fn has_node_table() -> bool {
        true
    }

    #[cfg(target_os = "linux")]
    fn open_node_table() -> Result<Self::File> {
        let _guard = CancellationDisabled::new();
        node_table::open()
    }

    #[cfg(target_os = "linux")]
    fn reopen_node_table() -> Result<Self::File> {
        let _guard = CancellationDisabled::new();
        node_table::reopen()
    }

    #[cfg(unix)]
    fn set_offset(mut file: &Self::File, to: u64) -> Result<u64> {
        uninterrupted(|| file.seek(SeekFrom::Start(to)))
    }

    #[cfg(unix)]
    fn untrusted_owner(file: &Self::File, path: &PathBuf) -> Result<Option<(u32, u32)>> {
        uninterrupted(|| platform::untrusted_owner(file, path))
    }

    #[cfg(unix)]
    fn offset(mut file: &Self::File) -> Result<u64> {
        uninterrupted(|| file.stream_position())
    }

    fn is_flocked(file: &Self::File) -> Result<bool> {
        platform::is_flocked(file)
    }
}

/// The name of the file system that a file is on, if another machine may have the file open as
/// well.
///
/// # Errors
/// The error of the system call.
#[cfg(any(unix, windows))]
pub fn remote_file_system(file: &fs::File) -> Result<Option<&'static str>> {
    Ok(match NativeOs::file_system(file)? {
        FileSystem::Remote(name) => Some(name),
        FileSystem::Unknown(_) => Some("unknown"),
        FileSystem::Local => None,
    })
}

/// Device, inode number and creation time in nanoseconds since 1970 (0 if unknown): different for
/// copies of a file, and for a later file with the same inode number.
///
/// # Errors
///
/// The error of the system call.
#[cfg(unix)]
pub fn file_identity(file: &fs::File) -> Result<(u64, u64, u64)> {
    platform::file_info(file).map(|info| info.unique_id())
}

/// Reads a short file of the Linux kernel. Does not allocate, since a forked child of several
/// threads must not. On other systems, a file of this name may be anything, and Windows would
/// allocate.
///
/// Returns 0 if there is no such file, or no permission. Other errors may be temporary.
fn read_linux_file(path: &str, text: &mut [u8]) -> Result<usize> {
    if !cfg!(any(target_os = "linux", target_os = "android")) {
        return Ok(0);
    }
    let _guard = CancellationDisabled::new();
    let file = uninterrupted(|| fs::File::open(path));
    match file.and_then(|mut file| uninterrupted(|| file.read(text))) {
        Err(error)
            if matches!(
                error.kind(),
                ErrorKind::NotFound | ErrorKind::PermissionDenied
            ) =>
        {
            Ok(0)
        }
        read => read,
    }
}

fn folder_of(path: &Path) -> &Path {
    match path.parent() {
        Some(folder) if !folder.as_os_str().is_empty() => folder,
        _ => Path::new("."),
    }
}

/// The address of a thread-local variable, unique among living threads.
#[cfg(not(all(target_arch = "x86_64", target_os = "linux")))]
fn thread_address() -> u64 {
    LOCALS.with(|locals| std::ptr::from_ref(locals) as u64)
}

/// The address of the thread control block, which the x86-64 ABI stores there. A thread-local
/// variable would cost a call in a shared library.
#[cfg(all(target_arch = "x86_64", target_os = "linux"))]
#[inline(always)]
fn thread_address() -> u64 {
    let address;
    // SAFETY: only reads the first word of the segment, which is the segment's address.
    unsafe {
        std::arch::asm!(
            "mov {}, fs:[0]",
            out(reg) address,
            options(nostack, preserves_flags, pure, readonly)
        )
    };
    address
}
