//! The table of one user: the lock and the fence of each number.

use std::io::ErrorKind;
use std::mem::ManuallyDrop;

use super::Refusal;
use crate::formats::layout::MOST_LISTED_BITS;
use crate::sys::{File, FileInfo, LockMode, LockOwner, Os, Sys, guard};

/// The widest numbers that can be claimed, in bits.
pub(super) const MOST_BITS: u8 = 16;
const _: () = assert!(MOST_LISTED_BITS <= MOST_BITS);

/// The first word: the name and the version of the layout.
const HEADER: [u8; 8] = *b"sortid\x00\x01";

const WORD: u64 = 8;
const LEN: u64 = WORD << (MOST_BITS + 1);

/// The place of a number: the index of its word, and its lock byte.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) struct Place(u64);

impl Place {
    pub(super) const NONE: Place = Place(0);

    pub(super) fn of(bits: u8, number: u64) -> Self {
        debug_assert!((1..=MOST_BITS).contains(&bits) && number >> bits == 0);
        Self(1 << bits | number)
    }
}

/// The open table. Its locks end when the last process closes it.
pub(super) struct Table {
    file: ManuallyDrop<File>,
    identity: (u64, u128),
}

impl Table {
    /// Opens the table of the effective user, or creates it.
    pub(super) fn open() -> Result<Self, Refusal> {
        let file = Sys::open_node_table().map_err(|error| refusal(&error))?;
        let info = Sys::file_info(&file).map_err(|error| refusal(&error))?;
        match info.len {
            // Before the header, so that another process finds both or completes them.
            0 => write(&file, LEN - WORD, [0; 8])?,
            LEN => {}
            _ => return Err(Refusal::Foreign),
        }
        match read(&file, 0)? {
            HEADER => {}
            [0, 0, 0, 0, 0, 0, 0, 0] => write(&file, 0, HEADER)?,
            _ => return Err(Refusal::Foreign),
        }
        Ok(Self::new(file, info))
    }

    fn new(file: File, info: FileInfo) -> Self {
        Self {
            file: ManuallyDrop::new(file),
            identity: info.identity,
        }
    }

    /// Whether the descriptor is still that of the table: the program may have closed it, and
    /// opened another file with its number.
    pub(super) fn is_open(&self) -> bool {
        let known = Sys::file_info(&self.file);
        known.is_ok_and(|info| info.identity == self.identity) || !guard!(OwnTable)
    }

    /// Closes the table, which releases the locks unless a child has them, too. A descriptor of
    /// another file stays open.
    pub(super) fn close(mut self) {
        if self.is_open() {
            // SAFETY: not used afterwards.
            unsafe { Sys::close(&mut self.file) };
        }
    }

    /// Takes the lock of a number, unless another holder has it.
    pub(super) fn try_lock(&self, place: Place) -> Result<bool, Refusal> {
        self.try_lock_as(LockOwner::Description, place)
    }

    fn try_lock_as(&self, owner: LockOwner, place: Place) -> Result<bool, Refusal> {
        match Sys::lock_byte(&self.file, place.0, LockMode::Exclusive, owner) {
            Ok(()) => Ok(true),
            Err(error) if error.kind() == ErrorKind::WouldBlock => Ok(!guard!(NodeLock)),
            Err(error) => Err(refusal(&error)),
        }
    }

    pub(super) fn unlock(&self, place: Place) {
        let owner = LockOwner::Description;
        let _ = Sys::lock_byte(&self.file, place.0, LockMode::Unlocked, owner);
    }

    /// The fence of a number, in Unix milliseconds.
    pub(super) fn fence(&self, place: Place) -> Result<u64, Refusal> {
        read(&self.file, place.0 * WORD).map(u64::from_le_bytes)
    }

    /// Raises the fence of a number whose lock this process took through `self`. Returns `false`
    /// if locks do not work, or if lock, table or fence are not what they were: the number is lost.
    ///
    /// Writes through a descriptor of its own, so that a descriptor that the program closes
    /// meanwhile never costs another file's content.
    pub(super) fn raise(&self, place: Place, from: u64, to: u64) -> Result<bool, Refusal> {
        let is_held = self.is_open() && self.try_lock(place)?;
        if !is_held && guard!(NodeKept) {
            return Ok(false);
        }
        let file = Sys::reopen_node_table().map_err(|error| refusal(&error))?;
        let info = Sys::file_info(&file).map_err(|error| refusal(&error))?;
        let own = Self::new(file, info);
        let raised = self.raise_by(&own, place, from, to);
        own.close();
        raised
    }

    fn raise_by(&self, own: &Self, place: Place, from: u64, to: u64) -> Result<bool, Refusal> {
        let is_same =
            self.identity == own.identity && (own.fence(place)? == from || !guard!(SameFence));
        if !is_same && guard!(NodeKept) {
            return Ok(false);
        }
        Ok(own.write_fence(place, to)? && self.is_open())
    }

    /// Writes the first fence of a number whose lock was taken right after the table was opened.
    pub(super) fn raise_first(&self, place: Place, to: u64) -> Result<bool, Refusal> {
        Ok(self.is_open() && self.write_fence(place, to)? && self.is_open())
    }

    /// Writes a fence, unless the lock of the number turns out not to be held.
    fn write_fence(&self, place: Place, to: u64) -> Result<bool, Refusal> {
        if !self.is_locked(place)? && guard!(NodeKept) {
            return Ok(false);
        }
        write(&self.file, place.0 * WORD, to.to_le_bytes())?;
        Ok(true)
    }

    /// Whether a lock of a description keeps a lock of this process off.
    fn is_locked(&self, place: Place) -> Result<bool, Refusal> {
        let owner = LockOwner::Process;
        let is_locked = !self.try_lock_as(owner, place)? || !guard!(NodeLock);
        if !is_locked {
            let _ = Sys::lock_byte(&self.file, place.0, LockMode::Unlocked, owner);
        }
        Ok(is_locked)
    }
}

fn read(file: &File, at: u64) -> Result<[u8; 8], Refusal> {
    let mut word = [0; 8];
    match Sys::read_at(file, &mut word, at) {
        Ok(8) => Ok(word),
        Ok(_) => Err(Refusal::Foreign),
        Err(error) => Err(refusal(&error)),
    }
}

fn write(file: &File, at: u64, word: [u8; 8]) -> Result<(), Refusal> {
    Sys::write_at(file, &word, at).map_err(|error| refusal(&error))
}

fn refusal(error: &std::io::Error) -> Refusal {
    match error.kind() {
        ErrorKind::Unsupported => Refusal::Unsupported,
        ErrorKind::InvalidData => Refusal::Foreign,
        _ => Refusal::Unavailable,
    }
}
