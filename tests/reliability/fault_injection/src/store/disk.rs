//! A simulated disk: it contains the state file as of the last completed sync, and for each sector
//! possibly any later content.
//!
//! The linker replaces the C library's functions with those below for all syncs of this program.
//! Other ways to make data durable (`msync`, `syncfs`, `O_SYNC`) are not intercepted, and their
//! data counts as lost.

use std::ffi::{CStr, c_int, c_long, c_void};
use std::fs;
use std::io;
use std::mem::zeroed;
use std::os::unix::fs::MetadataExt;
use std::path::Path;
use std::ptr;
use std::sync::atomic::{AtomicPtr, AtomicU8, AtomicU32, AtomicU64, AtomicUsize, Ordering};
use std::sync::{Mutex, PoisonError};

use super::{NAME, hold};
use sortid_reliability_common::Rng;

/// The unit that a disk writes atomically.
const SECTOR: usize = 512;
/// The size of the record at the start of the file.
const RECORD: usize = 512;
/// A length that state files never exceed.
const MOST: usize = 1 << 14;
/// A number of files that a process never exceeds.
const FILES: usize = 16;
const NAME_OF_FILE: &CStr = c"ids.state";
const _: () = assert!(NAME_OF_FILE.count_bytes() == NAME.len());

/// The sabotage of syncs and writes.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Way {
    /// None.
    Honest = 0,
    /// Syncs do nothing and report success.
    SyncsSkipped = 1,
    /// The record is written to a wrong place.
    WritesSkipped = 2,
}

/// The content of the disk.
#[repr(C)]
pub(crate) struct Disk {
    way: AtomicU32,
    /// The number of failing syncs per thousand.
    failing: AtomicU32,
    dice: AtomicU64,
    /// The number of the file with the name of the state file; 0: none.
    named: AtomicU64,
    files: [File; FILES],
}

/// The content of a file: of two copies, the complete one.
#[repr(C)]
struct File {
    number: AtomicU64,
    current: AtomicUsize,
    copies: [Content; 2],
}

#[repr(C)]
struct Content {
    len: AtomicUsize,
    bytes: [AtomicU8; MOST],
}

impl Content {
    fn set(&self, bytes: &[u8]) {
        self.len.store(bytes.len().min(MOST), Ordering::Relaxed);
        for (place, &byte) in self.bytes.iter().zip(bytes) {
            place.store(byte, Ordering::Relaxed);
        }
    }

    fn get(&self) -> Vec<u8> {
        let bytes = self.bytes[..self.len.load(Ordering::Relaxed)].iter();
        bytes.map(|byte| byte.load(Ordering::Relaxed)).collect()
    }
}

impl Disk {
    /// Starts a new file, with nothing on the disk yet.
    pub(crate) fn clear(&self, way: Way, failing: u32, seed: u64) {
        self.way.store(way as u32, Ordering::Relaxed);
        self.failing.store(failing, Ordering::Relaxed);
        self.dice.store(seed, Ordering::Relaxed);
        self.forget();
    }

    fn forget(&self) {
        self.named.store(0, Ordering::Relaxed);
        for file in &self.files {
            file.number.store(0, Ordering::Relaxed);
        }
    }

    fn file(&self, number: u64) -> Option<&File> {
        let mut files = self.files.iter();
        files.find(|file| file.number.load(Ordering::Acquire) == number)
    }

    fn keep(&self, seen: Seen) {
        match seen {
            Seen::File { number, content } => {
                let Some(file) = self.file(number).or_else(|| self.file(0)) else {
                    return;
                };
                let other = 1 - file.current.load(Ordering::Relaxed);
                file.copies[other].set(&content);
                file.current.store(other, Ordering::Release);
                file.number.store(number, Ordering::Release);
            }
            Seen::Folder { named } => self.named.store(named, Ordering::Release),
            Seen::Other => {}
        }
    }

    /// Simulates a power loss while no process has the file open. Returns the remaining content, if
    /// the file exists.
    pub(crate) fn lose(&self, path: &Path, random: &mut Rng) -> io::Result<Option<Vec<u8>>> {
        let (number, now) = match fs::metadata(path) {
            Ok(data) => (data.ino(), fs::read(path)?),
            Err(error) if error.kind() == io::ErrorKind::NotFound => return Ok(None),
            Err(error) => return Err(error),
        };
        if self.named.load(Ordering::Acquire) != number && random.below(2) == 0 {
            return Ok(None);
        }
        let kept = self.file(number);
        let kept = kept.map(|file| file.copies[file.current.load(Ordering::Acquire)].get());
        let mut found = kept.unwrap_or_default();
        found.resize(now.len(), 0);
        let sectors = found.chunks_mut(SECTOR).zip(now.chunks(SECTOR));
        for (found, now) in sectors {
            if random.below(2) == 0 {
                found.copy_from_slice(now);
            }
        }
        Ok(Some(found))
    }

    /// Makes the whole current content durable.
    pub(crate) fn settle(&self, path: &Path) -> io::Result<()> {
        self.forget();
        match fs::metadata(path) {
            Ok(data) => {
                let (number, content) = (data.ino(), fs::read(path)?);
                self.keep(Seen::File { number, content });
                self.keep(Seen::Folder { named: number });
                Ok(())
            }
            Err(error) if error.kind() == io::ErrorKind::NotFound => Ok(()),
            Err(error) => Err(error),
        }
    }

    fn is(&self, way: Way) -> bool {
        self.way.load(Ordering::Relaxed) == way as u32
    }

    /// Whether this sync fails.
    fn fails(&self) -> bool {
        let failing = self.failing.load(Ordering::Relaxed);
        let place = self.dice.fetch_add(1, Ordering::Relaxed);
        failing > 0
            && Rng::new(place.wrapping_mul(0x9e37_79b9_7f4a_7c15)).below(1000) < failing.into()
    }
}

/// The content that a sync makes durable.
enum Seen {
    File { number: u64, content: Vec<u8> },
    Folder { named: u64 },
    Other,
}

/// The disk of this process; null: the real one.
static DISK: AtomicPtr<Disk> = AtomicPtr::new(ptr::null_mut());
/// Prevents concurrent syncs from writing their images in the wrong order.
static TURN: Mutex<()> = Mutex::new(());

/// Redirects the syncs of this process to this disk as well.
pub(crate) fn write_to(disk: &'static Disk) {
    DISK.store(ptr::from_ref(disk).cast_mut(), Ordering::Release);
}

fn disk() -> Option<&'static Disk> {
    // SAFETY: null, or set by `write_to` to a value that is never freed.
    unsafe { DISK.load(Ordering::Acquire).as_ref() }
}

/// The current content of a file. A later sync makes at least this durable.
fn look(fd: c_int) -> Seen {
    // SAFETY: zeros are valid for a structure of integers.
    let mut data: libc::stat = unsafe { zeroed() };
    // SAFETY: `data` is live.
    if unsafe { libc::fstat(fd, &mut data) } != 0 {
        return Seen::Other;
    }
    match data.st_mode & libc::S_IFMT {
        libc::S_IFREG => {
            let mut content = vec![0; MOST];
            // SAFETY: the length is that of the buffer.
            let read = unsafe { libc::pread(fd, content.as_mut_ptr().cast(), MOST, 0) };
            content.truncate(read.max(0) as usize);
            Seen::File {
                number: data.st_ino,
                content,
            }
        }
        libc::S_IFDIR => {
            // SAFETY: the name is zero-terminated, and `data` is live.
            let found = unsafe { libc::fstatat(fd, NAME_OF_FILE.as_ptr(), &mut data, 0) };
            let named = if found == 0 { data.st_ino } else { 0 };
            Seen::Folder { named }
        }
        _ => Seen::Other,
    }
}

fn sync(fd: c_int, call: c_long) -> c_int {
    hold::hold_up();
    // SAFETY: the call only takes a descriptor.
    let really = || unsafe { libc::syscall(call, fd) } as c_int;
    let Some(disk) = disk() else { return really() };
    let _turn = TURN.lock().unwrap_or_else(PoisonError::into_inner);
    if disk.is(Way::SyncsSkipped) {
        return 0;
    }
    if disk.fails() {
        // SAFETY: writes this thread's `errno`.
        unsafe { *libc::__errno_location() = libc::EIO };
        return -1;
    }
    let seen = look(fd);
    let status = really();
    if status == 0 {
        disk.keep(seen);
    }
    status
}

/// Replaces the C library's `fdatasync`.
#[unsafe(no_mangle)]
extern "C" fn fdatasync(fd: c_int) -> c_int {
    sync(fd, libc::SYS_fdatasync)
}

/// Replaces the C library's `fsync`.
#[unsafe(no_mangle)]
extern "C" fn fsync(fd: c_int) -> c_int {
    sync(fd, libc::SYS_fsync)
}

/// Replaces the C library's `pwrite64`.
///
/// The same as for the C library's function.
#[unsafe(no_mangle)]
unsafe extern "C" fn pwrite64(
    fd: c_int,
    bytes: *const c_void,
    len: usize,
    at: libc::off64_t,
) -> isize {
    if disk().is_some_and(|disk| disk.is(Way::WritesSkipped)) && at == 0 && len == RECORD {
        return RECORD as isize;
    }
    // SAFETY: the caller guarantees that `bytes` is valid for reads of `len` bytes.
    unsafe { libc::syscall(libc::SYS_pwrite64, fd, bytes, len, at) as isize }
}
