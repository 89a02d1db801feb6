//! The file itself: made whole or not at all, locked, read, written, synced.
//!
//! Locks are those of the open file description: the system drops them when the last process that has it is gone, however
//! it went. A forked child shares its parent's description, and so opens the file anew.

use std::fs::File;
use std::io::{Error, ErrorKind, Result};
use std::path::{Path, PathBuf};
use std::time::{Duration, Instant};

use crate::error::ErrorCode;

/// Bytes of the file that stand for locks.
#[derive(Clone, Copy)]
pub(super) enum Lock {
    /// Held while the record is read and written, and to come and go.
    Change = 0,
    /// Shared by all who have the file open.
    Member = 1,
}

/// For how long a lock that another process holds is waited for.
const PATIENCE: Duration = Duration::from_secs(3);

/// The code for what the system says.
pub(super) fn code(error: &Error) -> ErrorCode {
    match error.kind() {
        ErrorKind::StorageFull | ErrorKind::QuotaExceeded | ErrorKind::FileTooLarge => {
            ErrorCode::StoreFull
        }
        ErrorKind::PermissionDenied | ErrorKind::ReadOnlyFilesystem => ErrorCode::StoreReadOnly,
        ErrorKind::WouldBlock => ErrorCode::StoreLocked,
        _ => ErrorCode::StoreIo,
    }
}

/// Opens a file that is there, for reading and writing.
pub(super) fn open(path: &Path) -> Result<File> {
    let file = os::open(path)?;
    if os::is_write_protected(&file)? {
        // The system would let the superuser write; the file says that nobody shall.
        return Err(ErrorKind::PermissionDenied.into());
    }
    Ok(file)
}

/// Makes a file with this content, unless there is one.
///
/// Whoever finds the file finds all of it: it gets its name when it is whole and on the disk. Its maker may have no
/// time left for [`sync_name`]: that is for who first relies on it.
pub(super) fn create(path: &Path, content: &[u8]) -> Result<()> {
    let draft = draft_of(path)?;
    let made = write_draft(&draft, content).and_then(|()| {
        match os::rename_to_new(&draft, path) {
            // Somebody was faster.
            Err(error) if error.kind() == ErrorKind::AlreadyExists => std::fs::remove_file(&draft),
            named => named,
        }
    });
    if made.is_err() {
        let _ = std::fs::remove_file(&draft);
    }
    made
}

/// Makes the file's name outlast a loss of power.
pub(super) fn sync_name(path: &Path) -> Result<()> {
    // Not that of a link which leads there.
    File::open(folder_of(&path.canonicalize()?))?.sync_all()
}

fn write_draft(draft: &Path, content: &[u8]) -> Result<()> {
    let file = File::create_new(draft)?;
    os::write_at(&file, content, 0)?;
    file.sync_all()
}

fn folder_of(path: &Path) -> &Path {
    match path.parent() {
        Some(folder) if !folder.as_os_str().is_empty() => folder,
        _ => Path::new("."),
    }
}

/// A name beside the file's that nobody else uses.
fn draft_of(path: &Path) -> Result<PathBuf> {
    let mut number = [0; 8];
    getrandom::fill(&mut number).map_err(|_| ErrorKind::Other)?;
    let name = format!(".sortid.{:016x}.new", u64::from_le_bytes(number));
    Ok(folder_of(path).join(name))
}

/// Whether another program has locked the whole file by `flock`.
pub(super) fn is_flocked(file: &File) -> Result<bool> {
    match file.try_lock_shared() {
        Ok(()) => file.unlock().map(|()| false),
        Err(std::fs::TryLockError::WouldBlock) => Ok(true),
        Err(std::fs::TryLockError::Error(error)) => Err(error),
    }
}

/// Takes a lock alone if nobody else has it.
pub(super) fn try_lock_alone(file: &File, lock: Lock) -> Result<bool> {
    match os::lock(file, lock, os::Way::Alone) {
        Ok(()) => Ok(true),
        Err(error) if error.kind() == ErrorKind::WouldBlock => Ok(false),
        Err(error) => Err(error),
    }
}

/// Takes a lock beside others, also in place of having it alone.
pub(super) fn lock_beside_others(file: &File, lock: Lock) -> Result<()> {
    os::lock(file, lock, os::Way::BesideOthers)
}

/// Takes a lock alone, waiting for a while: `WouldBlock` if that was not enough.
pub(super) fn lock_alone(file: &File, lock: Lock) -> Result<()> {
    let begun = Instant::now();
    let mut pause = Duration::from_micros(50);
    while !try_lock_alone(file, lock)? {
        if begun.elapsed() > PATIENCE {
            return Err(ErrorKind::WouldBlock.into());
        }
        std::thread::sleep(pause);
        pause = (pause * 2).min(Duration::from_millis(5));
    }
    Ok(())
}

pub(super) fn unlock(file: &File, lock: Lock) -> Result<()> {
    os::lock(file, lock, os::Way::NotAtAll)
}

pub(super) use os::{boot, has_name, is_file, read_at, reopen, write_at};

#[cfg(any(target_os = "linux", target_os = "android", target_vendor = "apple"))]
mod os {
    use std::fs::{File, OpenOptions};
    use std::io::{Error, ErrorKind, Result};
    use std::os::fd::AsRawFd;
    use std::os::unix::fs::{FileExt, MetadataExt};
    use std::path::Path;

    use super::super::live::Boot;

    pub(super) enum Way {
        Alone,
        BesideOthers,
        NotAtAll,
    }

    pub(super) fn open(path: &Path) -> Result<File> {
        OpenOptions::new().read(true).write(true).open(path)
    }

    /// The same file by a description of its own, if it can still be found; for a forked child.
    pub(in super::super) fn reopen(file: &File, path: &Path) -> Result<File> {
        let by_number = format!("/proc/self/fd/{}", file.as_raw_fd());
        let again = open(Path::new(&by_number)).or_else(|_| open(path))?;
        let (ours, theirs) = (file.metadata()?, again.metadata()?);
        if (ours.dev(), ours.ino()) == (theirs.dev(), theirs.ino()) {
            Ok(again)
        } else {
            Err(ErrorKind::NotFound.into())
        }
    }

    pub(in super::super) fn is_file(file: &File) -> Result<bool> {
        Ok(file.metadata()?.is_file())
    }

    pub(super) fn is_write_protected(file: &File) -> Result<bool> {
        Ok(file.metadata()?.mode() & 0o222 == 0)
    }

    /// Whether a later process could find the file.
    pub(in super::super) fn has_name(file: &File) -> Result<bool> {
        Ok(file.metadata()?.nlink() > 0)
    }

    /// Reads as much as there is.
    pub(in super::super) fn read_at(file: &File, bytes: &mut [u8], mut at: u64) -> Result<usize> {
        let mut read = 0;
        while read < bytes.len() {
            match file.read_at(&mut bytes[read..], at) {
                Ok(0) => break,
                Ok(more) => (read, at) = (read + more, at + more as u64),
                Err(error) if error.kind() == ErrorKind::Interrupted => {}
                Err(error) => return Err(error),
            }
        }
        Ok(read)
    }

    pub(in super::super) fn write_at(file: &File, bytes: &[u8], at: u64) -> Result<()> {
        file.write_all_at(bytes, at)
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
            // By number, since old C libraries lack the function.
            // SAFETY: both names end with a zero and live longer than the call.
            let renamed = unsafe {
                libc::syscall(
                    libc::SYS_renameat2,
                    libc::AT_FDCWD,
                    old.as_ptr(),
                    libc::AT_FDCWD,
                    new.as_ptr(),
                    libc::RENAME_NOREPLACE,
                )
            };
            if renamed == 0 {
                return Ok(());
            }
            let error = Error::last_os_error();
            if !matches!(error.raw_os_error(), Some(libc::ENOSYS | libc::EINVAL)) {
                return Err(error);
            }
        }
        std::fs::hard_link(from, to)?;
        std::fs::remove_file(from)
    }

    pub(super) fn lock(file: &File, lock: super::Lock, way: Way) -> Result<()> {
        let kind = match way {
            Way::Alone => libc::F_WRLCK,
            Way::BesideOthers => libc::F_RDLCK,
            Way::NotAtAll => libc::F_UNLCK,
        };
        // SAFETY: a structure of integers, of which zeros are valid.
        let mut range: libc::flock = unsafe { std::mem::zeroed() };
        range.l_type = kind as _;
        range.l_whence = libc::SEEK_SET as _;
        range.l_start = lock as _;
        range.l_len = 1;
        loop {
            // SAFETY: the descriptor is open, and the structure lives longer than the call.
            let done = unsafe { libc::fcntl(file.as_raw_fd(), libc::F_OFD_SETLK, &range) };
            if done == 0 {
                return Ok(());
            }
            let error = Error::last_os_error();
            match error.raw_os_error() {
                Some(libc::EINTR) => {}
                // One of the two, by the system.
                Some(libc::EACCES | libc::EAGAIN) => return Err(ErrorKind::WouldBlock.into()),
                _ => return Err(error),
            }
        }
    }

    /// What the system calls the time since it was started; zeros where it has no name for it.
    pub(in super::super) fn boot() -> Boot {
        let Ok(text) = std::fs::read_to_string("/proc/sys/kernel/random/boot_id") else {
            return [0; 2];
        };
        let digits = text
            .bytes()
            .filter_map(|byte| char::from(byte).to_digit(16));
        let id = digits.fold(0, |id: u128, digit| id << 4 | u128::from(digit));
        [(id >> 64) as u64, id as u64]
    }
}

#[cfg(not(any(target_os = "linux", target_os = "android", target_vendor = "apple")))]
mod os {
    //! Systems without such locks have no state files.

    use std::fs::File;
    use std::io::{ErrorKind, Result};
    use std::path::Path;

    use super::super::live::Boot;

    pub(super) enum Way {
        Alone,
        BesideOthers,
        NotAtAll,
    }

    pub(super) fn open(_path: &Path) -> Result<File> {
        Err(ErrorKind::Unsupported.into())
    }

    pub(in super::super) fn reopen(_file: &File, _path: &Path) -> Result<File> {
        Err(ErrorKind::Unsupported.into())
    }

    pub(in super::super) fn is_file(_file: &File) -> Result<bool> {
        Err(ErrorKind::Unsupported.into())
    }

    pub(super) fn is_write_protected(_file: &File) -> Result<bool> {
        Err(ErrorKind::Unsupported.into())
    }

    pub(in super::super) fn has_name(_file: &File) -> Result<bool> {
        Err(ErrorKind::Unsupported.into())
    }

    pub(in super::super) fn read_at(_file: &File, _bytes: &mut [u8], _at: u64) -> Result<usize> {
        Err(ErrorKind::Unsupported.into())
    }

    pub(in super::super) fn write_at(_file: &File, _bytes: &[u8], _at: u64) -> Result<()> {
        Err(ErrorKind::Unsupported.into())
    }

    pub(super) fn rename_to_new(_from: &Path, _to: &Path) -> Result<()> {
        Err(ErrorKind::Unsupported.into())
    }

    pub(super) fn lock(_file: &File, _lock: super::Lock, _way: Way) -> Result<()> {
        Err(ErrorKind::Unsupported.into())
    }

    pub(in super::super) fn boot() -> Boot {
        [0; 2]
    }
}
