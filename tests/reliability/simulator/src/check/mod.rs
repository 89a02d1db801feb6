//! The checker observes calls, their results and the system, but not the code under test.

pub(crate) mod calls;
pub(crate) mod errors;
mod leases;
mod nodes;
pub(crate) mod order;
mod resumed;
mod scope;
mod seen;
mod subject;
mod times;
pub(crate) mod waits;

pub(crate) use scope::FileScope;
pub(crate) use subject::{Copied, Order, Subject, Traits};

use crate::sim::faults::Refusals;
use seen::Seen;
use sortid_reliability_common::product::AnyId;
use subject::Look;

/// A kind of call.
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
    /// A call of a lease agent on its file.
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

/// The reading of a call without a time on a generator without a clock: less than all readings.
pub(crate) const NO_READING: i128 = i128::MIN;

/// A running call.
#[derive(Clone)]
pub(crate) struct Call {
    /// The generator, by its index in the process; none during its creation.
    pub(crate) slot: Option<usize>,
    pub(crate) ask: Ask,
    pub(crate) begun: u64,
    pub(crate) wall: i128,
    /// How far the clock had been set back in total when the call began.
    set_back: i128,
    /// The reading, if it is supplied by the caller.
    pub(crate) manual: Option<i128>,
    floor: Option<AnyId>,
    file_floor: Option<AnyId>,
    after: Option<AnyId>,
    epoch: u32,
    scope: u64,
    /// Whether the process belongs to a copied machine and was not reseeded when the call began.
    is_unaware: bool,
    pub(crate) needs_identity: bool,
    looks: u64,
    /// The last clock read of the generator before the call.
    read: Option<Look>,
    /// The highest reading of the generator before the call.
    high: i128,
    is_in_handler: bool,
    /// Whether it interrupts another call of this thread on the same generator.
    is_inside_another: bool,
    /// Time lost to syncs and stops, for which the call is not responsible.
    pub(crate) excused: u64,
    /// The operations that the system refused during the call.
    pub(crate) refusals: Refusals,
    /// The monotonic clock when the call began.
    monotonic: u64,
    /// The earliest end of the lease term during the call: an agent that restarts ends one and
    /// begins another.
    lease_end: i128,
}

pub(crate) struct Checker {
    pub(crate) violation: Option<String>,
    seen: Seen,
    families: u32,
    scopes: u64,
    pub(crate) files: Vec<FileScope>,
    nodes: Vec<scope::NodesGiven>,
    family_scopes: Vec<scope::FamilyScope>,
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
            family_scopes: Vec::new(),
            nodes_seen: Vec::new(),
            generators: 0,
            leases: leases::Leases::default(),
        }
    }
}
