//! The file of the table of nodes, on Linux.

use std::fs::File;
use std::io::{Error, ErrorKind, Result, Write};
use std::os::fd::{AsRawFd, FromRawFd};
use std::os::unix::fs::MetadataExt;

use super::cancel::uninterrupted;
use super::unix::{above_standard_streams, byte_range};

/// The only file system that is accepted: memory that ends with the boot, of this kernel alone.
const TMPFS_MAGIC: u32 = 0x0102_1994;

const FOLDER_FLAGS: libc::c_int =
    libc::O_RDONLY | libc::O_DIRECTORY | libc::O_NOFOLLOW | libc::O_CLOEXEC;
const FILE_FLAGS: libc::c_int =
    libc::O_RDWR | libc::O_NOFOLLOW | libc::O_NONBLOCK | libc::O_CLOEXEC;

/// Opens the table of the effective user, or creates an empty file. Does not allocate, since a
/// forked child of several threads must not. `InvalidData` if the folder or the file is of another
/// owner, mode or kind.
pub(super) fn open() -> Result<File> {
    let user = effective_user();
    let name = path(user, "")?;
    let folder = open_or_create(
        || open_at(libc::AT_FDCWD, &name, FOLDER_FLAGS),
        || make_folder(&name).map(|()| None),
        0o700,
    )?;
    expect(&folder, user, libc::S_IFDIR | 0o700)?;
    let within = folder.as_raw_fd();
    let create = FILE_FLAGS | libc::O_CREAT | libc::O_EXCL;
    let file = open_or_create(
        || open_at(within, b"nodes\0", FILE_FLAGS),
        || open_at(within, b"nodes\0", create).map(Some),
        0o600,
    )?;
    expect(&file, user, libc::S_IFREG | 0o600)?;
    // SAFETY: zeros are valid in a structure of integers.
    let mut known: libc::statfs = unsafe { std::mem::zeroed() };
    // SAFETY: the descriptor is open and the structure is live.
    check(unsafe { libc::fstatfs(file.as_raw_fd(), &raw mut known) })?;
    match known.f_type as u32 {
        TMPFS_MAGIC => Ok(file),
        _ => Err(ErrorKind::InvalidData.into()),
    }
}

/// Opens the file that has the table's name now.
pub(super) fn reopen() -> Result<File> {
    open_at(
        libc::AT_FDCWD,
        &path(effective_user(), "/nodes")?,
        FILE_FLAGS,
    )
}

/// Whether a lock of a description keeps this process from locking a byte.
pub(super) fn is_locked(file: &File, byte: u64) -> Result<bool> {
    let mut range = byte_range(byte, libc::F_WRLCK);
    // SAFETY: the descriptor is open and the structure is live.
    check(unsafe { libc::fcntl(file.as_raw_fd(), libc::F_GETLK, &raw mut range) })?;
    // A sandbox that does nothing leaves the process as it was.
    Ok(range.l_type == libc::F_WRLCK as libc::c_short && range.l_pid == PROCESS_OF_DESCRIPTIONS)
}

/// In place of the process, if a description has the lock.
const PROCESS_OF_DESCRIPTIONS: libc::pid_t = -1;

fn effective_user() -> libc::uid_t {
    // SAFETY: always succeeds.
    unsafe { libc::geteuid() }
}

/// The path of a user's folder, or of a file in it. The rest stays zero and ends the path.
fn path(user: libc::uid_t, file: &str) -> Result<[u8; 40]> {
    let mut path = [0; 40];
    write!(&mut path[..39], "/dev/shm/sortid-{user}{file}")?;
    Ok(path)
}

/// Opens what exists. If there is nothing, creates it with this mode, whatever the umask.
fn open_or_create(
    open: impl Fn() -> Result<File>,
    create: impl Fn() -> Result<Option<File>>,
    mode: libc::mode_t,
) -> Result<File> {
    match open() {
        Err(error) if error.kind() == ErrorKind::NotFound => {}
        opened => return opened,
    }
    let created = match create() {
        // Another process was faster.
        Err(error) if error.kind() == ErrorKind::AlreadyExists => return open(),
        created => created?,
    };
    let file = created.map_or_else(open, Ok)?;
    // SAFETY: the descriptor is open.
    check(unsafe { libc::fchmod(file.as_raw_fd(), mode) })?;
    Ok(file)
}

/// Creates the folder. A umask may take the permission to open it away.
fn make_folder(name: &[u8]) -> Result<()> {
    let name = name.as_ptr().cast();
    // SAFETY: the path is null-terminated and live.
    check(unsafe { libc::mkdir(name, 0o700) })?;
    // SAFETY: as above. Nobody else may rename a folder of this user there.
    check(unsafe { libc::chmod(name, 0o700) }).map(|_| ())
}

fn open_at(folder: libc::c_int, name: &[u8], flags: libc::c_int) -> Result<File> {
    let mode: libc::c_uint = 0o600;
    let opened = uninterrupted(|| {
        // SAFETY: the path is null-terminated and live.
        check(unsafe { libc::openat(folder, name.as_ptr().cast(), flags, mode) })
    })?;
    // SAFETY: just opened, and owned by nobody else.
    above_standard_streams(unsafe { File::from_raw_fd(opened) })
}

/// Fails unless a file has this owner, kind and mode.
fn expect(file: &File, user: libc::uid_t, mode: libc::mode_t) -> Result<()> {
    let found = file.metadata()?;
    match found.uid() == user && found.mode() & (libc::S_IFMT | 0o777) == mode {
        true => Ok(()),
        false => Err(ErrorKind::InvalidData.into()),
    }
}

fn check(result: libc::c_int) -> Result<libc::c_int> {
    match result {
        -1 => Err(Error::last_os_error()),
        result => Ok(result),
    }
}
