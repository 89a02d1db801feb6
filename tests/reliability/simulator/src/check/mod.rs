//! The checker: it sees calls and what they answer, and the world as it is; nothing of the code under test.

pub(crate) mod calls;
pub(crate) mod errors;
mod leases;
mod nodes;
pub(crate) mod order;
mod scope;
mod seen;
mod subject;
mod times;
pub(crate) mod waits;

pub(crate) use scope::FileScope;
pub(crate) use subject::{Order, Subject, Traits};

use crate::id::Id;
use crate::sim::faults::Refusals;
use seen::Seen;
use subject::Look;

/// What is asked of a generator.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Ask {
    Next,
    Within(u64),
    Fill,
    At,
    After,
    Make,
    Reseed,
    Drop,
    /// What an agent does with its lease file.
    Keep,
}

impl Ask {
    pub(crate) fn name(self) -> &'static str {
        match self {
            Ask::Next => "next",
            Ask::Within(_) => "next within",
            Ask::Fill => "fill",
            Ask::At => "next at",
            Ask::After => "next after",
            Ask::Make => "make",
            Ask::Reseed => "reseed",
            Ask::Drop => "drop",
            Ask::Keep => "keep",
        }
    }
}

/// Of a call on a generator without a clock that is given no time: below all that clocks read.
pub(crate) const NO_READING: i128 = i128::MIN;

/// A call that is under way.
#[derive(Clone)]
pub(crate) struct Call {
    /// Which generator of the process; none while it is made.
    pub(crate) slot: Option<usize>,
    pub(crate) ask: Ask,
    pub(crate) begun: u64,
    pub(crate) wall: i128,
    /// By how much the clock had been set back by then.
    set_back: i128,
    /// What the reading is, where the caller says so.
    pub(crate) manual: Option<i128>,
    floor: Option<Id>,
    file_floor: Option<Id>,
    after: Option<Id>,
    epoch: u32,
    scope: u64,
    /// Of a copied machine, and not told so by then.
    is_unaware: bool,
    pub(crate) needs_identity: bool,
    looks: u64,
    /// When its generator had read the clock last, when it began.
    read: Option<Look>,
    /// The highest reading known when it began.
    high: i128,
    is_in_handler: bool,
    /// Another call of this thread on the same generator is under way below.
    is_inside_another: bool,
    /// How long the system held this call up: syncs, and the time that its process stood still.
    pub(crate) excused: u64,
    /// What of the world it was refused.
    pub(crate) refusals: Refusals,
    /// The clock that is never set, when it began.
    monotonic: u64,
    /// When the stretch of its lease file was to end, when it began.
    lease_end: i128,
}

pub(crate) struct Checker {
    pub(crate) violation: Option<String>,
    seen: Seen,
    families: u32,
    scopes: u64,
    pub(crate) files: Vec<FileScope>,
    nodes: Vec<scope::NodesGiven>,
    nodes_seen: Vec<nodes::NodeSeen>,
    generators: u64,
    leases: leases::Leases,
}

impl Checker {
    pub(crate) fn new() -> Self {
        Self {
            violation: None,
            seen: Seen::default(),
            families: 0,
            scopes: scope::FIRST_FREE,
            files: Vec::new(),
            nodes: Vec::new(),
            nodes_seen: Vec::new(),
            generators: 0,
            leases: leases::Leases::default(),
        }
    }
}
