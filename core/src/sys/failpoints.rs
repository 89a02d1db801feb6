//! Fault-injection points and coverage marks for the simulator.
//!
//! A *guard* is a check that prevents a broken guarantee. The simulator disables one guard at a
//! time and must then find a violation, so a check that is not needed shows, and so does a
//! simulation that is too weak. A *coverage mark* is a rare branch that the simulator must reach.

/// Whether a guard is enabled. Constant `true` except in a simulation.
macro_rules! guard {
    ($name:ident) => {
        <$crate::Sys as $crate::sys::Os>::is_enabled($crate::sys::Guard::$name)
    };
}

/// Marks a branch as covered. Does nothing except in a simulation.
macro_rules! cov_mark {
    ($name:ident) => {
        <$crate::Sys as $crate::sys::Os>::record($crate::sys::CovMark::$name)
    };
}

pub(crate) use {cov_mark, guard};

macro_rules! listed {
    ($(#[$doc:meta])* $list:ident: $($(#[$of:meta])* $name:ident)*) => {
        $(#[$doc])*
        #[derive(Clone, Copy, Debug, PartialEq, Eq)]
        pub(crate) enum $list {
            $($(#[$of])* $name,)*
        }

        #[allow(dead_code, reason = "used by the simulator")]
        impl $list {
            pub(crate) const ALL: &[$list] = &[$($list::$name),*];
        }
    };
}

listed! {
    /// A branch of a call: see the states in `docs/generator.md`.
    CovMark:
    Leased First NewTick Counted TickAhead Exhausted Waits Overtaken Behind Reset Closed Stale
    Joined Beaten Reserves Turned Unleased Renewed Torn Rejoined Rebased GateOpened Watched
}

listed! {
    /// A check that prevents a broken guarantee. `docs/guards.json` lists what breaks without it.
    Guard:
    /// A page that a fork wipes identifies a child, however it was forked.
    WipedPage
    /// A fork handler identifies a child even if the page was not wiped.
    ForkHandler
    /// After a fork or on request, each thread draws a new key.
    FreshStream
    /// A key expires after a millisecond, so that copies of a machine or process draw different
    /// bits although nothing tells them that they were copied.
    FreshKey
    /// A jump of the wall clock against the time since boot causes new nodes to be drawn.
    Resumed
    /// After a fork or on request, nodes and counter starts are drawn again.
    Renewal
    /// The next id then starts a new tick.
    FreshTick
    /// The process is checked again when the id is complete.
    SecondLook
    /// That check also detects a process-wide reseed.
    LateReseed
    /// One thread at a time holds a lock.
    Exclusion
    /// A lock whose holder does not exist after a fork is taken over.
    TakeOver
    /// A signal handler does not wait for the call that it interrupts.
    OwnThread
    /// A child forked in a signal handler does not take over the lock of the interrupted call.
    Survivor
    /// A node is assigned once, until all are used.
    NodesOnce
    /// Ids taken from a prefetched run advance the position.
    Account
    /// A cached clock read never outlasts what the fastest plausible cycle counter allows.
    Belt
    /// The counter's frequency is measured over a short window only.
    ShortWindow
    /// Two measurements must agree.
    TwoRates
    /// Processor and kernel must trust the counter.
    Verdict
    /// A counter with a low resolution is not used.
    Grain
    /// A measured frequency expires.
    RateAge
    /// Successive clock reads must agree with the counter.
    Watch
    /// A cached clock read ends with its tick.
    EndOfTick
    /// A clock read from before the lock is repeated if it lies far behind later ones, or before a
    /// reset.
    LateLook
    /// A tick is never further ahead of the clock than allowed.
    MaxLead
    /// Ticks passed before a reset stay closed.
    PassedTicks
    /// The high-water mark is raised before an id passes it.
    Mark
    /// The raised mark is on the disk before it is used.
    Sync
    /// The name of a new file is on the disk before ids rely on it.
    NameSync
    /// One process at a time changes the record.
    ChangeLock
    /// Processes that have the file open hold a lock.
    MemberLock
    /// An exclusive user checks for new members before each id.
    Joiners
    /// The position is changed by compare-and-exchange.
    Exchange
    /// A change locks the file through a description of its own, which no child inherits.
    OwnDescription
    /// A child uses process locks only if it may not open the file.
    OwnLocks
    /// A process that lost its member lock rejoins before its next id.
    Outside
    /// The file must still have its name.
    NameCheck
    /// No position passes the end of a lease.
    LeaseEnd
    /// A lease is valid only in the file to which it was written.
    LeaseHere
    /// A lease is valid only until the next boot.
    LeaseBoot
    /// A lease file has one writer.
    OneKeeper
    /// Another node starts a new tick above the mark.
    NewTick
    /// The mark never returns below the start of the lease.
    LeaseBegin
    /// Generators notice that the node has changed.
    Turn
    /// The lease epoch is published before the mark.
    TurnFirst
    /// The server grants a lease before the file contains it.
    ServerFirst
    /// The file is closed before the server gets the node back.
    FileFirst
    /// A lost lease does not raise the recovery floor again if the floor already covers it.
    WitnessOnce
    /// An agent waits after a file error.
    Backoff
    /// Only the writer creates a lease file.
    KeeperMakes
    /// A lease file is not a state file, nor the reverse.
    LeaseApart
    /// A new session starts a new tick if ticks depend on data of the session.
    FreshLife
    /// All users of a file share the node, if the node precedes the counter.
    CommonNode
    /// A file that another machine may have open is not joined.
    LocalOnly
    /// Only the last user lowers the mark.
    LastLeaves
    /// A call waits at most three seconds for other users of a file.
    FilePatience
}
