//! What Windows has: files whose bytes are locked by a handle, and memory that is mapped of them; and no fork.

pub(crate) use std::fs::File;
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

use crate::time::Timestamp;
use crate::world::{Facts, FileSystem, Hold, Memory, Owner};

/// Where the bytes lie that are locked: nobody may read or write what another handle has locked, so no byte of a file is among them.
const LOCKS_AT: u64 = 1 << 62;

/// A byte there that we never lock: it is only in the lock of who locks a whole file.
const WHOLE: u64 = 2;

/// Others may rename and remove what we have open.
const SHARED: u32 = fs::FILE_SHARE_READ | fs::FILE_SHARE_WRITE | fs::FILE_SHARE_DELETE;

#[inline]
pub(super) fn now() -> Timestamp {
    // The precise one of the system's clocks.
    SystemTime::now().into()
}

pub(super) fn monotonic_ns() -> u64 {
    static START: std::sync::LazyLock<Instant> = std::sync::LazyLock::new(Instant::now);
    START.elapsed().as_nanos() as u64
}

pub(super) fn at_fork(_in_child: extern "C" fn()) {}

/// What the system says of a call that answered `0` where it could not.
fn told(answer: i32) -> Result<()> {
    match answer {
        0 => Err(refusal(Error::last_os_error())),
        _ => Ok(()),
    }
}

/// Somebody has locked what is asked for, or has opened it for himself.
fn refusal(error: Error) -> Error {
    match is_one_of(&error, [ERROR_LOCK_VIOLATION, ERROR_SHARING_VIOLATION]) {
        true => ErrorKind::WouldBlock.into(),
        false => error,
    }
}

fn is_one_of(error: &Error, numbers: [u32; 2]) -> bool {
    let numbers = numbers.map(|number| Some(number as i32));
    numbers.contains(&error.raw_os_error())
}

/// A file from the handle that a call answered.
fn opened(handle: RawHandle) -> Result<File> {
    match handle {
        INVALID_HANDLE_VALUE => Err(refusal(Error::last_os_error())),
        // SAFETY: just opened, and nobody else has it.
        handle => Ok(unsafe { File::from_raw_handle(handle) }),
    }
}

pub(super) fn map(memory: Memory<'_>, len: usize) -> Result<u64> {
    let Memory::Of(file) = memory else {
        // There is no fork.
        return Err(ErrorKind::Unsupported.into());
    };
    let (handle, access) = (file.as_raw_handle(), FILE_MAP_READ | FILE_MAP_WRITE);
    // SAFETY: the handle is open, and nothing is asked by reference.
    let section = unsafe { CreateFileMappingW(handle, null(), PAGE_READWRITE, 0, 0, null()) };
    if section.is_null() {
        return Err(refusal(Error::last_os_error()));
    }
    // SAFETY: a view at an address of the kernel's choice touches no memory of ours; the section is open, and is needed no more once it is mapped.
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
/// Nobody uses that memory any more.
pub(super) unsafe fn unmap(address: u64, _len: usize) {
    let view = MEMORY_MAPPED_VIEW_ADDRESS {
        Value: std::ptr::with_exposed_provenance_mut(address as usize),
    };
    // SAFETY: the caller's promise.
    unsafe { UnmapViewOfFile(view) };
}

pub(super) fn open(path: &Path) -> Result<File> {
    let opened = OpenOptions::new().read(true).write(true).open(path);
    opened.map_err(|error| match error.kind() {
        // As such, and not as one that may not be used.
        ErrorKind::PermissionDenied if path.is_dir() => ErrorKind::IsADirectory.into(),
        _ => refusal(error),
    })
}

/// Opens a file by the handle that this process has: its name may have changed.
pub(super) fn open_again(file: &File) -> Result<File> {
    let access = GENERIC_READ | GENERIC_WRITE;
    // SAFETY: the handle is open.
    opened(unsafe { fs::ReOpenFile(file.as_raw_handle(), access, SHARED, 0) })
}

/// There is no fork, so that a handle may be opened by its name instead.
pub(super) fn is_shortage(_error: &Error) -> bool {
    false
}

/// A name as the system takes it. Longer ones than it took once are taken only if they say that nothing is to be made of them.
fn wide(path: &Path) -> Vec<u16> {
    const FORMERLY: usize = 248;
    let name: Vec<u16> = path.as_os_str().encode_wide().collect();
    let begins = |with: &str| {
        name.iter()
            .copied()
            .take(with.len())
            .eq(with.encode_utf16())
    };
    let (prefix, rest) = match () {
        () if name.len() < FORMERLY || begins(r"\\?\") || begins(r"\\.\") => ("", &name[..]),
        () if begins(r"\\") => (r"\\?\UNC\", &name[2..]),
        () => (r"\\?\", &name[..]),
    };
    let prefix = prefix.encode_utf16();
    prefix.chain(rest.iter().copied()).chain([0]).collect()
}

/// Makes a file that only its owner may use, and those who may do anything: it tells random bits to come.
pub(super) fn create_private(path: &Path) -> Result<File> {
    let (name, access) = (wide(path), GENERIC_READ | GENERIC_WRITE);
    // Its owner, the system, administrators: whatever the folder has for others.
    let rights = windows_sys::w!("D:P(A;;FA;;;OW)(A;;FA;;;SY)(A;;FA;;;BA)");
    let mut descriptor = null_mut();
    // SAFETY: the text ends with a zero; what is written is a pointer, which is given back below.
    told(unsafe {
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
    // SAFETY: the name ends with a zero, and lives longer than the call, as the descriptor does.
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

/// Renames, unless the new name is taken; the system is asked to have that on the disk before it answers.
pub(super) fn rename_to_new(from: &Path, to: &Path) -> Result<()> {
    let (old, new) = (wide(from), wide(to));
    // SAFETY: both names end with a zero and live longer than the call.
    told(unsafe { fs::MoveFileExW(old.as_ptr(), new.as_ptr(), fs::MOVEFILE_WRITE_THROUGH) })
}

/// Folders cannot be synced. The journal of the file system is written in order: with the file, what was before of its name.
pub(super) fn sync_name(path: &Path) -> Result<()> {
    open(path)?.sync_all()
}

pub(super) fn facts(file: &File) -> Result<Facts> {
    // SAFETY: the handle is open.
    let kind = unsafe { fs::GetFileType(file.as_raw_handle()) };
    if kind != fs::FILE_TYPE_DISK {
        return Ok(Facts {
            identity: (0, 0),
            born_ns: 0,
            is_regular: false,
            is_write_protected: false,
        });
    }
    let basic: fs::FILE_BASIC_INFO = known(file, fs::FileBasicInfo)?;
    let has = |attribute| basic.FileAttributes & attribute != 0;
    Ok(Facts {
        identity: identity(file)?,
        born_ns: u64::try_from(basic.CreationTime).unwrap_or(0),
        is_regular: !has(fs::FILE_ATTRIBUTE_DIRECTORY),
        is_write_protected: has(fs::FILE_ATTRIBUTE_READONLY),
    })
}

/// What the system knows of an open file, of the kind that is asked for.
fn known<T: Default>(file: &File, class: fs::FILE_INFO_BY_HANDLE_CLASS) -> Result<T> {
    let (mut known, len) = (T::default(), size_of::<T>() as u32);
    // SAFETY: the handle is open, and the structure live and so long.
    told(unsafe {
        let known = (&raw mut known).cast();
        fs::GetFileInformationByHandleEx(file.as_raw_handle(), class, known, len)
    })?;
    Ok(known)
}

fn identity(file: &File) -> Result<(u64, u128)> {
    if let Ok(id) = known::<fs::FILE_ID_INFO>(file, fs::FileIdInfo) {
        let number = u128::from_le_bytes(id.FileId.Identifier);
        return Ok((id.VolumeSerialNumber, number));
    }
    // File systems with shorter numbers.
    let mut short = fs::BY_HANDLE_FILE_INFORMATION::default();
    // SAFETY: the handle is open, and the structure live.
    told(unsafe { fs::GetFileInformationByHandle(file.as_raw_handle(), &raw mut short) })?;
    let number = u128::from(short.nFileIndexHigh) << 32 | u128::from(short.nFileIndexLow);
    Ok((short.dwVolumeSerialNumber.into(), number))
}

pub(super) fn facts_at(path: &Path) -> Result<Facts> {
    let mut options = OpenOptions::new();
    let options = options.access_mode(fs::FILE_READ_ATTRIBUTES);
    let options = options.custom_flags(fs::FILE_FLAG_BACKUP_SEMANTICS);
    let opened = options.open(path).map_err(|error| match error.kind() {
        // Whoever may look into the folder may ask that of any file in it, but of one that goes when the last who has it open does: the system says
        // that in the same way.
        ErrorKind::PermissionDenied => ErrorKind::NotFound.into(),
        _ => error,
    });
    facts(&opened?)
}

pub(super) fn file_system(file: &File) -> Result<FileSystem> {
    /// `FILE_FS_DEVICE_INFORMATION`
    #[repr(C)]
    #[derive(Default)]
    struct Device {
        kind: u32,
        characteristics: u32,
    }
    // `FILE_REMOTE_DEVICE`, and that of a container's host.
    const REMOTE: u32 = 0x10 | 0x8_0000;
    let (mut device, mut status) = (Device::default(), IO_STATUS_BLOCK::default());
    // SAFETY: the handle is open, and both structures live longer than the call.
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
        // SAFETY: a number for a number.
        let error = unsafe { RtlNtStatusToDosError(answer) };
        return Err(Error::from_raw_os_error(error as i32));
    }
    Ok(match device.characteristics & REMOTE {
        0 => FileSystem::Local,
        _ => FileSystem::Remote("network"),
    })
}

pub(super) fn read_at(file: &File, bytes: &mut [u8], at: u64) -> Result<usize> {
    file.seek_read(bytes, at).map_err(refusal)
}

pub(super) fn write_all_at(file: &File, mut bytes: &[u8], mut at: u64) -> Result<()> {
    while !bytes.is_empty() {
        match file.seek_write(bytes, at).map_err(refusal)? {
            0 => return Err(ErrorKind::WriteZero.into()),
            written => (bytes, at) = (&bytes[written..], at + written as u64),
        }
    }
    Ok(())
}

/// Where a lock begins, as the system is told it.
fn place_of(byte: u64) -> OVERLAPPED {
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
    let (mut place, flags) = (place_of(byte), flags | fs::LOCKFILE_FAIL_IMMEDIATELY);
    // SAFETY: the handle is open, and not one whose calls go on after they answer; the structure lives longer than the call.
    told(unsafe { fs::LockFileEx(file.as_raw_handle(), flags, 0, 1, 0, &raw mut place) })
}

/// Gives up all that the handle has of the byte: a lock that is taken twice is there twice.
fn release(file: &File, byte: u64) -> Result<()> {
    // The second where Windows is emulated.
    const NOTHING_LEFT: [u32; 2] = [ERROR_NOT_LOCKED, ERROR_LOCK_VIOLATION];
    loop {
        let mut place = place_of(byte);
        // SAFETY: as above.
        if unsafe { fs::UnlockFileEx(file.as_raw_handle(), 0, 1, 0, &raw mut place) } == 0 {
            let error = Error::last_os_error();
            return match is_one_of(&error, NOTHING_LEFT) {
                true => Ok(()),
                false => Err(error),
            };
        }
    }
}

/// A handle's own lock is in its way as another's is: so it is given up first.
pub(super) fn lock(file: &File, byte: u64, hold: Hold, owner: Owner) -> Result<()> {
    if owner == Owner::Process {
        // Only a forked child asks for that.
        return Err(ErrorKind::Unsupported.into());
    }
    release(file, byte)?;
    match hold {
        Hold::Alone => take(file, byte, fs::LOCKFILE_EXCLUSIVE_LOCK),
        Hold::BesideOthers => take(file, byte, 0),
        Hold::NotAtAll => Ok(()),
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
