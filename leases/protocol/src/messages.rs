//! Requests and replies between agent and server.

use core::fmt;
use core::num::NonZeroU64;

/// A lease id: 63 random bits, not 0.
///
/// ```
/// use sortid_leasing::GrantId;
///
/// assert_eq!(GrantId::from_random(1 << 63 | 7).map(GrantId::get), Some(7));
/// assert_eq!(GrantId::from_random(1 << 63), None); // draw again
/// ```
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub struct GrantId(NonZeroU64);

impl GrantId {
    /// Creates an id from 64 random bits, ignoring the highest one. Returns `None` if the others
    /// are 0.
    pub const fn from_random(bits: u64) -> Option<Self> {
        match NonZeroU64::new(bits & (u64::MAX >> 1)) {
            Some(bits) => Some(Self(bits)),
            None => None,
        }
    }

    /// The number, 1 to 2^63 − 1.
    pub const fn get(self) -> u64 {
        self.0.get()
    }
}

impl fmt::LowerHex for GrantId {
    /// Writes hexadecimal digits without leading zeros, as in the Redis script.
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        fmt::LowerHex::fmt(&self.0, f)
    }
}

/// The ids of a lease file's last requests, granted or unanswered, newest first.
pub type GrantIds = [Option<GrantId>; 4];

/// A lease: its holder generates ids of the node whose ticks begin in `from_ms..until_ms`, and no
/// others.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub struct Grant {
    /// The node.
    pub node: u64,
    /// The start, in Unix milliseconds.
    pub from_ms: i64,
    /// The end, exclusive, in Unix milliseconds.
    pub until_ms: i64,
    /// How often the node was granted, this time included.
    pub count: u64,
}

/// A request for a node.
#[derive(Clone, Debug, PartialEq, Eq, Hash)]
pub struct Take {
    /// The node that the file had last, if any. Granted if it is free.
    pub wanted: Option<u64>,
    /// The id of the new lease.
    pub id: GrantId,
    /// The agent's clock, in Unix milliseconds. Only compared with the server's.
    pub clock_ms: i64,
}

/// A request to extend the lease of the file's node.
#[derive(Clone, Debug, PartialEq, Eq, Hash)]
pub struct Renew {
    /// The node.
    pub node: u64,
    /// The file's recent ids.
    pub ids: GrantIds,
    /// The id of the new lease.
    pub id: GrantId,
    /// The end recorded in the file, in Unix milliseconds.
    pub until_ms: i64,
    /// The count recorded in the file.
    pub count: u64,
    /// The agent's clock, in Unix milliseconds. Only compared with the server's.
    pub clock_ms: i64,
    /// Time of the last id, in Unix milliseconds. For display only; `None` without ids.
    pub used_ms: Option<i64>,
}

/// A request to release a node.
#[derive(Clone, Debug, PartialEq, Eq, Hash)]
pub struct Close {
    /// The node.
    pub node: u64,
    /// The file's recent ids.
    pub ids: GrantIds,
    /// The end of the last used millisecond, in Unix milliseconds.
    pub until_ms: i64,
}

/// A request of an agent to a server.
#[derive(Clone, Debug, PartialEq, Eq, Hash)]
pub enum Request {
    /// Takes a node.
    Take(Take),
    /// Renews the lease of a node.
    Renew(Renew),
    /// Releases a node.
    Close(Close),
}

/// A reply, or its absence.
#[derive(Clone, Debug, PartialEq, Eq, Hash)]
pub enum Answer {
    /// The lease. A renewal begins at the end that the file recorded.
    Granted {
        /// The granted lease.
        grant: Grant,
        /// The server's clock, in Unix milliseconds.
        now_ms: i64,
    },
    /// The row is closed, or no longer belongs to the file.
    Closed,
    /// No node is granted before the recovery floor: the namespace is new, or its server may have
    /// lost a lease.
    Quiet {
        /// The recovery floor, in Unix milliseconds.
        floor_ms: i64,
        /// The server's clock, in Unix milliseconds.
        now_ms: i64,
    },
    /// All nodes are held.
    Exhausted {
        /// When the next node may become free if no lease is renewed, in Unix milliseconds.
        next_ms: i64,
        /// The nodes that have been idle longest, longest first, at most five.
        idle: Vec<Idle>,
        /// The server's clock, in Unix milliseconds.
        now_ms: i64,
    },
    /// The agent's and the server's clock differ by more than
    /// [`TOLERANCE_MS`](super::TOLERANCE_MS).
    Clocks {
        /// The server's clock, in Unix milliseconds.
        now_ms: i64,
    },
    /// The node has another holder.
    Superseded,
    /// The lease has expired.
    RunOut,
    /// The namespace does not exist, or lacks this node.
    Unknown,
    /// The server is unreachable, and nothing was sent.
    NotSent,
    /// No reply came. The server may have granted the request.
    Silence,
}

/// A held node that is idle.
#[derive(Clone, Debug, PartialEq, Eq, Hash)]
pub struct Idle {
    /// The node.
    pub node: u64,
    /// The holder. For display only.
    pub holder: String,
    /// Time of its last id, in Unix milliseconds. `None` if unknown.
    pub used_ms: Option<i64>,
    /// When it may become free, in Unix milliseconds.
    pub free_ms: i64,
}

/// A node's row in the server's table. The default, all zeros, is a node that was never granted.
#[derive(Clone, Debug, Default, PartialEq, Eq, Hash)]
pub struct Row {
    /// The end of the lease, in Unix milliseconds.
    pub until_ms: i64,
    /// The id of the last lease. `None` if it was released.
    pub grant: Option<GrantId>,
    /// How often the node was granted.
    pub count: u64,
    /// Since when the holder has the node, in Unix milliseconds. For display only.
    pub since_ms: Option<i64>,
    /// When the node was last granted, in Unix milliseconds. For display only.
    pub renewed_ms: Option<i64>,
    /// Time of its last id, in Unix milliseconds. For display only.
    pub used_ms: Option<i64>,
    /// The holder: machine and process. For display only.
    pub holder: String,
}
