//! What may happen in a world.

/// What may happen so many times in a world.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
#[repr(usize)]
pub(crate) enum Event {
    /// An agent asks.
    Ask,
    /// Time goes on by a millisecond.
    Tick,
    /// The server's clock jumps.
    Jump,
    /// An agent waits for an answer no longer.
    GiveUp,
    /// An agent gives its node back.
    Release,
    /// An agent ends at once, or was stopped, and begins anew on its file.
    Crash,
    /// A machine is lost with its file, and begins anew without.
    Lose,
    /// A machine starts anew, with its file.
    Boot,
    /// A file is copied to another machine.
    Copy,
    /// A running machine is copied.
    Clone,
    /// The server's data is copied.
    Backup,
    /// Another server begins, with the data as it is, with the copy, or with none.
    FailOver,
    /// And the old one goes on beside it for a margin.
    TwoPrimaries,
    /// The server goes on with older data, and is the same to all who look.
    Rewind,
    /// An agent connects, and notes who serves.
    Settle,
    /// An answer is heard later than it comes.
    Pause,
}

pub(crate) const EVENTS: usize = Event::Pause as usize + 1;

/// How often what may happen yet.
pub(crate) type Budget = [u8; EVENTS];

/// What happens.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Step {
    Tick,
    /// The clock says so many milliseconds since the beginning.
    Jump(i64),
    Ask(usize),
    /// A request goes off.
    Send(usize),
    /// A request arrives, and its answer is heard.
    Arrive(Arrival),
    /// A request arrives, and its answer is not heard yet.
    ArriveUnread(Arrival),
    /// Hears its answer.
    Receive(usize),
    GiveUp(usize),
    Release(usize, i64),
    Crash(usize),
    Lose(usize),
    Boot(usize),
    Copy(usize, usize),
    Clone(usize, usize),
    Backup,
    FailOver(Data),
    Rewind,
    Settle,
}

/// A request of the network is done.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) struct Arrival {
    pub(crate) message: usize,
    /// By the old server, which goes on.
    pub(crate) by_old: bool,
    /// Of several free nodes it gets this one.
    pub(crate) dice: u64,
}

/// What a new server begins with.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Data {
    AsItIs,
    Copy,
    None,
}
