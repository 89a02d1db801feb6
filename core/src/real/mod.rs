//! The system as it is: the one file of the library that asks it for anything. See `world.rs`.

mod again;
mod cancel;
mod counter;
#[cfg(any(target_os = "linux", target_os = "android"))]
mod file_systems;
#[cfg(not(any(unix, windows)))]
mod other;
#[cfg(unix)]
mod unix;
#[cfg(windows)]
mod windows;

use std::borrow::Cow;
use std::cell::UnsafeCell;
use std::fs;
use std::io::{ErrorKind, Read, Result};
use std::mem::ManuallyDrop;
use std::path::{Path, PathBuf};
use std::sync::atomic::AtomicU64;
use std::time::Duration;

use again::uninterrupted;
use cancel::Uncancellable;

use crate::time::Timestamp;
use crate::world::{Branch, Facts, FileSystem, Guard, Hold, Locals, Memory, Owner, Statics, World};

#[cfg(not(any(unix, windows)))]
use other as os;
#[cfg(unix)]
use unix as os;
#[cfg(windows)]
use windows as os;

pub(crate) struct Real;

static STATICS: Statics = Statics::new();

thread_local! {
    // Without a destructor it can be reached as long as its thread lives, and reaching it costs no check.
    static LOCALS: Locals = const { Locals::new() };
}

impl World for Real {
    type AtomicU64 = AtomicU64;
    type Guarded<T> = UnsafeCell<T>;
    type File = os::File;
    type Place = PathBuf;

    #[cfg(not(sortid_sabotage))]
    #[inline(always)]
    fn keeps(_guard: Guard) -> bool {
        true
    }

    /// But for the one that `SORTID_WITHOUT` names: what is built so is for `tests/databases/chaos`, which must miss it.
    #[cfg(sortid_sabotage)]
    fn keeps(guard: Guard) -> bool {
        static WITHOUT: std::sync::OnceLock<Option<String>> = std::sync::OnceLock::new();
        let without = WITHOUT.get_or_init(|| std::env::var("SORTID_WITHOUT").ok());
        without
            .as_ref()
            .is_none_or(|name| *name != format!("{guard:?}"))
    }

    #[inline(always)]
    fn takes(_branch: Branch) {}

    #[cfg(not(any(unix, windows)))]
    fn tells_time() -> bool {
        os::tells_time()
    }

    #[cfg(not(any(unix, windows)))]
    fn waits() -> bool {
        os::HAS_SYSTEM
    }

    #[cfg(not(any(unix, windows)))]
    fn has_files() -> bool {
        false
    }

    #[inline(always)]
    fn now() -> Timestamp {
        os::now()
    }

    #[inline(always)]
    fn monotonic_ns() -> u64 {
        os::monotonic_ns()
    }

    #[cfg(any(target_os = "linux", target_os = "android"))]
    fn since_boot_ns() -> Option<u64> {
        os::since_boot_ns()
    }

    #[inline(always)]
    fn counter() -> u64 {
        counter::read()
    }

    fn counter_hz() -> u64 {
        counter::hz()
    }

    fn has_steady_counter() -> bool {
        counter::is_steady()
    }

    fn keeps_time_by_counter() -> Result<bool> {
        const SOURCE: &str = "/sys/devices/system/clocksource/clocksource0/current_clocksource";
        let mut text = [0; 32];
        let len = read_of_linux(SOURCE, &mut text)?;
        Ok(text[..len].trim_ascii() == counter::SOURCE)
    }

    fn entropy(bytes: &mut [u8]) -> Result<()> {
        let _cancellable_afterwards = Uncancellable::begin();
        getrandom::fill(bytes).map_err(|_| ErrorKind::Other.into())
    }

    #[inline(always)]
    fn thread() -> u64 {
        thread_address() >> 6 & ((1 << 44) - 1)
    }

    #[inline(always)]
    fn locals() -> &'static Locals {
        let locals = LOCALS.with(std::ptr::from_ref);
        // SAFETY: it lives as long as its thread, which no reference leaves: it cannot be sent.
        unsafe { &*locals }
    }

    #[inline(always)]
    fn statics() -> &'static Statics {
        &STATICS
    }

    fn at_fork(in_child: extern "C" fn()) {
        os::at_fork(in_child);
    }

    fn sleep(time: Duration) {
        if Self::waits() {
            let _cancellable_afterwards = Uncancellable::begin();
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

    fn map(memory: Memory<'_>, len: usize) -> Result<u64> {
        uninterrupted(|| os::map(memory, len))
    }

    unsafe fn unmap(address: u64, len: usize) {
        // SAFETY: the caller's promise.
        unsafe { os::unmap(address, len) }
    }

    #[inline(always)]
    unsafe fn word(address: u64) -> &'static AtomicU64 {
        // SAFETY: the caller's promise; an atomic of any value is valid.
        unsafe { &*std::ptr::with_exposed_provenance(address as usize) }
    }

    fn place(path: &Path) -> Result<PathBuf> {
        uninterrupted(|| std::path::absolute(path))
    }

    fn name(place: &PathBuf) -> Cow<'_, str> {
        place.to_string_lossy()
    }

    fn open(place: &PathBuf) -> Result<Self::File> {
        uninterrupted(|| os::open(place))
    }

    fn reopen(file: &Self::File, place: &PathBuf) -> Result<Self::File> {
        match uninterrupted(|| os::open_again(file)) {
            // By its name it could not be opened either.
            Err(error) if os::is_shortage(&error) => Err(error),
            Err(_) => Self::open(place),
            opened => opened,
        }
    }

    fn draft(place: &PathBuf, number: u64, content: &[u8]) -> Result<PathBuf> {
        let _cancellable_afterwards = Uncancellable::begin();
        let draft = folder_of(place).join(format!(".sortid.{number:016x}.new"));
        let file = uninterrupted(|| os::create_private(&draft))?;
        let written = Self::write_at(&file, content, 0);
        if let Err(error) = written.and_then(|()| uninterrupted(|| file.sync_all())) {
            let _ = Self::remove(&draft);
            return Err(error);
        }
        Ok(draft)
    }

    unsafe fn close(file: &mut ManuallyDrop<Self::File>) {
        let _cancellable_afterwards = Uncancellable::begin();
        // SAFETY: guaranteed by the caller.
        unsafe { ManuallyDrop::drop(file) };
    }

    fn publish(draft: &PathBuf, place: &PathBuf) -> Result<()> {
        os::rename_to_new(draft, place)
    }

    fn remove(place: &PathBuf) -> Result<()> {
        uninterrupted(|| fs::remove_file(place))
    }

    fn sync_name(place: &PathBuf) -> Result<()> {
        let _cancellable_afterwards = Uncancellable::begin();
        os::sync_name(place)
    }

    fn facts(file: &Self::File) -> Result<Facts> {
        uninterrupted(|| os::facts(file))
    }

    fn facts_at(place: &PathBuf) -> Result<Facts> {
        uninterrupted(|| os::facts_at(place))
    }

    fn file_system(file: &Self::File) -> Result<FileSystem> {
        uninterrupted(|| os::file_system(file))
    }

    fn read_at(file: &Self::File, bytes: &mut [u8], mut at: u64) -> Result<usize> {
        let mut read = 0;
        while read < bytes.len() {
            match uninterrupted(|| os::read_at(file, &mut bytes[read..], at))? {
                0 => break,
                more => (read, at) = (read + more, at + more as u64),
            }
        }
        Ok(read)
    }

    fn write_at(file: &Self::File, bytes: &[u8], at: u64) -> Result<()> {
        uninterrupted(|| os::write_all_at(file, bytes, at))
    }

    fn sync(file: &Self::File) -> Result<()> {
        uninterrupted(|| file.sync_data())
    }

    fn lock(file: &Self::File, byte: u64, hold: Hold, owner: Owner) -> Result<()> {
        uninterrupted(|| os::lock(file, byte, hold, owner))
    }

    fn is_flocked(file: &Self::File) -> Result<bool> {
        os::is_flocked(file)
    }

    fn boot() -> Result<[u64; 2]> {
        let mut text = [0; 64];
        let len = read_of_linux("/proc/sys/kernel/random/boot_id", &mut text)?;
        let digits = text[..len]
            .iter()
            .filter_map(|&byte| char::from(byte).to_digit(16));
        let id = digits.fold(0, |id: u128, digit| id << 4 | u128::from(digit));
        Ok([(id >> 64) as u64, id as u64])
    }
}

/// The file system that a file lies on, by name, if another machine may have the file open as well.
///
/// # Errors
/// What the system says.
#[cfg(all(feature = "lease", any(unix, windows)))]
pub fn remote_file_system(file: &fs::File) -> Result<Option<&'static str>> {
    Ok(match Real::file_system(file)? {
        FileSystem::Remote(name) => Some(name),
        FileSystem::Unknown(_) => Some("unknown"),
        FileSystem::Local => None,
    })
}

/// What tells a file from its copies, and from one that has its number since: device, number, and when it was made, in nanoseconds since 1970; 0 where that
/// is not known.
#[cfg(all(feature = "lease", unix))]
pub fn file_identity(known: &fs::Metadata) -> (u64, u64, u64) {
    os::facts_of(known).told_apart()
}

/// Reads what Linux tells in a short file, without allocating, which a child of many threads could not. Elsewhere one of this name is anybody's, and Windows would allocate to look for it.
///
/// Returns 0 if there is no such file, or it may not be read. Other errors may not last.
fn read_of_linux(path: &str, text: &mut [u8]) -> Result<usize> {
    if !cfg!(any(target_os = "linux", target_os = "android")) {
        return Ok(0);
    }
    let _cancellable_afterwards = Uncancellable::begin();
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

fn folder_of(place: &Path) -> &Path {
    match place.parent() {
        Some(folder) if !folder.as_os_str().is_empty() => folder,
        _ => Path::new("."),
    }
}

/// Of a thread-local of ours: no other living thread has it there.
#[cfg(not(all(target_arch = "x86_64", target_os = "linux")))]
fn thread_address() -> u64 {
    LOCALS.with(|locals| std::ptr::from_ref(locals) as u64)
}

/// That of the thread's control block, which the ABI of x86-64 has there. A thread-local of ours would cost a call in a shared library.
#[cfg(all(target_arch = "x86_64", target_os = "linux"))]
#[inline(always)]
fn thread_address() -> u64 {
    let address;
    // SAFETY: the word at the start of the segment is the address of the segment, and is only read.
    unsafe {
        std::arch::asm!(
            "mov {}, fs:[0]",
            out(reg) address,
            options(nostack, preserves_flags, pure, readonly)
        )
    };
    address
}
