//! Fault-injection points and coverage marks for the simulator.
//!
//! A *guard* is a check that prevents a broken guarantee. The simulator disables one guard at a
//! time and must then find a violation, so a check that is not needed shows, and so does a
//! simulation that is too weak. A *coverage mark* is a rare branch that the simulator must reach.

/// Whether a guard of the operating system `S` is enabled. Constant `true` except in a simulation.
macro_rules! guard {
    ($name:ident) => {
        S::is_enabled($crate::sys::Guard::$name)
    };
}

/// Marks a branch as covered, in the operating system `S`. Does nothing except in a simulation.
macro_rules! cov_mark {
    ($name:ident) => {
        S::record($crate::sys::CovMark::$name)
    };
}

pub(crate) use {cov_mark, guard};

macro_rules! listed {
    ($(#[$doc:meta])* $list:ident: $($(#[$of:meta])* $name:ident)*) => {
        $(#[$doc])*
        #[derive(Clone, Copy, Debug, PartialEq, Eq)]
        pub enum $list {
            $($(#[$of])* $name,)*
        }

        impl $list {
            pub const ALL: &[$list] = &[$($list::$name),*];
        }
    };
}

listed! {
    /// A branch of a call: see the states in `docs/generator.md`.
    CovMark:
    Leased First NewTick Counted TickAhead Exhausted Waits Overtaken Behind Reset Closed Stale
    Joined Beaten Reserves Turned Unleased Renewed Torn Rejoined Reopened Rebased GateOpened Watched
    Unmapped Fenced NodeLost
}

listed! {
    /// A check that prevents a broken guarantee: `docs/guards.json` says which, and what breaks
    /// without it.
    Guard:
    WipedPage
    ForkHandler
    FreshStream
    FreshKey
    Resumed
    Renewal
    FreshTick
    SecondLook
    LateReseed
    Exclusion
    TakeOver
    OwnThread
    Survivor
    NodesOnce
    Account
    Belt
    ShortWindow
    TwoRates
    Verdict
    Grain
    RateAge
    Watch
    EndOfTick
    LateLook
    MaxLead
    PassedTicks
    Mark
    Sync
    NameSync
    ChangeLock
    MemberLock
    Joiners
    Exchange
    OwnDescription
    OwnNumber
    OwnOffset
    ClosedPage
    SameSession
    FileLead
    OwnLocks
    Outside
    NameCheck
    LeaseEnd
    LeaseHere
    LeaseBoot
    OneKeeper
    NewTick
    LeaseBegin
    Turn
    TurnFirst
    ServerFirst
    WitnessOnce
    Backoff
    KeeperMakes
    LeaseApart
    FreshLife
    CommonNode
    LocalOnly
    LastLeaves
    FilePatience
    OwnClaim
    OwnTable
    OneOfFormat
    NodeLock
    NodeKept
    SameFence
    Fence
}
