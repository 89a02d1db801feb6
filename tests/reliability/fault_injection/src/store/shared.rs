//! Memory that forked children share with this process.

use std::io;
use std::sync::atomic::{AtomicI32, AtomicU32, AtomicU64, AtomicUsize, Ordering};

use sortid::ErrorCode;

/// Types that may be stored in shared memory.
///
/// # Safety
/// Zeros are a valid value, and all changes are atomic.
pub(crate) unsafe trait Shareable: Sync {}

// SAFETY: atomic integers, for which all bit patterns are valid.
unsafe impl Shareable for AtomicU64 {}

/// Zeroed memory that later forked children share, mapped until the process ends. Untouched pages
/// take no space.
pub(crate) fn memory<T: Shareable>() -> io::Result<&'static T> {
    let (protection, flags) = (
        libc::PROT_READ | libc::PROT_WRITE,
        libc::MAP_SHARED | libc::MAP_ANONYMOUS | libc::MAP_NORESERVE,
    );
    // SAFETY: maps new memory at any address.
    let at = unsafe {
        libc::mmap(
            std::ptr::null_mut(),
            size_of::<T>(),
            protection,
            flags,
            -1,
            0,
        )
    };
    if at == libc::MAP_FAILED {
        return Err(io::Error::last_os_error());
    }
    // SAFETY: new, page-aligned memory of that size, which is never unmapped; zeros are a valid
    // `T`, and all changes are atomic.
    Ok(unsafe { &*at.cast::<T>() })
}

/// The output of one thread of a child: records, and its error.
#[repr(C)]
pub(crate) struct Lane<const WORDS: usize, const ROOM: usize> {
    len: AtomicUsize,
    /// The code of the error that ended it.
    code: AtomicI32,
    /// The system error of that error.
    os_error: AtomicI32,
    /// The number of expected errors.
    refusals: AtomicU32,
    records: [[AtomicU64; WORDS]; ROOM],
}

impl<const WORDS: usize, const ROOM: usize> Lane<WORDS, ROOM> {
    /// Adds a record; `false` if there is no room.
    pub(crate) fn push(&self, record: [u64; WORDS]) -> bool {
        let len = self.len.load(Ordering::Relaxed);
        let Some(place) = self.records.get(len) else {
            return false;
        };
        for (place, word) in place.iter().zip(record) {
            place.store(word, Ordering::Relaxed);
        }
        self.len.store(len + 1, Ordering::Release);
        true
    }

    pub(crate) fn fail(&self, error: &sortid::Error) {
        let os_error = error.os_error().unwrap_or(0);
        self.os_error.store(os_error, Ordering::Relaxed);
        self.code.store(error.code().number(), Ordering::Release);
    }

    pub(crate) fn refuse(&self) {
        self.refusals.fetch_add(1, Ordering::Relaxed);
    }

    pub(crate) fn refusals(&self) -> u32 {
        self.refusals.load(Ordering::Relaxed)
    }

    pub(crate) fn len(&self) -> usize {
        self.len.load(Ordering::Acquire)
    }

    pub(crate) fn records(&self) -> impl Iterator<Item = [u64; WORDS]> + '_ {
        let records = self.records[..self.len()].iter();
        records.map(|record| record.each_ref().map(|word| word.load(Ordering::Relaxed)))
    }

    /// The error that ended it, and its system error.
    pub(crate) fn failure(&self) -> Option<(ErrorCode, i32)> {
        let number = self.code.load(Ordering::Acquire);
        let mut codes = ErrorCode::ALL.iter().copied();
        let code = codes.find(|code| code.number() == number)?;
        Some((code, self.os_error.load(Ordering::Relaxed)))
    }

    /// Clears everything for the next child.
    pub(crate) fn clear(&self) {
        self.len.store(0, Ordering::Release);
        self.code.store(0, Ordering::Relaxed);
        self.os_error.store(0, Ordering::Relaxed);
        self.refusals.store(0, Ordering::Relaxed);
    }
}
