//! What Unix systems have.

pub(crate) use std::fs::File;
use std::fs::{Metadata, OpenOptions};
use std::io::{Error, ErrorKind, Result};
use std::os::fd::AsRawFd;
use std::os::unix::fs::{FileExt, MetadataExt, OpenOptionsExt};
use std::path::Path;
use std::time::UNIX_EPOCH;

use super::again::uninterrupted;
use crate::time::Timestamp;
use crate::world::{Facts, FileSystem, Hold, Memory, Owner};

#[inline(always)]
fn clock(clock: libc::clockid_t) -> (i64, u32) {
    let mut time = libc::timespec {
        tv_sec: 0,
        tv_nsec: 0,
    };
    // SAFETY: `time` is live; the clocks are there on every system that asks for them, so that nothing can fail.
    unsafe { libc::clock_gettime(clock, &raw mut time) };
    (time.tv_sec as _, time.tv_nsec as _)
}

#[inline(always)]
pub(super) fn now() -> Timestamp {
    // On x86-64 reading the clock begins with a barrier for loads, elsewhere with one for instructions alone.
    #[cfg(not(target_arch = "x86_64"))]
    std::sync::atomic::fence(std::sync::atomic::Ordering::Acquire);
    let (seconds, nanos) = clock(libc::CLOCK_REALTIME);
    Timestamp::new(seconds, nanos).unwrap_or_else(|_| beyond())
}

/// No clock reads so.
#[cold]
fn beyond() -> Timestamp {
    Timestamp::MAX
}

#[inline(always)]
pub(super) fn monotonic_ns() -> u64 {
    let (seconds, nanos) = clock(libc::CLOCK_MONOTONIC);
    seconds as u64 * 1_000_000_000 + u64::from(nanos)
}

/// On Linux alone: elsewhere the clock that counts suspends has another name, or none.
#[cfg(any(target_os = "linux", target_os = "android"))]
pub(super) fn since_boot_ns() -> Option<u64> {
    let (seconds, nanos) = clock(libc::CLOCK_BOOTTIME);
    Some(seconds as u64 * 1_000_000_000 + u64::from(nanos))
}

pub(super) fn at_fork(in_child: extern "C" fn()) {
    // SAFETY: the handler stays where it is as long as the library is loaded.
    unsafe { libc::pthread_atfork(None, None, Some(in_child)) };
}

pub(super) fn map(memory: Memory<'_>, len: usize) -> Result<u64> {
    let (file, visibility) = match memory {
        Memory::Wiped => (-1, libc::MAP_PRIVATE | libc::MAP_ANONYMOUS),
        Memory::Shared => (-1, libc::MAP_SHARED | libc::MAP_ANONYMOUS),
        Memory::Of(file) => (file.as_raw_fd(), libc::MAP_SHARED),
    };
    let access = libc::PROT_READ | libc::PROT_WRITE;
    // SAFETY: a mapping at an address of the kernel's choice touches no memory of ours.
    let start = unsafe { libc::mmap(std::ptr::null_mut(), len, access, visibility, file, 0) };
    if start == libc::MAP_FAILED {
        return Err(Error::last_os_error());
    }
    let address = start.expose_provenance() as u64;
    if let Memory::Wiped = memory
        && let Err(error) = wipe_on_fork(start, len)
    {
        // SAFETY: just mapped, and nobody has seen it.
        unsafe { unmap(address, len) };
        return Err(error);
    }
    Ok(address)
}

#[cfg(any(target_os = "linux", target_os = "android"))]
fn wipe_on_fork(start: *mut libc::c_void, len: usize) -> Result<()> {
    // SAFETY: the range was just mapped; the advice changes only what a child sees.
    match unsafe { libc::madvise(start, len, libc::MADV_WIPEONFORK) } {
        0 => Ok(()),
        _ => Err(Error::last_os_error()),
    }
}

/// Untested.
#[cfg(any(target_os = "freebsd", target_os = "netbsd", target_os = "openbsd"))]
fn wipe_on_fork(start: *mut libc::c_void, len: usize) -> Result<()> {
    #[cfg(target_os = "freebsd")]
    use libc::INHERIT_ZERO as ZERO;
    #[cfg(not(target_os = "freebsd"))]
    use libc::MAP_INHERIT_ZERO as ZERO;
    // SAFETY: the range was just mapped; the request changes only what a child sees.
    match unsafe { libc::minherit(start, len, ZERO) } {
        0 => Ok(()),
        _ => Err(Error::last_os_error()),
    }
}

#[cfg(not(any(
    target_os = "linux",
    target_os = "android",
    target_os = "freebsd",
    target_os = "netbsd",
    target_os = "openbsd"
)))]
fn wipe_on_fork(_start: *mut libc::c_void, _len: usize) -> Result<()> {
    Err(ErrorKind::Unsupported.into())
}

/// # Safety
/// Nobody uses that memory any more.
pub(super) unsafe fn unmap(address: u64, len: usize) {
    // SAFETY: the caller's promise.
    unsafe { libc::munmap(std::ptr::with_exposed_provenance_mut(address as usize), len) };
}

/// Opens a file by the number that this process has it under, on Linux: its name may have changed. Nothing is allocated.
pub(super) fn open_again(file: &File) -> Result<File> {
    use std::io::Write;
    let mut name = [0; 32];
    write!(&mut name[..], "/proc/self/fd/{}", file.as_raw_fd())?;
    let len = name.iter().position(|&byte| byte == 0).unwrap_or(0);
    let name = std::str::from_utf8(&name[..len]).unwrap_or_default();
    OpenOptions::new().read(true).write(true).open(name)
}

/// Whether no file can be opened for now: no descriptor is left, or no memory for one.
pub(super) fn is_shortage(error: &Error) -> bool {
    let number = error.raw_os_error();
    matches!(number, Some(libc::EMFILE | libc::ENFILE | libc::ENOMEM))
}

pub(super) fn open(path: &Path) -> Result<File> {
    OpenOptions::new().read(true).write(true).open(path)
}

/// Makes a file that only its owner may use: it tells random bits to come.
pub(super) fn create_private(path: &Path) -> Result<File> {
    let mut options = OpenOptions::new();
    let file = options
        .read(true)
        .write(true)
        .create_new(true)
        .mode(0o600)
        .open(path)?;
    write_in_place(&file);
    Ok(file)
}

/// Asks a file system that writes elsewhere (btrfs) to write this file where it is: else, its disk full, a store to the file's map would end the
/// process. Where that cannot be asked it is not needed, or not to be had.
fn write_in_place(file: &File) {
    #[cfg(target_os = "linux")]
    {
        const NO_COPY: libc::c_int = 0x0080_0000;
        let (get, set) = (libc::FS_IOC_GETFLAGS, libc::FS_IOC_SETFLAGS);
        // The requests are declared with a `long`. File systems read and write an `int`, but FUSE wrote a `long` before Linux 5.13.
        let mut flags: [libc::c_int; 2] = [0; 2];
        // SAFETY: the request writes at most a `long`, and the array lives longer than the call.
        if unsafe { libc::ioctl(file.as_raw_fd(), get as _, &raw mut flags) } == 0 {
            flags[0] |= NO_COPY;
            // SAFETY: the request reads at most a `long`, and the array lives longer than the call.
            unsafe { libc::ioctl(file.as_raw_fd(), set as _, &raw const flags) };
        }
    }
    #[cfg(not(target_os = "linux"))]
    let _ = file;
}

/// Renames, unless the new name is taken.
pub(super) fn rename_to_new(from: &Path, to: &Path) -> Result<()> {
    #[cfg(any(target_os = "linux", target_os = "android"))]
    {
        use std::ffi::CString;
        use std::os::unix::ffi::OsStrExt;
        let names = [from, to].map(|path| CString::new(path.as_os_str().as_bytes()));
        let [Ok(old), Ok(new)] = names else {
            return Err(ErrorKind::InvalidInput.into());
        };
        let (here, old, new) = (libc::AT_FDCWD, old.as_ptr(), new.as_ptr());
        let (number, unless_taken) = (libc::SYS_renameat2, libc::RENAME_NOREPLACE);
        // By number, since old C libraries lack the function.
        let renamed = uninterrupted(|| {
            // SAFETY: both names end with a zero and live longer than the call.
            match unsafe { libc::syscall(number, here, old, here, new, unless_taken) } {
                0 => Ok(()),
                _ => Err(Error::last_os_error()),
            }
        });
        match renamed {
            Err(error) if matches!(error.raw_os_error(), Some(libc::ENOSYS | libc::EINVAL)) => {}
            done => return done,
        }
    }
    uninterrupted(|| std::fs::hard_link(from, to))?;
    uninterrupted(|| std::fs::remove_file(from))
}

pub(super) fn facts(file: &File) -> Result<Facts> {
    file.metadata().map(|known| facts_of(&known))
}

pub(super) fn facts_at(path: &Path) -> Result<Facts> {
    std::fs::metadata(path).map(|known| facts_of(&known))
}

pub(super) fn facts_of(known: &Metadata) -> Facts {
    Facts {
        identity: (known.dev(), known.ino().into()),
        born_ns: born_ns(known).unwrap_or(0),
        is_regular: known.is_file(),
        is_write_protected: known.mode() & 0o222 == 0,
    }
}

/// Not every file system knows.
fn born_ns(known: &Metadata) -> Option<u64> {
    let since = known.created().ok()?.duration_since(UNIX_EPOCH).ok()?;
    u64::try_from(since.as_nanos()).ok()
}

/// That of the folder: a file's own sync need not make its name last.
pub(super) fn sync_name(path: &Path) -> Result<()> {
    // Not that of a link which leads there.
    let path = uninterrupted(|| path.canonicalize())?;
    let folder = uninterrupted(|| File::open(path.parent().unwrap_or(&path)))?;
    uninterrupted(|| folder.sync_all())
}

#[cfg(any(target_os = "linux", target_os = "android", target_vendor = "apple"))]
pub(super) fn file_system(file: &File) -> Result<FileSystem> {
    // SAFETY: a structure of integers, of which zeros are valid.
    let mut known: libc::statfs = unsafe { std::mem::zeroed() };
    // SAFETY: the descriptor is open and the structure live.
    if unsafe { libc::fstatfs(file.as_raw_fd(), &raw mut known) } != 0 {
        return Err(Error::last_os_error());
    }
    #[cfg(target_vendor = "apple")]
    let found = match known.f_flags & libc::MNT_LOCAL as u32 {
        0 => FileSystem::Remote("network"),
        _ => FileSystem::Local,
    };
    #[cfg(not(target_vendor = "apple"))]
    let found = super::file_systems::known(known.f_type as u32);
    Ok(found)
}

pub(super) fn read_at(file: &File, bytes: &mut [u8], at: u64) -> Result<usize> {
    file.read_at(bytes, at)
}

pub(super) fn write_all_at(file: &File, bytes: &[u8], at: u64) -> Result<()> {
    file.write_all_at(bytes, at)
}

#[cfg(any(target_os = "linux", target_os = "android", target_vendor = "apple"))]
pub(super) fn lock(file: &File, byte: u64, hold: Hold, owner: Owner) -> Result<()> {
    // There the system reads 64 bits whatever the width of the machine.
    #[cfg(not(all(target_os = "android", target_pointer_width = "32")))]
    use libc::flock as Range;
    #[cfg(all(target_os = "android", target_pointer_width = "32"))]
    use libc::flock64 as Range;
    let command = match owner {
        Owner::Description => libc::F_OFD_SETLK,
        Owner::Process => libc::F_SETLK,
    };
    let kind = match hold {
        Hold::Alone => libc::F_WRLCK,
        Hold::BesideOthers => libc::F_RDLCK,
        Hold::NotAtAll => libc::F_UNLCK,
    };
    // SAFETY: a structure of integers, of which zeros are valid.
    let mut range: Range = unsafe { std::mem::zeroed() };
    range.l_type = kind as _;
    range.l_whence = libc::SEEK_SET as _;
    range.l_start = byte as _;
    range.l_len = 1;
    // SAFETY: the descriptor is open, and the structure lives longer than the call.
    if unsafe { libc::fcntl(file.as_raw_fd(), command, &raw const range) } == 0 {
        return Ok(());
    }
    let error = Error::last_os_error();
    match error.raw_os_error() {
        // One of the two, by the system.
        Some(libc::EACCES | libc::EAGAIN) => Err(ErrorKind::WouldBlock.into()),
        _ => Err(error),
    }
}

/// Other systems have no state files: this is the first of them that is asked.
#[cfg(not(any(target_os = "linux", target_os = "android", target_vendor = "apple")))]
pub(super) fn file_system(_file: &File) -> Result<FileSystem> {
    Err(ErrorKind::Unsupported.into())
}

#[cfg(not(any(target_os = "linux", target_os = "android", target_vendor = "apple")))]
pub(super) fn lock(_file: &File, _byte: u64, _hold: Hold, _owner: Owner) -> Result<()> {
    Err(ErrorKind::Unsupported.into())
}

/// Whether another program has locked the whole file.
pub(super) fn is_flocked(file: &File) -> Result<bool> {
    match uninterrupted(|| Ok(file.try_lock_shared()?)) {
        Ok(()) => uninterrupted(|| file.unlock()).map(|()| false),
        Err(error) if error.kind() == ErrorKind::WouldBlock => Ok(true),
        Err(error) => Err(error),
    }
}
