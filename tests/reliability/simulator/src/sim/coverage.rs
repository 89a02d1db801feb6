//! Counters of all kinds of events. An event that never happens tests nothing.

use crate::sys::CovMark;

macro_rules! counted {
    ($($name:ident $text:literal,)*) => {
        /// The kinds of events and of failures.
        #[derive(Clone, Copy, Debug, PartialEq, Eq)]
        #[repr(u8)]
        pub(crate) enum Count { $($name,)* }

        impl Count {
            pub(crate) const ALL: &[Count] = &[$(Count::$name),*];

            pub(crate) fn name(self) -> &'static str {
                match self { $(Count::$name => $text),* }
            }
        }
    };
}

counted! {
    Ids "ids",
    Switch "threads switched",
    Signal "signals",
    NestedSignal "signals in handlers",
    SignalInCall "signals amid a call",
    Fork "forks",
    RawFork "forks without handlers",
    ForkInHandler "forks in handlers",
    ForkInCall "forks amid a call of the same thread",
    ForkBesideCall "forks amid a call of another thread",
    ForkOfFork "forks of children",
    WipeIgnored "forks that wipe nothing",
    Kill "processes killed",
    KillInCall "processes killed amid a call",
    Stop "processes stopped",
    LongStop "processes stopped for a minute or more",
    End "processes ended in order",
    Leave "generators dropped",
    Start "processes started",
    ThreadStart "threads started",
    ThreadEnd "threads ended",
    ClockBack "clock set back within the tolerance",
    ClockFarBack "clock set back further",
    ClockForward "clock set forward",
    Slew "clock slewed",
    SuspendStands "suspends with the monotonic clock stopped",
    SuspendGoes "suspends with it going on",
    Doze "machines that sleep again and again",
    CounterStands "counter stopped in a suspend",
    CounterReset "counter reset in a suspend",
    CounterSlower "counter slower",
    CounterFaster "counter faster",
    CounterJump "counter jumping",
    CounterWavers "counters that go at no steady speed",
    CoresDiffer "counters that differ by processor",
    CoreChange "threads moved to another processor",
    MigrationKept "migrations with the counter's offset kept",
    MigrationLost "migrations with it lost",
    Clone "machines cloned",
    LateReseed "clones reseeded late",
    Snapshot "snapshots resumed twice",
    SnapshotSet "snapshots resumed twice, with their clocks set",
    PowerLoss "power lost",
    PowerLossInFile "power lost amid a call on a file",
    SyncFails "syncs that fail",
    SyncSlow "syncs of seconds",
    WriteFails "writes that fail",
    ReadFails "reads that fail",
    DiskFull "disks full",
    Renamed "state files renamed",
    Linked "state files linked",
    Unlinked "state files removed",
    Replaced "state files replaced by an older copy",
    Overwritten "state files copied over",
    ForgedRecord "records forged",
    ForgedPage "positions in pages forged",
    CutOff "state files cut off",
    NoRoom "state files whose maps find no room",
    ClearedPage "accesses to a page that a truncation cleared",
    Fault "processes ended by a fault in a map",
    NoLocks "locks lost by the file system",
    Flocked "state files locked as a whole",
    ForeignLock "bytes of state files locked by others",
    NoRights "rights dropped",
    NoDescriptors "files not opened for lack of descriptors",
    OpenFails "opens that fail",
    LockFails "locks that fail",
    Closed "state files opened and closed by others",
    LocksClosed "locks of processes dropped by that",
    TableClosed "tables of nodes closed by their program",
    TableRemoved "tables of nodes removed",
    Claimed "ids with a claimed node",
    ClosedAll "processes that close all descriptors",
    NumberTaken "descriptors that become another file",
    AskedAgain "clock sources asked for again after an error",
    EntropyFails "entropy that fails",
    MapFails "maps that fail",
    NoWipe "memory that cannot be wiped",
    Windows "runs on Windows",
    LargePages "machines with pages larger than 4 KiB",
    ClosedLate "files closed after their process was killed",
    KeptOpen "open state files that cannot be removed",
    GoesWithTheLast "state files that go with the last who has them open",
    Remote "state files on other machines",
    Gated "calls that read no clock",
    Reset "resets after a set-back",
    Wait "waits for the clock",
    FileWait "waits for a lock of a file",
    Deadline "deadline passed",
    Reseed "generators reseeded",
    ReseedAll "processes reseeded",
    After "ids after a given one",
    Manual "ids at a given time",
    Fill "fills",
    Default "ids of default generators",
    HandlerId "ids in handlers",
    HandlerRefused "handlers refused",
    NodesUsedUp "nodes used up",
    LeaseTaken "leases taken",
    LeaseRenewed "leases renewed",
    LeaseRenewedLate "leases renewed after their end",
    LeaseClosed "leases given back",
    LeaseSuperseded "leases superseded",
    LeaseRunOut "leases run out",
    LeaseRefused "leases refused",
    LeaseLate "requests delivered late",
    LeaseUnheard "lost replies of lease servers",
    ServerGone "servers of leases gone",
    ServerForgets "servers of leases that forget",
    LeaseFileReplaced "lease files replaced under their agents",
    LeaseFileRenewed "lease files replaced before their nodes were returned",
    KeeperRefused "keepers of a kept file refused",
    Image "machines started from an image",
    Restored "state files restored from a copy",
    NumberAgain "numbers of files used again",
    LeaseExpired "lease_expired",
    ClockRollback "clock_rollback",
    CounterExhausted "counter_exhausted",
    LeadExceeded "lead_exceeded",
    EntropyUnavailable "entropy_unavailable",
    ForkedGenerator "forked_generator",
    TimestampOutOfRange "timestamp_out_of_range",
    InvalidOption "invalid_option",
    StoreIo "store_io",
    StoreCorrupt "store_corrupt",
    StoreForeign "store_foreign",
    StoreLocked "store_locked",
    StoreReadOnly "store_read_only",
    StoreFull "store_full",
}

/// How often each event happened, and how often the core took each branch.
#[derive(Clone)]
pub struct Counts {
    happened: [u64; Count::ALL.len()],
    taken: [u64; CovMark::ALL.len()],
}

impl Default for Counts {
    fn default() -> Self {
        Self {
            happened: [0; Count::ALL.len()],
            taken: [0; CovMark::ALL.len()],
        }
    }
}

impl Counts {
    #[inline]
    pub(crate) fn add(&mut self, count: Count, times: u64) {
        self.happened[count as usize] += times;
    }

    #[inline]
    pub(crate) fn take(&mut self, branch: CovMark) {
        self.taken[branch as usize] += 1;
    }

    pub(crate) fn get(&self, count: Count) -> u64 {
        self.happened[count as usize]
    }

    /// Adds the counts of another run.
    pub fn join(&mut self, other: &Counts) {
        let sums = self.happened.iter_mut().chain(&mut self.taken);
        for (sum, more) in sums.zip(other.happened.iter().chain(&other.taken)) {
            *sum += more;
        }
    }

    /// The number of ids.
    pub fn ids(&self) -> u64 {
        self.get(Count::Ids)
    }

    /// All counts with their names.
    pub fn rows(&self) -> impl Iterator<Item = (String, u64)> + '_ {
        let happened = Count::ALL.iter();
        let happened = happened.map(|&count| (count.name().to_owned(), self.get(count)));
        let taken = CovMark::ALL.iter().zip(self.taken);
        happened.chain(taken.map(|(branch, times)| (format!("branch {branch:?}"), times)))
    }
}
