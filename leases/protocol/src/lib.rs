//! Node leases: the rules by which a server grants parts of the id space, and by which an agent
//! maintains a lease file. For agents, and for programs that bring their own connection. A program
//! that only generates ids needs the lease file and nothing from this module.
//!
//! > A lease (a *grant*) is `(node, from, until)`. Its holder generates ids of that node whose
//! > ticks begin in `[from, until)`, and never any others. Leases of one node do not overlap. The
//! > time in the id is the fence: no clock, pause, message copy or partition can make two holders
//! > overlap.
//!
//! A *namespace* is one set of ids that must differ: a [`Kind`], a range of nodes, a lease term and
//! a margin ([`Namespace`]). The server stores one [`Row`] per node and one [`Record`] per
//! namespace. The agent builds a request ([`Holder::next_action`]), a store client checks and writes
//! in one atomic step, and the agent processes the reply ([`Holder::process_reply`]).
//!
//! | side | rules |
//! |---|---|
//! | server | [`take`], [`renew`], [`close`], [`settle`], [`guard`], [`create`] |
//! | agent | [`Holder`], over any [`LeaseFile`] |
//! | both | [`Session`]: everything for a caller with a connection, in any language |
//!
//! The server rules exist as functions over rows (used with etcd), as [statements](postgres) for
//! PostgreSQL, and as a [script](redis) for Redis.
//!
//! Nothing here opens a connection. Only [`Session`] reads clocks and draws random numbers; all
//! other functions take times, in Unix milliseconds, and lease ids as arguments.
//!
//! ```
//! use sortid_leasing::{Answer, GrantId, Namespace, Renew, Row, create, renew};
//!
//! // The holder of node 16 renews 10 s before its term ends.
//! let (now_ms, id) = (1_700_000_000_000, |number| GrantId::from_random(number));
//! let namespace = Namespace::new("orders", "tid".parse()?, Some(16..=17))?;
//! let mut record = create(None, &namespace, "server 1", now_ms - 3_600_000, true)?;
//! let row = Row { until_ms: now_ms + 10_000, grant: id(7), count: 3, ..Row::default() };
//! let asked = Renew {
//!     node: 16,
//!     ids: [id(7), None, None, None],
//!     id: id(8).expect("not 0"),
//!     until_ms: now_ms + 10_000,
//!     count: 3,
//!     clock_ms: now_ms,
//!     used_ms: None,
//! };
//! let (row, grant) =
//!     renew(&mut record, &row, &asked, ("server 1", "web-3, process 7"), now_ms).expect("granted");
//! assert_eq!((grant.from_ms, grant.until_ms), (now_ms + 10_000, now_ms + 180_000));
//!
//! // The same request from a copy of the machine: its lease file no longer has the node.
//! assert_eq!(
//!     renew(&mut record, &row, &asked, ("server 1", "web-3, process 7"), now_ms),
//!     Err(Answer::Superseded)
//! );
//! # Ok::<(), sortid::Error>(())
//! ```
#![cfg_attr(not(test), warn(clippy::disallowed_methods, clippy::disallowed_types))]
#![cfg_attr(docsrs, feature(doc_cfg))]

/// Whether a rule is enforced: always. The schedule search compiles the rules with another macro,
/// which can disable each rule.
macro_rules! guard {
    ($rule:ident) => {{
        let _ = $crate::rules::Rule::$rule;
        true
    }};
}

mod dialogue;
mod holder;
mod messages;
mod namespace;
mod owned_file;
mod pace;
pub mod postgres;
pub mod redis;
mod rules;
mod session;
mod step;
mod table;

pub use dialogue::{Cells, Decoded, Statement, Value};
pub use holder::{Action, Effect, Holder, LeaseFile, StoredLease};
pub use messages::{Answer, Close, Grant, GrantId, GrantIds, Idle, Renew, Request, Row, Take};
pub use namespace::{MARGIN_MS, MOST_NODES, Namespace, TERM_MS, TOLERANCE_MS, WARNED_MS};
pub use owned_file::{OwnedFile, read_lease, retire};
pub use pace::Now;
pub use session::{Refused, Server, Session, Step};
pub use step::answer;
pub use table::{Record, close, create, free_ms, guard, renew, settle, take};

pub use sortid::lease::Kind;
