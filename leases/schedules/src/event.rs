//! The kinds of events, and the steps they lead to.

/// A kind of event. Scenarios limit how often it happens.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
#[repr(usize)]
pub(crate) enum Event {
    /// An agent sends a request.
    Ask,
    /// A millisecond passes.
    Tick,
    /// The server's clock jumps.
    Jump,
    /// An agent stops waiting for a reply.
    GiveUp,
    /// An agent releases its node.
    Release,
    /// An agent crashes or is stopped, and restarts with its file.
    Crash,
    /// A machine is lost, and its agent restarts without a file.
    Lose,
    /// A file is removed under its agent, which continues with a new one.
    Remove,
    /// A machine reboots with its file.
    Boot,
    /// A file is copied to another machine.
    Copy,
    /// A running machine is copied.
    Clone,
    /// The server's data is copied.
    Backup,
    /// A new server takes over, with the current data, a backup, or no data.
    FailOver,
    /// After a failover, the old server serves requests for another margin.
    TwoPrimaries,
    /// The data is restored from a backup without any notice.
    Rewind,
    /// An agent connects, and the server records its name.
    Settle,
    /// Rows are restored on the same server, by statements other than those of leases.
    Restore,
    /// The bytes of a file are copied.
    Save,
    /// The saved bytes are written back to the file after its node was released.
    PutBack,
    /// A file cannot be replaced when its node is released.
    Keep,
    /// A reply is processed later than it arrives.
    Pause,
}

pub(crate) const EVENTS: usize = Event::Pause as usize + 1;

/// How often each kind of event may still happen.
pub(crate) type Budget = [u8; EVENTS];

/// A transition between two states.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Step {
    Tick,
    /// The clock jumps to this number of milliseconds after the beginning.
    Jump(i64),
    Ask(usize),
    /// A request is sent.
    Send(usize),
    /// A request is executed and its reply processed.
    Arrive(Arrival),
    /// A request is executed; its reply is processed later.
    ArriveUnread(Arrival),
    /// The reply is processed.
    Receive(usize),
    GiveUp(usize),
    /// The milliseconds used, and whether the file is replaced.
    Release(usize, i64, bool),
    Crash(usize),
    Lose(usize),
    Remove(usize),
    Boot(usize),
    Copy(usize, usize),
    Clone(usize, usize),
    Backup,
    FailOver(Data),
    Rewind,
    /// Whether the namespace's record is restored as well.
    Restore(bool),
    Save(usize),
    PutBack(usize),
    Settle,
}

/// The execution of a request in transit.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) struct Arrival {
    pub(crate) message: usize,
    /// Whether the old server executes it.
    pub(crate) by_old: bool,
    /// The number of the node among the free ones.
    pub(crate) dice: u64,
}

/// The initial data of a new server.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Data {
    AsItIs,
    Copy,
    None,
}
