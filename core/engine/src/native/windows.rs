//! Windows: byte locks belong to a handle, files can be mapped, and there is no fork.

pub(super) use std::fs::File;
use std::fs::OpenOptions;
use std::io::{Error, ErrorKind, Result};
use std::os::windows::ffi::OsStrExt;
use std::os::windows::fs::{FileExt, OpenOptionsExt};
use std::os::windows::io::{AsRawHandle, FromRawHandle, RawHandle};
use std::path::Path;
use std::ptr::{null, null_mut};
use std::time::{Instant, SystemTime};

use windows_sys::Wdk::Storage::FileSystem::{
    FileFsDeviceInformation, NtQueryVolumeInformationFile,
};
use windows_sys::Win32::Foundation::{
    CloseHandle, ERROR_LOCK_VIOLATION, ERROR_NOT_LOCKED, ERROR_SHARING_VIOLATION, GENERIC_READ,
    GENERIC_WRITE, INVALID_HANDLE_VALUE, LocalFree, RtlNtStatusToDosError,
};
use windows_sys::Win32::Security::Authorization::{
    ConvertStringSecurityDescriptorToSecurityDescriptorW, SDDL_REVISION_1,
};
use windows_sys::Win32::Security::SECURITY_ATTRIBUTES;
use windows_sys::Win32::Storage::FileSystem as fs;
use windows_sys::Win32::System::IO::{IO_STATUS_BLOCK, OVERLAPPED, OVERLAPPED_0, OVERLAPPED_0_0};
use windows_sys::Win32::System::Memory::{
    CreateFileMappingW, FILE_MAP_READ, FILE_MAP_WRITE, MEMORY_MAPPED_VIEW_ADDRESS, MapViewOfFile,
    PAGE_READWRITE, UnmapViewOfFile,
};

use crate::sys::{FileInfo, FileSystem, LockMode, LockOwner, Mapping};
use crate::time::UnixTime;

/// The offset of locked bytes, beyond the end of any file: other handles cannot read or write
/// locked bytes.
const LOCKS_AT: u64 = 1 << 62;

/// A byte that this library never locks: only a lock of the whole file includes it.
const WHOLE: u64 = 2;

/// Other programs may rename and remove an open file.
const SHARED: u32 = fs::FILE_SHARE_READ | fs::FILE_SHARE_WRITE | fs::FILE_SHARE_DELETE;

#[inline]
pub(super) fn now() -> UnixTime {
    // Uses the precise clock of the system.
    SystemTime::now().into()
}

pub(super) fn monotonic_ns() -> u64 {
    static START: std::sync::LazyLock<Instant> = std::sync::LazyLock::new(Instant::now);
    START.elapsed().as_nanos() as u64
}

pub(super) fn at_fork(_in_child: extern "C" fn()) {}

/// Checks the result of a call that returns 0 if it fails.
fn check(result: i32) -> Result<()> {
    match result {
        0 => Err(map_conflict(Error::last_os_error())),
        _ => Ok(()),
    }
}

/// Returns `WouldBlock` if another handle has the bytes locked, or has the file open exclusively.
fn map_conflict(error: Error) -> Error {
    match is_one_of(&error, [ERROR_LOCK_VIOLATION, ERROR_SHARING_VIOLATION]) {
        true => ErrorKind::WouldBlock.into(),
        false => error,
    }
}

fn is_one_of(error: &Error, numbers: [u32; 2]) -> bool {
    let numbers = numbers.map(|number| Some(number as i32));
    numbers.contains(&error.raw_os_error())
}

/// A file from the handle that a call returned.
fn opened(handle: RawHandle) -> Result<File> {
    match handle {
        INVALID_HANDLE_VALUE => Err(map_conflict(Error::last_os_error())),
        // SAFETY: just opened, with no other owner.
        handle => Ok(unsafe { File::from_raw_handle(handle) }),
    }
}

pub(super) fn map(mapping: Mapping<'_, File>, len: usize) -> Result<u64> {
    let Mapping::File(file) = mapping else {
        // Only needed for forks.
        return Err(ErrorKind::Unsupported.into());
    };
    let (handle, access) = (file.as_raw_handle(), FILE_MAP_READ | FILE_MAP_WRITE);
    // SAFETY: the handle is open.
    let section = unsafe { CreateFileMappingW(handle, null(), PAGE_READWRITE, 0, 0, null()) };
    if section.is_null() {
        return Err(map_conflict(Error::last_os_error()));
    }
    // SAFETY: a view at an address that the kernel chooses does not touch existing memory. The
    // section is open, and no longer needed once it is mapped.
    let view = unsafe {
        let view = MapViewOfFile(section, access, 0, 0, len).Value;
        let mapped = match view.is_null() {
            true => Err(Error::last_os_error()),
            false => Ok(view),
        };
        CloseHandle(section);
        mapped?
    };
    Ok(view.expose_provenance() as u64)
}

/// # Safety
/// The memory is no longer used.
pub(super) unsafe fn unmap(address: u64, _len: usize) {
    let view = MEMORY_MAPPED_VIEW_ADDRESS {
        Value: std::ptr::with_exposed_provenance_mut(address as usize),
    };
    // SAFETY: guaranteed by the caller.
    unsafe { UnmapViewOfFile(view) };
}

pub(super) fn open(path: &Path) -> Result<File> {
    let opened = OpenOptions::new().read(true).write(true).open(path);
    opened.map_err(|error| match error.kind() {
        ErrorKind::PermissionDenied if path.is_dir() => ErrorKind::IsADirectory.into(),
        _ => map_conflict(error),
    })
}

/// Opens a file again by its handle, since its name may have changed.
pub(super) fn reopen(file: &File) -> Result<File> {
    let access = GENERIC_READ | GENERIC_WRITE;
    // SAFETY: the handle is open.
    opened(unsafe { fs::ReOpenFile(file.as_raw_handle(), access, SHARED, 0) })
}

/// Always `false`: without forks, opening a file by its name instead is safe.
pub(super) fn is_shortage(_error: &Error) -> bool {
    false
}

/// Encodes a path for system calls. Paths of 248 characters or more need a prefix that disables
/// normalization.
fn wide(path: &Path) -> Vec<u16> {
    const LEGACY_LIMIT: usize = 248;
    let name: Vec<u16> = path.as_os_str().encode_wide().collect();
    let begins = |with: &str| {
        name.iter()
            .copied()
            .take(with.len())
            .eq(with.encode_utf16())
    };
    let (prefix, rest) = match () {
        () if name.len() < LEGACY_LIMIT || begins(r"\\?\") || begins(r"\\.\") => ("", &name[..]),
        () if begins(r"\\") => (r"\\?\UNC\", &name[2..]),
        () => (r"\\?\", &name[..]),
    };
    let prefix = prefix.encode_utf16();
    prefix.chain(rest.iter().copied()).chain([0]).collect()
}

/// Creates a file that only its owner, the system and administrators may use: its content reveals
/// future random bits.
pub(super) fn create_private(path: &Path) -> Result<File> {
    let (name, access) = (wide(path), GENERIC_READ | GENERIC_WRITE);
    // Does not inherit the folder's permissions.
    let rights = windows_sys::w!("D:P(A;;FA;;;OW)(A;;FA;;;SY)(A;;FA;;;BA)");
    let mut descriptor = null_mut();
    // SAFETY: the text is null-terminated. The call writes a pointer, which is freed below.
    check(unsafe {
        ConvertStringSecurityDescriptorToSecurityDescriptorW(
            rights,
            SDDL_REVISION_1,
            &raw mut descriptor,
            null_mut(),
        )
    })?;
    let security = SECURITY_ATTRIBUTES {
        nLength: size_of::<SECURITY_ATTRIBUTES>() as u32,
        lpSecurityDescriptor: descriptor,
        bInheritHandle: 0,
    };
    // SAFETY: the name is null-terminated, and name and descriptor are live.
    unsafe {
        let handle = fs::CreateFileW(
            name.as_ptr(),
            access,
            SHARED,
            &raw const security,
            fs::CREATE_NEW,
            fs::FILE_ATTRIBUTE_NORMAL,
            null_mut(),
        );
        let made = opened(handle);
        LocalFree(descriptor);
        made
    }
}

/// Renames a file and syncs the new name. Fails with `AlreadyExists` if the name is taken.
pub(super) fn rename_if_free(from: &Path, to: &Path) -> Result<()> {
    let (old, new) = (wide(from), wide(to));
    // SAFETY: both names are null-terminated and live.
    check(unsafe { fs::MoveFileExW(old.as_ptr(), new.as_ptr(), fs::MOVEFILE_WRITE_THROUGH) })
}

/// Syncs the file, since folders cannot be synced. The file system's journal is written in order,
/// so this also syncs earlier changes of the name.
pub(super) fn sync_name(path: &Path) -> Result<()> {
    open(path)?.sync_all()
}

pub(super) fn file_info(file: &File) -> Result<FileInfo> {
    // SAFETY: the handle is open.
    let kind = unsafe { fs::GetFileType(file.as_raw_handle()) };
    if kind != fs::FILE_TYPE_DISK {
        return Ok(FileInfo {
            identity: (0, 0),
            created_ns: 0,
            is_regular: false,
            is_write_protected: false,
            len: 0,
        });
    }
    let basic: fs::FILE_BASIC_INFO = query(file, fs::FileBasicInfo)?;
    let has = |attribute| basic.FileAttributes & attribute != 0;
    Ok(FileInfo {
        identity: identity(file)?,
        created_ns: u64::try_from(basic.CreationTime).unwrap_or(0),
        is_regular: !has(fs::FILE_ATTRIBUTE_DIRECTORY),
        is_write_protected: has(fs::FILE_ATTRIBUTE_READONLY),
        len: file.metadata()?.len(),
    })
}

/// File information of one class.
fn query<T: Default>(file: &File, class: fs::FILE_INFO_BY_HANDLE_CLASS) -> Result<T> {
    let (mut info, len) = (T::default(), size_of::<T>() as u32);
    // SAFETY: the handle is open, and the structure is live and has this length.
    check(unsafe {
        let info = (&raw mut info).cast();
        fs::GetFileInformationByHandleEx(file.as_raw_handle(), class, info, len)
    })?;
    Ok(info)
}

fn identity(file: &File) -> Result<(u64, u128)> {
    if let Ok(id) = query::<fs::FILE_ID_INFO>(file, fs::FileIdInfo) {
        let number = u128::from_le_bytes(id.FileId.Identifier);
        return Ok((id.VolumeSerialNumber, number));
    }
    // Older file systems have shorter identifiers.
    let mut short = fs::BY_HANDLE_FILE_INFORMATION::default();
    // SAFETY: the handle is open and the structure is live.
    check(unsafe { fs::GetFileInformationByHandle(file.as_raw_handle(), &raw mut short) })?;
    let number = u128::from(short.nFileIndexHigh) << 32 | u128::from(short.nFileIndexLow);
    Ok((short.dwVolumeSerialNumber.into(), number))
}

pub(super) fn file_info_at(path: &Path) -> Result<FileInfo> {
    let mut options = OpenOptions::new();
    let options = options.access_mode(fs::FILE_READ_ATTRIBUTES);
    let options = options.custom_flags(fs::FILE_FLAG_BACKUP_SEMANTICS);
    let opened = options.open(path).map_err(|error| match error.kind() {
        // Access to the folder is enough to open any file in it for its attributes. The exception
        // is a removed file that is still open elsewhere, for which the system returns this error.
        ErrorKind::PermissionDenied => ErrorKind::NotFound.into(),
        _ => error,
    });
    file_info(&opened?)
}

pub(super) fn file_system(file: &File) -> Result<FileSystem> {
    /// `FILE_FS_DEVICE_INFORMATION`
    #[repr(C)]
    #[derive(Default)]
    struct Device {
        kind: u32,
        characteristics: u32,
    }
    // `FILE_REMOTE_DEVICE`, and the flag of a container's host.
    const REMOTE: u32 = 0x10 | 0x8_0000;
    let (mut device, mut status) = (Device::default(), IO_STATUS_BLOCK::default());
    // SAFETY: the handle is open and both structures are live.
    let answer = unsafe {
        NtQueryVolumeInformationFile(
            file.as_raw_handle(),
            &raw mut status,
            (&raw mut device).cast(),
            size_of::<Device>() as u32,
            FileFsDeviceInformation,
        )
    };
    if answer < 0 {
        // SAFETY: converts a number.
        let error = unsafe { RtlNtStatusToDosError(answer) };
        return Err(Error::from_raw_os_error(error as i32));
    }
    Ok(match device.characteristics & REMOTE {
        0 => FileSystem::Local,
        _ => FileSystem::Remote("network"),
    })
}

pub(super) fn read_at(file: &File, bytes: &mut [u8], at: u64) -> Result<usize> {
    file.seek_read(bytes, at).map_err(map_conflict)
}

pub(super) fn write_all_at(file: &File, mut bytes: &[u8], mut at: u64) -> Result<()> {
    while !bytes.is_empty() {
        match file.seek_write(bytes, at).map_err(map_conflict)? {
            0 => return Err(ErrorKind::WriteZero.into()),
            written => (bytes, at) = (&bytes[written..], at + written as u64),
        }
    }
    Ok(())
}

/// The offset of a lock as an argument of system calls.
fn offset_of(byte: u64) -> OVERLAPPED {
    let at = LOCKS_AT + byte;
    OVERLAPPED {
        Anonymous: OVERLAPPED_0 {
            Anonymous: OVERLAPPED_0_0 {
                Offset: at as u32,
                OffsetHigh: (at >> 32) as u32,
            },
        },
        ..OVERLAPPED::default()
    }
}

fn take(file: &File, byte: u64, flags: u32) -> Result<()> {
    let (mut offset, flags) = (offset_of(byte), flags | fs::LOCKFILE_FAIL_IMMEDIATELY);
    // SAFETY: the handle is open and synchronous, and the structure is live.
    check(unsafe { fs::LockFileEx(file.as_raw_handle(), flags, 0, 1, 0, &raw mut offset) })
}

/// Releases all locks that the handle has on the byte: locks are counted.
fn release(file: &File, byte: u64) -> Result<()> {
    // Wine returns the second one.
    const NOTHING_LEFT: [u32; 2] = [ERROR_NOT_LOCKED, ERROR_LOCK_VIOLATION];
    loop {
        let mut offset = offset_of(byte);
        // SAFETY: the handle is open and synchronous, and the structure is live.
        if unsafe { fs::UnlockFileEx(file.as_raw_handle(), 0, 1, 0, &raw mut offset) } == 0 {
            let error = Error::last_os_error();
            return match is_one_of(&error, NOTHING_LEFT) {
                true => Ok(()),
                false => Err(error),
            };
        }
    }
}

/// Changes a lock. Releases the handle's own lock first, since it conflicts like any other.
pub(super) fn lock_byte(file: &File, byte: u64, mode: LockMode, owner: LockOwner) -> Result<()> {
    if owner == LockOwner::Process {
        // Only needed in forked children.
        return Err(ErrorKind::Unsupported.into());
    }
    release(file, byte)?;
    match mode {
        LockMode::Exclusive => take(file, byte, fs::LOCKFILE_EXCLUSIVE_LOCK),
        LockMode::Shared => take(file, byte, 0),
        LockMode::Unlocked => Ok(()),
    }
}

/// Whether another program has locked the whole file.
pub(super) fn is_flocked(file: &File) -> Result<bool> {
    match take(file, WHOLE, 0) {
        Ok(()) => release(file, WHOLE).map(|()| false),
        Err(error) if error.kind() == ErrorKind::WouldBlock => Ok(true),
        Err(error) => Err(error),
    }
}
