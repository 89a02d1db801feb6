//! Lease agents and their messages.

use crate::file::{File, NODES, Ticks};
use crate::leasing::holder::Holder;
use crate::leasing::{Answer, GrantId, Request, guard};
use crate::server::TERM_MS;

/// An agent with its lease file.
#[derive(Clone, Debug, PartialEq, Eq, Hash)]
pub(crate) struct Agent {
    pub(crate) holder: Holder<File>,
    /// The holder name that it sends.
    pub(crate) name: u8,
    /// A request that is not sent yet.
    pub(crate) outbox: Option<Request>,
    /// Whether it waits for a reply.
    pub(crate) waits: bool,
    pub(crate) answer: Option<Answer>,
    /// The milliseconds that the original used before this machine was copied from it.
    pub(crate) inherited: Ticks,
}

impl Agent {
    pub(crate) fn new(file: File, name: u8) -> Self {
        let Ok(holder) = Holder::open(file, TERM_MS, None) else {
            unreachable!("opening changes nothing");
        };
        Self {
            holder,
            name,
            outbox: None,
            waits: false,
            answer: None,
            inherited: [0; NODES],
        }
    }

    /// The milliseconds that its ids used or may still use.
    pub(crate) fn ticks(&self) -> Ticks {
        let ticks = self.holder.file().ticks();
        std::array::from_fn(|node| ticks[node] & !self.inherited[node])
    }

    pub(crate) fn is_idle(&self) -> bool {
        self.outbox.is_none() && !self.waits && self.holder.file() == &File::new()
    }
}

/// A request in transit.
#[derive(Clone, Debug, PartialEq, Eq, Hash)]
pub(crate) struct Message {
    pub(crate) from: u8,
    pub(crate) name: u8,
    pub(crate) request: Request,
    /// Whether the sender still waits for the reply.
    pub(crate) is_awaited: bool,
}

/// An agent's holder name. All agents have the same name as long as the protocol ignores it: this
/// keeps states equal that differ only in the order of agents.
pub(crate) fn name(i: usize) -> u8 {
    match guard!(ById) {
        true => 0,
        false => i as u8,
    }
}

pub(crate) fn id_of(request: &Request) -> GrantId {
    match request {
        Request::Take(asked) => asked.id,
        Request::Renew(asked) => asked.id,
        Request::Close(_) => unreachable!("no request"),
    }
}
