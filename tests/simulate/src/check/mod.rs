//! The checker: it sees calls and what they answer, and the world as it is; nothing of the code under test.

pub(crate) mod errors;
pub(crate) mod order;
mod scope;
mod seen;
mod subject;
mod times;
pub(crate) mod waits;

pub(crate) use scope::FileScope;
pub(crate) use subject::{Order, Subject, Traits};

use crate::id::Id;
use seen::Seen;

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
}

/// A call that is under way.
#[derive(Clone)]
pub(crate) struct Call {
    /// Which generator of the process; none while it is made.
    pub(crate) slot: Option<usize>,
    pub(crate) ask: Ask,
    pub(crate) begun: u64,
    pub(crate) wall: i128,
    /// What the reading is, where the caller says so.
    pub(crate) manual: Option<i128>,
    floor: Option<Id>,
    file_floor: Option<Id>,
    after: Option<Id>,
    epoch: u32,
    is_in_handler: bool,
    /// Another call of this thread on the same generator is under way below.
    is_inside_another: bool,
    /// How long the system held this call up: syncs, and the time that its process stood still.
    pub(crate) excused: u64,
}

pub(crate) struct Checker {
    pub(crate) violation: Option<String>,
    seen: Seen,
    families: u32,
    scopes: u64,
    pub(crate) files: Vec<FileScope>,
    nodes: Vec<scope::NodesGiven>,
    /// The highest reading of any clock there was.
    pub(crate) high: i128,
}

impl Checker {
    pub(crate) fn new(seen_before: Option<Seen>) -> Self {
        Self {
            violation: None,
            seen: seen_before.unwrap_or_default(),
            families: 0,
            scopes: scope::FIRST_FREE,
            files: Vec::new(),
            nodes: Vec::new(),
            high: i128::MIN,
        }
    }
}
