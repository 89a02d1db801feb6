//! A set of ids that must differ.

use core::ops::RangeInclusive;

use super::Kind;
use crate::error::{Error, ErrorCode};

/// How many nodes a namespace has at most.
pub const MOST_NODES: u64 = 65_536;

/// Milliseconds: the stretch of a namespace that names no other.
pub const STRETCH_MS: i64 = 30_000;

/// Milliseconds: the margin of a namespace that names no other.
pub const MARGIN_MS: i64 = 30_000;

/// So long a stretch or a margin may be, in milliseconds: a day.
const LONGEST_MS: i64 = 86_400_000;

/// A namespace: a set of ids that must differ, and how they are leased.
///
/// ```
/// use sortid::grant::{Kind, Namespace};
///
/// let kind: Kind = "tid".parse()?;
/// let orders = Namespace::new("orders", kind, None)?;
/// assert_eq!((orders.nodes(), orders.stretch_ms(), orders.margin_ms()), (0..=1023, 30_000, 30_000));
/// let orders = orders.with_times(1000, 5000)?;
/// assert_eq!(orders.quiet_ms(), 11_000);
/// # Ok::<(), sortid::Error>(())
/// ```
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Namespace {
    name: String,
    kind: Kind,
    nodes: RangeInclusive<u64>,
    stretch_ms: i64,
    margin_ms: i64,
}

impl Namespace {
    /// A namespace with a stretch and a margin of 30 s; of all nodes of its kind, where none are named.
    ///
    /// # Errors
    /// `invalid_option` for a name that is not one to 64 of `a`–`z`, `0`–`9`, `.`, `_` and `-` (`namespace`); for nodes that the kind lacks, or
    /// more than 65,536 (`nodes`); and for ticks so long that a stretch has not three of them (`stretch`).
    pub fn new(name: &str, kind: Kind, nodes: Option<RangeInclusive<u64>>) -> Result<Self, Error> {
        if !is_name(name) {
            return Err(Error::about(ErrorCode::InvalidOption, "namespace"));
        }
        let all = kind.nodes();
        let nodes = nodes.unwrap_or_else(|| all.clone());
        let (first, last) = (*nodes.start(), *nodes.end());
        let there = first <= last && all.contains(&first) && all.contains(&last);
        if !there || last - first >= MOST_NODES {
            return Err(Error::about(ErrorCode::InvalidOption, "nodes"));
        }
        let namespace = Self {
            name: name.to_owned(),
            kind,
            nodes: first..=last,
            stretch_ms: STRETCH_MS,
            margin_ms: MARGIN_MS,
        };
        namespace.with_times(STRETCH_MS, MARGIN_MS)
    }

    /// The same with this stretch and margin, in milliseconds, each 1 to 86,400,000.
    ///
    /// # Errors
    /// `invalid_option` for others, and for a stretch of fewer than three ticks (`stretch`, `margin`).
    pub fn with_times(mut self, stretch_ms: i64, margin_ms: i64) -> Result<Self, Error> {
        let three_ticks_ns = 3 * i128::from(self.kind.unit_ns());
        if !(1..=LONGEST_MS).contains(&stretch_ms)
            || i128::from(stretch_ms) * 1_000_000 < three_ticks_ns
        {
            return Err(Error::about(ErrorCode::InvalidOption, "stretch"));
        }
        if !(1..=LONGEST_MS).contains(&margin_ms) {
            return Err(Error::about(ErrorCode::InvalidOption, "margin"));
        }
        (self.stretch_ms, self.margin_ms) = (stretch_ms, margin_ms);
        Ok(self)
    }

    /// The name.
    pub fn name(&self) -> &str {
        &self.name
    }

    /// What its ids have in common.
    pub const fn kind(&self) -> &Kind {
        &self.kind
    }

    /// The nodes that are leased.
    pub fn nodes(&self) -> RangeInclusive<u64> {
        self.nodes.clone()
    }

    /// How long a stretch is, in milliseconds.
    pub const fn stretch_ms(&self) -> i64 {
        self.stretch_ms
    }

    /// How long after its end a stretch that was not given back is kept, in milliseconds.
    pub const fn margin_ms(&self) -> i64 {
        self.margin_ms
    }

    /// For how long nobody takes a node where the server may have forgotten one, in milliseconds: stretch and twice the margin.
    pub const fn quiet_ms(&self) -> i64 {
        self.stretch_ms + 2 * self.margin_ms
    }
}

fn is_name(name: &str) -> bool {
    let is_letter = |letter| matches!(letter, b'a'..=b'z' | b'0'..=b'9' | b'.' | b'_' | b'-');
    (1..=64).contains(&name.len()) && name.bytes().all(is_letter)
}
