//! Unix systems.

pub(crate) use std::fs::File;
use std::fs::{Metadata, OpenOptions};
use std::io::{Error, ErrorKind, Result};
use std::os::fd::{AsRawFd, FromRawFd};
use std::os::unix::fs::{FileExt, MetadataExt, OpenOptionsExt};
use std::path::Path;
use std::time::UNIX_EPOCH;

use super::cancel::uninterrupted;
use crate::sys::{FileInfo, FileSystem, LockMode, LockOwner, Mapping};
use crate::time::UnixTime;

#[inline(always)]
fn clock(clock: libc::clockid_t) -> (i64, u32) {
    let mut time = libc::timespec {
        tv_sec: 0,
        tv_nsec: 0,
    };
    // SAFETY: `time` is live. The call cannot fail: callers use only clocks that the system has.
    unsafe { libc::clock_gettime(clock, &raw mut time) };
    (time.tv_sec as _, time.tv_nsec as _)
}

#[inline(always)]
pub(super) fn now() -> UnixTime {
    // On x86-64, reading the clock starts with a barrier for loads. Elsewhere, it is a barrier for
    // instructions only.
    #[cfg(not(target_arch = "x86_64"))]
    std::sync::atomic::fence(std::sync::atomic::Ordering::Acquire);
    let (seconds, nanos) = clock(libc::CLOCK_REALTIME);
    UnixTime::new(seconds, nanos).unwrap_or_else(|_| unreachable_time())
}

/// No clock reaches it.
#[cold]
fn unreachable_time() -> UnixTime {
    UnixTime::MAX
}

#[inline(always)]
pub(super) fn monotonic_ns() -> u64 {
    let (seconds, nanos) = clock(libc::CLOCK_MONOTONIC);
    seconds as u64 * 1_000_000_000 + u64::from(nanos)
}

/// Only on Linux: on other systems the clock that includes suspends has another name or does not
/// exist.
#[cfg(any(target_os = "linux", target_os = "android"))]
pub(super) fn since_boot_ns() -> Option<u64> {
    let (seconds, nanos) = clock(libc::CLOCK_BOOTTIME);
    Some(seconds as u64 * 1_000_000_000 + u64::from(nanos))
}

pub(super) fn at_fork(in_child: extern "C" fn()) {
    // SAFETY: the handler is valid while the library is loaded.
    unsafe { libc::pthread_atfork(None, None, Some(in_child)) };
}

pub(super) fn map(mapping: Mapping<'_, File>, len: usize) -> Result<u64> {
    let (file, visibility) = match mapping {
        Mapping::WipedOnFork => (-1, libc::MAP_PRIVATE | libc::MAP_ANONYMOUS),
        Mapping::Shared => (-1, libc::MAP_SHARED | libc::MAP_ANONYMOUS),
        Mapping::File(file) => (file.as_raw_fd(), libc::MAP_SHARED),
    };
    let access = libc::PROT_READ | libc::PROT_WRITE;
    // SAFETY: a mapping at an address that the kernel chooses does not touch existing memory.
    let start = unsafe { libc::mmap(std::ptr::null_mut(), len, access, visibility, file, 0) };
    if start == libc::MAP_FAILED {
        return Err(Error::last_os_error());
    }
    let address = start.expose_provenance() as u64;
    if let Mapping::WipedOnFork = mapping
        && let Err(error) = wipe_on_fork(start, len)
    {
        // SAFETY: just mapped, and not used yet.
        unsafe { unmap(address, len) };
        return Err(error);
    }
    Ok(address)
}

#[cfg(any(target_os = "linux", target_os = "android"))]
fn wipe_on_fork(start: *mut libc::c_void, len: usize) -> Result<()> {
    // SAFETY: the range was just mapped. The advice only affects children.
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
    // SAFETY: the range was just mapped. The request only affects children.
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
/// The memory is no longer used.
pub(super) unsafe fn unmap(address: u64, len: usize) {
    // SAFETY: guaranteed by the caller.
    unsafe { libc::munmap(std::ptr::with_exposed_provenance_mut(address as usize), len) };
}

/// Opens a file again by its descriptor, on Linux, since its name may have changed. Does not
/// allocate.
pub(super) fn reopen(file: &File) -> Result<File> {
    use std::io::Write;
    let mut name = [0; 32];
    write!(&mut name[..], "/proc/self/fd/{}", file.as_raw_fd())?;
    let len = name.iter().position(|&byte| byte == 0).unwrap_or(0);
    let name = std::str::from_utf8(&name[..len]).unwrap_or_default();
    open_with(&mut OpenOptions::new(), Path::new(name))
}

/// Whether the error is temporary: no descriptor is left, or no memory for one.
pub(super) fn is_shortage(error: &Error) -> bool {
    let number = error.raw_os_error();
    matches!(number, Some(libc::EMFILE | libc::ENFILE | libc::ENOMEM))
}

pub(super) fn open(path: &Path) -> Result<File> {
    open_with(&mut OpenOptions::new(), path)
}

/// The lowest number of a descriptor that stays open. A program that writes to standard error, even
/// if it was closed, must not write to a state file.
const LEAST_DESCRIPTOR: libc::c_int = 3;

/// Opens a file for reading and writing. Does not wait for a program that has a lease of the file
/// (`F_SETLEASE`).
fn open_with(options: &mut OpenOptions, path: &Path) -> Result<File> {
    let options = options.read(true).write(true);
    above_standard_streams(options.custom_flags(libc::O_NONBLOCK).open(path)?)
}

/// The file with a descriptor that is none of the standard streams.
pub(super) fn above_standard_streams(file: File) -> Result<File> {
    if file.as_raw_fd() >= LEAST_DESCRIPTOR {
        return Ok(file);
    }
    // SAFETY: the descriptor is open.
    let number = unsafe { libc::fcntl(file.as_raw_fd(), libc::F_DUPFD_CLOEXEC, LEAST_DESCRIPTOR) };
    match number {
        -1 => Err(Error::last_os_error()),
        // SAFETY: it was just opened, and nothing else owns it.
        number => Ok(unsafe { File::from_raw_fd(number) }),
    }
}

/// Creates a file that only its owner may use: its content reveals future random bits.
pub(super) fn create_private(path: &Path) -> Result<File> {
    let mut options = OpenOptions::new();
    let file = open_with(options.create_new(true).mode(0o600), path)?;
    write_in_place(&file);
    Ok(file)
}

/// Disables copy-on-write for the file (btrfs). Otherwise, a store to the mapped file would end the
/// process if the disk is full. Ignores errors: other file systems do not need it or cannot do it.
fn write_in_place(file: &File) {
    #[cfg(target_os = "linux")]
    {
        const NO_COPY: libc::c_int = 0x0080_0000;
        let (get, set) = (libc::FS_IOC_GETFLAGS, libc::FS_IOC_SETFLAGS);
        // The requests are declared with a `long`. File systems use an `int`, but FUSE wrote a
        // `long` before Linux 5.13.
        let mut flags: [libc::c_int; 2] = [0; 2];
        // SAFETY: the request writes at most a `long`, for which the array has room.
        if unsafe { libc::ioctl(file.as_raw_fd(), get as _, &raw mut flags) } == 0 {
            flags[0] |= NO_COPY;
            // SAFETY: the request reads at most a `long`, and the array is at least as long.
            unsafe { libc::ioctl(file.as_raw_fd(), set as _, &raw const flags) };
        }
    }
    #[cfg(not(target_os = "linux"))]
    let _ = file;
}

/// Renames a file. Fails with `AlreadyExists` if the new name is taken.
pub(super) fn rename_if_free(from: &Path, to: &Path) -> Result<()> {
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
        // By number, since old C libraries do not have the function.
        let renamed = uninterrupted(|| {
            // SAFETY: both names are null-terminated and live.
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

pub(super) fn file_info(file: &File) -> Result<FileInfo> {
    let info = info_of(&file.metadata()?);
    #[cfg(target_env = "musl")]
    let info = FileInfo {
        created_ns: created_ns(file)?,
        ..info
    };
    Ok(info)
}

pub(super) fn untrusted_owner(file: &File, path: &Path) -> Result<Option<(u32, u32)>> {
    // SAFETY: always succeeds.
    let user = unsafe { libc::geteuid() };
    let owner = file.metadata()?.uid();
    if owner == user || owner == 0 {
        return Ok(None);
    }
    let folder = std::fs::metadata(path.parent().unwrap_or(path))?;
    let is_private = folder.mode() & 0o022 == 0;
    Ok((folder.uid() != owner || !is_private).then_some((owner, user)))
}

/// With musl, without the creation time. Does not allocate for a short path, since a forked child
/// of several threads must not.
pub(super) fn file_info_at(path: &Path) -> Result<FileInfo> {
    std::fs::metadata(path).map(|metadata| info_of(&metadata))
}

fn info_of(metadata: &Metadata) -> FileInfo {
    let created = metadata.created().ok();
    let since = created.and_then(|time| time.duration_since(UNIX_EPOCH).ok());
    FileInfo {
        identity: (metadata.dev(), metadata.ino().into()),
        created_ns: since.map_or(0, |since| u64::try_from(since.as_nanos()).unwrap_or(0)),
        is_regular: metadata.is_file(),
        is_write_protected: metadata.mode() & 0o222 == 0,
        len: metadata.len(),
    }
}

/// The creation time, which the standard library reads with glibc only; 0 if the kernel or the file
/// system does not have it, or the call is not permitted.
#[cfg(target_env = "musl")]
fn created_ns(file: &File) -> Result<u64> {
    // SAFETY: zeros are valid in a structure of integers.
    let mut info: libc::statx = unsafe { std::mem::zeroed() };
    let (descriptor, path) = (file.as_raw_fd(), c"".as_ptr());
    let (flags, mask) = (libc::AT_EMPTY_PATH, libc::STATX_BTIME);
    // SAFETY: the path is NUL-terminated, and it and the structure outlive the call.
    let status = unsafe {
        libc::syscall(
            libc::SYS_statx,
            descriptor,
            path,
            flags,
            mask,
            &raw mut info,
        )
    };
    if status != 0 {
        let error = Error::last_os_error();
        return match error.raw_os_error() {
            Some(libc::ENOSYS | libc::EPERM) => Ok(0),
            _ => Err(error),
        };
    }
    let is_known = info.stx_mask & mask != 0;
    let seconds = u64::try_from(info.stx_btime.tv_sec).unwrap_or(0);
    let ns = seconds * 1_000_000_000 + u64::from(info.stx_btime.tv_nsec);
    Ok(if is_known { ns } else { 0 })
}

/// Syncs the folder: syncing a file need not sync its name.
pub(super) fn sync_name(path: &Path) -> Result<()> {
    // The folder of the file, not of a symbolic link to it.
    let path = uninterrupted(|| path.canonicalize())?;
    let folder = uninterrupted(|| File::open(path.parent().unwrap_or(&path)))?;
    uninterrupted(|| folder.sync_all())
}

#[cfg(any(target_os = "linux", target_os = "android", target_vendor = "apple"))]
pub(super) fn file_system(file: &File) -> Result<FileSystem> {
    // SAFETY: zeros are valid in a structure of integers.
    let mut known: libc::statfs = unsafe { std::mem::zeroed() };
    // SAFETY: the descriptor is open and the structure is live.
    if unsafe { libc::fstatfs(file.as_raw_fd(), &raw mut known) } != 0 {
        return Err(Error::last_os_error());
    }
    #[cfg(target_vendor = "apple")]
    let found = match known.f_flags & libc::MNT_LOCAL as u32 {
        0 => FileSystem::Remote("network"),
        _ => FileSystem::Local,
    };
    #[cfg(not(target_vendor = "apple"))]
    let found = super::file_system_types::classify(known.f_type as u32);
    Ok(found)
}

pub(super) fn read_at(file: &File, bytes: &mut [u8], at: u64) -> Result<usize> {
    file.read_at(bytes, at)
}

pub(super) fn write_all_at(file: &File, bytes: &[u8], at: u64) -> Result<()> {
    file.write_all_at(bytes, at)
}

/// With 64-bit offsets, also on 32-bit machines.
#[cfg(any(target_os = "linux", target_vendor = "apple"))]
type Range = libc::flock;
#[cfg(all(target_os = "android", not(target_pointer_width = "32")))]
type Range = libc::flock;
#[cfg(all(target_os = "android", target_pointer_width = "32"))]
type Range = libc::flock64;

/// The argument of `fcntl` for a lock of one byte.
#[cfg(any(target_os = "linux", target_os = "android", target_vendor = "apple"))]
pub(super) fn byte_range(byte: u64, kind: libc::c_int) -> Range {
    // SAFETY: zeros are valid in a structure of integers.
    let mut range: Range = unsafe { std::mem::zeroed() };
    range.l_type = kind as _;
    range.l_whence = libc::SEEK_SET as _;
    range.l_start = byte as _;
    range.l_len = 1;
    range
}

#[cfg(any(target_os = "linux", target_os = "android", target_vendor = "apple"))]
pub(super) fn lock_byte(file: &File, byte: u64, mode: LockMode, owner: LockOwner) -> Result<()> {
    let command = match owner {
        LockOwner::Description => libc::F_OFD_SETLK,
        LockOwner::Process => libc::F_SETLK,
    };
    let kind = match mode {
        LockMode::Exclusive => libc::F_WRLCK,
        LockMode::Shared => libc::F_RDLCK,
        LockMode::Unlocked => libc::F_UNLCK,
    };
    let range = byte_range(byte, kind as _);
    // SAFETY: the descriptor is open and the structure is live.
    if unsafe { libc::fcntl(file.as_raw_fd(), command, &raw const range) } == 0 {
        return Ok(());
    }
    let error = Error::last_os_error();
    match error.raw_os_error() {
        // Systems use one or the other.
        Some(libc::EACCES | libc::EAGAIN) => Err(ErrorKind::WouldBlock.into()),
        _ => Err(error),
    }
}

/// State files do not work on other systems: this call comes first and fails.
#[cfg(not(any(target_os = "linux", target_os = "android", target_vendor = "apple")))]
pub(super) fn file_system(_file: &File) -> Result<FileSystem> {
    Err(ErrorKind::Unsupported.into())
}

#[cfg(not(any(target_os = "linux", target_os = "android", target_vendor = "apple")))]
pub(super) fn lock_byte(
    _file: &File,
    _byte: u64,
    _mode: LockMode,
    _owner: LockOwner,
) -> Result<()> {
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
