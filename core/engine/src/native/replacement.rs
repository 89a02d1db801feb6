//! Replacement of a file by a draft with the same access rights.

use std::ffi::{CStr, c_void};
use std::fs::{self, File, OpenOptions, Permissions};
use std::io::{Error, ErrorKind, Result};
use std::os::fd::AsRawFd;
use std::os::unix::fs::{MetadataExt, PermissionsExt, fchown};
use std::path::Path;
use std::ptr;

/// Replaces a file. The draft is on the disk when it gets the name; the name itself is not.
pub(super) fn replace(draft: &Path, path: &Path, file: &File) -> Result<()> {
    let old = file.metadata()?;
    // Through a symbolic link, or with another name, programs would still find the old file.
    let named = fs::symlink_metadata(path)?;
    let is_only = (named.dev(), named.ino(), old.nlink()) == (old.dev(), old.ino(), 1);
    if !is_only {
        return Err(ErrorKind::Unsupported.into());
    }
    let new = OpenOptions::new().read(true).write(true).open(draft)?;
    let known = new.metadata()?;
    if (known.uid(), known.gid()) != (old.uid(), old.gid()) {
        fchown(&new, Some(old.uid()), Some(old.gid()))?;
    }
    copy_attributes(file, &new)?;
    new.set_permissions(Permissions::from_mode(old.mode() & 0o7777))?;
    new.sync_all()?;
    // Fails if the file is a mount.
    fs::rename(draft, path)
}

/// Makes the extended attributes of two files equal: ACLs, labels, and those of users.
fn copy_attributes(from: &File, to: &File) -> Result<()> {
    let (wanted, present) = (names(from)?, names(to)?);
    for name in split(&present).filter(|name| !split(&wanted).any(|other| other == *name)) {
        // SAFETY: the descriptor is open, and the name is null-terminated and live.
        check(unsafe { libc::fremovexattr(to.as_raw_fd(), name.as_ptr()) } as isize)?;
    }
    for name in split(&wanted) {
        let value = value(from, name)?;
        if split(&present).any(|other| other == name) && self::value(to, name)? == value {
            continue;
        }
        let (bytes, len) = (value.as_ptr().cast::<c_void>(), value.len());
        // SAFETY: the descriptor is open, the name is null-terminated, and both are live.
        let done = unsafe { libc::fsetxattr(to.as_raw_fd(), name.as_ptr(), bytes, len, 0) };
        check(done as isize)?;
    }
    Ok(())
}

/// The names of a file's attributes, each null-terminated. None if the file system has no
/// attributes.
fn names(file: &File) -> Result<Vec<u8>> {
    let names = read(|bytes, len| {
        // SAFETY: the descriptor is open, and `bytes` has room for `len` bytes.
        unsafe { libc::flistxattr(file.as_raw_fd(), bytes.cast(), len) }
    });
    match names {
        Err(error) if error.raw_os_error() == Some(libc::EOPNOTSUPP) => Ok(Vec::new()),
        names => names,
    }
}

fn value(file: &File, name: &CStr) -> Result<Vec<u8>> {
    read(|bytes, len| {
        // SAFETY: the descriptor is open, the name is null-terminated, and `bytes` has room for
        // `len` bytes.
        unsafe { libc::fgetxattr(file.as_raw_fd(), name.as_ptr(), bytes, len) }
    })
}

fn split(names: &[u8]) -> impl Iterator<Item = &CStr> {
    let each = names.split_inclusive(|byte| *byte == 0);
    each.filter_map(|name| CStr::from_bytes_with_nul(name).ok())
}

/// Asks for a length, then for as many bytes.
fn read(call: impl Fn(*mut c_void, usize) -> isize) -> Result<Vec<u8>> {
    let mut bytes = vec![0; check(call(ptr::null_mut(), 0))?];
    let len = check(call(bytes.as_mut_ptr().cast(), bytes.len()))?;
    bytes.truncate(len);
    Ok(bytes)
}

fn check(result: isize) -> Result<usize> {
    usize::try_from(result).map_err(|_| Error::last_os_error())
}
