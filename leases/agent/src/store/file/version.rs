//! Replacement of one version of the store by the next.

use std::fs::{self, File, Metadata, Permissions};
use std::io;
use std::os::unix::fs::{MetadataExt, PermissionsExt, fchown};
use std::path::Path;

/// Makes a new store readable and writable for its user and group.
pub(super) fn share(draft: &File) -> io::Result<()> {
    draft.set_permissions(Permissions::from_mode(0o660))
}

/// Copies owner, group and mode of the previous version to the next one. If this user cannot change
/// the owner, the group must have read and write access.
pub(super) fn keep_access(draft: &File, before: &Metadata) -> io::Result<()> {
    let own = draft.metadata()?;
    if own.gid() != before.gid() {
        fchown(draft, None, Some(before.gid()))?;
    }
    if own.uid() != before.uid()
        && let Err(error) = fchown(draft, Some(before.uid()), None)
        && before.mode() & 0o060 != 0o060
    {
        return Err(error);
    }
    // Last, because a change of owner may clear mode bits.
    draft.set_permissions(Permissions::from_mode(before.mode() & 0o777))
}

/// Replaces the old version, whose lock is held, by the next one. Returns `false`, with nothing
/// changed, if the old one was moved away.
pub(super) fn replace(draft: &Path, path: &Path, old: &File) -> io::Result<bool> {
    match exchange(draft, path) {
        Ok(()) if is_file(fs::symlink_metadata(draft), old)? => {
            empty(old, 1)?;
            fs::remove_file(draft)?;
            Ok(true)
        }
        // Another store has replaced the old version. Undo.
        Ok(()) => exchange(draft, path).map(|()| false),
        Err(error) if error.kind() == io::ErrorKind::NotFound => Ok(false),
        // Not all file systems support exchange. If a process moves the old version away at this
        // moment, it gets an empty file.
        Err(error) if matches!(error.raw_os_error(), Some(libc::EINVAL | libc::ENOSYS)) => {
            if !is_file(fs::symlink_metadata(path), old)? {
                return Ok(false);
            }
            fs::rename(draft, path)?;
            empty(old, 0)?;
            Ok(true)
        }
        Err(error) => Err(error),
    }
}

/// Whether a name refers to an open file, whose inode number is unique while it is open.
pub(super) fn is_file(named: io::Result<Metadata>, file: &File) -> io::Result<bool> {
    match named {
        Ok(named) => {
            let file = file.metadata()?;
            Ok((named.dev(), named.ino()) == (file.dev(), file.ino()))
        }
        Err(error) if error.kind() == io::ErrorKind::NotFound => Ok(false),
        Err(error) => Err(error),
    }
}

/// Empties an old version that has more than `names` names.
fn empty(old: &File, names: u64) -> io::Result<()> {
    if old.metadata()?.nlink() <= names {
        return Ok(());
    }
    old.set_len(0)?;
    old.sync_all()
}

/// Exchanges two file names atomically.
#[cfg(target_os = "linux")]
fn exchange(one: &Path, other: &Path) -> io::Result<()> {
    use std::ffi::CString;
    use std::os::unix::ffi::OsStrExt;

    let name = |path: &Path| CString::new(path.as_os_str().as_bytes());
    let (one, other) = (name(one)?, name(other)?);
    // SAFETY: both names are NUL-terminated and outlive the call.
    let done = unsafe {
        libc::syscall(
            libc::SYS_renameat2,
            libc::AT_FDCWD,
            one.as_ptr(),
            libc::AT_FDCWD,
            other.as_ptr(),
            libc::RENAME_EXCHANGE,
        )
    };
    match done {
        0 => Ok(()),
        _ => Err(io::Error::last_os_error()),
    }
}

#[cfg(not(target_os = "linux"))]
fn exchange(_: &Path, _: &Path) -> io::Result<()> {
    Err(io::Error::from_raw_os_error(libc::ENOSYS))
}
