//! A lease file in memory, and all milliseconds that its generators may have used.

use std::cell::Cell;
use std::hash::{Hash, Hasher};

use crate::leasing::holder::{LeaseFile, StoredLease};
use crate::leasing::{Grant, GrantIds, guard};

/// The initial time, in Unix milliseconds.
pub(crate) const BEGIN_MS: i64 = 1_000_000;

/// The maximum number of nodes.
pub(crate) const NODES: usize = 2;

/// A set of milliseconds for each node, as bits from the initial time on.
pub(crate) type Ticks = [u32; NODES];

/// A rule that the lease file itself enforces.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum FileRule {
    /// No id is beyond the end of the lease term.
    Fence,
    /// A closed file ends at the high-water mark, not at the last id: a stopped process may
    /// continue up to the mark.
    EndsAtMark,
    /// A closed file does not end before its lease term began.
    EndsInStretch,
    /// A replaced file has another inode.
    NewInode,
}

thread_local! {
    static LEFT_OUT: Cell<Option<FileRule>> = const { Cell::new(None) };
    /// Milliseconds of the lease term that are used when a file is closed.
    static USED: Cell<i64> = const { Cell::new(0) };
    /// Whether files can be replaced.
    static IS_REPLACED: Cell<bool> = const { Cell::new(true) };
}

pub(crate) fn leave_out(rule: Option<FileRule>) {
    LEFT_OUT.set(rule);
}

fn is_file_rule_enforced(rule: FileRule) -> bool {
    LEFT_OUT.get() != Some(rule)
}

/// Sets how many milliseconds of their lease terms files have used when they are closed.
pub(crate) fn close_after(used_ms: i64) {
    USED.set(used_ms);
}

/// Sets whether files can be replaced.
pub(crate) fn replace_if(is_possible: bool) {
    IS_REPLACED.set(is_possible);
}

/// The set of milliseconds from `from_ms` to before `until_ms`.
pub(crate) fn ticks(from_ms: i64, until_ms: i64) -> u32 {
    let below = |ms: i64| (1_u64 << (ms - BEGIN_MS).clamp(0, 32)) - 1;
    (below(until_ms.max(from_ms)) & !below(from_ms)) as u32
}

/// The error for a removed file, which its agent cannot change.
#[derive(Debug)]
pub(crate) struct Removed;

/// A lease file. Its generators have no clock: every millisecond they may use counts as used.
#[derive(Clone, Debug, PartialEq, Eq, Hash)]
pub(crate) struct File {
    held: Option<StoredLease>,
    /// The first usable millisecond of the lease term.
    first_ms: i64,
    mark_ms: i64,
    /// The milliseconds of earlier leases.
    used: Ticks,
    /// The number of the file at its path.
    inode: u8,
    saved: Option<Saved>,
    is_removed: Flag,
}

/// A copy of a file's bytes.
#[derive(Clone, Debug, PartialEq, Eq, Hash)]
struct Saved {
    held: StoredLease,
    first_ms: i64,
    mark_ms: i64,
    inode: u8,
}

/// A flag that can be set through a shared reference.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
struct Flag(Cell<bool>);

impl Hash for Flag {
    fn hash<H: Hasher>(&self, state: &mut H) {
        self.0.get().hash(state);
    }
}

impl File {
    pub(crate) fn new() -> Self {
        Self {
            held: None,
            first_ms: 0,
            mark_ms: 0,
            used: [0; NODES],
            inode: 0,
            saved: None,
            is_removed: Flag::default(),
        }
    }

    /// Removes the file under its agent. Returns the milliseconds that ids used or may still use:
    /// programs that have the file open may use up what they reserved.
    pub(crate) fn remove(&self) -> Ticks {
        let ticks = self.ticks();
        self.is_removed.0.set(true);
        ticks
    }

    pub(crate) fn is_removed(&self) -> bool {
        self.is_removed.0.get()
    }

    /// The milliseconds that ids used or may still use; none after its removal.
    pub(crate) fn ticks(&self) -> Ticks {
        if self.is_removed() {
            return [0; NODES];
        }
        let stretch = self.stretch();
        std::array::from_fn(|node| self.used[node] | stretch[node])
    }

    /// The milliseconds that ids may still use.
    pub(crate) fn stretch(&self) -> Ticks {
        let mut ticks = [0; NODES];
        let held = self.held.filter(|held| held.is_valid || !guard!(Here));
        let held = held.filter(|_| !self.is_removed());
        if let Some(held) = held {
            let beyond_ms = i64::from(!is_file_rule_enforced(FileRule::Fence));
            ticks[held.node as usize] = self::ticks(self.first_ms, held.until_ms + beyond_ms);
        }
        ticks
    }

    /// The usable rest of its lease term, in milliseconds.
    pub(crate) fn left_ms(&self) -> i64 {
        let until_ms = self
            .held
            .filter(|held| held.is_valid && !self.is_removed())
            .map(|held| held.until_ms);
        until_ms.map_or(0, |until_ms| {
            (until_ms - self.first_ms.max(BEGIN_MS)).max(0)
        })
    }

    fn check(&self) -> Result<(), Removed> {
        match self.is_removed() {
            true => Err(Removed),
            false => Ok(()),
        }
    }

    /// The same file after a reboot: all of its ids may have been issued.
    pub(crate) fn after_boot(mut self) -> Self {
        self.used = self.ticks();
        if let Some(held) = self.held.as_mut().filter(|held| held.is_valid) {
            held.is_valid = false;
            self.mark_ms = self.mark_ms.max(held.until_ms);
        }
        if let Some(saved) = &mut self.saved {
            saved.held.is_valid = false;
        }
        self
    }

    /// The same file after its bytes were copied.
    pub(crate) fn saved(&self) -> Self {
        let saved = self.held.map(|held| Saved {
            held,
            first_ms: self.first_ms,
            mark_ms: self.mark_ms,
            inode: self.inode,
        });
        Self {
            saved,
            ..self.clone()
        }
    }

    /// The lease in the saved bytes, if the current one is closed.
    pub(crate) fn saved_lease(&self) -> Option<&StoredLease> {
        let is_closed = self.held.is_some_and(|held| !held.is_valid);
        let saved = self.saved.as_ref().filter(|_| is_closed);
        saved.map(|saved| &saved.held)
    }

    /// The same file after the copied bytes were written into it.
    pub(crate) fn put_back(&self) -> Self {
        let mut file = self.clone();
        if let Some(saved) = file.saved.take() {
            file.used = self.ticks();
            let is_valid = saved.held.is_valid && saved.inode == file.inode;
            file.held = Some(StoredLease {
                is_valid,
                ..saved.held
            });
            (file.first_ms, file.mark_ms) = (saved.first_ms, saved.mark_ms);
        }
        file
    }

    /// A copy of the file on another machine.
    pub(crate) fn copied(&self) -> Self {
        let mut copy = self.clone();
        (copy.used, copy.saved) = ([0; NODES], None);
        if let Some(held) = &mut copy.held {
            held.is_valid = false;
        }
        copy
    }
}

impl LeaseFile for File {
    type Error = Removed;

    fn held(&self) -> Option<StoredLease> {
        self.held
    }

    fn mark_ms(&self) -> i64 {
        self.mark_ms
    }

    fn write(&mut self, grant: &Grant, ids: &GrantIds) -> Result<(), Removed> {
        self.check()?;
        let goes_on = self
            .held
            .is_some_and(|held| held.is_valid && held.node == grant.node);
        if !goes_on {
            self.first_ms = grant.from_ms.max(self.mark_ms);
        }
        self.held = Some(StoredLease::of(grant, ids));
        Ok(())
    }

    fn close(&mut self) -> Result<i64, Removed> {
        self.check()?;
        let Some(held) = &mut self.held else {
            return Ok(self.mark_ms);
        };
        let begin_ms = self.first_ms.max(BEGIN_MS);
        let end_ms = (begin_ms + USED.get()).min(held.until_ms).max(begin_ms);
        self.used[held.node as usize] |= ticks(self.first_ms, end_ms);
        let before_ms = self.mark_ms;
        if end_ms > begin_ms {
            self.mark_ms = end_ms;
        }
        (held.until_ms, held.ids, held.is_valid) = (end_ms, [None; 4], false);
        Ok(match () {
            () if !is_file_rule_enforced(FileRule::EndsAtMark) => (end_ms - 1).max(begin_ms),
            () if !is_file_rule_enforced(FileRule::EndsInStretch) && end_ms == begin_ms => {
                before_ms
            }
            () => end_ms,
        })
    }

    fn replace(&mut self) -> bool {
        self.inode += u8::from(IS_REPLACED.get() && is_file_rule_enforced(FileRule::NewInode));
        IS_REPLACED.get()
    }

    fn raise(&mut self, above_ms: i64) -> Result<(), Removed> {
        self.check()?;
        self.mark_ms = self.mark_ms.max(above_ms);
        Ok(())
    }

    fn refresh(&mut self) -> Result<bool, Removed> {
        let is_removed = self.is_removed();
        if is_removed {
            *self = Self::new();
        }
        Ok(is_removed)
    }
}
