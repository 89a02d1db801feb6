//! Leases of nodes: the rules by which a server gives stretches of id space away, and an agent keeps a lease file to them. For agents and for who brings a
//! connection of their own; a program that makes ids has the file, and needs nothing of this.
//!
//! > A *grant* is `(node, from, until)`. Its holder makes ids of that node whose ticks begin in `[from, until)`, and no others, ever. Grants of a node do not
//! > overlap. The time in the id is the fence: no clock, pause, copy of a message or partition can make two holders meet.
//!
//! A *namespace* is one set of ids that must differ: a [`Kind`], a range of nodes, a stretch and a margin ([`Namespace`]). The server keeps a [`Row`] a node and a
//! [`Record`] a namespace. The agent asks ([`Holder::ask`]), a client of the server judges and writes in one atomic step, and the agent hears what came of it
//! ([`Holder::hear`]).
//!
//! | who | rules |
//! |---|---|
//! | server | [`take`], [`renew`], [`close`], [`settle`], [`guard`], [`create`]: as functions over rows, as the [statements](postgres) of PostgreSQL, as the [script](redis) of Redis; beside etcd as the functions |
//! | agent | [`Holder`], over whatever is a [`LeaseFile`] |
//! | both | [`Session`]: all of it for who brings a connection, in any language |
//!
//! Nothing here opens a connection, and nothing but a session reads a clock or draws a number: times are given in, in Unix milliseconds, and so are the grants'
//! numbers.
//!
//! ```
//! use sortid::grant::{Answer, GrantId, Namespace, Renew, Row, create, renew};
//!
//! // A holder of node 16 asks for more, 10 s before its stretch ends.
//! let (now_ms, id) = (1_700_000_000_000, |number| GrantId::from_random(number));
//! let namespace = Namespace::new("orders", "tid".parse()?, Some(16..=17))?;
//! let mut record = create(None, &namespace, "server 1", now_ms - 3_600_000, true)?;
//! let row = Row { until_ms: now_ms + 10_000, grant: id(7), count: 3, ..Row::default() };
//! let asked = Renew {
//!     node: 16,
//!     mine: [id(7), None, None, None],
//!     id: id(8).expect("not 0"),
//!     until_ms: now_ms + 10_000,
//!     count: 3,
//!     clock_ms: now_ms,
//!     used_ms: None,
//! };
//! let (row, grant) = renew(&mut record, &row, &asked, "web-3, process 7", now_ms).expect("granted");
//! assert_eq!((grant.from_ms, grant.until_ms), (now_ms + 10_000, now_ms + 30_000));
//!
//! // The same request once more, by a copy of the machine: the node is not that file's any more.
//! assert_eq!(renew(&mut record, &row, &asked, "web-3, process 7", now_ms), Err(Answer::Superseded));
//! # Ok::<(), sortid::Error>(())
//! ```

mod dialogue;
mod holder;
mod kept;
mod kind;
mod namespace;
mod pace;
mod plain;
pub mod postgres;
pub mod redis;
mod rules;
mod session;
mod step;
mod table;

pub use dialogue::{Cells, Said, Statement, Value};
pub use holder::{Ask, Heard, Held, Holder, LeaseFile};
pub use kept::{KeptFile, look, retire};
pub use kind::Kind;
pub use namespace::{MARGIN_MS, MOST_NODES, Namespace, STRETCH_MS};
pub use pace::Now;
pub use plain::{Answer, Close, Grant, GrantId, Idle, Mine, Renew, Request, Row, Take};
pub use session::{Refused, Server, Session, Turn};
pub use step::answer;
pub use table::{Record, close, create, free_ms, guard, renew, settle, take};

use crate::Here;
use crate::world::{Guard, World};
use rules::Rule;

/// How far apart the clocks of agent and server may be, in milliseconds: beyond that nothing is granted.
pub const TOLERANCE_MS: i64 = 10_000;

/// From here on the agent warns of clocks that are apart, in milliseconds.
pub const WARNED_MS: i64 = 1000;

/// Whether a rule stands: always, but in the simulation those that it leaves out.
#[inline(always)]
fn keeps(rule: Rule) -> bool {
    match rule {
        Rule::ServerFirst => Here::keeps(Guard::ServerFirst),
        Rule::FileFirst => Here::keeps(Guard::FileFirst),
        Rule::WitnessOnce => Here::keeps(Guard::WitnessOnce),
        Rule::Backoff => Here::keeps(Guard::Backoff),
        _ => true,
    }
}
