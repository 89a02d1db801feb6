//! Agents, and what they have sent.

use crate::file::{File, NODES, Ticks};
use crate::grant::holder::Holder;
use crate::grant::{Answer, GrantId, Request, Rule, keeps};
use crate::server::STRETCH_MS;

/// An agent with its file, and all that uses it up.
#[derive(Clone, Debug, PartialEq, Eq, Hash)]
pub(crate) struct Agent {
    pub(crate) holder: Holder<File>,
    /// By whom it says that it is.
    pub(crate) name: u8,
    /// What it is about to send.
    pub(crate) outbox: Option<Request>,
    /// Whether it waits for an answer, and which one has come.
    pub(crate) waits: bool,
    pub(crate) answer: Option<Answer>,
    /// What the machine that it is a copy of had made ids of before.
    pub(crate) inherited: Ticks,
}

impl Agent {
    pub(crate) fn new(file: File, name: u8) -> Self {
        let Ok(holder) = Holder::open(file, STRETCH_MS, None);
        Self {
            holder,
            name,
            outbox: None,
            waits: false,
            answer: None,
            inherited: [0; NODES],
        }
    }

    /// What its ids were, or may yet be made of.
    pub(crate) fn ticks(&self) -> Ticks {
        let ticks = self.holder.file().ticks();
        std::array::from_fn(|node| ticks[node] & !self.inherited[node])
    }

    pub(crate) fn is_idle(&self) -> bool {
        self.outbox.is_none() && !self.waits && self.holder.file() == &File::new()
    }
}

/// A request that was sent.
#[derive(Clone, Debug, PartialEq, Eq, Hash)]
pub(crate) struct Message {
    pub(crate) from: u8,
    pub(crate) name: u8,
    pub(crate) request: Request,
    /// Whether anybody waits for the answer.
    pub(crate) is_awaited: bool,
}

/// By whom an agent says that it is; where nobody looks at that, agents are told apart by nothing but what they do.
pub(crate) fn name(i: usize) -> u8 {
    match keeps(Rule::ById) {
        true => 0,
        false => i as u8,
    }
}

pub(crate) fn id_of(request: &Request) -> GrantId {
    match request {
        Request::Take(asked) => asked.id,
        Request::Renew(asked) => asked.id,
        Request::Close(_) => unreachable!("it asks for nothing"),
    }
}
