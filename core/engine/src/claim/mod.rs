//! Claims: node numbers that the processes of one user on one machine hold, one holder at a time.
//!
//! The kernel is the server of this lease. A table in the system's memory has a lock and a word for
//! each number. Whoever has the lock holds the number. The word is the number's *fence*: its
//! holders have issued ids with earlier times only, and the next holder issues ids with later ones.
//! So a holder that loses its lock without knowing repeats nothing.
//!
//! A claim that fails costs an attempt: the generator draws its node at random instead.
//! `docs/node-table.md` documents the table.

mod held;
mod table;

pub use held::{Claim, WHOLE_BITS, Wanted, close, held_len, raise, take};

use std::ffi::CStr;

use crate::error::{Error, ErrorCode};
use crate::sys::{Os, environment};

/// The processes among which a claimed node is unique, in the words of `status`.
pub const REACH: &CStr =
    c"no other process of this user in this container claims it (/dev/shm/sortid-UID/nodes)";

/// Why a node is not claimed.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Refusal {
    /// Something else keeps ids apart, or an option says so.
    NotWanted,
    /// There are too many nodes for the table.
    Wide,
    /// The clock is before 1970, or outside of the format's time.
    OutOfRange,
    /// The system has no table.
    Unsupported,
    /// The table could not be opened, read or written.
    Unavailable,
    /// The table or its folder has another owner, mode, size, version or kind of file system, or
    /// locks do not work there.
    Foreign,
    /// Every number that was tried is held, or was until just now.
    Taken,
    /// The process holds as many numbers as it may.
    Many,
    /// A signal handler interrupted another claim.
    Interrupted,
}

impl Refusal {
    pub const fn reason(self) -> &'static CStr {
        match self {
            Refusal::NotWanted => {
                c"at random; an option, or the kind of generator, excludes a claim"
            }
            Refusal::Wide => c"at random, from more nodes than can be claimed",
            Refusal::OutOfRange => c"at random; the clock is outside of the times of claims",
            Refusal::Unsupported => c"at random; this system has no table of nodes",
            Refusal::Unavailable => c"at random; the table of nodes cannot be opened or written",
            Refusal::Foreign => {
                c"at random; the table of nodes has another owner, mode, version or file system, or no locks"
            }
            Refusal::Taken => c"at random; the nodes that were tried are in use, or were just now",
            Refusal::Many => c"at random; this process has claimed 32 nodes",
            Refusal::Interrupted => c"at random; a signal handler interrupted another claim",
        }
    }

    /// The error of a generator that requires a claim.
    pub const fn error(self) -> Error {
        let code = match self {
            Refusal::NotWanted | Refusal::Wide => {
                return Error::about(
                    ErrorCode::InvalidOption,
                    "node_claim\0the generator draws no node that processes could claim",
                );
            }
            Refusal::OutOfRange => return Error::new(ErrorCode::TimestampOutOfRange),
            Refusal::Unsupported | Refusal::Unavailable => ErrorCode::StoreIo,
            Refusal::Foreign => ErrorCode::StoreForeign,
            Refusal::Taken | Refusal::Many | Refusal::Interrupted => ErrorCode::StoreLocked,
        };
        Error::about(code, "the table of nodes in /dev/shm")
    }
}

/// Whether the environment allows claims.
pub fn is_allowed<S: Os>() -> bool {
    environment::allows::<S>(&S::statics().may_claim, "SORTID_NODE", "drawn")
}
