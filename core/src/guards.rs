//! What the simulation counts and leaves out of the algorithm: its branches, and the guards that stand between a promise and its breach.

macro_rules! listed {
    ($(#[$doc:meta])* $list:ident: $($(#[$of:meta])* $name:ident)*) => {
        $(#[$doc])*
        #[derive(Clone, Copy, Debug, PartialEq, Eq)]
        pub(crate) enum $list {
            $($(#[$of])* $name,)*
        }

        #[allow(dead_code, reason = "the simulation goes through the list")]
        impl $list {
            pub(crate) const ALL: &[$list] = &[$($list::$name),*];
        }
    };
}

listed! {
    /// Where a call may lead: see the states in `docs/generator.md`. The simulation counts them, so that none is left out.
    Branch:
    Leased First NewTick Counted TickAhead Exhausted Waits Overtaken Behind Reset Closed Stale
    Joined Beaten Reserves Turned Unleased Renewed Torn Rejoined Rebased GateOpened Watched
}

listed! {
    /// What stands between a promise and its breach: `docs/generator.md` has the table. Each can be left out, by the simulation alone, to see
    /// that it is missed.
    Guard:
    /// A page that a fork wipes tells a child, however it was forked.
    WipedPage
    /// A handler tells a child that was forked in the common way, whatever became of the page.
    ForkHandler
    /// After a fork, and on request, the random stream begins anew.
    FreshStream
    /// A key is old after a millisecond: so two copies of a machine or process draw apart, though nobody told them.
    FreshKey
    /// A wall clock that jumped against the time since the system's start has nodes drawn anew.
    Resumed
    /// After a fork, and on request, what was drawn is drawn anew.
    Renewal
    /// Then the next id begins a new tick.
    FreshTick
    /// The process is looked at again once the id is made.
    SecondLook
    /// That look also sees a process-wide reseeding: a call that it overtakes begins anew.
    LateReseed
    /// One thread at a time.
    Exclusion
    /// A lock that a fork left shut is taken over.
    TakeOver
    /// A signal handler does not wait for the call that it interrupts.
    OwnThread
    /// Nor does a child that was forked in one take over what it interrupts.
    Survivor
    /// A node is given once, until all are used.
    NodesOnce
    /// What was made of a run is accounted for.
    Account
    /// A gate is never longer than what the fastest counter would pass.
    Belt
    /// The counter's speed is measured over a short while, or not at all.
    ShortWindow
    /// Two measurements must agree.
    TwoRates
    /// The system's word for the counter.
    Verdict
    /// A coarse counter tells nothing.
    Grain
    /// A measured speed serves for a while.
    RateAge
    /// Readings of the clock that follow one another must agree with the counter.
    Watch
    /// A gate is shut where the tick ends.
    EndOfTick
    /// A reading that was taken before the lock, and lies far behind what others have read since, or before a reset, is taken again.
    LateLook
    /// A tick is never further ahead of the clock than allowed.
    MaxLead
    /// Ticks passed before a reset stay closed.
    PassedTicks
    /// The mark is moved before an id passes it.
    Mark
    /// And is on the disk by then.
    Sync
    /// The name of a new file is on the disk before ids rely on it.
    NameSync
    /// One at a time changes the record.
    ChangeLock
    /// Who has the file open is known.
    MemberLock
    /// Who is alone looks whether somebody came, for each id.
    Joiners
    /// The word is moved by exchange.
    Exchange
    /// A change is made by a description of its own, which no child inherits.
    OwnDescription
    /// A child locks as a process only if it may not open the file.
    OwnLocks
    /// A process whose lock as a member could not be taken again joins before its next id.
    Outside
    /// The file must still be found under its name.
    NameCheck
    /// No word passes the end of a lease.
    LeaseEnd
    /// A grant counts in the file that it was written for …
    LeaseHere
    /// … and since the start of the system that it was written in.
    LeaseBoot
    /// A lease file has one keeper.
    OneKeeper
    /// Another node begins a tick of its own, above the mark.
    NewTick
    /// A mark that is taken back stays at the beginning of the lease at least.
    LeaseBegin
    /// Who issues ids notices that the node is another one.
    Turn
    /// That is told before the mark goes on.
    TurnFirst
    /// The server has granted what a lease file says.
    ServerFirst
    /// And gets a node back when the file is closed.
    FileFirst
    /// A lost lease does not raise the floor again if the floor covers it already.
    WitnessOnce
    /// An agent waits after an error of its file.
    Backoff
    /// A lease file is made by its keeper alone.
    KeeperMakes
    /// A file with a lease is no state file, nor the other way round.
    LeaseApart
    /// A life of the file begins a tick of its own, where ticks mean nothing without what its users have in common.
    FreshLife
    /// All users of a file have the node that stands above the counter.
    CommonNode
    /// Files that another machine may have open are not joined.
    LocalOnly
    /// Who is not the last does not take the mark back.
    LastLeaves
    /// No wait for another user of a file is longer than three seconds.
    FilePatience
}
