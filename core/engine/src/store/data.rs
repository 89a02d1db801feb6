//! What the store and its users tell each other.

pub const IDS: usize = 4;

pub const NAMESPACE_LEN: usize = 64;

/// What a file is for: generators whose positions have the same meaning can share it.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct FileHeader {
    pub format: &'static str,
    /// The start of the first tick, in nanoseconds since 1970, and the length of a tick.
    pub epoch_ns: i128,
    pub unit_ns: i128,
    pub time_bits: u8,
    pub counter_bits: u8,
    /// The counter of a tick is permuted.
    pub is_permuted: bool,
    /// The width of the node and its place, if options choose them; otherwise 0.
    pub own_layout: u8,
    /// In a lease file: the width of its node.
    pub leased_bits: Option<u8>,
}

/// How a state file is used.
#[derive(Clone, Copy, Default)]
pub struct FileAccess {
    /// Its page is read and written for each id.
    pub is_unmapped: bool,
    /// It may belong to a user who could make this process repeat ids.
    pub allows_other_owner: bool,
}

/// The lease in a lease file: the positions from `first` to `end` belong to `node`.
///
/// The high-water mark never passes `end`, so every user of the file reads the record before it
/// could use an expired lease. Only the file's single writer, the agent, extends the lease or
/// changes the node.
///
/// `epoch` increases with each change of the node. Generators load the mark, then the epoch. A
/// change stores the epoch, then the mark. So a generator that loads the old epoch has loaded the
/// old mark, up to which the old node is valid.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct LeaseRecord {
    /// Increases with each change of the node; 0 if there was never a node.
    pub epoch: u64,
    pub node: u64,
    /// The node's first position in this file.
    pub first: u64,
    /// The node's last position.
    pub end: u64,
    /// The end as the server granted it, in Unix milliseconds.
    pub until_ms: u64,
    /// The lease is valid only until the next boot, and only in the file with this inode number,
    /// device and creation time.
    pub boot_id: [u64; 2],
    pub inode: u64,
    pub device: u64,
    pub created_ns: u64,
    /// The ids of the leases that were granted or requested, newest first; 0: none.
    pub ids: [u64; IDS],
    /// How often the node was granted, as far as is known.
    pub count: u64,
    /// The namespace, then zeros.
    pub namespace: [u8; NAMESPACE_LEN],
}

impl Default for LeaseRecord {
    fn default() -> Self {
        Self::NONE
    }
}

impl LeaseRecord {
    pub const NONE: LeaseRecord = LeaseRecord {
        epoch: 0,
        node: 0,
        first: 0,
        end: 0,
        until_ms: 0,
        boot_id: [0; 2],
        inode: 0,
        device: 0,
        created_ns: 0,
        ids: [0; IDS],
        count: 0,
        namespace: [0; NAMESPACE_LEN],
    };

    /// The last position before the lease.
    pub fn before(&self) -> u64 {
        self.first.saturating_sub(1)
    }
}

/// A request to raise the high-water mark at least to `position`, and `ahead` further if possible.
#[derive(Clone, Copy)]
pub struct Reservation {
    pub position: u64,
    pub ahead: u64,
    /// The latest clock reading.
    pub max_seen: u64,
}

/// Data that all users of a session share.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct SessionData {
    /// The key of the permutations of ticks.
    pub key: [u64; 4],
    /// The node, if it precedes the counter.
    pub node: u64,
}
