//! The page of a state file: memory shared by all processes that have the file open. Lost with the
//! power.
//!
//! The position is read and changed in place. Nothing here is trusted after the last process has
//! left: the next one begins a new session from the record.
//!
//! An unmapped page is a copy of the file's, read and written back under the change lock.

use std::marker::PhantomData;
use std::sync::atomic::Ordering;
use std::time::Duration;

use super::data::SessionData;
use super::record::Record;
use crate::sys::{Atomic, Os, guard};

/// The offset of the page in the file, and its used length.
pub(crate) const OFFSET: u64 = 4096;
pub(crate) const LEN: usize = 4096;

/// The state of a page with a session. Each layout of the page, and each meaning of its words, has
/// a number of its own, so that different versions of the library do not share a session. In
/// version 1, exclusive users took positions ahead by time.
const IN_SESSION: u64 = 2;

/// The state of a page with a session that relies on the change lock for each id.
const IN_UNMAPPED_SESSION: u64 = 3;

/// The words of the page, as indices. Those that change with each id have a cache line of their
/// own.
#[derive(Clone, Copy)]
enum Slot {
    State = 0,
    BootId = 1,
    Key = 3,
    Node = 7,
    /// The position at the start of the session. If it is still the position, no id has been
    /// issued.
    SessionStart = 8,
    /// How many processes have ever joined.
    JoinCount = 9,
    /// The high-water mark on the disk. The position never passes it.
    Mark = 10,
    /// In a lease file: the epoch of the lease. On the cache line of the mark, since both are read
    /// together.
    LeaseEpoch = 11,
    Position = 24,
    MaxSeen = 25,
}
const WORDS: usize = Slot::MaxSeen as usize + 1;
const _: () = assert!(WORDS * size_of::<u64>() <= LEN);

/// A page: mapped with the file from its start, or a copy of it.
///
/// State, key and the like are read and written under the file's change lock, and need no
/// ordering. Position and mark do: a process that loads one sees what happened before the store. A
/// process that knows an id of a joined process also knows that it joined, because the position
/// never decreases.
pub struct Page<S: Os> {
    os: PhantomData<S>,
    /// The address of the mapping, or [`UNMAPPED`](Self::UNMAPPED).
    address: u64,
    copy: [S::AtomicU64; WORDS],
}

impl<S: Os> Page<S> {
    /// In place of an address.
    pub(crate) const UNMAPPED: u64 = 0;

    /// The page of a file that is mapped at `address`, or not mapped.
    pub(crate) fn new(address: u64) -> Self {
        Self {
            os: PhantomData,
            address,
            copy: [const { S::AtomicU64::ZERO }; WORDS],
        }
    }

    #[inline(always)]
    pub(crate) fn is_mapped(&self) -> bool {
        self.address != Self::UNMAPPED
    }

    /// The words of an unmapped page, as the file has them.
    pub(crate) fn to_bytes(&self) -> [u8; WORDS * 8] {
        let mut bytes = [0; WORDS * 8];
        for (bytes, word) in bytes.chunks_exact_mut(8).zip(&self.copy) {
            bytes.copy_from_slice(&word.load(Ordering::Relaxed).to_ne_bytes());
        }
        bytes
    }

    pub(crate) fn copy_from(&self, bytes: &[u8; LEN]) {
        for (bytes, word) in bytes.as_chunks().0.iter().zip(&self.copy) {
            word.store(u64::from_ne_bytes(*bytes), Ordering::Relaxed);
        }
    }

    fn in_session(&self) -> u64 {
        match self.is_mapped() {
            true => IN_SESSION,
            false => IN_UNMAPPED_SESSION,
        }
    }

    #[inline(always)]
    fn nth(&self, slot: Slot, nth: u64) -> &S::AtomicU64 {
        if !self.is_mapped() {
            return &self.copy[slot as usize + nth as usize];
        }
        let address = self.address + OFFSET + (slot as u64 + nth) * size_of::<u64>() as u64;
        // SAFETY: dropping the page unmaps it.
        unsafe { S::atomic_at(address) }
    }

    #[inline(always)]
    fn at(&self, slot: Slot) -> &S::AtomicU64 {
        self.nth(slot, 0)
    }

    fn set<const N: usize>(&self, slot: Slot, values: [u64; N]) {
        for (nth, value) in (0..).zip(values) {
            self.nth(slot, nth).store(value, Ordering::Relaxed);
        }
    }

    fn get<const N: usize>(&self, slot: Slot) -> [u64; N] {
        std::array::from_fn(|nth| self.nth(slot, nth as u64).load(Ordering::Relaxed))
    }

    /// Begins a session above all issued ids. The caller is the only user.
    pub(crate) fn begin_session(&self, record: &Record, boot_id: [u64; 2], data: SessionData) {
        // The page of a killed session may have a later clock reading than the record. An older
        // one does no harm.
        let last = self.max_seen();
        let is_known = self.has_session()
            && self.get(Slot::BootId) == boot_id
            && (record.max_seen..=record.mark).contains(&last);
        self.set(Slot::State, [0]);
        self.set(Slot::BootId, boot_id);
        self.set(Slot::Key, data.key);
        self.set(Slot::Node, [data.node]);
        self.set(Slot::SessionStart, [record.mark]);
        // Releases the start, by which a process that lost its member lock notices the session.
        self.at(Slot::Position)
            .store(record.mark, Ordering::Release);
        let max_seen = if is_known { last } else { record.max_seen };
        self.set(Slot::MaxSeen, [max_seen]);
        self.set(Slot::LeaseEpoch, [record.lease.epoch]);
        self.set(Slot::Mark, [record.mark]);
        self.set(Slot::State, [self.in_session()]);
    }

    /// Closes the position, and returns it. A process that lost its member lock without knowing it
    /// may still issue ids: from now on it finds no room below the mark, so it must reserve.
    pub(crate) fn close(&self) -> u64 {
        if !guard!(ClosedPage) {
            return self.position();
        }
        self.at(Slot::Mark).store(0, Ordering::Relaxed);
        // Releases the mark.
        self.at(Slot::Position).swap(0, Ordering::Release)
    }

    /// Ends the session and erases its key. The caller is the only user.
    pub(crate) fn end_session(&self) {
        self.at(Slot::State).store(0, Ordering::Relaxed);
        self.set(Slot::Key, [0; 4]);
    }

    /// Whether the page has a session of this version. It may be that of a killed process.
    pub(crate) fn has_session(&self) -> bool {
        self.at(Slot::State).load(Ordering::Relaxed) == self.in_session()
    }

    pub fn session_data(&self) -> SessionData {
        let [node] = self.get(Slot::Node);
        SessionData {
            key: self.get(Slot::Key),
            node,
        }
    }

    #[inline(always)]
    pub(crate) fn join_count(&self) -> u64 {
        self.at(Slot::JoinCount).load(Ordering::Relaxed)
    }

    /// Counts this process as joined. Returns the new count.
    pub(crate) fn join(&self) -> u64 {
        self.at(Slot::JoinCount)
            .fetch_add(1, Ordering::Relaxed)
            .wrapping_add(1)
    }

    pub fn session_start(&self) -> u64 {
        self.at(Slot::SessionStart).load(Ordering::Relaxed)
    }

    /// The last issued position; 0 if none.
    #[inline]
    pub fn position(&self) -> u64 {
        self.at(Slot::Position).load(Ordering::Acquire)
    }

    /// Replaces the position `seen`. Returns `false` if it has changed. The new position must not
    /// pass the mark.
    #[inline]
    pub fn exchange(&self, seen: u64, position: u64) -> bool {
        let (done, failed) = (Ordering::Release, Ordering::Relaxed);
        if !guard!(Exchange) {
            self.at(Slot::Position).store(position, Ordering::Release);
            return true;
        }
        self.at(Slot::Position)
            .compare_exchange(seen, position, done, failed)
            .is_ok()
    }

    /// Raises the position to at least this. Returns `false` if it is beyond the mark by then.
    pub fn raise_position(&self, position: u64) -> bool {
        if self.position() >= position {
            return true;
        }
        self.at(Slot::Position)
            .fetch_max(position, Ordering::AcqRel);
        self.mark() >= position || !guard!(Mark)
    }

    /// The latest clock reading; 0 if none.
    pub fn max_seen(&self) -> u64 {
        self.at(Slot::MaxSeen).load(Ordering::Relaxed)
    }

    #[inline]
    pub fn raise_max_seen(&self, reading: u64) {
        if self.max_seen() < reading {
            self.at(Slot::MaxSeen).fetch_max(reading, Ordering::Relaxed);
        }
    }

    #[inline]
    pub(crate) fn mark(&self) -> u64 {
        self.at(Slot::Mark).load(Ordering::Acquire)
    }

    /// The epoch of a lease file. Load it after the [`mark`](Self::mark): it applies to positions
    /// up to that mark only.
    #[inline(always)]
    pub fn lease_epoch(&self) -> u64 {
        self.at(Slot::LeaseEpoch).load(Ordering::Relaxed)
    }

    /// Publishes the lease that is on the disk. The caller holds the change lock, and has the file
    /// open or knows that another process may.
    pub(crate) fn publish_lease(&self, record: &Record) {
        if self.lease_epoch() == record.lease.epoch {
            return;
        }
        self.raise_max_seen(record.max_seen);
        if !guard!(TurnFirst) {
            self.raise_mark(record.mark);
            // Let others load in between.
            S::sleep(Duration::from_millis(5));
        }
        // The mark releases it.
        self.at(Slot::LeaseEpoch)
            .store(record.lease.epoch, Ordering::Relaxed);
        self.raise_mark(record.mark);
    }

    pub(crate) fn raise_mark(&self, mark: u64) {
        self.at(Slot::Mark).fetch_max(mark, Ordering::Release);
    }
}

impl<S: Os> Drop for Page<S> {
    fn drop(&mut self) {
        if self.is_mapped() {
            // SAFETY: nothing refers to the mapping any more.
            unsafe { S::unmap(self.address, OFFSET as usize + LEN) };
        }
    }
}

#[cfg(all(test, unix))]
mod tests {
    use super::super::data::LeaseRecord;
    use super::*;
    use crate::examples::S;
    use crate::sys::Mapping;

    #[test]
    fn session_begins_with_the_lease_epoch_of_the_record() {
        let len = OFFSET as usize + LEN;
        let page = Page::<S>::new(S::map(Mapping::Shared, len).expect("memory"));
        page.set(Slot::LeaseEpoch, [7]);
        let lease = LeaseRecord {
            epoch: 9,
            ..LeaseRecord::NONE
        };
        let record = Record {
            lease,
            mark: 100,
            ..Record::default()
        };
        page.begin_session(&record, [1, 2], SessionData::default());
        assert_eq!((page.lease_epoch(), page.mark()), (9, 100));
    }
}
