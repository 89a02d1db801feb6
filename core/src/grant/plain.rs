//! What agent and server say to each other.

use core::fmt;
use core::num::NonZeroU64;

/// A grant's number: 63 random bits, not 0.
///
/// ```
/// use sortid::grant::GrantId;
///
/// assert_eq!(GrantId::from_random(1 << 63 | 7).map(GrantId::get), Some(7));
/// assert_eq!(GrantId::from_random(1 << 63), None); // draw again
/// ```
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub struct GrantId(NonZeroU64);

impl GrantId {
    /// From 64 random bits, the top one of which is left out; none where the others are 0.
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
    /// Hexadecimal digits, without zeros before them: as the script of Redis has a grant's number.
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        fmt::LowerHex::fmt(&self.0, f)
    }
}

/// The last ids that a lease file was granted or asked for, newest first.
pub type Mine = [Option<GrantId>; 4];

/// A stretch of id space: its holder makes ids of the node whose ticks begin in `from_ms` until, but not at, `until_ms`, and no others.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub struct Grant {
    /// The node.
    pub node: u64,
    /// Where the stretch begins, in Unix milliseconds.
    pub from_ms: i64,
    /// Where it ends, in Unix milliseconds.
    pub until_ms: i64,
    /// How often the node was granted, this time included.
    pub count: u64,
}

/// Asks for a node.
#[derive(Clone, Debug, PartialEq, Eq, Hash)]
pub struct Take {
    /// The node that the file had last, if any: taken if it is free.
    pub wanted: Option<u64>,
    /// The new grant's number.
    pub id: GrantId,
    /// The agent's clock, in Unix milliseconds: compared, never used.
    pub clock_ms: i64,
}

/// Asks for more of the node that the file has.
#[derive(Clone, Debug, PartialEq, Eq, Hash)]
pub struct Renew {
    /// The node.
    pub node: u64,
    /// The file's ids.
    pub mine: Mine,
    /// The new grant's number.
    pub id: GrantId,
    /// The end that the file knows, in Unix milliseconds.
    pub until_ms: i64,
    /// The count that the file knows.
    pub count: u64,
    /// The agent's clock, in Unix milliseconds: compared, never used.
    pub clock_ms: i64,
    /// When the last id was made, in Unix milliseconds, for people; none where none was.
    pub used_ms: Option<i64>,
}

/// Gives a node back.
#[derive(Clone, Debug, PartialEq, Eq, Hash)]
pub struct Close {
    /// The node.
    pub node: u64,
    /// The file's ids.
    pub mine: Mine,
    /// The end of the last millisecond that was used, in Unix milliseconds.
    pub until_ms: i64,
}

/// What an agent asks a server.
#[derive(Clone, Debug, PartialEq, Eq, Hash)]
pub enum Request {
    /// A node.
    Take(Take),
    /// More of a node.
    Renew(Renew),
    /// To have a node back.
    Close(Close),
}

/// What comes back, or that nothing did.
#[derive(Clone, Debug, PartialEq, Eq, Hash)]
pub enum Answer {
    /// The stretch. Of a renewal it begins where the file's own ends.
    Granted {
        /// What was granted.
        grant: Grant,
        /// The server's clock, in Unix milliseconds.
        now_ms: i64,
    },
    /// The row is closed, or was not the file's any more.
    Closed,
    /// Nobody takes a node before the floor: the namespace is new, or its server may have forgotten a grant.
    Quiet {
        /// The floor, in Unix milliseconds.
        floor_ms: i64,
        /// The server's clock, in Unix milliseconds.
        now_ms: i64,
    },
    /// All nodes are held.
    Exhausted {
        /// When the next one may be free, in Unix milliseconds, if none is renewed.
        next_ms: i64,
        /// The nodes that are idle longest, longest first: five at most.
        idle: Vec<Idle>,
        /// The server's clock, in Unix milliseconds.
        now_ms: i64,
    },
    /// The agent's clock and the server's are more than [`TOLERANCE_MS`](super::TOLERANCE_MS) apart.
    Clocks {
        /// The server's clock, in Unix milliseconds.
        now_ms: i64,
    },
    /// Somebody else has the node.
    Superseded,
    /// The stretch is over.
    RunOut,
    /// There is no such namespace, or no such node in it.
    Unknown,
    /// The server could not be reached: nothing was sent.
    NotSent,
    /// No answer came: what was asked for may have been granted.
    Silence,
}

/// A node that is held and not used.
#[derive(Clone, Debug, PartialEq, Eq, Hash)]
pub struct Idle {
    /// The node.
    pub node: u64,
    /// Who has it, for people.
    pub holder: String,
    /// When its last id was made, in Unix milliseconds; none where that is not known.
    pub used_ms: Option<i64>,
    /// When it may be free, in Unix milliseconds.
    pub free_ms: i64,
}

/// A node's row in the server's table. A node that was never granted has the default: all zero.
#[derive(Clone, Debug, Default, PartialEq, Eq, Hash)]
pub struct Row {
    /// Until when the node is granted, in Unix milliseconds.
    pub until_ms: i64,
    /// The last grant's number; none where it was given back.
    pub grant: Option<GrantId>,
    /// How often it was granted.
    pub count: u64,
    /// Since when somebody has it, in Unix milliseconds, for people.
    pub since_ms: Option<i64>,
    /// When it was last granted, in Unix milliseconds, for people.
    pub renewed_ms: Option<i64>,
    /// When its last id was made, in Unix milliseconds, for people.
    pub used_ms: Option<i64>,
    /// Who has it: machine and process, for people.
    pub holder: String,
}
