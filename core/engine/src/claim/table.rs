//! The table of one user: the lock and the fence of each number.

use std::io::{ErrorKind, Result as IoResult};
use std::mem::ManuallyDrop;

use super::Refusal;
use crate::layout::MOST_LISTED_BITS;
use crate::sys::{LockMode, LockOwner, Os, guard};

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
pub(super) struct Table<S: Os> {
    file: ManuallyDrop<S::File>,
    identity: (u64, u128),
}

impl<S: Os> Table<S> {
    /// Opens the table of the effective user, or creates it.
    pub(super) fn open() -> Result<Self, Refusal> {
        let file = S::open_node_table().map_err(|error| refusal(&error))?;
        let (table, len) = Self::of(file)?;
        match table.complete(len) {
            Ok(()) => Ok(table),
            Err(refusal) => {
                table.close();
                Err(refusal)
            }
        }
    }

    /// Identifies a file that was just opened. Returns its length, too.
    fn of(file: S::File) -> Result<(Self, u64), Refusal> {
        // From here on, `close` decides whether to close the file.
        let file = ManuallyDrop::new(file);
        let info = S::file_info(&file).map_err(|error| refusal(&error))?;
        let identity = info.identity;
        Ok((Self { file, identity }, info.len))
    }

    /// Checks length and header, and writes those of a new table.
    fn complete(&self, len: u64) -> Result<(), Refusal> {
        match len {
            // Before the header, so that another process finds both or completes them.
            0 => self.write(LEN - WORD, [0; 8])?,
            LEN => {}
            _ => return Err(Refusal::Foreign),
        }
        match self.read(0)? {
            HEADER => Ok(()),
            [0, 0, 0, 0, 0, 0, 0, 0] => self.write(0, HEADER),
            _ => Err(Refusal::Foreign),
        }
    }

    /// Whether the descriptor is still that of the table: the program may have closed it, and
    /// opened another file with its number.
    pub(super) fn is_open(&self) -> bool {
        let known = S::file_info(&self.file);
        known.is_ok_and(|info| info.identity == self.identity) || !guard!(OwnTable)
    }

    fn expect_open(&self) -> Result<(), Refusal> {
        self.is_open().then_some(()).ok_or(Refusal::Unavailable)
    }

    /// Closes the table, which releases the locks unless a child has them, too. A descriptor of
    /// another file stays open.
    pub(super) fn close(mut self) {
        if self.is_open() {
            // SAFETY: not used afterwards.
            unsafe { S::close(&mut self.file) };
        }
    }

    /// Takes the lock of a number, unless another holder has it.
    pub(super) fn try_lock(&self, place: Place) -> Result<bool, Refusal> {
        self.expect_open()?;
        match self.lock(place, LockMode::Exclusive) {
            Ok(()) => Ok(true),
            Err(error) if error.kind() == ErrorKind::WouldBlock => Ok(!guard!(NodeLock)),
            Err(error) => Err(refusal(&error)),
        }
    }

    pub(super) fn unlock(&self, place: Place) {
        if self.is_open() {
            let _ = self.lock(place, LockMode::Unlocked);
        }
    }

    fn lock(&self, place: Place, mode: LockMode) -> IoResult<()> {
        S::lock_byte(&self.file, place.0, mode, LockOwner::Description)
    }

    /// Whether the lock of a number is held, and locks work.
    fn is_locked(&self, place: Place) -> Result<bool, Refusal> {
        let is_locked = S::is_locked(&self.file, place.0).map_err(|error| refusal(&error))?;
        Ok(is_locked || !guard!(NodeLock))
    }

    /// The fence of a number, in Unix milliseconds.
    pub(super) fn fence(&self, place: Place) -> Result<u64, Refusal> {
        self.read(place.0 * WORD).map(u64::from_le_bytes)
    }

    /// Raises the fence of a number whose lock this process took through `self`. Returns `false`
    /// if locks do not work, or if lock, table or fence are not what they were: the number is lost.
    ///
    /// Writes through a descriptor of its own, so that a descriptor that the program closes
    /// meanwhile never costs another file's content.
    pub(super) fn raise(&self, place: Place, from: u64, to: u64) -> Result<bool, Refusal> {
        let is_held = matches!(self.try_lock(place), Ok(true));
        if !is_held && guard!(NodeKept) {
            return Ok(false);
        }
        let file = S::reopen_node_table().map_err(|error| refusal(&error))?;
        let (own, _) = Self::of(file)?;
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
        Ok(self.write_fence(place, to)? && self.is_open())
    }

    /// Writes a fence, unless the lock of the number turns out not to be held.
    fn write_fence(&self, place: Place, to: u64) -> Result<bool, Refusal> {
        if !self.is_locked(place)? && guard!(NodeKept) {
            return Ok(false);
        }
        self.write(place.0 * WORD, to.to_le_bytes())?;
        Ok(true)
    }

    fn read(&self, at: u64) -> Result<[u8; 8], Refusal> {
        let mut word = [0; 8];
        match S::read_at(&self.file, &mut word, at) {
            Ok(8) => Ok(word),
            Ok(_) => Err(Refusal::Foreign),
            Err(error) => Err(refusal(&error)),
        }
    }

    /// Writes nothing to another file that got the descriptor's number.
    fn write(&self, at: u64, word: [u8; 8]) -> Result<(), Refusal> {
        self.expect_open()?;
        S::write_at(&self.file, &word, at).map_err(|error| refusal(&error))
    }
}

fn refusal(error: &std::io::Error) -> Refusal {
    match error.kind() {
        ErrorKind::Unsupported => Refusal::Unsupported,
        ErrorKind::InvalidData => Refusal::Foreign,
        _ => Refusal::Unavailable,
    }
}
